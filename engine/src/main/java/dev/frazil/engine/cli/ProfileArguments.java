package dev.frazil.engine.cli;

import dev.frazil.engine.store.ProfileKey;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// The directory of a store and one profile in it.
final class ProfileArguments {
  @Mixin private StoreDirectory store = new StoreDirectory();

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "KEY",
      description = "The profile, as names or as a path with slashes.")
  private List<String> keys = new ArrayList<>();

  /// The store.
  StoreDirectory store() {
    return store;
  }

  /// The profile's key.
  ///
  /// @throws dev.frazil.engine.store.InvalidKeyException if it cannot be one
  ProfileKey key() {
    return ProfileKey.of(keys.toArray(String[]::new));
  }

  /// The key as a path.
  String path() {
    return StoreWriteReport.path(key());
  }
}

package dev.frazil.engine.cli;

import dev.frazil.engine.store.DatasetStore;
import dev.frazil.engine.store.ProfileKey;
import dev.frazil.engine.store.ReadRequest;
import dev.frazil.engine.store.SnapshotSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// The directory of a store, and a profile or the profiles below a key.
final class PrefixArguments {
  @Mixin private StoreDirectory store = new StoreDirectory();

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "KEY",
      description = "The profile, as names or as a path with slashes.")
  private List<String> keys = new ArrayList<>();

  /// The store.
  StoreDirectory store() {
    return store;
  }

  /// The key of one profile.
  ///
  /// @throws dev.frazil.engine.store.InvalidKeyException if it cannot be one, or none was given
  ProfileKey key() {
    return ProfileKey.of(keys.toArray(String[]::new));
  }

  /// What is meant, for messages: the key as a path, or the store's directory without one.
  String name() {
    return keys.isEmpty() ? store.toString() : StoreWriteReport.path(key());
  }

  /// The profiles that are meant.
  ///
  /// @param opened the store
  /// @param recursive whether those below the key too, or all of the store's without a key
  List<ProfileKey> profiles(DatasetStore opened, boolean recursive) throws IOException {
    if (!recursive) {
      return List.of(key());
    }
    return keys.isEmpty() ? opened.profiles() : opened.profiles(key());
  }

  /// Snapshots of the profiles at and below the key, or of all of the store's without one.
  ///
  /// @param opened the store
  /// @param request which versions
  SnapshotSet readAll(DatasetStore opened, ReadRequest request) throws IOException {
    return keys.isEmpty() ? opened.readAll(request) : opened.readAll(key(), request);
  }
}

package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Commits of several profiles at once: `.txn/<id>.outcome` below the store's directory is their
/// one decision, put there if it is not there (spec C2, "multi-profile commit").
final class Transactions {
  /// The directory of all transactions of a store.
  static final String DIRECTORY = ".txn";

  private Transactions() {}

  /// Where a transaction is decided; a [CommitRecord.Committed] is never there, but a document
  /// whose `state` is `committed` or `aborted`.
  ///
  /// @param root the directory of the store
  /// @param transaction the transaction's id
  /// @return its path
  static Path outcome(Path root, String transaction) {
    return root.resolve(DIRECTORY).resolve(transaction + ".outcome");
  }

  /// What a version is whose commit record names a transaction.
  ///
  /// @param platform the file system
  /// @param root the directory of the store
  /// @param transaction the transaction's id
  /// @param facts what the version is when the transaction is committed
  /// @return committed, aborted, or pending while nothing is decided
  /// @throws IOException if the outcome cannot be read
  static VersionState state(Platform platform, Path root, String transaction, VersionFacts facts)
      throws IOException {
    Path outcome = outcome(root, transaction);
    platform.files().barrier(root.resolve(DIRECTORY));
    byte[] bytes;
    try {
      bytes = platform.files().read(outcome);
    } catch (NoSuchFileException e) {
      return new VersionState.Pending();
    }
    String state = StoreJson.requireText(outcome, StoreJson.object(outcome, bytes), "state");
    return switch (state) {
      case "committed" -> new VersionState.Committed(facts);
      case "aborted" -> new VersionState.Aborted();
      default ->
          throw new DamagedStoreException(
              "read: " + outcome + ": state: expected committed or aborted, got " + state);
    };
  }
}

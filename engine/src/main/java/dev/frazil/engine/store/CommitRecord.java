package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;

/// The content of `vN/.commit`: what was decided about a version. It is put there once, if it is
/// not there, and never changed (spec C2, I3). Immutable.
sealed interface CommitRecord {
  /// The version is readable.
  ///
  /// @param facts what it is
  record Committed(VersionFacts facts) implements CommitRecord {}

  /// The version is readable when the outcome of a transaction says so.
  ///
  /// @param transaction the transaction's id, a UUID
  /// @param facts what it is then
  record InTransaction(String transaction, VersionFacts facts) implements CommitRecord {}

  /// The version will never be readable; a writer that is still alive has to take another one.
  ///
  /// @param writer a UUID of whoever gave it up
  record Aborted(String writer) implements CommitRecord {}

  /// The record as a JSON document in one line.
  ///
  /// @return its text
  default String text() {
    ObjectNode document = StoreJson.object();
    switch (this) {
      case Committed(VersionFacts facts) -> {
        document.put("state", "committed");
        facts.write(document);
      }
      case InTransaction(String transaction, VersionFacts facts) -> {
        document.put("state", "txn").put("txn", transaction);
        facts.write(document);
      }
      case Aborted(String writer) -> document.put("state", "aborted").put("writer", writer);
    }
    return StoreJson.text(document);
  }

  /// The record that was read.
  ///
  /// @param file where it stood
  /// @param bytes what was read
  /// @return the record
  /// @throws DamagedStoreException if it is none
  static CommitRecord read(Path file, byte[] bytes) {
    ObjectNode document = StoreJson.object(file, bytes);
    String state = StoreJson.requireText(file, document, "state");
    return switch (state) {
      case "committed" -> new Committed(VersionFacts.read(file, document));
      case "txn" ->
          new InTransaction(
              StoreJson.requireText(file, document, "txn"), VersionFacts.read(file, document));
      case "aborted" -> new Aborted(StoreJson.requireText(file, document, "writer"));
      default ->
          throw new DamagedStoreException(
              "read: " + file + ": state: expected committed, txn or aborted, got " + state);
    };
  }
}

package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `.txn/<id>` says of a transaction before it is decided: which versions it commits, and who
/// is about to decide (spec C2, "multi-profile commit"). Immutable.
///
/// @param owner the process that commits; null if it cannot be known
/// @param members the versions, in the order of their keys
record TransactionRecord(@Nullable ProcessIdentity owner, List<Member> members) {
  /// A version of a transaction.
  ///
  /// @param key the profile's parts, with slashes between them
  /// @param version the version
  /// @param facts size and checksum of its data file
  record Member(String key, long version, FileFacts facts) {}

  /// The record as a JSON document in one line.
  String text() {
    ObjectNode document = StoreJson.object();
    if (owner != null) {
      owner.write(document);
    }
    ArrayNode array = document.putArray("members");
    for (Member member : members) {
      ObjectNode node = array.addObject().put("key", member.key()).put("version", member.version());
      member.facts().write(node);
    }
    return StoreJson.text(document);
  }

  /// The record of a transaction.
  ///
  /// @param files the calls
  /// @param file where it is
  /// @return the record; null if there is none
  /// @throws DamagedStoreException if it is none
  /// @throws IOException if it cannot be read
  static @Nullable TransactionRecord read(FileCalls files, Path file) throws IOException {
    byte[] bytes;
    try {
      bytes = files.read(file);
    } catch (NoSuchFileException e) {
      return null;
    }
    ObjectNode document = StoreJson.object(file, bytes);
    List<Member> members = new ArrayList<>();
    for (JsonNode node : document.path("members")) {
      if (!(node instanceof ObjectNode member)) {
        throw new DamagedStoreException(
            "read: " + file + ": members: expected objects, got " + node.getNodeType());
      }
      members.add(
          new Member(
              StoreJson.requireText(file, member, "key"),
              StoreJson.requireNumber(file, member, "version"),
              FileFacts.read(file, member)));
    }
    return new TransactionRecord(ProcessIdentity.read(document), members);
  }
}

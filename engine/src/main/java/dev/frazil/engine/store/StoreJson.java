package dev.frazil.engine.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The small JSON documents of a store: its sidecars. Members that a reader does not know are
/// passed over, so that later versions may add some.
final class StoreJson {
  /// Reads whatever was written: names of columns and schemas have no greatest length.
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxNameLength(Integer.MAX_VALUE)
                      .maxStringLength(Integer.MAX_VALUE)
                      .build())
              .build());

  private StoreJson() {}

  /// An empty document.
  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /// The document in one line.
  static String text(ObjectNode document) {
    try {
      return MAPPER.writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("JSON: " + document, e);
    }
  }

  /// A document that was read.
  ///
  /// @param file where it stood, for the message
  /// @param bytes its text in UTF-8
  /// @throws DamagedStoreException if it is no JSON object
  static ObjectNode object(Path file, byte[] bytes) {
    JsonNode node = parse(bytes);
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw new DamagedStoreException(
        "read: "
            + file
            + ": expected a JSON object, got "
            + bytes.length
            + " bytes of no such one");
  }

  /// A document of another program's, or one that may be half written.
  ///
  /// @return null if it is no JSON
  static @Nullable JsonNode parse(byte[] bytes) {
    try {
      return MAPPER.readTree(bytes);
    } catch (IOException e) {
      return null;
    }
  }

  static @Nullable String text(ObjectNode document, String member) {
    JsonNode value = document.get(member);
    return value != null && value.isTextual() ? value.textValue() : null;
  }

  static @Nullable Long number(ObjectNode document, String member) {
    JsonNode value = document.get(member);
    return value != null && value.isIntegralNumber() ? (Long) value.longValue() : null;
  }

  static String requireText(Path file, ObjectNode document, String member) {
    String value = text(document, member);
    if (value == null) {
      throw missing(file, member, "text");
    }
    return value;
  }

  static long requireNumber(Path file, ObjectNode document, String member) {
    Long value = number(document, member);
    if (value == null) {
      throw missing(file, member, "an integer");
    }
    return value;
  }

  private static DamagedStoreException missing(Path file, String member, String type) {
    return new DamagedStoreException(
        "read: " + file + ": " + member + ": expected " + type + ", got none");
  }
}

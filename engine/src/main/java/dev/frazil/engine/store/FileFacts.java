package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;

/// Size and checksum of a data file.
///
/// @param rowCount rows, 0 or more
/// @param byteCount bytes, 0 or more
/// @param crc32c CRC-32C of the bytes, as an unsigned number
record FileFacts(long rowCount, long byteCount, long crc32c) {
  /// Adds the members to a document.
  void write(ObjectNode document) {
    document.put("rows", rowCount);
    document.put("bytes", byteCount);
    document.put("crc32c", crc32c);
  }

  /// The members of a document.
  static FileFacts read(Path file, ObjectNode document) {
    return new FileFacts(
        StoreJson.requireNumber(file, document, "rows"),
        StoreJson.requireNumber(file, document, "bytes"),
        StoreJson.requireNumber(file, document, "crc32c"));
  }
}

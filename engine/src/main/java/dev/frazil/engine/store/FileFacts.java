package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.scan.Scan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32C;

/// Size and checksum of a data file.
///
/// @param rowCount rows, 0 or more
/// @param byteCount bytes, 0 or more
/// @param crc32c CRC-32C of the bytes, as an unsigned number
record FileFacts(long rowCount, long byteCount, long crc32c) {
  private static final int BUFFER_BYTES = 1 << 16;

  /// Adds the members to a document.
  void write(ObjectNode document) {
    document.put("rows", rowCount);
    document.put("bytes", byteCount);
    document.put("crc32c", crc32c);
  }

  /// The facts of a data file that says nothing of itself: it is read whole.
  ///
  /// @param file the file
  /// @param format what it is
  /// @return its facts
  /// @throws IOException if it cannot be read
  static FileFacts measure(Path file, DataFormat format) throws IOException {
    CRC32C checksum = new CRC32C();
    long byteCount;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      byteCount = channel.size();
      ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
      while (channel.read(buffer) >= 0) {
        checksum.update(buffer.flip());
        buffer.clear();
      }
    }
    return new FileFacts(countRows(file, format), byteCount, checksum.getValue());
  }

  /// The rows of a data file.
  ///
  /// @param file the file
  /// @param format what it is
  /// @return how many
  /// @throws IOException if it cannot be read
  static long countRows(Path file, DataFormat format) throws IOException {
    long rowCount = 0;
    try (RecordBatchSource rows = Scan.ofFiles(List.of(file), format).select().open()) {
      while (true) {
        try (RecordBatch batch = rows.next()) {
          if (batch == null) {
            return rowCount;
          }
          rowCount += batch.rowCount();
        }
      }
    }
  }

  /// The members of a document.
  static FileFacts read(Path file, ObjectNode document) {
    return new FileFacts(
        StoreJson.requireNumber(file, document, "rows"),
        StoreJson.requireNumber(file, document, "bytes"),
        StoreJson.requireNumber(file, document, "crc32c"));
  }
}

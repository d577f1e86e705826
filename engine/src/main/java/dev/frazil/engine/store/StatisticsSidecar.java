package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.frazil.engine.scan.FileStatistics;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// What `.N.stats` says of `N.parquet` (spec C2, "statistics sidecars"): a line with the CRC-32C of
/// the rest in hexadecimal digits, then size, checksum and statistics of the data file as JSON.
///
/// It is there before the data file is. Where its writer died in between, the name `N` may become
/// another writer's file, which does not have the size that the sidecar says, or has its own
/// sidecar refused: so a size that differs means that nothing is known of the file.
///
/// @param file size and checksum of the data file that it speaks of
/// @param statistics counts and bounds of that file
record StatisticsSidecar(FileFacts file, FileStatistics statistics) {
  private static final int CHECKSUM_DIGITS = 8;

  /// The content of the sidecar.
  String text() {
    ObjectNode document = StoreJson.object();
    file.write(document);
    document.set("statistics", StatisticsJson.write(statistics));
    return sealed(StoreJson.text(document));
  }

  /// The sidecar that was read, or null if it is damaged.
  static @Nullable StatisticsSidecar read(byte[] bytes) {
    byte[] text = unsealed(bytes);
    if (text == null || !(StoreJson.parse(text) instanceof ObjectNode document)) {
      return null;
    }
    Long rows = StoreJson.number(document, "rows");
    Long size = StoreJson.number(document, "bytes");
    Long crc32c = StoreJson.number(document, "crc32c");
    FileStatistics statistics = StatisticsJson.read(document.get("statistics"));
    return rows == null || size == null || crc32c == null || statistics == null
        ? null
        : new StatisticsSidecar(new FileFacts(rows, size, crc32c), statistics);
  }

  /// A text behind its checksum.
  static String sealed(String text) {
    return header(text.getBytes(StandardCharsets.UTF_8)) + text + "\n";
  }

  /// The bytes of the text behind a checksum, or null if they do not go together.
  static byte @Nullable [] unsealed(byte[] sealed) {
    int from = CHECKSUM_DIGITS + 1;
    int end = sealed.length - 1;
    if (end < from || sealed[end] != '\n') {
      return null;
    }
    byte[] text = Arrays.copyOfRange(sealed, from, end);
    byte[] header = header(text).getBytes(StandardCharsets.UTF_8);
    return Arrays.equals(sealed, 0, from, header, 0, from) ? text : null;
  }

  private static String header(byte[] text) {
    CRC32C crc = new CRC32C();
    crc.update(text);
    return String.format(Locale.ROOT, "%08x", crc.getValue()) + "\n";
  }
}

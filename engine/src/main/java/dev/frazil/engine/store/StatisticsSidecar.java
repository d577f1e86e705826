package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.frazil.engine.scan.FileStatistics;
import java.nio.charset.StandardCharsets;
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
    String text = unsealed(bytes);
    if (text == null
        || !(StoreJson.parse(text.getBytes(StandardCharsets.UTF_8))
            instanceof ObjectNode document)) {
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
    return String.format(Locale.ROOT, "%08x", checksum(text)) + "\n" + text + "\n";
  }

  /// The text behind a checksum, or null if they do not go together.
  static @Nullable String unsealed(byte[] bytes) {
    String sealed = new String(bytes, StandardCharsets.UTF_8);
    if (sealed.length() < CHECKSUM_DIGITS + 2 || !sealed.endsWith("\n")) {
      return null;
    }
    String text = sealed.substring(CHECKSUM_DIGITS + 1, sealed.length() - 1);
    return sealed.equals(sealed(text)) ? text : null;
  }

  private static long checksum(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return crc.getValue();
  }
}

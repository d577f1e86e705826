package dev.frazil.engine.file;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.PhysicalType;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.SizeStatistics;
import org.jspecify.annotations.Nullable;

/// How large a chunk is apart from its encoding, as the footer says it (parquet.thrift,
/// `SizeStatistics`). A histogram that follows from the null count is left out.
final class SizeMetaData {
  private SizeMetaData() {}

  static boolean hasRepetitionHistogram(LeafColumn column) {
    return column.maxRepetitionLevel() > 0;
  }

  static boolean hasDefinitionHistogram(LeafColumn column) {
    return column.maxDefinitionLevel() > 1;
  }

  /// The structure, or null when nothing would be in it.
  static @Nullable SizeStatistics of(
      LeafColumn column, dev.frazil.encoders.SizeStatistics statistics) {
    SizeStatistics result = new SizeStatistics();
    boolean byteArrays = column.type() == PhysicalType.BYTE_ARRAY;
    if (byteArrays) {
      result.setUnencoded_byte_array_data_bytes(statistics.unencodedByteArrayBytes());
    }
    if (hasRepetitionHistogram(column)) {
      result.setRepetition_level_histogram(boxed(statistics.repetitionLevels()));
    }
    if (hasDefinitionHistogram(column)) {
      result.setDefinition_level_histogram(boxed(statistics.definitionLevels()));
    }
    return byteArrays || hasRepetitionHistogram(column) || hasDefinitionHistogram(column)
        ? result
        : null;
  }

  private static List<Long> boxed(long[] counts) {
    return Arrays.stream(counts).boxed().toList();
  }
}

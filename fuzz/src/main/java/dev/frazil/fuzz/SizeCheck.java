package dev.frazil.fuzz;

import java.util.List;
import org.apache.parquet.format.SizeStatistics;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/// Size statistics against the slots of a chunk (parquet.thrift, `SizeStatistics`).
final class SizeCheck {
  private SizeCheck() {}

  /// Statistics may be missing only where they would say no more than the null count.
  static void verify(ExpectedLeaf leaf, @Nullable SizeStatistics actual) {
    ParquetColumn column = leaf.column();
    boolean strings = column.type().getPrimitiveTypeName() == PrimitiveTypeName.BINARY;
    if (actual == null) {
      Expect.that(
          "size_statistics: expected some",
          !strings && column.descriptor().getMaxDefinitionLevel() < 2);
      return;
    }
    Expect.equal("unencoded bytes present", strings, actual.isSetUnencoded_byte_array_data_bytes());
    if (strings) {
      Expect.equal(
          "unencoded bytes", unencodedBytes(leaf), actual.getUnencoded_byte_array_data_bytes());
    }
    int repetition = column.descriptor().getMaxRepetitionLevel();
    int definition = column.descriptor().getMaxDefinitionLevel();
    verifyHistogram(
        "repetition levels",
        ExpectedLeaf.histogram(leaf.repetitions(), repetition),
        repetition > 0,
        actual.getRepetition_level_histogram());
    verifyHistogram(
        "definition levels",
        ExpectedLeaf.histogram(leaf.definitions(), definition),
        definition > 1,
        actual.getDefinition_level_histogram());
  }

  /// A histogram must be there where it says more than the null count, and be right.
  static void verifyHistogram(
      String name, List<Long> expected, boolean needed, @Nullable List<Long> actual) {
    if (needed || actual != null) {
      Expect.equal(name, expected, actual);
    }
  }

  /// Bytes of all strings, without lengths.
  static long unencodedBytes(ExpectedLeaf leaf) {
    return leaf.values().stream()
        .mapToLong(value -> value instanceof byte[] bytes ? bytes.length : 0)
        .sum();
  }
}

package dev.frazil.fuzz;

import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.LeafStatistics;
import dev.frazil.engine.file.FileReceipt;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.jspecify.annotations.Nullable;

/// The receipt of a file against the file and against the values.
final class ReceiptCheck {
  private ReceiptCheck() {}

  static void verify(WrittenFile written, ExpectedFile expected, FileMetaData footer) {
    FileReceipt receipt = written.receipt();
    List<RowGroup> groups = FooterCheck.groups(footer);
    Expect.equal("length of the receipt", (long) written.bytes().length, receipt.length());
    Expect.equal("rows of the receipt", (long) expected.rowCount(), receipt.rowCount());
    Expect.equal(
        "split offsets",
        groups.stream().map(RowGroup::getFile_offset).toList(),
        receipt.splitOffsets());
    Expect.equal("leaves of the receipt", expected.leaves().size(), receipt.leaves().size());
    for (int i = 0; i < expected.leaves().size(); i++) {
      int column = i;
      FileReceipt.LeafReceipt leaf = receipt.leaves().get(i);
      Expect.equal(
          "compressed size of the receipt",
          groups.stream()
              .mapToLong(group -> FooterCheck.chunk(group, column).getTotal_compressed_size())
              .sum(),
          leaf.compressedSize());
      verify(expected.leaves().get(i), leaf.statistics());
    }
  }

  private static void verify(ExpectedLeaf leaf, @Nullable LeafStatistics actual) {
    ParquetColumn column = leaf.column();
    List<@Nullable Object> values = leaf.values();
    if (values.isEmpty()) {
      Expect.equal("statistics without rows", null, actual);
      return;
    }
    LeafStatistics statistics = Objects.requireNonNull(actual);
    ExpectedStatistics expected = ExpectedStatistics.of(leaf);
    String name = " of the receipt, column " + column.type();
    Expect.equal("value count" + name, expected.values(), statistics.valueCount());
    Expect.equal("null count" + name, expected.nulls(), statistics.nullCount());
    Expect.equal("NaN count" + name, expected.nans(), statistics.nanCount());
    Expect.equal(
        "bounds" + name, bounds(column, expected.min(), expected.max()), statistics.bounds());
    if (column.uuid()) {
      List<Object> present =
          values.stream().filter(Objects::nonNull).map(Object.class::cast).toList();
      Comparator<Object> signed = Comparator.comparing(ExpectedStatistics::uuid);
      Expect.equal(
          "signed bounds" + name,
          bounds(
              column,
              present.stream().min(signed).orElse(null),
              present.stream().max(signed).orElse(null)),
          statistics.signedUuidBounds());
    } else {
      Expect.equal("signed bounds" + name, null, statistics.signedUuidBounds());
    }
  }

  private static @Nullable Bounds bounds(
      ParquetColumn column, @Nullable Object min, @Nullable Object max) {
    return min == null || max == null ? null : new Bounds(column.plain(min), column.plain(max));
  }
}

package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.verify.EditableFile;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.iceberg.NullOrder;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.expressions.Expressions;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SortingColumn;
import org.junit.jupiter.api.Test;

/// Which sort order is stamped on a file whose row groups hold ids 1 to 3 and 4 to 6.
class FooterOrderTest {
  private static final SortOrder BY_ID =
      SortOrder.builderFor(Footers.SCHEMA).withOrderId(3).asc("id", NullOrder.NULLS_FIRST).build();

  private static final SortingColumn ID = new SortingColumn(0, false, true);
  private static final SortingColumn F = new SortingColumn(1, false, true);

  private static int stamped(SortOrder order, Footers.Edit edit) throws IOException {
    return Objects.requireNonNull(
        FooterDataFile.read(
                Footers.edited(edit),
                Footers.SCHEMA,
                PartitionSpec.unpartitioned(),
                null,
                order,
                Footers.FULL,
                null)
            .sortOrderId());
  }

  private static Footers.Edit declared(SortingColumn... columns) {
    return file -> groups(file).forEach(group -> group.setSorting_columns(List.of(columns)));
  }

  private static List<RowGroup> groups(EditableFile file) {
    return Objects.requireNonNull(file.footer().getRow_groups());
  }

  @Test
  void anOrderThatEveryRowGroupDeclaresIsStamped() throws IOException {
    assertEquals(3, stamped(BY_ID, declared(ID)));
    assertEquals(3, stamped(BY_ID, declared(ID, F)));
  }

  @Test
  void nothingIsStampedThatTheCallerDoesNotSay() throws IOException {
    assertEquals(0, stamped(SortOrder.unsorted(), declared(ID)));
  }

  @Test
  void anotherDeclarationIsNone() throws IOException {
    assertEquals(0, stamped(BY_ID, file -> {}));
    assertEquals(0, stamped(BY_ID, declared(F, ID)));
    assertEquals(0, stamped(BY_ID, declared(new SortingColumn(0, true, true))));
    assertEquals(0, stamped(BY_ID, declared(new SortingColumn(0, false, false))));
    assertEquals(
        0, stamped(BY_ID, file -> groups(file).getFirst().setSorting_columns(List.of(ID))));
  }

  @Test
  void rowGroupsMustFollowEachOther() throws IOException {
    assertEquals(
        0,
        stamped(
            BY_ID,
            file -> {
              declared(ID).edit(file);
              file.footer().setRow_groups(groups(file).reversed());
            }));
    assertEquals(
        0,
        stamped(
            BY_ID,
            file -> {
              declared(ID).edit(file);
              // The same largest value as the smallest one of the second row group.
              file.statistics(0).setMax_value(new byte[] {4, 0, 0, 0, 0, 0, 0, 0});
            }));
    assertEquals(
        0,
        stamped(
            BY_ID,
            file -> {
              declared(ID).edit(file);
              file.statistics(0).unsetNull_count();
            }));
  }

  @Test
  void orderOfTransformsAndOfNumbersWithNanIsNotDeclaredByColumns() throws IOException {
    SortOrder bucket =
        SortOrder.builderFor(Footers.SCHEMA)
            .withOrderId(4)
            .asc(Expressions.bucket("id", 4), NullOrder.NULLS_FIRST)
            .build();
    assertEquals(0, stamped(bucket, declared(ID)));
    SortOrder byF =
        SortOrder.builderFor(Footers.SCHEMA).withOrderId(5).asc("f", NullOrder.NULLS_FIRST).build();
    assertEquals(0, stamped(byF, declared(F)));
  }
}

package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.verify.EditableFile;
import java.io.IOException;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Which partition a file is in, by its bounds and by its caller.
class FooterPartitionTest {

  private static PartitionSpec.Builder spec() {
    return PartitionSpec.builderFor(Footers.SCHEMA);
  }

  private static DataFile read(InputFile file, PartitionSpec spec, @Nullable StructLike partition)
      throws IOException {
    return FooterDataFile.read(
        file, Footers.SCHEMA, spec, partition, SortOrder.unsorted(), Footers.FULL, null);
  }

  private static String proven(PartitionSpec.Builder builder, Footers.Edit edit)
      throws IOException {
    PartitionSpec spec = builder.build();
    return spec.partitionToPath(read(Footers.edited(edit), spec, null).partition());
  }

  private static String refused(PartitionSpec.Builder builder) {
    PartitionSpec spec = builder.build();
    return String.valueOf(
        assertThrows(SchemaException.class, () -> read(Footers.file("arrowcpp-ids"), spec, null))
            .getMessage());
  }

  private static String refused(PartitionSpec spec, @Nullable Object value) {
    return String.valueOf(
        assertThrows(
                SchemaException.class,
                () -> read(Footers.file("arrowcpp-ids"), spec, partition(spec, value)))
            .getMessage());
  }

  private static StructLike partition(PartitionSpec spec, @Nullable Object value) {
    PartitionData partition = new PartitionData(spec.partitionType());
    partition.set(0, value);
    return partition;
  }

  /// Bounds as if there were one id alone.
  private static void oneId(EditableFile file) {
    byte[] five = {5, 0, 0, 0, 0, 0, 0, 0};
    for (int group = 0; group < 2; group++) {
      file.statistics(group, 0).setMin_value(five).setMax_value(five);
    }
  }

  private static void nulls(EditableFile file) {
    for (int group = 0; group < 2; group++) {
      file.statistics(group, 0).setNull_count(3).unsetMin_value();
      file.statistics(group, 0).unsetMin();
    }
  }

  @Test
  void boundsInOnePartitionProveIt() throws IOException {
    assertEquals("id_trunc=0", proven(spec().truncate("id", 10), file -> {}));
    assertEquals(
        "id_null=null",
        proven(spec().alwaysNull("id").truncate("id", 10), file -> {}).split("/", -1)[0]);
    assertEquals("id=5", proven(spec().identity("id"), FooterPartitionTest::oneId));
    assertTrue(proven(spec().bucket("id", 4), FooterPartitionTest::oneId).startsWith("id_bucket="));
  }

  @Test
  void nothingButNullsAreInTheNullPartition() throws IOException {
    assertEquals("id=null", proven(spec().identity("id"), FooterPartitionTest::nulls));
  }

  @Test
  void whatBoundsDoNotProveIsRefusedWithTheReason() {
    String file = "partition: " + Footers.path("arrowcpp-ids") + ": ";
    assertEquals(
        file + "id: expected rows of one partition, got 1 to 6", refused(spec().identity("id")));
    assertEquals(
        file + "dd_year: expected values or nulls alone, got both", refused(spec().year("dd")));
    assertEquals(
        file + "id_bucket: expected bounds that prove one value, got none",
        refused(spec().bucket("id", 4)));
    assertEquals(
        file + "f: expected values or nulls alone, got both", refused(spec().identity("f")));
  }

  @Test
  void aFileWithoutTheColumnNeedsItsPartitionStated() throws IOException {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "id", Types.LongType.get()),
            Types.NestedField.required(9, "region", Types.StringType.get()));
    PartitionSpec spec = PartitionSpec.builderFor(schema).identity("region").build();
    InputFile file = Footers.file("arrowcpp-ids");
    String message =
        String.valueOf(
            assertThrows(
                    SchemaException.class,
                    () ->
                        FooterDataFile.read(
                            file, schema, spec, null, SortOrder.unsorted(), Footers.FULL, null))
                .getMessage());
    assertTrue(message.endsWith("region: expected its column in the file, got none"), message);
    DataFile stated =
        FooterDataFile.read(
            file, schema, spec, partition(spec, "eu"), SortOrder.unsorted(), Footers.FULL, null);
    assertEquals("region=eu", spec.partitionToPath(stated.partition()));
  }

  @Test
  void aStatedPartitionThatTheFooterProvesWrongIsRefused() throws IOException {
    PartitionSpec identity = spec().identity("id").build();
    InputFile file = Footers.file("arrowcpp-ids");
    assertTrue(refused(identity, 9L).endsWith("id: expected 9, got 1 to 6 in the file"));
    assertTrue(refused(identity, null).endsWith("id: expected null, got values in the file"));
    PartitionSpec dates = spec().year("dd").build();
    assertTrue(refused(dates, 1).endsWith("dd_year: expected 1971, got nulls in the file"));
    PartitionSpec truncated = spec().truncate("id", 10).build();
    assertEquals(
        "id_trunc=0",
        truncated.partitionToPath(read(file, truncated, partition(truncated, 0L)).partition()));
    assertTrue(
        String.valueOf(
                assertThrows(
                        SchemaException.class,
                        () -> read(file, truncated, new PartitionData(Types.StructType.of())))
                    .getMessage())
            .endsWith("expected 1 values, got 0"));
  }

  @Test
  void boundsContradictAPartitionOfNulls() throws IOException {
    PartitionSpec spec = spec().identity("id").build();
    InputFile file =
        Footers.edited(edited -> {
          edited.statistics(0, 0).unsetNull_count();
          edited.statistics(1, 0).unsetNull_count();
        });
    assertTrue(
        String.valueOf(
                assertThrows(SchemaException.class, () -> read(file, spec, partition(spec, null)))
                    .getMessage())
            .endsWith("id: expected null, got values in the file"));
  }

  @Test
  void aNumberThatTruncateHasNoPartitionForIsRefused() throws IOException {
    byte[] smallest = {0, 0, 0, 0, 0, 0, 0, Byte.MIN_VALUE};
    PartitionSpec spec = spec().truncate("id", 10).build();
    InputFile file =
        Footers.edited(edited -> {
          for (int group = 0; group < 2; group++) {
            edited.statistics(group, 0).setMin_value(smallest).setMax_value(smallest);
          }
        });
    String message =
        String.valueOf(
            assertThrows(SchemaException.class, () -> read(file, spec, null)).getMessage());
    assertTrue(
        message.endsWith(
            "id_trunc: expected a multiple of 10 of 64 bits below it, got -9223372036854775808"),
        message);
  }
}

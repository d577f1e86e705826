package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.align.AlignmentOptions;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableOptionsTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.IntegerType.get()),
          Types.NestedField.optional(2, "p", Types.StringType.get()));
  private static final ArrowSchema ARROW = IcebergSchemas.arrowSchema(SCHEMA);
  private static final PartitionSpec BY_P = PartitionSpec.builderFor(SCHEMA).identity("p").build();

  private static Table table(Map<String, String> properties) {
    return MemoryTables.create(SCHEMA, BY_P, properties, SortOrder.unsorted());
  }

  private static List<DataFile> write(Table table, DataFileOptions options, RecordBatch batch)
      throws IOException {
    try (RecordBatchSource source = ValueBatch.source(batch.schema(), batch);
        DataFileWriter writer = DataFileWriter.forTable(table, options)) {
      writer.write(source);
      return writer.finish();
    }
  }

  private static RecordBatch batch() {
    return ValueBatch.of(ARROW, List.of(List.of(1, 2, 3), Arrays.asList("a", null, "a")));
  }

  @Test
  void anySpecOfTheTableCanBeWritten() throws IOException {
    Table table = table(Map.of());
    PartitionSpec old = table.spec();
    table.updateSpec().removeField("p").addField(Expressions.bucket("id", 4)).commit();
    List<DataFile> files = write(table, DataFileOptions.builder().spec(old).build(), batch());
    assertEquals(2, files.size());
    files.forEach(file -> assertEquals(old.specId(), file.specId()));
    for (DataFile file : write(table, DataFileOptions.DEFAULT, batch())) {
      assertEquals(table.spec().specId(), file.specId());
      assertTrue(file.location().contains("/id_bucket_4="), file.location());
    }
    table.newAppend().appendFile(files.getFirst()).commit();
    PartitionSpec other = PartitionSpec.builderFor(SCHEMA).withSpecId(7).identity("id").build();
    WriteException refusal =
        assertThrows(
            WriteException.class,
            () -> write(table, DataFileOptions.builder().spec(other).build(), batch()));
    assertTrue(
        String.valueOf(refusal.getMessage())
            .startsWith("partition spec: memory.demo.t: expected one of the table's, got "));
  }

  /// In format version 1 a field that is dropped stays as a void one, whose source may go as well.
  @Test
  void aSpecWhoseFieldAndSourceWereDroppedIsWritten() throws IOException {
    Table table = table(Map.of("format-version", "1"));
    table.updateSpec().addField("id").removeField("p").commit();
    table.updateSchema().deleteColumn("p").commit();
    ArrowSchema narrow = new ArrowSchema(List.of(ARROW.fields().getFirst()));
    List<DataFile> files =
        write(table, DataFileOptions.DEFAULT, ValueBatch.of(narrow, List.of(List.of(5, 6, 5))));
    assertEquals(2, files.size());
    assertEquals(5, files.getFirst().partition().get(1, Object.class));
    table.newAppend().appendFile(files.getFirst()).appendFile(files.getLast()).commit();
  }

  private static ArrowField metadataColumn(Types.NestedField column) {
    return new ArrowField(
        "any name of " + column.fieldId(),
        new ArrowType.Int(64, true),
        true,
        Map.of(ArrowField.FIELD_ID, Integer.toString(column.fieldId())),
        null);
  }

  @Test
  void rewrittenRowsKeepTheirLineage() throws IOException {
    Table table = table(Map.of("format-version", "3"));
    DataFileOptions options = DataFileOptions.builder().rowLineage(true).build();
    ArrowSchema withIds =
        new ArrowSchema(
            List.of(
                ARROW.fields().getFirst(),
                ARROW.fields().getLast(),
                metadataColumn(MetadataColumns.ROW_ID)));
    List<DataFile> files =
        write(
            table,
            options,
            ValueBatch.of(
                withIds, List.of(List.of(1, 2), List.of("a", "a"), Arrays.asList(40L, null))));
    DataFile file = files.getFirst();
    int rowId = MetadataColumns.ROW_ID.fieldId();
    int sequence = MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.fieldId();
    assertEquals(1, file.nullValueCounts().get(rowId));
    assertEquals(
        Conversions.toByteBuffer(Types.LongType.get(), 40L), file.lowerBounds().get(rowId));
    assertEquals(2, file.nullValueCounts().get(sequence));
    DataFile without = write(table, options, batch()).getFirst();
    assertEquals(2, without.nullValueCounts().get(rowId));
    assertEquals(2, without.nullValueCounts().get(sequence));
    DataFile plain = write(table, DataFileOptions.DEFAULT, batch()).getFirst();
    assertFalse(plain.valueCounts().containsKey(rowId));
    WriteException refusal =
        assertThrows(WriteException.class, () -> write(table(Map.of()), options, batch()));
    assertEquals(
        "row lineage: memory.demo.t: expected a table of format version 3 or later, got version 2",
        refusal.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "write.target-file-size-bytes|0|expected a whole number from 1 to 9223372036854775807",
        "write.target-file-size-bytes|512MB|expected a whole number from 1 to 9223372036854775807",
        "write.parquet.page-size-bytes|-5|expected a whole number from 1 to 2147483647",
        "write.parquet.compression-codec|lzo|compression codec: expected uncompressed, snappy",
      })
  void aPropertyThatCannotBeUsedIsNamed(String name, String value, String message) {
    DataFileOptions options = DataFileOptions.builder().properties(Map.of(name, value)).build();
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> DataFileWriter.forTable(table(Map.of()), options));
    assertTrue(
        String.valueOf(refusal.getMessage()).startsWith(name + ": " + message),
        refusal.getMessage());
  }

  @Test
  void variantsThatAreToBeShreddedAreRefused() {
    Schema variant = new Schema(Types.NestedField.optional(1, "v", Types.VariantType.get()));
    Map<String, String> properties =
        Map.of("format-version", "3", "write.parquet.shred-variants", "true");
    Table table = MemoryTables.create(variant, properties, SortOrder.unsorted());
    WriteException refusal =
        assertThrows(WriteException.class, () -> DataFileWriter.forTable(table));
    assertEquals(
        "write.parquet.shred-variants: memory.demo.t: expected variants that stay whole, got true",
        refusal.getMessage());
  }

  @Test
  void columnsThatTheTableDoesNotHaveAreLeftOutWhereThatIsAsked() throws IOException {
    ArrowSchema wide =
        new ArrowSchema(
            List.of(
                ARROW.fields().getFirst(),
                new ArrowField("extra", new ArrowType.Int(32, true), true)));
    DataFileOptions options =
        DataFileOptions.builder()
            .alignment(AlignmentOptions.builder().ignoreExtraColumns(true).build())
            .build();
    RecordBatch batch = ValueBatch.of(wide, List.of(List.of(1), List.of(2)));
    assertEquals(1, write(table(Map.of()), options, batch).getFirst().recordCount());
  }

  @Test
  void hintsToEnginesArePassedOver() throws IOException {
    Table table =
        table(
            Map.of(
                "write.distribution-mode", "hash",
                "write.spark.fanout.enabled", "true",
                "write.parquet.shred-variants", "true",
                "write.delete.target-file-size-bytes", "1",
                "write.wap.enabled", "true"));
    assertEquals(2, write(table, DataFileOptions.DEFAULT, batch()).size());
  }
}

package dev.frazil.engine.iceberg;

import static dev.frazil.engine.iceberg.DeleteFiles.assertEqualFiles;
import static dev.frazil.engine.iceberg.DeleteFiles.columns;
import static dev.frazil.engine.iceberg.DeleteFiles.commit;
import static dev.frazil.engine.iceberg.DeleteFiles.data;
import static dev.frazil.engine.iceberg.DeleteFiles.table;
import static dev.frazil.engine.iceberg.DeleteFiles.text;
import static dev.frazil.engine.iceberg.DeleteFiles.write;
import static dev.frazil.engine.iceberg.IdNames.SCHEMA;
import static dev.frazil.engine.iceberg.IdNames.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.FrazilException;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.iceberg.IdNames.Row;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeleteFileWriterTest {
  private static final PartitionSpec NONE = PartitionSpec.unpartitioned();
  private static final PartitionSpec BY_NAME =
      PartitionSpec.builderFor(SCHEMA).identity("name").build();

  private static DeleteFile peerEquality(
      Table table, Schema schema, List<Record> rows, @Nullable StructLike partition, int... ids)
      throws IOException {
    OutputFile file = table.io().newOutputFile(table.location() + "/data/peer-equality.parquet");
    EqualityDeleteWriter<Record> writer =
        Parquet.writeDeletes(file)
            .forTable(table)
            .rowSchema(schema)
            .withSpec(table.spec())
            .withPartition(partition)
            .equalityFieldIds(ids)
            .metricsConfig(MetricsConfig.forTable(table))
            .overwrite()
            .createWriterFunc(message -> GenericParquetWriter.create(schema, message))
            .buildEqualityWriter();
    try (writer) {
      rows.forEach(writer::write);
    }
    return writer.toDeleteFile();
  }

  @Test
  void equalityDeletesAreThoseOfIcebergsOwnWriter() throws IOException {
    Table table = table(Map.of());
    String longName = "a name of more than sixteen characters";
    List<Row> rows = List.of(row(7, longName), row(3, null));
    DeleteFile found =
        write(
                DeleteFileWriter.equalityDeletes(table, Set.of(2, 1), NONE, null, Map.of()),
                columns(SCHEMA, List.of(7L, 3L), Arrays.asList(longName, null)))
            .getFirst();
    DeleteFile expected =
        peerEquality(table, SCHEMA, rows.stream().map(Row::record).toList(), null, 1, 2);
    assertEqualFiles(expected, found);
    String bytes = text(table, found);
    assertTrue(bytes.contains("delete-type") && bytes.contains("delete-field-ids"));
    assertTrue(bytes.contains("1, 2"));
  }

  @Test
  void rowsThatEqualADeleteAreGone() throws Exception {
    Table table = table(Map.of());
    data(table, row(1, "a"), row(2, null), row(3, "a"), row(4, "b"));
    Schema name = TypeUtil.select(SCHEMA, Set.of(2));
    commit(
        table,
        write(
            DeleteFileWriter.equalityDeletes(table, Set.of(2), NONE, null, Map.of()),
            columns(name, Arrays.asList(null, "a"))));
    assertEquals(List.of(row(4, "b")), IdNames.read(table));
  }

  @Test
  void equalityDeletesOfAPartitionLeaveTheOthers() throws Exception {
    Table table = MemoryTables.create(SCHEMA, BY_NAME, Map.of(), SortOrder.unsorted());
    data(table, row(1, "a"), row(2, "a"));
    data(table, row(1, "b"));
    PartitionKey partition = new PartitionKey(BY_NAME, SCHEMA);
    partition.partition(row(0, "a").record());
    Schema id = TypeUtil.select(SCHEMA, Set.of(1));
    List<DeleteFile> files =
        write(
            DeleteFileWriter.equalityDeletes(table, Set.of(1), BY_NAME, partition, Map.of()),
            columns(id, List.of(1L)));
    GenericRecord one = GenericRecord.create(id);
    one.set(0, 1L);
    assertEqualFiles(peerEquality(table, id, List.of(one), partition, 1), files.getFirst());
    assertTrue(files.getFirst().location().contains("/data/name=a/"));
    commit(table, files);
    assertEquals(List.of(row(1, "b"), row(2, "a")), IdNames.read(table));
    assertThrows(
        WriteException.class,
        () -> DeleteFileWriter.equalityDeletes(table, Set.of(1), BY_NAME, null, Map.of()));
  }

  @Test
  void whatATableDoesNotAllowIsRefused() {
    for (int version : new int[] {1, 3}) {
      Table table = table(Map.of("format-version", Integer.toString(version)));
      WriteException refusal =
          assertThrows(
              WriteException.class,
              () -> DeleteFileWriter.positionDeletes(table, NONE, null, Map.of()));
      assertTrue(String.valueOf(refusal.getMessage()).contains("got " + version));
    }
    Table first = table(Map.of("format-version", "1"));
    assertThrows(
        WriteException.class,
        () -> DeleteFileWriter.equalityDeletes(first, Set.of(1), NONE, null, Map.of()));
    Table table = table(Map.of());
    for (Set<Integer> ids : List.of(Set.<Integer>of(), Set.of(9))) {
      assertThrows(
          SchemaException.class,
          () -> DeleteFileWriter.equalityDeletes(table, ids, NONE, null, Map.of()));
    }
    for (String name : List.of("write.delete.granularity", "write.delete.target-file-size-bytes")) {
      IllegalArgumentException refusal =
          assertThrows(
              IllegalArgumentException.class,
              () ->
                  DeleteFileWriter.positionDeletes(table, NONE, null, Map.of(name, "-1")).close());
      assertTrue(String.valueOf(refusal.getMessage()).startsWith(name));
    }
    assertThrows(
        WriteException.class,
        () ->
            DeleteFileWriter.positionDeletes(
                table, NONE, null, Map.of("write.delete.format.default", "avro")));
  }

  @Test
  void onlyAPrimitiveWithOneValueARowIsAnEqualityColumn() {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "l", Types.ListType.ofOptional(2, Types.LongType.get())),
            Types.NestedField.optional(
                3,
                "s",
                Types.StructType.of(Types.NestedField.optional(4, "x", Types.LongType.get()))),
            Types.NestedField.optional(5, "f", Types.FloatType.get()),
            Types.NestedField.optional(6, "d", Types.DoubleType.get()));
    for (int id : new int[] {1, 2, 3, 5, 6}) {
      SchemaException refusal =
          assertThrows(
              SchemaException.class,
              () -> EqualityDeleteRows.of(schema, Set.of(id), MetricsConfig.getDefault()));
      assertTrue(String.valueOf(refusal.getMessage()).contains(schema.findColumnName(id)));
    }
    assertEquals(
        List.of(4), EqualityDeleteRows.of(schema, Set.of(4), MetricsConfig.getDefault()).ids());
  }

  @Test
  void aBatchWithoutAnEqualityColumnDeletesNothing() {
    Table table = table(Map.of());
    Schema id = TypeUtil.select(SCHEMA, Set.of(1));
    SchemaException refusal =
        assertThrows(
            SchemaException.class,
            () ->
                write(
                    DeleteFileWriter.equalityDeletes(table, Set.of(1, 2), NONE, null, Map.of()),
                    columns(id, List.of(1L))));
    assertEquals(
        "equality deletes: name: expected the column in every batch, got none",
        refusal.getMessage());
    assertThrows(
        FrazilException.class,
        () ->
            write(
                DeleteFileWriter.equalityDeletes(table, Set.of(1), NONE, null, Map.of()),
                columns(SCHEMA, List.of(1L), List.of("an extra column"))));
  }

  @Test
  void filesThatAreGoneAlreadyDoNotDisturbClosing() throws IOException {
    FullDisk disk = new FullDisk();
    Table table = FullDisk.under(disk, table(Map.of("write.delete.target-file-size-bytes", "1")));
    try (DeleteFileWriter writer =
            DeleteFileWriter.equalityDeletes(table, Set.of(1), NONE, null, Map.of());
        RecordBatchSource first = columns(TypeUtil.select(SCHEMA, Set.of(1)), List.of(1L));
        RecordBatchSource second = columns(TypeUtil.select(SCHEMA, Set.of(1)), List.of(2L))) {
      writer.write(first);
      writer.write(second);
      disk.memory.deleteFile(disk.created.getFirst());
    }
    assertEquals(2, disk.created.size());
    disk.created.forEach(file -> assertFalse(disk.memory.fileExists(file), file));
  }

  @Test
  void deletesHaveNoOptionsOfSingleColumns() {
    Map<String, String> properties = new HashMap<>();
    for (String name :
        List.of(
            "bloom-filter-enabled.column.id",
            "bloom-filter-fpp.column.id",
            "bloom-filter-ndv.column.id",
            "dict-encoding-enabled.column.id",
            "stats-enabled.column.id")) {
      properties.put("write.parquet." + name, "x");
      properties.put("write.delete.parquet." + name, "x");
    }
    properties.put("write.delete.parquet.page-row-limit", "7");
    Map<String, String> merged = DeleteProperties.of(properties);
    merged.keySet().removeIf(name -> name.startsWith("write.delete."));
    assertEquals(Map.of("write.parquet.page-row-limit", "7"), merged);
  }
}

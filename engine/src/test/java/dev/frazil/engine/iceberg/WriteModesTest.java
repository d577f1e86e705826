package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WriteModesTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.IntegerType.get()),
          Types.NestedField.optional(2, "p", Types.StringType.get()),
          Types.NestedField.optional(3, "v", Types.LongType.get()));
  private static final ArrowSchema ARROW = IcebergSchemas.arrowSchema(SCHEMA);
  private static final PartitionSpec BY_P = PartitionSpec.builderFor(SCHEMA).identity("p").build();
  private static final WriteMode BATCH = new WriteMode.Batch();
  private static final WriteMode CLUSTERED = new WriteMode.Clustered();
  private static final WriteMode FANOUT = new WriteMode.Fanout();

  private int id;

  static List<WriteMode> modes() {
    return List.of(BATCH, FANOUT, CLUSTERED);
  }

  /// A batch of one row a partition, numbered on from the batch before.
  private RecordBatch batch(@Nullable String... partitions) {
    List<Integer> ids = new ArrayList<>();
    List<Long> values = new ArrayList<>();
    for (int i = 0; i < partitions.length; i++) {
      ids.add(id++);
      values.add(7L);
    }
    return ValueBatch.of(ARROW, List.of(ids, Arrays.asList(partitions), values));
  }

  private static Table table(PartitionSpec spec, Map<String, String> properties) {
    return MemoryTables.create(SCHEMA, spec, properties, SortOrder.unsorted());
  }

  private static Table byPartition() {
    return table(BY_P, Map.of());
  }

  private static List<DataFile> write(Table table, WriteMode mode, RecordBatch... batches)
      throws IOException {
    try (RecordBatchSource source = ValueBatch.source(ARROW, batches);
        DataFileWriter writer =
            DataFileWriter.forTable(table, DataFileOptions.builder().mode(mode).build())) {
      writer.write(source);
      return writer.finish();
    }
  }

  private static List<Integer> ids(Table table, DataFile file) throws IOException {
    List<Integer> ids = new ArrayList<>();
    try (CloseableIterable<Record> rows =
        Parquet.read(table.io().newInputFile(file.location()))
            .project(SCHEMA)
            .createReaderFunc(fields -> GenericParquetReaders.buildReader(SCHEMA, fields))
            .build()) {
      rows.forEach(row -> ids.add((Integer) row.getField("id")));
    }
    assertEquals(file.recordCount(), ids.size());
    return ids;
  }

  /// What stands in each file, as `p=a [1, 2]`.
  private static List<String> contents(Table table, List<DataFile> files) throws IOException {
    List<String> contents = new ArrayList<>();
    for (DataFile file : files) {
      contents.add(table.spec().partitionToPath(file.partition()) + " " + ids(table, file));
    }
    return contents;
  }

  @Test
  void fanOutKeepsOneFileAPartitionOpenOverBatches() throws IOException {
    Table table = byPartition();
    List<DataFile> files =
        write(table, FANOUT, batch("a", "b", "a"), batch("c", "b"), batch(), batch("a", null, "b"));
    assertEquals(
        List.of("p=a [0, 2, 5]", "p=b [1, 4, 7]", "p=c [3]", "p=null [6]"),
        contents(table, files).stream().sorted().toList());
  }

  @Test
  void fanOutEndsTheFileThatWentLongestWithoutRows() throws IOException {
    Table table = byPartition();
    List<DataFile> files =
        write(
            table,
            new WriteMode.Fanout(2, Long.MAX_VALUE),
            batch("a"),
            batch("b"),
            batch("a"),
            batch("c"),
            batch("b"));
    assertEquals(List.of("p=b [1]", "p=a [0, 2]", "p=c [3]", "p=b [4]"), contents(table, files));
  }

  @Test
  void fanOutHoldsNoMoreBytesThanItMay() throws IOException {
    Table table = byPartition();
    assertEquals(
        List.of("p=a [0, 2]", "p=b [1]", "p=a [3]"),
        contents(
            table, write(table, new WriteMode.Fanout(9, 1), batch("a", "b", "a"), batch("a"))));
  }

  @Test
  void clusteredKeepsTheFileOfTheLastPartitionOpen() throws IOException {
    Table table = byPartition();
    assertEquals(
        List.of("p=a [0, 1, 2]", "p=null [3, 5]", "p=b [4, 6]"),
        contents(
            table,
            write(table, CLUSTERED, batch("a", "a"), batch("a", null, "b", null), batch("b"))));
  }

  @Test
  void aPartitionThatComesBackIsRefusedAsByIcebergsClusteredWriter() {
    WriteException refusal =
        assertThrows(
            WriteException.class,
            () -> write(byPartition(), CLUSTERED, batch("a"), batch("b"), batch("b", "a")));
    assertEquals(
        "clustered write: p=a: expected rows that come partition by partition, got row 1 of the"
            + " batch after the partition was finished",
        refusal.getMessage());
  }

  @Test
  void aNullAndTheWordNullAreTwoFilesOfOneFolder() throws IOException {
    Table table = byPartition();
    for (WriteMode mode : modes()) {
      id = 0;
      List<DataFile> files = write(table, mode, batch(null, "null", null));
      assertEquals(List.of("p=null [0, 2]", "p=null [1]"), contents(table, files));
      assertEquals(2, files.stream().map(DataFile::location).distinct().count());
    }
  }

  /// Rows of 12 bytes or more, in one partition, whose values do not repeat.
  private static RecordBatch incompressible(int from, int count, Random random) {
    return ValueBatch.of(
        ARROW,
        List.of(
            IntStream.range(from, from + count).boxed().toList(),
            IntStream.range(0, count).mapToObj(_ -> "a").toList(),
            Stream.generate(random::nextLong).limit(count).toList()));
  }

  @ParameterizedTest
  @MethodSource("modes")
  void filesRollAtTheTargetInsideBatchesAndBetween(WriteMode mode) throws IOException {
    long target = 20_000;
    Table table =
        table(
            BY_P,
            Map.of(
                "write.target-file-size-bytes", Long.toString(target),
                "write.parquet.compression-codec", "uncompressed",
                "parquet.enable.dictionary", "false",
                "write.parquet.page-size-bytes", "1000"));
    Random random = new Random(3);
    int[] sizes = {5000, 1, 700, 700, 4000};
    List<RecordBatch> batches = new ArrayList<>();
    int rows = 0;
    for (int size : sizes) {
      batches.add(incompressible(rows, size, random));
      rows += size;
    }
    List<DataFile> files = write(table, mode, batches.toArray(RecordBatch[]::new));
    List<Integer> read = new ArrayList<>();
    for (DataFile file : files) {
      assertTrue(file.recordCount() > 0);
      // the footer, the indexes and the headers of the last pages come on top
      assertTrue(file.fileSizeInBytes() < target + 6000, "bytes: " + file.fileSizeInBytes());
      read.addAll(ids(table, file));
    }
    assertEquals(IntStream.range(0, rows).boxed().toList(), read);
    long whole = files.stream().filter(file -> file.fileSizeInBytes() > target - 1000).count();
    int smallest = mode.equals(BATCH) ? 5 : 1;
    assertTrue(whole >= files.size() - smallest, whole + " of " + files.size());
    assertTrue(whole >= 5, "whole: " + whole);
  }

  @Test
  void aTargetOfOneByteIsOneRowAFile() throws IOException {
    Table table = table(BY_P, Map.of("write.target-file-size-bytes", "1"));
    for (WriteMode mode : modes()) {
      id = 0;
      assertEquals(
          List.of("p=a [0]", "p=a [2]", "p=b [1]"),
          contents(table, write(table, mode, batch("a", "b", "a"))));
    }
  }

  @ParameterizedTest
  @MethodSource("modes")
  void noRowsAreNoFile(WriteMode mode) throws IOException {
    Table table = byPartition();
    assertEquals(List.of(), write(table, mode));
    assertEquals(List.of(), write(table, mode, batch(), batch()));
  }

  @ParameterizedTest
  @MethodSource("modes")
  void aFailureLeavesNothingBehind(WriteMode mode) {
    FullDisk disk = new FullDisk();
    Table table = FullDisk.under(disk, byPartition());
    assertThrows(
        IOException.class, () -> write(table, mode, batch("a", "b"), batch("b", "c"), batch("d")));
    assertEquals(3, disk.created.size());
    disk.created.forEach(file -> assertFalse(disk.memory.fileExists(file), file));
  }

  @ParameterizedTest
  @MethodSource("modes")
  void closingWithoutFinishLeavesNothingBehind(WriteMode mode) throws IOException {
    FullDisk disk = new FullDisk();
    try (RecordBatchSource source = ValueBatch.source(ARROW, batch("a"), batch("b"));
        DataFileWriter writer =
            DataFileWriter.forTable(
                FullDisk.under(disk, byPartition()),
                DataFileOptions.builder().mode(mode).build())) {
      writer.write(source);
    }
    assertEquals(2, disk.created.size());
    disk.created.forEach(file -> assertFalse(disk.memory.fileExists(file), file));
  }

  @Test
  void limitsOfAFanOutAreChecked() {
    assertThrows(IllegalArgumentException.class, () -> new WriteMode.Fanout(0, 1));
    assertThrows(IllegalArgumentException.class, () -> new WriteMode.Fanout(1, 0));
  }
}

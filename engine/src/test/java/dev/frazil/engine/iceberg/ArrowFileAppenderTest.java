package dev.frazil.engine.iceberg;

import static dev.frazil.engine.iceberg.IdNames.SCHEMA;
import static dev.frazil.engine.iceberg.IdNames.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.iceberg.IdNames.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.parquet.Parquet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrowFileAppenderTest {
  private static final FileIO IO = new LocalFileIO();

  @TempDir Path folder;
  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void nothingRefersToTheRoots() {
    allocator.close();
  }

  private OutputFile file(String name) {
    return IO.newOutputFile(folder.resolve(name).toString());
  }

  private List<String> files() throws IOException {
    try (Stream<Path> list = Files.list(folder)) {
      return list.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private void add(FileAppender<VectorSchemaRoot> appender, Row... rows) {
    try (VectorSchemaRoot root = IdNames.root(allocator, rows)) {
      appender.add(root);
    }
  }

  private static void assertEqualMetrics(Metrics expected, Metrics found) {
    assertEquals(expected.recordCount(), found.recordCount());
    assertEquals(expected.valueCounts(), found.valueCounts());
    assertEquals(expected.nullValueCounts(), found.nullValueCounts());
    assertEquals(expected.nanValueCounts(), found.nanValueCounts());
    assertEquals(expected.lowerBounds(), found.lowerBounds());
    assertEquals(expected.upperBounds(), found.upperBounds());
    if (expected.columnSizes() == null) {
      assertNull(found.columnSizes());
    } else {
      assertEquals(expected.columnSizes().keySet(), found.columnSizes().keySet());
    }
  }

  private static FileAppender<Record> peer(Schema schema, OutputFile file) throws IOException {
    return Parquet.write(file)
        .schema(schema)
        .createWriterFunc(message -> GenericParquetWriter.create(schema, message))
        .build();
  }

  @Test
  void rowsAndMetricsAreThoseOfIcebergsOwnAppender() throws IOException {
    Row[] first = {row(3, "cherry"), row(1, null)};
    Row[] second = {row(2, "a name of more than sixteen characters")};
    ArrowFileAppender ours = ArrowFileAppender.builder(SCHEMA, file("ours.parquet")).build();
    FileAppender<Record> theirs = peer(SCHEMA, file("theirs.parquet"));
    try (ours;
        theirs) {
      add(ours, first);
      add(ours, second);
      Stream.concat(Stream.of(first), Stream.of(second)).forEach(row -> theirs.add(row.record()));
      assertTrue(ours.length() > 0);
    }
    assertEqualMetrics(theirs.metrics(), ours.metrics());
    assertEquals(theirs.splitOffsets(), ours.splitOffsets());
    assertEquals(Files.size(folder.resolve("ours.parquet")), ours.length());
    try (CloseableIterable<Record> records =
        Parquet.read(IO.newInputFile(folder.resolve("ours.parquet").toString()))
            .project(SCHEMA)
            .createReaderFunc(message -> GenericParquetReaders.buildReader(SCHEMA, message))
            .build()) {
      List<Record> expected =
          Stream.concat(Stream.of(first), Stream.of(second)).map(Row::record).toList();
      int row = 0;
      for (Record record : records) {
        assertEquals(expected.get(row), record);
        row++;
      }
      assertEquals(3, row);
    }
  }

  @Test
  void noRowsAreNoFileAndTheMetricsOfIcebergsOwnAppender() throws IOException {
    ArrowFileAppender ours = ArrowFileAppender.builder(SCHEMA, file("ours.parquet")).build();
    add(ours);
    ours.close();
    FileAppender<Record> theirs = peer(SCHEMA, file("theirs.parquet"));
    theirs.close();
    assertEqualMetrics(theirs.metrics(), ours.metrics());
    assertEquals(theirs.length(), ours.length());
    assertEquals(theirs.splitOffsets(), ours.splitOffsets());
    assertEquals(List.of(), files());
  }

  @Test
  void columnsAreFoundByFieldIdBeforeName() throws IOException {
    ArrowFileAppender appender = ArrowFileAppender.builder(SCHEMA, file("f.parquet")).build();
    try (appender;
        VectorSchemaRoot root =
            IdNames.root(allocator, List.of(IdNames.longs(allocator, "other", 1, 7L, 8L)))) {
      appender.add(root);
    }
    assertEquals(2, appender.metrics().nullValueCounts().get(2));
    assertEquals(0, appender.metrics().nullValueCounts().get(1));
  }

  @Test
  void dictionariesAreResolved() throws IOException {
    DictionaryProvider.MapDictionaryProvider dictionaries =
        new DictionaryProvider.MapDictionaryProvider();
    ArrowFileAppender appender =
        ArrowFileAppender.builder(SCHEMA, file("f.parquet")).dictionaries(dictionaries).build();
    try (appender;
        VarCharVector entries = IdNames.strings(allocator, "entries", "x", "y", "unused");
        VarCharVector names = IdNames.strings(allocator, "name", "y", "x", "y")) {
      Dictionary dictionary = new Dictionary(entries, new DictionaryEncoding(1, false, null));
      dictionaries.put(dictionary);
      org.apache.arrow.vector.FieldVector encoded =
          (org.apache.arrow.vector.FieldVector) DictionaryEncoder.encode(names, dictionary);
      try (VectorSchemaRoot root =
          IdNames.root(
              allocator, List.of(IdNames.longs(allocator, "id", null, 1L, 2L, 3L), encoded))) {
        appender.add(root);
      }
    }
    assertEquals(
        ByteBuffer.wrap("y".getBytes(StandardCharsets.UTF_8)),
        appender.metrics().upperBounds().get(2));
  }

  @Test
  void propertiesMetadataAndMetricsAreThoseAskedFor() throws IOException {
    ArrowFileAppender appender =
        ArrowFileAppender.builder(SCHEMA, file("f.parquet"))
            .properties(Map.of("write.parquet.compression-codec", "uncompressed"))
            .meta("colour", "blue as ice")
            .metricsConfig(
                MetricsConfig.from(
                    Map.of("write.metadata.metrics.default", "counts"),
                    SCHEMA,
                    SortOrder.unsorted()))
            .build();
    try (appender) {
      add(appender, row(1, "not hidden by a codec"));
    }
    assertEquals(Map.of(), appender.metrics().lowerBounds());
    assertEquals(1, appender.metrics().valueCounts().get(2));
    String bytes = Files.readString(folder.resolve("f.parquet"), StandardCharsets.ISO_8859_1);
    assertTrue(bytes.contains("blue as ice"));
    assertTrue(bytes.contains("not hidden by a codec"));
    assertTrue(bytes.contains("iceberg.schema"));
  }

  @Test
  void aFailedAddIsNeverPublished() throws IOException {
    ArrowFileAppender appender = ArrowFileAppender.builder(SCHEMA, file("f.parquet")).build();
    DataWriter<VectorSchemaRoot> writer =
        new DataWriter<>(
            appender, FileFormat.PARQUET, "f", PartitionSpec.unpartitioned(), null, null);
    add(appender, row(1, "a"));
    try (VectorSchemaRoot root =
        IdNames.root(allocator, List.of(IdNames.longs(allocator, "id", null, 2L, null)))) {
      WriteException refusal = assertThrows(WriteException.class, () -> writer.write(root));
      assertTrue(String.valueOf(refusal.getMessage()).contains("id"), refusal.getMessage());
    }
    assertThrows(WriteException.class, () -> add(appender, row(3, "c")));
    // whoever swallows the error and closes gets no data file without the lost rows
    for (int i = 0; i < 2; i++) {
      IOException failure = assertThrows(IOException.class, writer::close);
      assertTrue(String.valueOf(failure.getMessage()).startsWith("finish: "), failure.toString());
    }
    assertThrows(IllegalStateException.class, writer::toDataFile);
    assertThrows(IllegalStateException.class, appender::metrics);
    assertEquals(List.of(), files());
  }

  /// One row group a batch, so that the file is open when the second batch fails.
  private ArrowFileAppender failAfterARowGroup(ArrowFileAppender.Builder builder) {
    ArrowFileAppender appender =
        builder.properties(Map.of("write.parquet.row-group-size-rows", "1")).build();
    add(appender, row(1, "a"));
    try (VectorSchemaRoot root =
        IdNames.root(allocator, List.of(IdNames.strings(allocator, "id", "no number")))) {
      assertThrows(SchemaException.class, () -> appender.add(root));
    }
    assertThrows(IOException.class, appender::close);
    return appender;
  }

  @Test
  void aFileThatFailsHalfWrittenIsTakenBack() throws IOException {
    failAfterARowGroup(ArrowFileAppender.builder(SCHEMA, file("f.parquet")));
    assertEquals(List.of(), files());
    InMemoryFileIO memory = new InMemoryFileIO();
    OutputFile deleted = memory.newOutputFile("memory:/deleted");
    failAfterARowGroup(ArrowFileAppender.builder(SCHEMA, deleted).io(memory));
    assertFalse(memory.fileExists("memory:/deleted"));
    // without its FileIO the stream is dropped, and an object appears only when one is closed
    OutputFile dropped = memory.newOutputFile("memory:/dropped");
    failAfterARowGroup(ArrowFileAppender.builder(SCHEMA, dropped));
    assertFalse(memory.fileExists("memory:/dropped"));
  }

  /// As Iceberg's fan-out writers leave the files behind one that fails to close.
  @Test
  void anAppenderThatNobodyClosesIsAborted() throws Exception {
    add(
        ArrowFileAppender.builder(SCHEMA, file("f.parquet"))
            .properties(Map.of("write.parquet.row-group-size-rows", "1"))
            .build(),
        row(1, "a"));
    assertEquals(1, files().size());
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (!files().isEmpty() && System.nanoTime() < deadline) {
      System.gc();
      Thread.sleep(10);
    }
    assertEquals(List.of(), files());
  }

  /// The file that [FullDisk] has no room for.
  private static OutputFile full(FullDisk disk) {
    disk.newOutputFile("memory:/1");
    disk.newOutputFile("memory:/2");
    return disk.newOutputFile("memory:/3");
  }

  @Test
  void aFullDiskLeavesNothingBehind() {
    FullDisk disk = new FullDisk();
    ArrowFileAppender late = ArrowFileAppender.builder(SCHEMA, full(disk)).io(disk).build();
    add(late, row(1, "a"));
    IOException atTheEnd = assertThrows(IOException.class, late::close);
    assertEquals("write: memory:/3: the disk is full", atTheEnd.getMessage());
    assertFalse(disk.memory.fileExists("memory:/3"));

    FullDisk other = new FullDisk();
    ArrowFileAppender early =
        ArrowFileAppender.builder(SCHEMA, full(other))
            .properties(Map.of("write.parquet.row-group-size-rows", "1"))
            .io(other)
            .build();
    UncheckedIOException atOnce =
        assertThrows(UncheckedIOException.class, () -> add(early, row(1, "a")));
    assertEquals("write: memory:/3: the disk is full", atOnce.getMessage());
    assertThrows(IOException.class, early::close);
    assertFalse(other.memory.fileExists("memory:/3"));
  }

  @Test
  void aNameThatIsTakenIsReplacedOnlyOnRequest() throws IOException {
    Files.writeString(folder.resolve("f.parquet"), "taken");
    ArrowFileAppender appender = ArrowFileAppender.builder(SCHEMA, file("f.parquet")).build();
    add(appender, row(1, "a"));
    assertThrows(IOException.class, appender::close);
    assertEquals("taken", Files.readString(folder.resolve("f.parquet")));
    try (ArrowFileAppender over =
        ArrowFileAppender.builder(SCHEMA, file("f.parquet")).overwrite().build()) {
      add(over, row(1, "a"));
    }
    assertTrue(Files.size(folder.resolve("f.parquet")) > 100);
  }

  @Test
  void rowLineageIsWrittenByItsReservedIds() throws Exception {
    Table table = MemoryTables.create(SCHEMA, Map.of("format-version", "3"), SortOrder.unsorted());
    Schema schema = MetadataColumns.schemaWithRowLineage(SCHEMA);
    OutputFile file = table.io().newOutputFile(table.location() + "/data/lineage.parquet");
    OutputFile peerFile = table.io().newOutputFile(table.location() + "/data/peer.parquet");
    ArrowFileAppender appender = ArrowFileAppender.builder(schema, file).build();
    DataWriter<VectorSchemaRoot> writer =
        new DataWriter<>(
            appender,
            FileFormat.PARQUET,
            file.location(),
            PartitionSpec.unpartitioned(),
            null,
            null);
    FileAppender<Record> peer = peer(schema, peerFile);
    try (writer;
        peer;
        VectorSchemaRoot root =
            IdNames.root(
                allocator,
                List.of(
                    IdNames.longs(allocator, "id", null, 5L, 6L),
                    IdNames.longs(
                        allocator,
                        "_last_updated_sequence_number",
                        MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.fieldId(),
                        1L,
                        null),
                    IdNames.longs(
                        allocator, "row", MetadataColumns.ROW_ID.fieldId(), 1000L, null)))) {
      writer.write(root);
      for (int i = 0; i < 2; i++) {
        GenericRecord record = GenericRecord.create(schema);
        record.setField("id", 5L + i);
        record.setField("_row_id", i == 0 ? 1000L : null);
        record.setField("_last_updated_sequence_number", i == 0 ? 1L : null);
        peer.add(record);
      }
    }
    assertEqualMetrics(peer.metrics(), appender.metrics());
    DataFile data = writer.toDataFile();
    assertNull(data.firstRowId());
    table.newAppend().appendFile(data).commit();
    try (CloseableIterable<Record> records =
        org.apache.iceberg.data.IcebergGenerics.read(table).project(schema).build()) {
      List<Long> ids = new java.util.ArrayList<>();
      records.forEach(record -> ids.add((Long) record.getField("_row_id")));
      assertEquals(List.of(1000L, 1L), ids);
    }
  }
}

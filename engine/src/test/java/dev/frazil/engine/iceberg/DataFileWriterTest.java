package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.ByteSource;
import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFileWriterTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.IntegerType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));
  private static final ArrowSchema ARROW = IcebergSchemas.arrowSchema(SCHEMA);
  private static final PartitionSpec BY_NAME =
      PartitionSpec.builderFor(SCHEMA).identity("name").build();
  private static final PartitionSpec NONE = PartitionSpec.unpartitioned();

  @TempDir Path folder;

  private static RecordBatch batch(List<Integer> ids, @Nullable String... names) {
    return ValueBatch.of(ARROW, List.of(ids, Arrays.asList(names)));
  }

  private static RecordBatchSource source(RecordBatch... batches) {
    return ValueBatch.source(ARROW, batches);
  }

  private List<DataFile> write(PartitionSpec spec, RecordBatch... batches) throws IOException {
    try (RecordBatchSource source = source(batches)) {
      return DataFileWriter.writeDataFiles(
          new LocalFileIO(),
          folder.toString(),
          source,
          SCHEMA,
          spec,
          SortOrder.unsorted(),
          WriterOptions.DEFAULT);
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile)
          .map(path -> folder.relativize(path).toString())
          .sorted()
          .toList();
    }
  }

  private static Table table(Map<String, String> properties) {
    return MemoryTables.create(SCHEMA, properties, SortOrder.unsorted());
  }

  @Test
  void everyPartitionOfEveryBatchIsOneFile() throws IOException {
    List<DataFile> files =
        write(
            BY_NAME,
            batch(List.of(1, 2, 3, 4), "b", "a/x", "b", null),
            batch(List.of(5, 6), "b", "b"));
    assertEquals(
        List.of("name=b 2", "name=a%2Fx 1", "name=null 1", "name=b 2"),
        files.stream()
            .map(f -> BY_NAME.partitionToPath(f.partition()) + " " + f.recordCount())
            .toList());
    for (int i = 0; i < files.size(); i++) {
      String pattern =
          "\\Q%s/%s/\\E00000-0-[-0-9a-f]{36}-0000%d\\.parquet"
              .formatted(folder, BY_NAME.partitionToPath(files.get(i).partition()), i + 1);
      assertTrue(files.get(i).location().matches(pattern), files.get(i).location());
      assertEquals(Files.size(Path.of(files.get(i).location())), files.get(i).fileSizeInBytes());
    }
    assertEquals(4, files().size());
  }

  @Test
  void anUnpartitionedBatchIsOneFile() throws IOException {
    List<DataFile> files = write(NONE, batch(List.of(1, 2), "a", null), batch(List.of(3), "b"));
    assertEquals(List.of(2L, 1L), files.stream().map(DataFile::recordCount).toList());
    assertEquals(2, files().size());
    assertEquals(0, files.getFirst().sortOrderId());
  }

  @Test
  void noRowsAreNoFile() throws IOException {
    assertEquals(List.of(), write(NONE, batch(List.of())));
    assertEquals(List.of(), write(BY_NAME, batch(List.of()), batch(List.of())));
    assertEquals(List.of(), write(NONE));
    assertEquals(List.of(), files());
  }

  @Test
  void theSchemaOfTheTableIsInTheFile() throws IOException {
    DataFile file = write(NONE, batch(List.of(1), "a")).getFirst();
    String bytes = Files.readString(Path.of(file.location()), StandardCharsets.ISO_8859_1);
    assertTrue(bytes.contains("iceberg.schema"));
    assertTrue(bytes.contains("{\"type\":\"struct\",\"schema-id\":0,\"fields\":[{\"id\":1,"));
  }

  @Test
  void aBatchThatCannotBeWrittenLeavesNothingBehind() throws IOException {
    RecordBatch wrong =
        ValueBatch.of(new ArrowSchema(List.of(ARROW.fields().getFirst())), List.of(List.of(1)));
    RecordBatch never = batch(List.of(9), "a");
    // "name" is optional, so the batch without it is fine; one with an unknown column is not
    ArrowSchema unknown =
        new ArrowSchema(
            List.of(
                ARROW.fields().getFirst(),
                new ArrowField("nope", ARROW.fields().getLast().type(), true)));
    RecordBatch extra = ValueBatch.of(unknown, List.of(List.of(1), List.of("x")));
    SchemaException refusal =
        assertThrows(
            SchemaException.class,
            () -> write(BY_NAME, batch(List.of(1, 2), "a", "b"), wrong, extra, never));
    assertTrue(String.valueOf(refusal.getMessage()).startsWith("align: nope: "));
    assertEquals(List.of(), files());
    for (RecordBatch batch : List.of(wrong, extra, never)) {
      assertThrows(IllegalStateException.class, batch::columns);
    }
  }

  @Test
  void aSourceThatFailsLeavesNothingBehind() throws IOException {
    RecordBatch first = batch(List.of(1), "a");
    RecordBatchSource failing =
        new RecordBatchSource() {
          private boolean read;

          @Override
          public ArrowSchema schema() {
            return ARROW;
          }

          @Override
          public RecordBatch next() throws IOException {
            if (read) {
              throw new IOException("the producer is gone");
            }
            read = true;
            return first;
          }

          @Override
          public void close() {}
        };
    IOException failure =
        assertThrows(
            IOException.class,
            () ->
                DataFileWriter.writeDataFiles(
                    new LocalFileIO(),
                    folder.toString(),
                    failing,
                    SCHEMA,
                    NONE,
                    SortOrder.unsorted(),
                    WriterOptions.DEFAULT));
    assertEquals("the producer is gone", failure.getMessage());
    assertEquals(List.of(), files());
  }

  @Test
  void aFullDiskLeavesNothingBehind() throws IOException {
    FullDisk disk = new FullDisk();
    try (RecordBatchSource source = source(batch(List.of(1, 2, 3), "a", "b", "c"))) {
      IOException failure =
          assertThrows(
              IOException.class,
              () ->
                  DataFileWriter.writeDataFiles(
                      disk,
                      "memory:/t",
                      source,
                      SCHEMA,
                      BY_NAME,
                      SortOrder.unsorted(),
                      WriterOptions.DEFAULT));
      assertEquals(
          "write: %s: the disk is full".formatted(disk.created.getLast()), failure.getMessage());
    }
    assertEquals(3, disk.created.size());
    for (String location : disk.created) {
      assertFalse(disk.memory.fileExists(location), location);
    }
  }

  @Test
  void severalSourcesOfOtherSchemasFollowOneAnother() throws IOException {
    Table table = table(Map.of());
    ArrowSchema narrow =
        new ArrowSchema(List.of(new ArrowField("id", new ArrowType.Int(8, true), false)));
    List<DataFile> files;
    try (DataFileWriter writer = DataFileWriter.forTable(table)) {
      try (RecordBatchSource first = source(batch(List.of(1), "a"));
          RecordBatchSource second =
              ValueBatch.source(narrow, ValueBatch.of(narrow, List.of(List.of(7))))) {
        writer.write(first);
        writer.write(second);
      }
      files = writer.finish();
    }
    assertEquals(2, files.size());
    assertEquals(1, files.getLast().nullValueCounts().get(2));
    assertTrue(files.getFirst().location().startsWith(table.location() + "/data/00000-0-"));
    // what was finished is the caller's, and closing the writer changes nothing
    assertTrue(table.io().newInputFile(files.getFirst()).exists());
  }

  @Test
  void closingWithoutFinishDeletesTheFiles() throws IOException {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(folder.toString())) {
      Table table =
          catalog.createTable(
              TableIdentifier.of("demo", "t"),
              SCHEMA,
              NONE,
              Map.of("write.data.path", folder + "/files"));
      DataFileWriter writer = DataFileWriter.forTable(table);
      try (writer;
          RecordBatchSource source = source(batch(List.of(1), "a"))) {
        writer.write(source);
        assertEquals(1, files().stream().filter(file -> file.startsWith("files/")).count());
      }
      assertEquals(0, files().stream().filter(file -> file.startsWith("files/")).count());
      IllegalStateException refusal = assertThrows(IllegalStateException.class, writer::finish);
      assertEquals("finish: expected an open writer, got a closed one", refusal.getMessage());
    }
  }

  @Test
  void propertiesOverrideTheTablesForOneWriter() throws IOException {
    Table table = table(Map.of("write.metadata.metrics.default", "none"));
    try (RecordBatchSource source = source(batch(List.of(1), "abcdef"));
        DataFileWriter writer =
            DataFileWriter.forTable(
                table,
                DataFileOptions.builder()
                    .properties(
                        Map.of(
                            "write.metadata.metrics.column.name", "truncate(2)",
                            "write.parquet.compression-codec", "uncompressed"))
                    .build())) {
      writer.write(source);
      DataFile file = writer.finish().getFirst();
      assertNull(file.valueCounts().get(1));
      assertEquals(ByteBuffer.wrap(new byte[] {'a', 'b'}), file.lowerBounds().get(2));
    }
  }

  @Test
  void aTableThatNamesNoCodecGetsGzip() throws IOException {
    Table table = table(Map.of());
    table.updateProperties().remove("write.parquet.compression-codec").commit();
    try (RecordBatchSource source = source(batch(List.of(1), "a"));
        DataFileWriter writer = DataFileWriter.forTable(table)) {
      writer.write(source);
      String location = writer.finish().getFirst().location();
      try (InputStream in = table.io().newInputFile(location).newStream();
          Arena arena = Arena.ofConfined()) {
        byte[] bytes = in.readAllBytes();
        MemorySegment file = arena.allocate(bytes.length);
        MemorySegment.copy(bytes, 0, file, ValueLayout.JAVA_BYTE, 0, bytes.length);
        FileMetadata metadata = FileMetadata.read(ByteSource.ofSegment(location, file));
        metadata.rowGroups().getFirst().chunks().forEach(c -> assertEquals("GZIP", c.codec()));
      }
    }
  }

  @Test
  void aMissingColumnTakesItsWriteDefault() throws IOException {
    Map<Types.NestedField, Literal<?>> defaults = new HashMap<>();
    int id = 10;
    for (Map.Entry<Type, Literal<?>> entry :
        Map.<Type, Literal<?>>of(
                Types.LongType.get(), Literal.of(-3L),
                Types.StringType.get(), Literal.of("日本"),
                Types.BooleanType.get(), Literal.of(true),
                Types.DecimalType.of(9, 2), Literal.of(new BigDecimal("-1.29")),
                Types.DecimalType.of(38, 2), Literal.of(new BigDecimal("14.20")),
                Types.DoubleType.get(), Literal.of(2.5),
                Types.UUIDType.get(), Literal.of(new UUID(-5, 7)))
            .entrySet()) {
      Types.NestedField field =
          Types.NestedField.required("d" + id)
              .withId(id)
              .ofType(entry.getKey())
              .withInitialDefault(entry.getValue())
              .withWriteDefault(entry.getValue())
              .build();
      defaults.put(field, entry.getValue());
      id++;
    }
    Schema schema =
        new Schema(Stream.concat(SCHEMA.columns().stream(), defaults.keySet().stream()).toList());
    try (RecordBatchSource source = source(batch(List.of(1, 2, 3), "a", "b", "c"))) {
      DataFile file =
          DataFileWriter.writeDataFiles(
                  new LocalFileIO(),
                  folder.toString(),
                  source,
                  schema,
                  NONE,
                  SortOrder.unsorted(),
                  WriterOptions.DEFAULT)
              .getFirst();
      defaults.forEach((field, value) -> {
        ByteBuffer bytes = Conversions.toByteBuffer(field.type(), field.writeDefault());
        assertEquals(bytes, file.lowerBounds().get(field.fieldId()), field.toString());
        assertEquals(bytes, file.upperBounds().get(field.fieldId()), field.toString());
        assertEquals(3, file.valueCounts().get(field.fieldId()));
        assertEquals(0, file.nullValueCounts().get(field.fieldId()));
      });
    }
  }
}

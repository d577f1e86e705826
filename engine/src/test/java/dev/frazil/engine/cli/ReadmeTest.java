package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.ChannelSink;
import dev.frazil.engine.file.FileReceipt;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.iceberg.EmbeddedCatalog;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadmeTest {
  private static final Path SOURCE =
      Path.of("src/test/java/dev/frazil/engine/cli/ReadmeExamples.java");

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(strings = {"file", "table", "adapters", "options", "store"})
  void theReadmeShowsTheCompiledExample(String mark) throws IOException {
    Matcher example =
        Pattern.compile("  // README: " + mark + "\n(.*?)\n+  // README: end", Pattern.DOTALL)
            .matcher(Files.readString(SOURCE));
    assertTrue(example.find(), mark);
    String code = "```java\n" + example.group(1).stripIndent() + "\n```\n";
    assertTrue(Files.readString(Path.of("../README.md")).contains(code), code);
  }

  @Test
  void theFileExampleWritesAFile() throws Exception {
    Path file = folder.resolve("numbers.parquet");
    Schema schema = new Schema(List.of(Field.nullable("n", new ArrowType.Int(32, true))));
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator)) {
      ((IntVector) root.getVector("n")).setSafe(0, 42);
      root.setRowCount(1);
      FileReceipt receipt = ReadmeExamples.write(root, allocator, file);
      assertEquals(Files.size(file), receipt.length());
    }
    assertEquals("42", DuckDb.value("SELECT n FROM rows", List.of(file)));
  }

  @Test
  void theStoreExampleWritesAppendsAndFilters() throws Exception {
    Path flights = Path.of("samples/flights-100k.arrow");
    Path directory = folder.resolve("data");
    long rows;
    try (BufferAllocator memory = new RootAllocator();
        ArrowReader monday = new ArrowFileReader(Files.newByteChannel(flights), memory);
        ArrowReader tuesday = new ArrowFileReader(Files.newByteChannel(flights), memory)) {
      rows = ReadmeExamples.late(directory, monday, tuesday, memory);
    }
    Path version = directory.resolve("airports/flights/v0");
    assertEquals(
        DuckDb.value(
            "SELECT count(*) FROM rows WHERE delay > 60",
            List.of(version.resolve("0.parquet"), version.resolve("1.parquet"))),
        Long.toString(rows));
  }

  @Test
  void theOptionsExampleHoldsForAFileOfItsColumns() throws Exception {
    Path file = folder.resolve("options.parquet");
    Schema schema =
        new Schema(
            List.of(
                Field.nullable("id", new ArrowType.Int(32, true)),
                Field.nullable("at", new ArrowType.Int(64, true))));
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator)) {
      ((IntVector) root.getVector("id")).setSafe(0, 42);
      ((BigIntVector) root.getVector("at")).setSafe(0, 7);
      root.setRowCount(1);
      try (RecordBatchSource source = RecordBatchSource.of(root, allocator);
          ParquetFileWriter writer =
              new ParquetFileWriter(
                  ChannelSink.open(file),
                  ParquetSchema.of(source.schema()),
                  ReadmeExamples.options())) {
        writer.append(Objects.requireNonNull(source.next()));
        writer.finish();
      }
    }
    assertEquals("49", DuckDb.value("SELECT id + \"at\" FROM rows", List.of(file)));
  }

  @Test
  void theTableExampleCommitsASnapshot() throws Exception {
    Path flights = Path.of("samples/flights-100k.arrow");
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(folder.resolve("lake").toString());
        BufferAllocator allocator = new RootAllocator();
        ArrowReader reader = new ArrowFileReader(Files.newByteChannel(flights), allocator)) {
      org.apache.iceberg.Schema schema =
          new org.apache.iceberg.Schema(
              Types.NestedField.optional(1, "date", Types.TimestampType.withoutZone()),
              Types.NestedField.optional(2, "delay", Types.LongType.get()),
              Types.NestedField.optional(3, "distance", Types.IntegerType.get()),
              Types.NestedField.optional(4, "origin", Types.StringType.get()),
              Types.NestedField.optional(5, "destination", Types.StringType.get()));
      Table table =
          catalog.createTable(
              TableIdentifier.of("demo", "flights"),
              schema,
              PartitionSpec.builderFor(schema).month("date").build(),
              Map.of());
      ReadmeExamples.append(reader, allocator, table);
    }
    assertEquals(
        "652078",
        DuckDb.value(
            "SELECT sum(delay) FROM rows", new Warehouse(folder.resolve("lake")).dataFiles()));
  }

  @Test
  void theAdapterExampleMakesADataFile() throws Exception {
    Schema columns = new Schema(List.of(Field.nullable("n", new ArrowType.Int(32, true))));
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(folder.resolve("lake").toString());
        BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(columns, allocator)) {
      ((IntVector) root.getVector("n")).setSafe(0, 42);
      root.setRowCount(1);
      org.apache.iceberg.Schema schema =
          new org.apache.iceberg.Schema(
              Types.NestedField.optional(1, "n", Types.IntegerType.get()));
      Table table =
          catalog.createTable(
              TableIdentifier.of("demo", "numbers"),
              schema,
              PartitionSpec.unpartitioned(),
              Map.of());
      EncryptedOutputFile file =
          OutputFileFactory.builderFor(table, 1, 1)
              .format(FileFormat.PARQUET)
              .build()
              .newOutputFile();
      DataFile written = ReadmeExamples.write(root, file, table);
      table.newAppend().appendFile(written).commit();
      assertEquals(1, written.recordCount());
    }
    assertEquals(
        "42",
        DuckDb.value("SELECT n FROM rows", new Warehouse(folder.resolve("lake")).dataFiles()));
  }
}

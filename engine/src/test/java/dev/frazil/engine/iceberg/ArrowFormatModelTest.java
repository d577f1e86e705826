package dev.frazil.engine.iceberg;

import static dev.frazil.engine.iceberg.IdNames.SCHEMA;
import static dev.frazil.engine.iceberg.IdNames.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.iceberg.IdNames.Row;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.RegistryBasedFileWriterFactory;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.encryption.NativeEncryptionKeyMetadata;
import org.apache.iceberg.encryption.NativeEncryptionOutputFile;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ModelWriteBuilder;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.io.ClusteredDataWriter;
import org.apache.iceberg.io.DataWriteResult;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.FanoutDataWriter;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.io.FileWriterFactory;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.io.PartitioningWriter;
import org.apache.iceberg.types.TypeUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ArrowFormatModelTest {
  private static final PartitionSpec BY_NAME =
      PartitionSpec.builderFor(SCHEMA).identity("name").build();
  private static final long LARGE = 1L << 40;

  private final BufferAllocator allocator = new RootAllocator();

  @BeforeAll
  static void registerTwice() {
    ArrowFormatModel.register();
    ArrowFormatModel.register();
  }

  @AfterEach
  void nothingRefersToTheRoots() {
    allocator.close();
  }

  /// Iceberg's factory over the registry, as an engine would extend it.
  private static final class RootWriters
      extends RegistryBasedFileWriterFactory<
          VectorSchemaRoot, org.apache.arrow.vector.types.pojo.Schema> {
    private static final long serialVersionUID = 1;

    RootWriters(Table table, org.apache.arrow.vector.types.pojo.@Nullable Schema input) {
      super(
          table,
          FileFormat.PARQUET,
          VectorSchemaRoot.class,
          table.schema(),
          table.sortOrder(),
          FileFormat.PARQUET,
          new int[] {1},
          TypeUtil.select(table.schema(), java.util.Set.of(1)),
          null,
          Map.of("write.parquet.compression-codec", "uncompressed"),
          input,
          null);
    }
  }

  private static OutputFileFactory files(Table table) {
    return OutputFileFactory.builderFor(table, 1, 2).format(FileFormat.PARQUET).build();
  }

  private VectorSchemaRoot root(Row... rows) {
    return IdNames.root(allocator, rows);
  }

  private static String text(Table table, String location) throws IOException {
    try (InputStream in = table.io().newInputFile(location).newStream()) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @Test
  void aFactoryOverTheRegistryWritesBatches() throws Exception {
    Table table = MemoryTables.create(SCHEMA, Map.of(), SortOrder.unsorted());
    DataWriter<VectorSchemaRoot> writer =
        new RootWriters(table, null)
            .newDataWriter(files(table).newOutputFile(), table.spec(), null);
    try (writer;
        VectorSchemaRoot first = root(row(1, "a"), row(2, null));
        VectorSchemaRoot second = root(row(3, "c in plain text"))) {
      writer.write(first);
      writer.write(second);
    }
    DataFile file = writer.toDataFile();
    assertEquals(3, file.recordCount());
    assertEquals(1, file.nullValueCounts().get(2));
    assertTrue(text(table, file.location()).contains("c in plain text"));
    table.newAppend().appendFile(file).commit();
    assertEquals(
        List.of(row(1, "a"), row(2, null), row(3, "c in plain text")), IdNames.read(table));
  }

  private void write(
      PartitioningWriter<VectorSchemaRoot, DataWriteResult> writer, String name, Row... rows) {
    PartitionKey key = new PartitionKey(BY_NAME, SCHEMA);
    key.partition(rows[0].record());
    assertEquals(name, key.toPath());
    try (VectorSchemaRoot root = root(rows)) {
      writer.write(root, BY_NAME, key);
    }
  }

  private static void commit(Table table, DataWriteResult result) {
    AppendFiles append = table.newAppend();
    result.dataFiles().forEach(append::appendFile);
    append.commit();
  }

  @Test
  void fanoutAndClusteredWritersTakeBatchesOfOnePartition() throws Exception {
    Table table = MemoryTables.create(SCHEMA, BY_NAME, Map.of(), SortOrder.unsorted());
    FileWriterFactory<VectorSchemaRoot> factory = new RootWriters(table, null);
    FanoutDataWriter<VectorSchemaRoot> fanout =
        new FanoutDataWriter<>(factory, files(table), table.io(), LARGE);
    try (fanout) {
      write(fanout, "name=a", row(1, "a"), row(2, "a"));
      write(fanout, "name=b", row(3, "b"));
      write(fanout, "name=a", row(4, "a"));
    }
    assertEquals(
        List.of(1L, 3L),
        fanout.result().dataFiles().stream().map(DataFile::recordCount).sorted().toList());
    commit(table, fanout.result());
    ClusteredDataWriter<VectorSchemaRoot> clustered =
        new ClusteredDataWriter<>(factory, files(table), table.io(), LARGE);
    try (clustered) {
      write(clustered, "name=a", row(5, "a"));
      write(clustered, "name=null", row(6, null));
    }
    commit(table, clustered.result());
    assertEquals(
        List.of(1L, 2L, 3L, 4L, 5L, 6L), IdNames.read(table).stream().map(Row::id).toList());
  }

  @Test
  void equalityDeletesOfTheRegistryDeleteRows() throws Exception {
    Table table = MemoryTables.create(SCHEMA, Map.of(), SortOrder.unsorted());
    RootWriters factory = new RootWriters(table, null);
    DataWriter<VectorSchemaRoot> data =
        factory.newDataWriter(files(table).newOutputFile(), table.spec(), null);
    try (data;
        VectorSchemaRoot rows = root(row(1, "a"), row(2, "b"), row(3, "c"))) {
      data.write(rows);
    }
    table.newAppend().appendFile(data.toDataFile()).commit();
    EqualityDeleteWriter<VectorSchemaRoot> deletes =
        factory.newEqualityDeleteWriter(files(table).newOutputFile(), table.spec(), null);
    try (deletes;
        VectorSchemaRoot ids =
            IdNames.root(allocator, List.of(IdNames.longs(allocator, "id", null, 3L, 1L)))) {
      deletes.write(ids);
    }
    DeleteFile file = deletes.toDeleteFile();
    assertEquals(2, file.recordCount());
    String bytes = text(table, file.location());
    assertTrue(bytes.contains("delete-type") && bytes.contains("equality"));
    assertTrue(bytes.contains("delete-field-ids"));
    table.newRowDelta().addDeletes(file).commit();
    assertEquals(List.of(row(2, "b")), IdNames.read(table));
  }

  @Test
  void positionDeletesWithoutASchemaGetTheSpecifications() throws IOException {
    InMemoryFileIO io = new InMemoryFileIO();
    FileAppender<VectorSchemaRoot> appender =
        builder(io, "memory:/d")
            .content(FileContent.POSITION_DELETES)
            .metricsConfig(MetricsConfig.forPositionDelete())
            .build();
    try (appender;
        VectorSchemaRoot root =
            IdNames.root(
                allocator,
                List.of(
                    IdNames.strings(allocator, "file_path", "a", "b"),
                    IdNames.longs(allocator, "pos", null, 0L, 7L)))) {
      appender.add(root);
    }
    assertEquals(2, appender.metrics().recordCount());
    assertTrue(appender.metrics().upperBounds().containsKey(2147483546));
    SchemaException refusal =
        assertThrows(
            SchemaException.class,
            () ->
                builder(io, "memory:/e")
                    .content(FileContent.POSITION_DELETES)
                    .schema(SCHEMA)
                    .build());
    assertTrue(String.valueOf(refusal.getMessage()).contains("expected no schema"));
  }

  private static ModelWriteBuilder<VectorSchemaRoot, org.apache.arrow.vector.types.pojo.Schema>
      builder(InMemoryFileIO io, String location) {
    return new ArrowFormatModel()
        .writeBuilder(EncryptedFiles.plainAsEncryptedOutput(io.newOutputFile(location)));
  }

  @Test
  void deletesGoByTheirOwnProperties() throws IOException {
    InMemoryFileIO io = new InMemoryFileIO();
    Schema schema = TypeUtil.select(SCHEMA, java.util.Set.of(2));
    for (FileContent content : List.of(FileContent.DATA, FileContent.EQUALITY_DELETES)) {
      String location = "memory:/" + content;
      FileAppender<VectorSchemaRoot> appender =
          builder(io, location)
              .schema(schema)
              .content(content)
              .set("write.parquet.compression-codec", "gzip")
              .set("write.delete.parquet.compression-codec", "zstd")
              .setAll(Map.of("write.delete.parquet.compression-codec", "uncompressed"))
              .build();
      try (appender;
          VectorSchemaRoot root =
              IdNames.root(
                  allocator, List.of(IdNames.strings(allocator, "name", "in plain text")))) {
        appender.add(root);
      }
      try (InputStream in = io.newInputFile(location).newStream()) {
        // the footer has bounds in plain text: what tells is the page, which comes first
        String page = new String(in.readNBytes(80), StandardCharsets.ISO_8859_1);
        assertEquals(content == FileContent.EQUALITY_DELETES, page.contains("in plain text"));
      }
    }
  }

  @Test
  void anEngineSchemaHasToFit() {
    InMemoryFileIO io = new InMemoryFileIO();
    org.apache.arrow.vector.types.pojo.Schema narrow =
        new org.apache.arrow.vector.types.pojo.Schema(
            List.of(Field.notNullable("id", new ArrowType.Int(8, true))));
    org.apache.arrow.vector.types.pojo.Schema text =
        new org.apache.arrow.vector.types.pojo.Schema(
            List.of(Field.notNullable("id", new ArrowType.Utf8())));
    ModelWriteBuilder<VectorSchemaRoot, org.apache.arrow.vector.types.pojo.Schema> builder =
        builder(io, "memory:/engine").content(FileContent.DATA).schema(SCHEMA);
    builder.engineSchema(text);
    SchemaException refusal = assertThrows(SchemaException.class, builder::build);
    assertTrue(String.valueOf(refusal.getMessage()).contains(" id: "), refusal.getMessage());
    try (FileAppender<VectorSchemaRoot> appender = builder.engineSchema(narrow).build();
        VectorSchemaRoot root = root(row(1, "wider than said is fine"))) {
      appender.add(root);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assertTrue(io.fileExists("memory:/engine"));
  }

  @Test
  void encryptionIsRefusedBeforeAByteIsWritten() {
    InMemoryFileIO io = new InMemoryFileIO();
    OutputFile file = io.newOutputFile("memory:/secret");
    List<EncryptedOutputFile> encrypted =
        List.of(
            EncryptedFiles.encryptedOutput(file, ByteBuffer.allocate(16)), new NativeFile(file));
    for (EncryptedOutputFile one : encrypted) {
      assertThrows(
          WriteException.class,
          () ->
              FormatModelRegistry.dataWriteBuilder(
                  FileFormat.PARQUET, VectorSchemaRoot.class, one));
    }
    assertThrows(
        WriteException.class,
        () -> ArrowFileAppender.builder(SCHEMA, new NativeFile(file)).build());
    ModelWriteBuilder<VectorSchemaRoot, org.apache.arrow.vector.types.pojo.Schema> plain =
        builder(io, "memory:/secret");
    plain.withFileEncryptionKey(null).withAADPrefix(null);
    ByteBuffer key = ByteBuffer.allocate(16);
    WriteException refusal =
        assertThrows(WriteException.class, () -> plain.withFileEncryptionKey(key));
    assertEquals(
        "encryption: memory:/secret: expected a file in plain text, got a key",
        refusal.getMessage());
    assertThrows(WriteException.class, () -> plain.withAADPrefix(key));
    assertFalse(io.fileExists("memory:/secret"));
  }

  /// A file that Iceberg's standard encryption would give out.
  private record NativeFile(OutputFile plainOutputFile) implements NativeEncryptionOutputFile {
    @Override
    public NativeEncryptionKeyMetadata keyMetadata() {
      throw new UnsupportedOperationException();
    }

    @Override
    public OutputFile encryptingOutputFile() {
      return plainOutputFile;
    }
  }

  @Test
  void nothingIsRead() {
    UnsupportedOperationException refusal =
        assertThrows(
            UnsupportedOperationException.class,
            () ->
                FormatModelRegistry.readBuilder(
                    FileFormat.PARQUET,
                    VectorSchemaRoot.class,
                    new LocalFileIO().newInputFile("/nowhere/f")));
    assertTrue(String.valueOf(refusal.getMessage()).startsWith("read: /nowhere/f: "));
  }
}

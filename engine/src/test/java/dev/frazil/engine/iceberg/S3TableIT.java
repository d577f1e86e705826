package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.aws.s3.S3FileIO;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Data files in an S3 store, by Iceberg's own `S3FileIO`.
class S3TableIT {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.IntegerType.get()),
          Types.NestedField.optional(2, "bytes", Types.BinaryType.get()));
  private static final ArrowSchema ARROW = IcebergSchemas.arrowSchema(SCHEMA);
  private static final PartitionSpec BY_ID =
      PartitionSpec.builderFor(SCHEMA).identity("id").build();
  private static final int SMALL = 1000;

  /// More than two parts of an upload.
  private static final int LARGE = 12 << 20;

  private S3Server server;
  private S3FileIO io;

  @BeforeEach
  void start() throws Exception {
    server = new S3Server();
    io = new S3FileIO();
    io.initialize(server.properties());
  }

  @AfterEach
  void stop() throws Exception {
    io.close();
    server.close();
  }

  /// What a producer does when it is asked for the next batch.
  private interface Step {
    @Nullable RecordBatch next() throws Exception;
  }

  private static RecordBatchSource source(Step... steps) {
    return new RecordBatchSource() {
      private int done;

      @Override
      public ArrowSchema schema() {
        return ARROW;
      }

      @Override
      public @Nullable RecordBatch next() {
        try {
          return done == steps.length ? null : steps[done++].next();
        } catch (Exception e) {
          throw new AssertionError(e);
        }
      }

      @Override
      public void close() {}
    };
  }

  /// A batch of one partition, with one incompressible value.
  private static RecordBatch batch(int id, int bytes) {
    byte[] value = new byte[bytes];
    new Random(id).nextBytes(value);
    return ValueBatch.of(ARROW, List.of(List.of(id), List.of(ByteBuffer.wrap(value))));
  }

  private List<DataFile> write(Step... steps) throws IOException {
    try (RecordBatchSource source = source(steps)) {
      return DataFileWriter.writeDataFiles(
          io, "s3://ice/t", source, SCHEMA, BY_ID, SortOrder.unsorted(), WriterOptions.DEFAULT);
    }
  }

  private void assertNothingIsLeft() {
    assertEquals(List.of(), server.objects());
    assertEquals(List.of(), server.openUploads());
  }

  @Test
  void aTableIsWrittenAndReadBack() throws IOException {
    try (InMemoryCatalog catalog = new InMemoryCatalog()) {
      Map<String, String> properties = server.properties();
      properties.put("io-impl", S3FileIO.class.getName());
      properties.put("warehouse", "s3://ice/lake");
      catalog.initialize("memory", properties);
      catalog.createNamespace(Namespace.of("demo"));
      Table table = catalog.createTable(TableIdentifier.of("demo", "t"), SCHEMA, BY_ID);
      try (RecordBatchSource source = source(() -> batch(1, SMALL), () -> batch(2, LARGE));
          DataFileWriter writer = DataFileWriter.forTable(table)) {
        writer.write(source);
        AppendFiles append = table.newAppend();
        for (DataFile file : writer.finish()) {
          assertTrue(file.location().startsWith("s3://ice/lake/demo/t/data/id="), file.location());
          assertEquals(file.fileSizeInBytes(), table.io().newInputFile(file).getLength());
          append.appendFile(file);
        }
        append.commit();
      }
      for (int id = 1; id <= 2; id++) {
        try (CloseableIterable<Record> rows =
            IcebergGenerics.read(table).where(Expressions.equal("id", id)).build()) {
          byte[] expected = new byte[id == 1 ? SMALL : LARGE];
          new Random(id).nextBytes(expected);
          List<Record> records = new ArrayList<>();
          rows.forEach(records::add);
          assertEquals(1, records.size());
          assertEquals(ByteBuffer.wrap(expected), records.getFirst().getField("bytes"));
        }
      }
      assertEquals(List.of(), server.openUploads());
    }
  }

  @ParameterizedTest
  @CsvSource({"1000000, 990000", LARGE + ", 8192", LARGE + ", 12000000"})
  void aLostConnectionLeavesNothing(int size, int lostAfter) {
    IOException failure =
        assertThrows(
            IOException.class,
            () ->
                write(
                    () -> batch(1, SMALL),
                    () -> {
                      server.relay.cutAfter(lostAfter);
                      return batch(2, size);
                    }));
    String message = String.valueOf(failure.getMessage());
    assertTrue(message.startsWith("publish: s3://ice/t/id=2/00000-0-"), message);
    assertFalse(server.relay.cutIsDue());
    assertNothingIsLeft();
  }

  @Test
  void aStoreThatDiesIsNamedAndSoAreTheFilesThatStay() {
    IOException failure =
        assertThrows(
            IOException.class,
            () ->
                write(
                    () -> batch(1, SMALL),
                    () -> {
                      server.kill();
                      return batch(2, SMALL);
                    }));
    String message = String.valueOf(failure.getMessage());
    assertTrue(message.startsWith("create: s3://ice/t/id=2/00000-0-"), message);
    assertEquals(1, failure.getSuppressed().length);
    String undeleted = String.valueOf(failure.getSuppressed()[0].getMessage());
    assertTrue(undeleted.contains("s3://ice/t/id=1/00000-0-"), undeleted);
  }

  @Test
  void anAbortedWriteLeavesNothing() throws IOException {
    try (InMemoryCatalog catalog = new InMemoryCatalog()) {
      Map<String, String> properties = server.properties();
      properties.put("io-impl", S3FileIO.class.getName());
      properties.put("warehouse", "s3://ice/lake");
      catalog.initialize("memory", properties);
      catalog.createNamespace(Namespace.of("demo"));
      Table table = catalog.createTable(TableIdentifier.of("demo", "t"), SCHEMA, BY_ID);
      List<String> before = server.objects();
      try (RecordBatchSource source = source(() -> batch(1, SMALL), () -> batch(2, LARGE));
          DataFileWriter writer = DataFileWriter.forTable(table)) {
        writer.write(source);
      }
      assertEquals(before, server.objects());
      assertEquals(List.of(), server.openUploads());
    }
  }

  @Test
  void aFailedBatchLeavesNothing() {
    ArrowSchema unknown =
        new ArrowSchema(
            List.of(
                ARROW.fields().getFirst(),
                new ArrowField("nope", ARROW.fields().getLast().type(), true)));
    assertThrows(
        SchemaException.class,
        () ->
            write(
                () -> batch(1, SMALL),
                () -> batch(2, LARGE),
                () ->
                    ValueBatch.of(
                        unknown, List.of(List.of(3), List.of(ByteBuffer.wrap(new byte[0]))))));
    assertNothingIsLeft();
  }
}

package dev.frazil.engine.arrow;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.FrazilException;
import dev.frazil.engine.file.MemorySink;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.CDataDictionaryProvider;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Vectors of all types, read by their addresses and over the C Data Interface: the same schemas,
/// values and files. Closes its root allocators, which fail when a buffer is still held.
class RootBatchesPropertyTest {
  private static final int ROOTS = 100;

  /// Formats of fixed-width types and the bytes of a slot.
  private static final List<Flat> FLAT =
      List.of(
          new Flat("c", 1),
          new Flat("C", 1),
          new Flat("s", 2),
          new Flat("S", 2),
          new Flat("i", 4),
          new Flat("I", 4),
          new Flat("l", 8),
          new Flat("L", 8),
          new Flat("e", 2),
          new Flat("f", 4),
          new Flat("g", 8),
          new Flat("w:5", 5),
          new Flat("d:38,2", 16),
          new Flat("d:76,2,256", 32),
          new Flat("tdD", 4),
          new Flat("tdm", 8),
          new Flat("tts", 4),
          new Flat("ttm", 4),
          new Flat("ttu", 8),
          new Flat("ttn", 8),
          new Flat("tss:", 8),
          new Flat("tsm:UTC", 8),
          new Flat("tsu:", 8),
          new Flat("tsn:UTC", 8),
          new Flat("tDs", 8),
          new Flat("tDn", 8),
          new Flat("tiM", 4),
          new Flat("tiD", 8),
          new Flat("tin", 16));

  private record Flat(String format, int width) {}

  @Test
  void randomRootsComeThroughAsTheyAreExported() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    RandomColumns columns = RandomColumns.forArrowJava(random);
    for (int i = 0; i < ROOTS; i++) {
      int rows = random.nextInt(40);
      List<CDataColumn> made = new ArrayList<>();
      for (int c = random.nextInt(3); c >= 0; c--) {
        made.add(columns.column("c" + c, rows, random.nextInt(4)));
      }
      compare(made, rows, "seed %d, root %d".formatted(seed, i));
    }
  }

  @Test
  void everyFixedWidthTypeComesThroughAsItIsExported() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (Flat flat : FLAT) {
      byte[] values = new byte[11 * flat.width];
      random.nextBytes(values);
      if (flat.format.startsWith("d")) {
        for (int i = 0; i < values.length; i++) {
          values[i] = i % flat.width < 8 ? values[i] : 0;
        }
      }
      CDataColumn column =
          CDataColumn.of("x", flat.format, 11, CDataNested.bits("vv.vvvvvv.v"), values)
              .nullCount(2)
              .metadata("PARQUET:field_id", "7");
      compare(List.of(column), 11, "seed %d, %s".formatted(seed, flat));
    }
  }

  @Test
  void everyKindOfStringsAndExtensionTypesComeThroughAsTheyAreExported() throws IOException {
    byte[] text = "é, a text of more than twelve bytes".getBytes(StandardCharsets.UTF_8);
    List<CDataColumn> columns = new ArrayList<>();
    for (String format : List.of("u", "U", "z", "Z")) {
      columns.add(CDataColumn.binary(format, format, text, null, new byte[0], new byte[1]));
    }
    columns.add(CDataNested.views("vz", "vz", "a text of more than twelve bytes", null, "", "b"));
    columns.add(
        CDataColumn.fixed("uuid", 16, new byte[16], null, new byte[16], new byte[16])
            .metadata(ArrowField.EXTENSION_NAME, ArrowField.UUID_EXTENSION));
    columns.add(
        CDataColumn.integers("bool8", "c", 1, 0, null, 1, 2)
            .metadata(ArrowField.EXTENSION_NAME, ArrowField.BOOL8_EXTENSION));
    compare(columns, 4, "strings");
  }

  private static void compare(List<CDataColumn> columns, int rows, String message)
      throws IOException {
    CDataColumn batch = CDataColumn.batch(rows, columns.toArray(CDataColumn[]::new));
    try (CDataBuilder builder = new CDataBuilder();
        BufferAllocator allocator = new RootAllocator();
        CDataDictionaryProvider dictionaries = new CDataDictionaryProvider();
        VectorSchemaRoot root =
            Data.importVectorSchemaRoot(
                allocator,
                ArrowArray.wrap(builder.array(batch)),
                org.apache.arrow.c.ArrowSchema.wrap(builder.schema(batch)),
                dictionaries);
        RootBatches kept = RootBatches.of(root, dictionaries, allocator)) {
      for (int time = 0; time < 2; time++) {
        try (RecordBatchSource exported = exported(root, dictionaries, allocator);
            RecordBatchSource direct = RecordBatchSource.of(root, dictionaries, allocator)) {
          assertEquals(exported.schema(), direct.schema(), message);
          assertEquals(exported.schema(), kept.schema(), message);
          Object expected = file(requireNonNull(exported.next()));
          assertSame(expected, file(requireNonNull(direct.next())), message);
          assertSame(expected, file(kept.batch()), message);
        }
      }
    }
  }

  private static RecordBatchSource exported(
      VectorSchemaRoot root, CDataDictionaryProvider dictionaries, BufferAllocator allocator) {
    try (ArrowArray array = ArrowArray.allocateNew(allocator);
        org.apache.arrow.c.ArrowSchema schema =
            org.apache.arrow.c.ArrowSchema.allocateNew(allocator)) {
      Data.exportVectorSchemaRoot(allocator, root, dictionaries, array, schema);
      return RecordBatchSource.ofArray(array.memoryAddress(), schema.memoryAddress());
    }
  }

  private static void assertSame(Object expected, Object actual, String message) {
    if (expected instanceof byte[] file) {
      assertArrayEquals(file, (byte[]) actual, message);
    } else {
      assertEquals(expected, actual, message);
    }
  }

  /// The bytes of a file of a batch, or why there is none, after a look at the batch's values.
  private static Object file(RecordBatch batch) throws IOException {
    List<List<@Nullable Object>> values = new ArrayList<>();
    batch.columns().forEach(column -> values.add(ColumnValues.of(column)));
    ParquetSchema schema;
    try {
      schema = ParquetSchema.of(batch.schema());
    } catch (FrazilException e) {
      batch.close();
      return values + String.valueOf(e.getMessage());
    }
    try (MemorySink sink = new MemorySink();
        ParquetFileWriter writer = new ParquetFileWriter(sink, schema, WriterOptions.DEFAULT)) {
      writer.append(batch);
      writer.finish();
      return sink.segment().toArray(ValueLayout.JAVA_BYTE);
    } catch (FrazilException e) {
      return values + String.valueOf(e.getMessage());
    }
  }
}

package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowSchema;
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
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.NullOrder;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortDirection;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.SortOrderComparators;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Term;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SortedFilesTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "i", Types.IntegerType.get()),
          Types.NestedField.optional(2, "l", Types.LongType.get()),
          Types.NestedField.optional(3, "f", Types.FloatType.get()),
          Types.NestedField.optional(4, "d", Types.DoubleType.get()),
          Types.NestedField.optional(5, "s", Types.StringType.get()),
          Types.NestedField.optional(6, "y", Types.BinaryType.get()),
          Types.NestedField.optional(7, "x", Types.FixedType.ofLength(2)),
          Types.NestedField.optional(8, "u", Types.UUIDType.get()),
          Types.NestedField.optional(9, "m", Types.DecimalType.of(20, 2)),
          Types.NestedField.optional(10, "t", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(11, "b", Types.BooleanType.get()),
          Types.NestedField.optional(12, "a", Types.DateType.get()));
  private static final ArrowSchema ARROW = IcebergSchemas.arrowSchema(SCHEMA);
  private static final PartitionSpec NONE = PartitionSpec.unpartitioned();

  /// A row as Iceberg's comparators read it.
  private record Row(List<@Nullable Object> values) implements StructLike {
    @Override
    public int size() {
      return values.size();
    }

    @Override
    public <T> @Nullable T get(int position, Class<T> javaClass) {
      return javaClass.cast(values.get(position));
    }

    @Override
    public <T> void set(int position, T value) {
      throw new UnsupportedOperationException();
    }
  }

  private static final List<Term> TERMS =
      List.of(
          Expressions.ref("i"),
          Expressions.ref("l"),
          Expressions.ref("f"),
          Expressions.ref("d"),
          Expressions.ref("s"),
          Expressions.ref("y"),
          Expressions.ref("x"),
          Expressions.ref("u"),
          Expressions.ref("m"),
          Expressions.ref("t"),
          Expressions.ref("b"),
          Expressions.ref("a"),
          Expressions.bucket("s", 3),
          Expressions.bucket("u", 3),
          Expressions.truncate("s", 1),
          Expressions.truncate("y", 1),
          Expressions.truncate("i", 2),
          Expressions.truncate("m", 50),
          Expressions.year("t"),
          Expressions.month("a"),
          Expressions.day("t"),
          Expressions.hour("t"));

  private static SortOrder randomOrder(Random random) {
    SortOrder.Builder order = SortOrder.builderFor(SCHEMA);
    int fields = 1 + random.nextInt(3);
    for (int i = 0; i < fields; i++) {
      order.sortBy(
          TERMS.get(random.nextInt(TERMS.size())),
          random.nextBoolean() ? SortDirection.ASC : SortDirection.DESC,
          random.nextBoolean() ? NullOrder.NULLS_FIRST : NullOrder.NULLS_LAST);
    }
    return order.build();
  }

  /// Few values a column, so that rows tie: with zeros of both signs, NaN and infinities, negative
  /// dates, UUIDs whose signed and unsigned orders differ, and strings whose order by code points
  /// is not that of UTF-16.
  private static Row randomRow(Random random) {
    List<@Nullable Object> values = new ArrayList<>();
    List<Double> doubles = List.of(-0.0, 0.0, Double.NaN, Double.NEGATIVE_INFINITY, 1.5, -3.0);
    double number = doubles.get(random.nextInt(doubles.size()));
    values.add(random.nextInt(5) - 2);
    values.add((long) random.nextInt(3) << 40);
    values.add((float) number);
    values.add(number);
    values.add(List.of("", "a", "ab", "\uFFFD", "\uD83D\uDE00", "é").get(random.nextInt(6)));
    values.add(
        ByteBuffer.wrap(new byte[] {(byte) (random.nextInt(4) * 85), 1}, 0, 1 + random.nextInt(2)));
    values.add(ByteBuffer.wrap(new byte[] {(byte) (random.nextInt(4) * 85), 0}));
    values.add(new UUID(random.nextInt(3) - 1L, random.nextInt(3) - 1L));
    values.add(
        new BigDecimal(
            BigInteger.valueOf(random.nextInt(5) - 2).shiftLeft(6 * random.nextInt(9)), 2));
    values.add((random.nextInt(5) - 2) * 1_800_000_000L * (1 + 400L * random.nextInt(20)));
    values.add(random.nextBoolean());
    values.add(random.nextInt(100) - 50);
    values.replaceAll(value -> random.nextInt(6) == 0 ? null : value);
    return new Row(values);
  }

  private static RecordBatch batch(List<Row> rows) {
    List<List<@Nullable Object>> columns = new ArrayList<>();
    for (int column = 0; column < SCHEMA.columns().size(); column++) {
      List<@Nullable Object> values = new ArrayList<>();
      for (Row row : rows) {
        values.add(row.values().get(column));
      }
      columns.add(values);
    }
    return ValueBatch.of(ARROW, columns);
  }

  private static Table table(SortOrder order, Map<String, String> properties) {
    return MemoryTables.create(SCHEMA, properties, order);
  }

  private static List<DataFile> write(
      Table table, @Nullable SortOrder order, RecordBatch... batches) throws IOException {
    DataFileOptions options =
        DataFileOptions.builder().mode(new WriteMode.Clustered()).sortOrder(order).build();
    try (RecordBatchSource source = ValueBatch.source(ARROW, batches);
        DataFileWriter writer = DataFileWriter.forTable(table, options)) {
      writer.write(source);
      return writer.finish();
    }
  }

  /// Cuts rows into batches.
  private static RecordBatch[] batches(List<Row> rows, Random random) {
    List<RecordBatch> batches = new ArrayList<>();
    int from = 0;
    while (from < rows.size()) {
      int to = Math.min(rows.size(), from + 1 + random.nextInt(9));
      batches.add(batch(rows.subList(from, to)));
      from = to;
    }
    return batches.toArray(RecordBatch[]::new);
  }

  @Test
  void icebergsComparatorsDecideWhatIsInOrder() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int refused = 0;
    for (int round = 0; round < 60; round++) {
      SortOrder order = randomOrder(random);
      String message = "seed " + seed + " round " + round + " " + order;
      Comparator<StructLike> judge = SortOrderComparators.forSchema(SCHEMA, order);
      Table table = table(order, Map.of("write.parquet.row-group-size-rows", "7"));
      List<Row> rows = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        rows.add(randomRow(random));
      }
      rows.sort(judge);
      DataFile file = write(table, table.sortOrder(), batches(rows, random)).getFirst();
      assertEquals(30, file.recordCount(), message);
      assertEquals(table.sortOrder().orderId(), file.sortOrderId(), message);
      Collections.swap(rows, random.nextInt(30), random.nextInt(30));
      boolean sorted = true;
      for (int i = 1; i < rows.size(); i++) {
        sorted &= judge.compare(rows.get(i - 1), rows.get(i)) <= 0;
      }
      RecordBatch[] batches = batches(rows, random);
      if (sorted) {
        assertEquals(1, write(table, table.sortOrder(), batches).size(), message);
      } else {
        assertThrows(WriteException.class, () -> write(table, table.sortOrder(), batches), message);
        refused++;
      }
    }
    assertTrue(refused > 10, "seed " + seed + " refused " + refused);
  }

  private static Row row(@Nullable Object i, @Nullable Object s) {
    List<@Nullable Object> values = new ArrayList<>();
    SCHEMA.columns().forEach(_ -> values.add(null));
    values.set(0, i);
    values.set(4, s);
    return new Row(values);
  }

  private static String refusal(SortOrder order, RecordBatch... batches) {
    Table table = table(order, Map.of());
    return String.valueOf(
        assertThrows(WriteException.class, () -> write(table, table.sortOrder(), batches))
            .getMessage());
  }

  @Test
  void aRowThatComesTooLateIsNamed() {
    SortOrder byNumber = SortOrder.builderFor(SCHEMA).asc("i").build();
    assertEquals(
        "sort order: i: expected rising values with nulls first, got 1 behind 2 in row 2 of the"
            + " batch",
        refusal(byNumber, batch(List.of(row(null, "a"), row(2, "a"), row(1, "a")))));
    assertEquals(
        "sort order: i: expected rising values with nulls first, got null behind 2 in row 0 of the"
            + " batch",
        refusal(byNumber, batch(List.of(row(2, "a"))), batch(List.of(row(null, "a")))));
    SortOrder byStart =
        SortOrder.builderFor(SCHEMA).desc(Expressions.truncate("s", 1)).asc("i").build();
    assertEquals(
        "sort order: s: expected falling values of truncate[1] with nulls last, got b behind a in"
            + " row 1 of the batch",
        refusal(byStart, batch(List.of(row(1, "az"), row(2, "ba")))));
  }

  @Test
  void theNextFileMayBeginAnywhere() throws IOException {
    SortOrder byNumber = SortOrder.builderFor(SCHEMA).asc("i").build();
    Table table = table(byNumber, Map.of("write.target-file-size-bytes", "1"));
    List<DataFile> files =
        write(
            table,
            table.sortOrder(),
            batch(List.of(row(3, "a"), row(2, "a"))),
            batch(List.of(row(1, "a"))));
    assertEquals(List.of(1, 1, 1), files.stream().map(DataFile::sortOrderId).toList());
  }

  @Test
  void aTableWithAnOrderGetsUnsortedFilesWhereNoneIsDeclared() throws IOException {
    Table table = table(SortOrder.builderFor(SCHEMA).asc("i").build(), Map.of());
    DataFile file = write(table, null, batch(List.of(row(3, "a"), row(2, "a")))).getFirst();
    assertEquals(0, file.sortOrderId());
  }

  @Test
  void anOrderThatIsNotTheTablesIsRefused() {
    Table table = table(SortOrder.builderFor(SCHEMA).asc("i").build(), Map.of());
    SortOrder other = SortOrder.builderFor(SCHEMA).withOrderId(1).desc("i").build();
    WriteException refusal =
        assertThrows(WriteException.class, () -> write(table, other, batch(List.of())));
    assertTrue(
        String.valueOf(refusal.getMessage())
            .startsWith("sort order: memory.demo.t: expected one of the table's, got "),
        refusal.getMessage());
  }

  @Test
  void withoutATableTheOrderIsVerifiedToo() throws IOException {
    SortOrder byNumber = SortOrder.builderFor(SCHEMA).withOrderId(3).asc("i").build();
    try (RecordBatchSource source =
        ValueBatch.source(ARROW, batch(List.of(row(1, "a"), row(2, "a"))))) {
      DataFile file =
          DataFileWriter.writeDataFiles(
                  new InMemoryFileIO(),
                  "memory:/t",
                  source,
                  SCHEMA,
                  NONE,
                  byNumber,
                  WriterOptions.DEFAULT)
              .getFirst();
      assertEquals(3, file.sortOrderId());
    }
  }

  /// Parquet's order of UUIDs is another one, and it knows no transforms.
  @Test
  void theFirstIdentityFieldsAreInTheFooter() throws IOException {
    SortOrder order =
        SortOrder.builderFor(SCHEMA)
            .desc("i", NullOrder.NULLS_FIRST)
            .asc("s", NullOrder.NULLS_LAST)
            .asc("i")
            .asc("u")
            .asc("l")
            .build();
    assertEquals(
        List.of(
            new FileMetadata.SortingColumn(0, true, true),
            new FileMetadata.SortingColumn(4, false, false)),
        sortingColumns(order));
    assertEquals(
        List.of(), sortingColumns(SortOrder.builderFor(SCHEMA).asc(Expressions.day("t")).build()));
  }

  private static List<FileMetadata.SortingColumn> sortingColumns(SortOrder order)
      throws IOException {
    Table table = table(order, Map.of());
    DataFile file =
        write(table, table.sortOrder(), batch(List.of(row(null, "a"), row(3, "a")))).getFirst();
    try (InputStream in = table.io().newInputFile(file.location()).newStream();
        Arena arena = Arena.ofConfined()) {
      byte[] bytes = in.readAllBytes();
      MemorySegment segment = arena.allocate(bytes.length);
      MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 0, bytes.length);
      return FileMetadata.read(ByteSource.ofSegment(file.location(), segment))
          .rowGroups()
          .getFirst()
          .stated()
          .sortingColumns();
    }
  }
}

package dev.frazil.engine.arrow;

import static java.util.Arrays.asList;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.IntervalDayVector;
import org.apache.arrow.vector.IntervalMonthDayNanoVector;
import org.apache.arrow.vector.IntervalYearVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.impl.UnionFixedSizeListWriter;
import org.apache.arrow.vector.complex.impl.UnionLargeListViewWriter;
import org.apache.arrow.vector.complex.impl.UnionLargeListWriter;
import org.apache.arrow.vector.complex.impl.UnionListViewWriter;
import org.apache.arrow.vector.complex.impl.UnionListWriter;
import org.apache.arrow.vector.complex.impl.UnionMapWriter;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.Types;
import org.apache.arrow.vector.types.pojo.ArrowType.Duration;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Vectors of the types that have children, views, or slots of unusual width, out of a root and out
/// of an IPC stream. Every test closes a root allocator, which fails when a buffer is still held.
class VectorTypesTest {
  private static final String LONG = "a text of more than twelve bytes";

  @Test
  void nullsAndUnusualWidthsArrive() throws IOException {
    try (BufferAllocator allocator = new RootAllocator()) {
      Float2Vector half = new Float2Vector("half", allocator);
      half.setSafe(0, (short) 0x3C00);
      UInt8Vector uint64 = new UInt8Vector("uint64", allocator);
      uint64.setSafe(0, -1L);
      FieldType micros = FieldType.nullable(new Duration(TimeUnit.MICROSECOND));
      DurationVector duration = new DurationVector("duration", micros, allocator);
      duration.setSafe(0, -7L);
      IntervalYearVector months = new IntervalYearVector("months", allocator);
      months.setSafe(0, 14);
      IntervalDayVector days = new IntervalDayVector("days", allocator);
      days.setSafe(0, 1, 2);
      IntervalMonthDayNanoVector nanos = new IntervalMonthDayNanoVector("nanos", allocator);
      nanos.setSafe(0, 1, 2, 3L);
      Decimal256Vector decimal = new Decimal256Vector("decimal", allocator, 76, 1);
      decimal.setSafe(0, new BigDecimal(BigInteger.TEN.pow(70).negate(), 1));
      ViewVarCharVector text = new ViewVarCharVector("text", allocator);
      text.setSafe(0, LONG.getBytes(StandardCharsets.UTF_8));
      ViewVarBinaryVector bytes = new ViewVarBinaryVector("bytes", allocator);
      bytes.setSafe(0, new byte[] {-1});
      NullVector nothing = new NullVector("nothing");
      List<@Nullable Object> expected =
          asList(
              0x3C00L,
              -1L,
              -7L,
              bytes(CDataColumn.int32s(14)),
              bytes(CDataColumn.int32s(1, 2)),
              bytes(CDataColumn.int32s(1, 2, 3, 0)),
              BigInteger.TEN.pow(70).negate(),
              LONG,
              List.of((byte) -1),
              null);
      FieldVector[] vectors = {
        half, uint64, duration, months, days, nanos, decimal, text, bytes, nothing
      };
      List<List<@Nullable Object>> columns = roundTrip(allocator, 2, vectors);
      for (int i = 0; i < vectors.length; i++) {
        assertEquals(asList(expected.get(i), null), columns.get(i), vectors[i].getName());
      }
    }
  }

  @Test
  void listsOfEveryLayoutArrive() throws IOException {
    try (BufferAllocator allocator = new RootAllocator()) {
      ListVector list = ListVector.empty("list", allocator);
      UnionListWriter writer = list.getWriter();
      writer.setPosition(0);
      writer.startList();
      writer.integer().writeInt(1);
      writer.integer().writeInt(2);
      writer.endList();
      LargeListVector large = LargeListVector.empty("large", allocator);
      UnionLargeListWriter largeWriter = large.getWriter();
      largeWriter.setPosition(0);
      largeWriter.startList();
      largeWriter.integer().writeInt(1);
      largeWriter.integer().writeInt(2);
      largeWriter.endList();
      ListViewVector view = ListViewVector.empty("view", allocator);
      UnionListViewWriter viewWriter = view.getWriter();
      viewWriter.setPosition(0);
      viewWriter.startListView();
      viewWriter.integer().writeInt(1);
      viewWriter.integer().writeInt(2);
      viewWriter.endListView();
      LargeListViewVector largeView = LargeListViewVector.empty("largeView", allocator);
      UnionLargeListViewWriter largeViewWriter = largeView.getWriter();
      largeViewWriter.setPosition(0);
      largeViewWriter.startListView();
      largeViewWriter.integer().writeInt(1);
      largeViewWriter.integer().writeInt(2);
      largeViewWriter.endListView();
      FixedSizeListVector fixed = FixedSizeListVector.empty("fixed", 2, allocator);
      UnionFixedSizeListWriter fixedWriter = fixed.getWriter();
      fixedWriter.setPosition(0);
      fixedWriter.startList();
      fixedWriter.integer().writeInt(1);
      fixedWriter.integer().writeInt(2);
      fixedWriter.endList();
      FieldVector[] vectors = {list, large, view, largeView, fixed};
      for (List<@Nullable Object> column : roundTrip(allocator, 2, vectors)) {
        assertEquals(asList(List.of(1L, 2L), null), column);
      }
    }
  }

  @Test
  void structsMapsAndRunsArrive() throws IOException {
    try (BufferAllocator allocator = new RootAllocator()) {
      StructVector struct = StructVector.empty("struct", allocator);
      FieldType int32 = FieldType.nullable(Types.MinorType.INT.getType());
      IntVector member = struct.addOrGet("a", int32, IntVector.class);
      member.setSafe(0, 5);
      struct.setIndexDefined(0);
      MapVector map = MapVector.empty("map", allocator, false);
      UnionMapWriter writer = map.getWriter();
      writer.setPosition(0);
      writer.startMap();
      writer.startEntry();
      writer.key().integer().writeInt(1);
      writer.value().integer().writeInt(2);
      writer.endEntry();
      writer.endMap();
      IntVector ends = new IntVector("run_ends", FieldType.notNullable(int32.getType()), allocator);
      ends.setSafe(0, 1);
      ends.setSafe(1, 2);
      ends.setValueCount(2);
      VarCharVector values = new VarCharVector("values", allocator);
      values.setSafe(0, "x".getBytes(StandardCharsets.UTF_8));
      values.setValueCount(2);
      Field field =
          new Field(
              "runs",
              FieldType.nullable(Types.MinorType.RUNENDENCODED.getType()),
              List.of(ends.getField(), values.getField()));
      RunEndEncodedVector runs = new RunEndEncodedVector(field, allocator, ends, values, null);
      List<List<@Nullable Object>> columns = roundTrip(allocator, 2, struct, map, runs);
      assertEquals(asList(List.of(5L), null), columns.get(0));
      assertEquals(asList(List.of(List.of(1L, 2L)), null), columns.get(1));
      assertEquals(asList("x", null), columns.get(2));
    }
  }

  @Test
  void everyBatchOfAReaderHasItsOwnDictionary() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (BufferAllocator allocator = new RootAllocator();
        VarCharVector words = new VarCharVector("d", allocator)) {
      DictionaryEncoding encoding = new DictionaryEncoding(1, false, null);
      DictionaryProvider provider =
          new DictionaryProvider.MapDictionaryProvider(new Dictionary(words, encoding));
      Field element =
          new Field("item", new FieldType(true, Types.MinorType.INT.getType(), encoding), null);
      Field list =
          new Field("words", FieldType.nullable(Types.MinorType.LIST.getType()), List.of(element));
      try (VectorSchemaRoot root = VectorSchemaRoot.create(new Schema(List.of(list)), allocator);
          ArrowStreamWriter writer = new ArrowStreamWriter(root, provider, bytes)) {
        for (String word : List.of("rusty", "zzz")) {
          words.setSafe(0, word.getBytes(StandardCharsets.UTF_8));
          words.setValueCount(1);
          ListVector lists = (ListVector) root.getVector(0);
          lists.startNewValue(0);
          ((IntVector) lists.getDataVector()).setSafe(0, 0);
          lists.endValue(0, 1);
          root.setRowCount(1);
          writer.writeBatch();
        }
      }
    }
    try (BufferAllocator allocator = new RootAllocator();
        RecordBatchSource source = reader(bytes.toByteArray(), allocator);
        RecordBatch first = requireNonNull(source.next());
        RecordBatch second = requireNonNull(source.next())) {
      assertEquals(List.of(List.of("rusty")), ColumnValues.of(first.columns().getFirst()));
      assertEquals(List.of(List.of("zzz")), ColumnValues.of(second.columns().getFirst()));
      assertNull(source.next());
    }
  }

  private static List<Byte> bytes(byte[] bytes) {
    List<Byte> boxed = new ArrayList<>();
    for (byte b : bytes) {
      boxed.add(b);
    }
    return boxed;
  }

  /// The values of a root of vectors, which it closes, after a comparison with those of an IPC
  /// stream.
  private static List<List<@Nullable Object>> roundTrip(
      BufferAllocator allocator, int rows, FieldVector... vectors) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    List<List<@Nullable Object>> columns;
    try (VectorSchemaRoot root = VectorSchemaRoot.of(vectors)) {
      root.setRowCount(rows);
      try (RecordBatchSource source = RecordBatchSource.of(root, allocator)) {
        columns = values(source);
      }
      try (ArrowStreamWriter writer = new ArrowStreamWriter(root, null, bytes)) {
        writer.writeBatch();
      }
    }
    try (RecordBatchSource source = reader(bytes.toByteArray(), allocator)) {
      assertEquals(columns, values(source));
    }
    return columns;
  }

  private static RecordBatchSource reader(byte[] stream, BufferAllocator allocator)
      throws IOException {
    return RecordBatchSource.of(
        new ArrowStreamReader(new ByteArrayInputStream(stream), allocator), allocator);
  }

  private static List<List<@Nullable Object>> values(RecordBatchSource source) throws IOException {
    List<List<@Nullable Object>> columns = new ArrayList<>();
    try (RecordBatch batch = requireNonNull(source.next())) {
      batch.columns().forEach(column -> columns.add(ColumnValues.of(column)));
    }
    return columns;
  }
}

package dev.frazil.engine.arrow;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.SchemaException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.Types;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Every test closes a root allocator, which fails when a buffer is still held: the proof that
/// batches give theirs back.
class RootBatchTest {
  @Test
  void aRootIsOneBatchAndMayBeClearedWhileTheBatchIsOpen() throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root =
            VectorSchemaRoot.of(
                longs(allocator, "n", 1L, null, 3L), text(allocator, "s", "a", "", null))) {
      root.setRowCount(3);
      try (RecordBatchSource source = RecordBatchSource.of(root, allocator);
          RecordBatch batch = requireNonNull(source.next())) {
        root.clear();
        assertEquals(Arrays.asList(1L, null, 3L), ColumnValues.of(batch.columns().get(0)));
        assertEquals(Arrays.asList("a", "", null), ColumnValues.of(batch.columns().get(1)));
        assertNull(source.next());
      }
    }
  }

  @Test
  void vectorsOfEveryFlatTypeArrive() throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        BitVector bool = new BitVector("bool", allocator);
        TinyIntVector int8 = new TinyIntVector("int8", allocator);
        UInt2Vector uint16 = new UInt2Vector("uint16", allocator);
        UInt4Vector uint32 = new UInt4Vector("uint32", allocator);
        Float4Vector float32 = new Float4Vector("float32", allocator);
        Float8Vector float64 = new Float8Vector("float64", allocator);
        LargeVarCharVector large = new LargeVarCharVector("large", allocator);
        VarBinaryVector binary = new VarBinaryVector("binary", allocator);
        FixedSizeBinaryVector fixed = new FixedSizeBinaryVector("fixed", allocator, 2);
        DateDayVector date32 = new DateDayVector("date32", allocator);
        DateMilliVector date64 = new DateMilliVector("date64", allocator);
        TimeSecVector time32 = new TimeSecVector("time32", allocator);
        TimeNanoVector time64 = new TimeNanoVector("time64", allocator);
        TimeStampMilliVector local = new TimeStampMilliVector("local", allocator);
        TimeStampMicroTZVector instant = new TimeStampMicroTZVector("instant", allocator, "UTC");
        DecimalVector decimal = new DecimalVector("decimal", allocator, 38, 2)) {
      bool.setSafe(0, 1);
      int8.setSafe(0, -128);
      uint16.setSafe(0, 65535);
      uint32.setSafe(0, -1);
      float32.setSafe(0, 1.5f);
      float64.setSafe(0, -0.0);
      large.setSafe(0, "é".getBytes(StandardCharsets.UTF_8));
      binary.setSafe(0, new byte[] {-1});
      fixed.setSafe(0, new byte[] {1, 2});
      date32.setSafe(0, -1);
      date64.setSafe(0, -86_400_000L);
      time32.setSafe(0, 86_399);
      time64.setSafe(0, 7L);
      local.setSafe(0, -5L);
      instant.setSafe(0, Long.MAX_VALUE);
      decimal.setSafe(0, new BigDecimal("-12345678901234567890123456.78"));
      VectorSchemaRoot root =
          VectorSchemaRoot.of(
              bool, int8, uint16, uint32, float32, float64, large, binary, fixed, date32, date64,
              time32, time64, local, instant, decimal);
      root.setRowCount(2);
      List<?> expected =
          List.of(
              true,
              -128L,
              65535L,
              0xFFFF_FFFFL,
              1.5f,
              -0.0,
              "é",
              List.of((byte) -1),
              List.of((byte) 1, (byte) 2),
              -1L,
              -86_400_000L,
              86_399L,
              7L,
              -5L,
              Long.MAX_VALUE,
              new BigInteger("-1234567890123456789012345678"));
      try (RecordBatchSource source = RecordBatchSource.of(root, allocator);
          RecordBatch batch = requireNonNull(source.next())) {
        for (int i = 0; i < expected.size(); i++) {
          assertEquals(
              Arrays.asList(expected.get(i), null),
              ColumnValues.of(batch.columns().get(i)),
              batch.schema().fields().get(i).name());
        }
      }
    }
  }

  @Test
  void aSourceThatNobodyReadsReleasesItsBatch() throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.of(longs(allocator, "n", 1L))) {
      root.setRowCount(1);
      try (RecordBatchSource source = RecordBatchSource.of(root, allocator)) {
        assertEquals("n", source.schema().fields().getFirst().name());
      }
    }
  }

  @Test
  void aRootWithoutRowsIsAnEmptyBatch() throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.of(longs(allocator, "n"), text(allocator, "s"))) {
      try (RecordBatchSource source = RecordBatchSource.of(root, allocator);
          RecordBatch batch = requireNonNull(source.next())) {
        assertEquals(0, batch.rowCount());
        assertEquals(List.of(), ColumnValues.of(batch.columns().get(1)));
      }
    }
  }

  @Test
  void fieldMetadataNullabilityAndDuplicateNamesArrive() throws IOException {
    Field first =
        new Field(
            "x",
            new FieldType(
                false, Types.MinorType.INT.getType(), null, Map.of("PARQUET:field_id", "7")),
            null);
    Field second = Field.nullable("x", Types.MinorType.VARCHAR.getType());
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root =
            VectorSchemaRoot.create(
                new Schema(List.of(first, second), Map.of("k", "v")), allocator);
        RecordBatchSource source = RecordBatchSource.of(root, allocator)) {
      ArrowField seven = source.schema().fields().get(0);
      assertEquals(7, seven.fieldId().orElseThrow());
      assertEquals(false, seven.nullable());
      assertEquals(
          new ArrowField("x", new ArrowType.Utf8(false), true), source.schema().fields().get(1));
      assertEquals(Map.of("k", "v"), source.schema().metadata());
    }
  }

  @Test
  void anEncodedRootShowsItsDictionary() throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        VarCharVector words = text(allocator, "d", "red", "green");
        VarCharVector plain = text(allocator, "colour", "green", null, "red", "green")) {
      Dictionary dictionary = new Dictionary(words, new DictionaryEncoding(1, false, null));
      DictionaryProvider provider = new DictionaryProvider.MapDictionaryProvider(dictionary);
      try (VectorSchemaRoot root =
          VectorSchemaRoot.of((FieldVector) DictionaryEncoder.encode(plain, dictionary))) {
        root.setRowCount(4);
        try (RecordBatchSource source = RecordBatchSource.of(root, provider, allocator);
            RecordBatch batch = requireNonNull(source.next())) {
          ArrowColumn column = batch.columns().getFirst();
          assertEquals(new ArrowType.Int(32, true), column.field().indexType());
          assertEquals(Arrays.asList("green", null, "red", "green"), ColumnValues.of(column));
        }
      }
    }
  }

  @Test
  void anEncodedRootWithoutItsDictionaryIsRefusedAndReleased() {
    try (BufferAllocator allocator = new RootAllocator()) {
      DictionaryEncoding encoding = new DictionaryEncoding(1, false, null);
      Field plain = Field.nullable("plain", Types.MinorType.INT.getType());
      Field encoded =
          new Field("colour", new FieldType(true, Types.MinorType.INT.getType(), encoding), null);
      try (VectorSchemaRoot root =
          VectorSchemaRoot.create(new Schema(List.of(plain, encoded)), allocator)) {
        assertThrows(
            ArrowImportException.class, () -> RecordBatchSource.of(root, allocator).close());
        DictionaryProvider empty = new DictionaryProvider.MapDictionaryProvider();
        assertThrows(
            ArrowImportException.class, () -> RecordBatchSource.of(root, empty, allocator).close());
      }
    }
  }

  @Test
  void aUnionIsRefusedByNameAndReleased() {
    try (BufferAllocator allocator = new RootAllocator();
        DenseUnionVector union = DenseUnionVector.empty("tags", allocator)) {
      VectorSchemaRoot root = VectorSchemaRoot.of(union);
      SchemaException refusal =
          assertThrows(SchemaException.class, () -> RecordBatchSource.of(root, allocator).close());
      assertEquals(
          "Arrow type: tags: expected a type that Parquet can hold, got dense_union ('+ud:')",
          refusal.getMessage());
    }
  }

  @Test
  void invalidTextFromJavaIsRefusedToo() throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        VarCharVector text = text(allocator, "s", "ok")) {
      text.setSafe(0, new byte[] {'a', (byte) 0xFF});
      try (VectorSchemaRoot root = VectorSchemaRoot.of(text)) {
        root.setRowCount(1);
        try (RecordBatchSource source = RecordBatchSource.of(root, allocator)) {
          ArrowImportException refusal =
              assertThrows(ArrowImportException.class, () -> source.next());
          assertEquals(
              "Arrow import: s: row 0: expected valid UTF-8, got 0xff at byte 1 of 2",
              refusal.getMessage());
        }
      }
    }
  }

  private static BigIntVector longs(
      BufferAllocator allocator, String name, @Nullable Long... values) {
    BigIntVector vector = new BigIntVector(name, allocator);
    for (int i = 0; i < values.length; i++) {
      Long value = values[i];
      if (value == null) {
        vector.setNull(i);
      } else {
        vector.setSafe(i, value);
      }
    }
    vector.setValueCount(values.length);
    return vector;
  }

  private static VarCharVector text(
      BufferAllocator allocator, String name, @Nullable String... values) {
    VarCharVector vector = new VarCharVector(name, allocator);
    for (int i = 0; i < values.length; i++) {
      String value = values[i];
      if (value == null) {
        vector.setNull(i);
      } else {
        vector.setSafe(i, value.getBytes(StandardCharsets.UTF_8));
      }
    }
    vector.setValueCount(values.length);
    return vector;
  }
}

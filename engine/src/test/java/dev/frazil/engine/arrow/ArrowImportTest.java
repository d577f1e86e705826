package dev.frazil.engine.arrow;

import static dev.frazil.engine.arrow.CDataColumn.int32s;
import static dev.frazil.engine.arrow.CDataColumn.int64s;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Sound arrays, in every shape that the C Data Interface allows. The producer's buffers end at a
/// page that kills whoever reads it.
class ArrowImportTest {
  @Test
  void aBatchIsReleasedOnceWhenItIsClosedAndTheSchemaAtOnce() throws IOException {
    try (CDataBuilder producer = new CDataBuilder()) {
      RecordBatchSource source = producer.source(CDataColumn.batch(1, CDataColumn.ints("a", 1)));
      assertEquals(1, producer.schemaReleases());
      RecordBatch batch = requireNonNull(source.next());
      assertNull(source.next());
      source.close();
      assertEquals(0, producer.arrayReleases());
      assertEquals(List.of(1L), ColumnValues.of(batch.columns().getFirst()));
      batch.close();
      batch.close();
      assertEquals(1, producer.arrayReleases());
      assertThrows(IllegalStateException.class, batch::columns);
    }
  }

  @Test
  void aBatchThatNobodyTakesIsReleasedWithItsSource() throws IOException {
    try (CDataBuilder producer = new CDataBuilder()) {
      RecordBatchSource source = producer.source(CDataColumn.batch(1, CDataColumn.ints("a", 1)));
      source.close();
      source.close();
      assertEquals(1, producer.arrayReleases());
      assertThrows(IllegalStateException.class, source::next);
    }
  }

  @Test
  void valuesOfEveryTypeArrive() throws IOException {
    List<@Nullable Object> longs = Arrays.asList(1L, null, 3L);
    for (Map.Entry<String, Integer> type :
        Map.ofEntries(
                Map.entry("c", 1),
                Map.entry("C", 1),
                Map.entry("s", 2),
                Map.entry("S", 2),
                Map.entry("i", 4),
                Map.entry("I", 4),
                Map.entry("l", 8),
                Map.entry("L", 8),
                Map.entry("tdD", 4),
                Map.entry("tdm", 8),
                Map.entry("tts", 4),
                Map.entry("ttm", 4),
                Map.entry("ttu", 8),
                Map.entry("ttn", 8),
                Map.entry("tss:", 8),
                Map.entry("tsm:UTC", 8),
                Map.entry("tsu:+02:00", 8),
                Map.entry("tsn:", 8))
            .entrySet()) {
      assertEquals(
          longs,
          read(CDataColumn.integers("x", type.getKey(), type.getValue(), 1, null, 3)),
          type.getKey());
    }
    assertEquals(
        Arrays.asList(1.5f, null, Float.NaN), read(CDataColumn.floats("x", 1.5f, null, Float.NaN)));
    assertEquals(
        Arrays.asList(-0.0, null, Double.NaN),
        read(CDataColumn.doubles("x", -0.0, null, Double.NaN)));
    assertEquals(Arrays.asList(true, null, false), read(CDataColumn.bools("x", true, null, false)));
    List<byte[]> bytes = List.of("a".getBytes(UTF_8), new byte[0], "ç€😀".getBytes(UTF_8));
    for (String format : List.of("u", "U")) {
      assertEquals(
          List.of("a", "", "ç€😀"),
          read(CDataColumn.binary("x", format, bytes.toArray(byte[][]::new))));
    }
    for (String format : List.of("z", "Z")) {
      assertEquals(
          Arrays.asList(List.of((byte) -1, (byte) 0), null),
          read(CDataColumn.binary("x", format, new byte[] {-1, 0}, null)));
    }
    assertEquals(
        Arrays.asList(List.of((byte) 1, (byte) 2, (byte) 3), null),
        read(CDataColumn.fixed("x", 3, new byte[] {1, 2, 3}, null)));
    for (int width : new int[] {4, 8, 16}) {
      assertEquals(
          Arrays.asList(new BigInteger("-123"), null),
          read(CDataColumn.decimals("x", width, 5, 2, new BigInteger("-123"), null)));
    }
  }

  @Test
  void formatStringsBecomeTypes() throws IOException {
    assertEquals(new ArrowType.Timestamp(TimeUnit.MICROSECOND, null), type("tsu:"));
    assertEquals(
        new ArrowType.Timestamp(TimeUnit.NANOSECOND, "Europe/Paris"), type("tsn:Europe/Paris"));
    assertEquals(new ArrowType.Time(TimeUnit.SECOND), type("tts"));
    assertEquals(new ArrowType.Decimal(128, 38, 10), type("d:38,10"));
    assertEquals(new ArrowType.Decimal(64, 18, -2), type("d:18,-2,64"));
    assertEquals(new ArrowType.FixedSizeBinary(16), type("w:16"));
    assertEquals(new ArrowType.Date(true), type("tdm"));
    assertEquals(new ArrowType.Int(16, false), type("S"));
    assertEquals(new ArrowType.Utf8(true), type("U"));
  }

  @Test
  void fieldsKeepNameNullabilityAndMetadata() throws IOException {
    CDataColumn column =
        CDataColumn.fixed("ünïque", 16, new byte[16])
            .required()
            .metadata(ArrowField.FIELD_ID, "7")
            .metadata(ArrowField.EXTENSION_NAME, ArrowField.UUID_EXTENSION)
            .metadata("", "an empty key");
    CDataColumn batch = CDataColumn.batch(1, column, CDataColumn.ints("", 1)).metadata("k", "v");
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(batch)) {
      ArrowSchema schema = source.schema();
      assertEquals(Map.of("k", "v"), schema.metadata());
      ArrowField field = schema.fields().getFirst();
      assertEquals("ünïque", field.name());
      assertFalse(field.nullable());
      assertEquals(7, field.fieldId().orElseThrow());
      assertTrue(field.uuid());
      assertEquals("an empty key", field.metadata().get(""));
      assertEquals(
          new ArrowField("", new ArrowType.Int(32, true), true), schema.fields().getLast());
    }
  }

  @Test
  void offsetsCountAtEveryLevel() throws IOException {
    for (int parent = 0; parent < 20; parent++) {
      for (int own = 0; own < 20; own++) {
        int first = parent + own;
        @Nullable Integer[] numbers = new Integer[50];
        @Nullable Boolean[] bits = new Boolean[50];
        @Nullable String[] texts = new String[50];
        for (int i = 0; i < 50; i++) {
          numbers[i] = i % 3 == 0 ? null : i;
          bits[i] = i % 5 == 0 ? null : i % 2 == 0;
          texts[i] = i % 7 == 0 ? null : "t" + i;
        }
        CDataColumn batch =
            CDataColumn.batch(
                    50 - first,
                    CDataColumn.ints("n", numbers).slice(own, 50 - own),
                    CDataColumn.bools("b", bits).slice(own, 50 - own),
                    CDataColumn.strings("s", texts).slice(own, 50 - own))
                .offset(parent);
        List<List<@Nullable Object>> columns = readAll(batch);
        for (int i = 0; i < 50 - first; i++) {
          Integer number = numbers[first + i];
          assertEquals(number == null ? null : (Long) number.longValue(), columns.get(0).get(i));
          assertEquals(bits[first + i], columns.get(1).get(i));
          assertEquals(texts[first + i], columns.get(2).get(i));
        }
      }
    }
  }

  @Test
  void theDictionaryHasItsOwnOffset() throws IOException {
    CDataColumn dictionary = CDataColumn.strings("d", "no", "a", null, "c").slice(1, 3);
    CDataColumn indices =
        CDataColumn.integers("x", "C", 1, 9, 2, null, 1, 0).slice(1, 4).dictionary(dictionary);
    assertEquals(Arrays.asList("c", null, null, "a"), read(indices));
  }

  @Test
  void indicesOfEveryWidthArriveWithTheirType() throws IOException {
    List<String> formats = List.of("c", "C", "s", "S", "i", "I", "l", "L");
    for (int i = 0; i < 8; i++) {
      int width = 1 << (i / 2);
      CDataColumn indices =
          CDataColumn.integers("x", formats.get(i), width, 1, null, 0)
              .dictionary(CDataColumn.strings("d", "a", "b"));
      try (CDataBuilder producer = new CDataBuilder();
          RecordBatchSource source = producer.source(CDataColumn.batch(3, indices));
          RecordBatch batch = requireNonNull(source.next())) {
        ArrowField field = source.schema().fields().getFirst();
        assertEquals(new ArrowType.Utf8(false), field.type());
        assertEquals(new ArrowType.Int(8 * width, i % 2 == 0), field.indexType());
        assertEquals(Arrays.asList("b", null, "a"), ColumnValues.of(batch.columns().getFirst()));
      }
    }
  }

  @Test
  void aFullUnsignedDictionaryIsInRange() throws IOException {
    Integer[] values = new Integer[256];
    Arrays.setAll(values, i -> i);
    CDataColumn indices =
        CDataColumn.integers("x", "C", 1, 255, 128, 0).dictionary(CDataColumn.ints("d", values));
    assertEquals(List.of(255L, 128L, 0L), read(indices));
  }

  @Test
  void anUnknownNullCountIsCounted() throws IOException {
    @Nullable Integer[] numbers = new Integer[1000];
    int nulls = 0;
    for (int i = 0; i < 1000; i++) {
      numbers[i] = i * i % 7 == 1 ? null : i;
      nulls += numbers[i] == null && i >= 13 && i < 990 ? 1 : 0;
    }
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source =
            producer.source(CDataColumn.batch(977, CDataColumn.ints("n", numbers).slice(13, 977)));
        RecordBatch batch = requireNonNull(source.next())) {
      assertEquals(nulls, batch.columns().getFirst().nullCount());
    }
  }

  @Test
  void withoutBitmapThereAreNoNulls() throws IOException {
    assertEquals(List.of(1L, 2L), read(CDataColumn.ints("n", 1, 2).nullCount(-1)));
    assertEquals(List.of(1L, 2L), read(CDataColumn.ints("n", 1, 2).nullCount(0)));
  }

  @Test
  void aBitmapWithoutNullsCounts() throws IOException {
    assertEquals(
        List.of(1L, 2L),
        read(CDataColumn.ints("n", 1, 2).buffer(0, new byte[] {(byte) 0xFF}).nullCount(0)));
  }

  @Test
  void anArrayOfLengthZeroNeedsNoBuffers() throws IOException {
    for (String format : List.of("i", "b", "w:3", "d:5,0")) {
      assertEquals(List.of(), read(CDataColumn.of("x", format, 0, null, null)));
    }
    for (String format : List.of("u", "U", "z", "Z")) {
      assertEquals(List.of(), read(CDataColumn.of("x", format, 0, null, null, null)));
      assertEquals(List.of(), read(CDataColumn.of("x", format, 0, null, new byte[0], null)));
      assertEquals(List.of(), read(CDataColumn.of("x", format, 0, null, int32s(0, 0), null)));
    }
    CDataColumn indices =
        CDataColumn.of("x", "i", 0, null, null)
            .dictionary(CDataColumn.of("d", "u", 0, null, null, null));
    assertEquals(List.of(), read(indices));
  }

  @Test
  void emptyValuesNeedNoDataBuffer() throws IOException {
    assertEquals(List.of("", ""), read(CDataColumn.of("x", "u", 2, null, int32s(0, 0, 0), null)));
  }

  @Test
  void aBatchWithoutColumnsHasRows() throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(CDataColumn.batch(5));
        RecordBatch batch = requireNonNull(source.next())) {
      assertEquals(5, batch.rowCount());
      assertEquals(List.of(), batch.columns());
    }
  }

  @Test
  void aChildMayBeLongerThanItsParent() throws IOException {
    CDataColumn batch =
        CDataColumn.batch(2, CDataColumn.strings("s", "a", null, "c", "d")).offset(1);
    assertEquals(Arrays.asList(null, "c"), readAll(batch).getFirst());
  }

  @Test
  void unalignedBuffersAreRead() throws IOException {
    // Every buffer ends at a page's end, so one more byte moves it off its alignment.
    byte[] odd = Arrays.copyOf(int64s(1, 2, 3), 25);
    assertEquals(List.of(1L, 2L, 3L), read(CDataColumn.of("x", "l", 3, null, odd)));
    byte[] offsets = Arrays.copyOf(int32s(0, 1, 3), 13);
    assertEquals(
        List.of("a", "bc"),
        read(CDataColumn.of("x", "u", 2, null, offsets, "abc".getBytes(UTF_8))));
  }

  @Test
  void garbageUnderNullsIsNoError() throws IOException {
    CDataColumn text =
        CDataColumn.of(
            "s",
            "u",
            3,
            new byte[] {0b101},
            int32s(0, 1, 4, 6),
            new byte[] {'a', (byte) 0xFF, (byte) 0xC3, (byte) 0xC3, (byte) 0xC3, (byte) 0xA9});
    assertEquals(Arrays.asList("a", null, "é"), read(text.nullCount(1)));
    CDataColumn indices =
        CDataColumn.integers("x", "i", 4, 0, null, 1)
            .dictionary(CDataColumn.strings("d", "a", "b"));
    assertEquals(Arrays.asList("a", null, "b"), read(indices));
    CDataColumn wide =
        CDataColumn.integers("x", "L", 8, 0, null).dictionary(CDataColumn.strings("d", "a"));
    assertEquals(Arrays.asList("a", null), read(wide));
  }

  @Test
  void longTextsOfEveryAlphabetAreValid() throws IOException {
    String text = "plain ascii, a long run of it; é à ü; Ωμέγα; 日本語のテキスト; 😀🎉; end ";
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < text.length(); i++) {
      if (!Character.isLowSurrogate(text.charAt(i))) {
        texts.add(text.substring(i));
      }
    }
    texts.add("\u0000\u007F\u0080\u07FF\u0800\uD7FF\uE000\uFFFF\uD800\uDC00\uDBFF\uDFFF");
    assertEquals(texts, read(CDataColumn.strings("s", texts.toArray(String[]::new))));
  }

  private static ArrowType type(String format) throws IOException {
    CDataColumn column =
        format.startsWith("U")
            ? CDataColumn.of("x", format, 0, null, null, null)
            : CDataColumn.of("x", format, 0, null, null);
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(CDataColumn.batch(0, column))) {
      return source.schema().fields().getFirst().type();
    }
  }

  private static List<@Nullable Object> read(CDataColumn column) throws IOException {
    return readAll(CDataColumn.batch(column.length, column)).getFirst();
  }

  private static List<List<@Nullable Object>> readAll(CDataColumn data) throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(data);
        RecordBatch batch = requireNonNull(source.next())) {
      List<List<@Nullable Object>> values = new ArrayList<>();
      for (ArrowColumn column : batch.columns()) {
        values.add(ColumnValues.of(column));
      }
      return values;
    }
  }
}

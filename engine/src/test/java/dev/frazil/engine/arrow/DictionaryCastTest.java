package dev.frazil.engine.arrow;

import static dev.frazil.engine.arrow.CastTrial.batch;
import static dev.frazil.engine.arrow.CastTrial.expect;
import static dev.frazil.engine.arrow.CastTrial.longs;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.SchemaException;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Dictionaries of every index and value type.
class DictionaryCastTest {
  private static final ArrowType INT32 = new ArrowType.Int(32, true);
  private static final ArrowType INT64 = new ArrowType.Int(64, true);

  @Test
  void aDictionaryResolvesForEveryWidthOfIndexAndValue() throws IOException {
    List<CDataColumn> dictionaries =
        List.of(
            CDataColumn.integers("d", "c", 1, 1, null, 3),
            CDataColumn.integers("d", "s", 2, 1, null, 3),
            CDataColumn.ints("d", 1, null, 3),
            CDataColumn.longs("d", 1L, null, 3L));
    List<String> indexFormats = List.of("c", "C", "s", "S", "i", "I", "l", "L");
    for (CDataColumn dictionary : dictionaries) {
      for (int i = 0; i < 8; i++) {
        CDataColumn indices =
            CDataColumn.integers("x", indexFormats.get(i), 1 << (i / 2), 2, null, 1, 0, 0)
                .dictionary(dictionary);
        expect(longs(3, null, null, 1, 1), indices, INT64);
      }
    }
  }

  @Test
  void aDictionaryOfAnyTypeResolves() throws IOException {
    String longText = "a text of more than thirty-two bytes, to be sure";
    expect(
        Arrays.asList("", longText, null, "x", "x"),
        indices(1, 0, null, 2, 2).dictionary(CDataColumn.strings("d", longText, "", "x")),
        new ArrowType.Utf8(false));
    expect(
        Arrays.asList(null, "b"),
        indices(0, 1).dictionary(CDataColumn.strings("d", null, "b")),
        new ArrowType.Utf8(false));
    expect(
        Arrays.asList(true, false, null, true),
        indices(1, 0, null, 1).dictionary(CDataColumn.bools("d", false, true)),
        new ArrowType.Bool());
    expect(
        Arrays.asList(2.5, null, 1.5),
        indices(1, null, 0).dictionary(CDataColumn.floats("d", 1.5f, 2.5f)),
        new ArrowType.FloatingPoint(64));
    expect(
        Arrays.asList(BigInteger.valueOf(7), null, BigInteger.valueOf(-7)),
        indices(1, null, 0)
            .dictionary(
                CDataColumn.decimals("d", 16, 3, 1, BigInteger.valueOf(-7), BigInteger.valueOf(7))),
        new ArrowType.Decimal(128, 3, 1));
    expect(
        Arrays.asList(List.of((byte) 1, (byte) 2, (byte) 3), null),
        indices(0, null).dictionary(CDataColumn.fixed("d", 3, new byte[] {1, 2, 3})),
        new ArrowType.FixedSizeBinary(3));
  }

  @Test
  void textOfEveryLengthResolves() throws IOException {
    String letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    String[] texts = new String[letters.length() + 1];
    Integer[] reversed = new Integer[texts.length];
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < texts.length; i++) {
      texts[i] = letters.substring(letters.length() - i);
      reversed[i] = texts.length - 1 - i;
      expected.addFirst(texts[i]);
    }
    expect(
        expected,
        indices(reversed).dictionary(CDataColumn.strings("d", texts)),
        new ArrowType.Utf8(false));
  }

  @Test
  void anEmptyDictionaryUnderNullsResolvesToNulls() throws IOException {
    expect(
        Arrays.asList(null, null),
        indices(null, null).dictionary(CDataColumn.strings("d")),
        new ArrowType.Utf8(false));
    expect(Arrays.asList(null, null), indices(null, null).dictionary(CDataColumn.ints("d")), INT32);
  }

  @Test
  void anUnusedEntryOfADictionaryNeedNotFit() throws IOException {
    expect(
        longs(1),
        indices(1).dictionary(CDataColumn.integers("d", "tdm", 8, 5, 86_400_000)),
        new ArrowType.Date(false));
  }

  @Test
  void aDictionaryStaysWhereTheTargetHasTheSame() throws IOException {
    CDataColumn data = indices(1, 0).dictionary(CDataColumn.strings("d", "a", "b"));
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(batch(data));
        RecordBatch batch = requireNonNull(source.next())) {
      ArrowField field = source.schema().fields().getFirst();
      try (ColumnCast cast = ColumnCast.of(field, field)) {
        assertEquals(List.of("b", "a"), ColumnValues.of(cast.apply(batch.columns().getFirst())));
      }
      ArrowField other =
          new ArrowField("x", field.type(), true, field.metadata(), new ArrowType.Int(16, true));
      assertThrows(SchemaException.class, () -> ColumnCast.of(field, other).close());
      ArrowField plain = new ArrowField("x", field.type(), true);
      assertThrows(SchemaException.class, () -> ColumnCast.of(plain, field).close());
    }
  }

  private static CDataColumn indices(@Nullable Integer... values) {
    return CDataColumn.integers("x", "c", 1, values);
  }
}

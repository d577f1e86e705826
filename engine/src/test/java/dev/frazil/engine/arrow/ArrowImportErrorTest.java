package dev.frazil.engine.arrow;

import static dev.frazil.engine.arrow.CDataColumn.int32s;
import static dev.frazil.engine.arrow.CDataColumn.int64s;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.ArrowImportException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// What an array may contradict, each with its message. The producer fails the test when anything
/// is not released, or released twice.
class ArrowImportErrorTest {
  @Test
  void missingOrReleasedStructsAreRefusedAndTheOtherOneIsReleased() {
    try (CDataBuilder producer = new CDataBuilder()) {
      CDataColumn batch = CDataColumn.batch(1, CDataColumn.ints("a", 1));
      String array = "ArrowArray: expected a live struct, got NULL or a released one";
      String schema = "ArrowSchema: expected a live struct, got NULL or a released one";
      assertMessage(array, () -> take(0, producer.schema(batch)));
      assertMessage(schema, () -> take(producer.array(batch), 0));
      assertMessage(schema, () -> take(0, 0));
      long released = producer.array(CDataColumn.batch(1).released());
      assertMessage(array, () -> take(released, producer.schema(batch)));
    }
  }

  @Test
  void aStructThatWasMovedIsReleasedWhereItWas() throws IOException {
    try (CDataBuilder producer = new CDataBuilder()) {
      CDataColumn batch = CDataColumn.batch(1, CDataColumn.ints("a", 1));
      long array = producer.array(batch);
      take(array, producer.schema(batch));
      assertMessage(
          "ArrowArray: expected a live struct, got NULL or a released one",
          () -> take(array, producer.schema(batch)));
    }
  }

  @Test
  void childrenMustBeTheSchemasColumns() {
    CDataColumn schema = CDataColumn.batch(1, CDataColumn.ints("a", 1));
    refuse("record batch: expected 1 children, got 0", CDataColumn.batch(1), schema);
    refuse("record batch: expected 1 children, got -1", one().childCount(-1), schema);
    refuse("record batch: expected 1 children, got 2", one().childCount(2), schema);
    refuse(
        "record batch: expected 1 children, got NULL", CDataColumn.batch(1).childCount(1), schema);
    refuse("a: expected an ArrowArray, got NULL", CDataColumn.batch(1, (CDataColumn) null), schema);
    refuse(
        "a: expected a live ArrowArray, got a released one",
        CDataColumn.batch(1, CDataColumn.ints("a", 1).released()));
    refuse("a: expected 0 children, got 3", CDataColumn.ints("a", 1).childCount(3));
  }

  @Test
  void aBatchIsNoDictionaryAndHasNoNullRows() {
    refuse(
        "record batch: expected no dictionary, got a dictionary",
        one().dictionary(CDataColumn.ints("d", 1)),
        one());
    refuse(
        "record batch: expected rows that are not null, got 1 null rows",
        CDataColumn.batch(2, CDataColumn.ints("a", 1, 2))
            .buffer(0, new byte[] {0b10})
            .nullCount(-1));
    refuse("record batch: expected 1 buffers, got 0", one().bufferCount(0));
  }

  @Test
  void bufferCountsFollowTheType() {
    refuse("a: expected 2 buffers, got 3", CDataColumn.ints("a", 1).bufferCount(3));
    refuse("a: expected 2 buffers, got -7", CDataColumn.ints("a", 1).bufferCount(-7));
    refuse("a: expected 3 buffers, got 2", CDataColumn.strings("a", "x").bufferCount(2));
    refuse("a: expected 2 buffers, got NULL", CDataColumn.of("a", "i", 1).bufferCount(2));
  }

  @Test
  void countsMustBePossible() {
    refuse("record batch: expected a length of 0 or more, got -1", one().length(-1));
    refuse("a: expected a length of 0 or more, got -2", CDataColumn.ints("a", 1).length(-2), 1);
    refuse(
        "record batch: expected an offset from 0 to 9223372036854775806, got -1", one().offset(-1));
    refuse(
        "a: expected an offset from 0 to 9223372036854775806, got 9223372036854775807",
        CDataColumn.ints("a", 1).offset(Long.MAX_VALUE));
    refuse("record batch: expected a null count from -1 to 1, got 2", one().nullCount(2));
    refuse("a: expected a null count from -1 to 1, got -2", CDataColumn.ints("a", 1).nullCount(-2));
    refuse(
        "a: expected a null count from -1 to 1, got 9223372036854775807",
        CDataColumn.ints("a", 1).nullCount(Long.MAX_VALUE));
    refuse(
        "record batch: expected at most 2147483647 rows, got 2147483648",
        CDataColumn.batch(1L << 31));
    refuse(
        "a: expected slots of 64 bits in at most 2^63 - 1 bits, got slots up to number"
            + " 4611686018427387905",
        CDataColumn.longs("a", 1L).offset(1L << 62));
    refuse(
        "a: expected slots of 32 bits in at most 2^63 - 1 bits, got slots up to number"
            + " 9223372036854775807",
        CDataColumn.strings("a", "x").offset(Long.MAX_VALUE - 1));
    refuse(
        "a: expected slots of 32 bits in at most 2^63 - 1 bits, got slots up to number"
            + " 288230376151711745",
        CDataColumn.ints("a", (Integer) null).nullCount(-1).offset(1L << 58));
  }

  @Test
  void aChildMustReachAsFarAsItsParent() {
    refuse(
        "a: expected at least 3 slots for 3 rows behind 0, got 2", CDataColumn.ints("a", 1, 2), 3);
    refuse(
        "a: expected at least 3 slots for 2 rows behind 1, got 2",
        CDataColumn.batch(2, CDataColumn.ints("a", 1, 2)).offset(1));
    refuse(
        "a: expected at least 9223372036854775807 slots for 1 rows behind 9223372036854775806,"
            + " got 1",
        one().offset(Long.MAX_VALUE - 1));
  }

  @Test
  void buffersWithContentMustBeThere() {
    refuse(
        "a: expected a buffer of 8 bytes, got NULL", CDataColumn.ints("a", 1, 2).buffer(1, null));
    refuse(
        "a: expected a buffer of 12 bytes, got NULL",
        CDataColumn.strings("a", "x", "y").buffer(1, null));
    refuse(
        "a: expected a data buffer of 2 bytes, got NULL",
        CDataColumn.strings("a", "x", "y").buffer(2, null));
    refuse(
        "a: expected a validity bitmap for 1 nulls, got NULL",
        CDataColumn.ints("a", 1, null).buffer(0, null));
  }

  @Test
  void aStatedNullCountMustAgreeWithTheBitmap() {
    refuse(
        "a: expected a null count of 0, got a validity bitmap with 1 nulls in 2 rows",
        CDataColumn.ints("a", 1, null).nullCount(0));
    refuse(
        "a: expected a null count of 2, got a validity bitmap with 1 nulls in 2 rows",
        CDataColumn.ints("a", 1, null).nullCount(2));
    // One of the two rows is not looked at, so the count may be off by one, not by two.
    refuse(
        "a: expected a null count of 2, got a validity bitmap with 0 nulls in 1 rows",
        CDataColumn.batch(1, CDataColumn.ints("a", 1, null).nullCount(2)));
  }

  @Test
  void offsetsMustRise() {
    refuse("a: row 0: expected an offset of 0 or more, got -1", text(2, -1, 0, 1));
    refuse("a: row 1: expected offsets that never go back, got 3 before 2", text(2, 0, 3, 2));
    refuse(
        "a: row 0: expected offsets that never go back, got 0 before -2147483648",
        text(2, 0, Integer.MIN_VALUE, 1));
    refuse(
        "a: row 1: expected offsets that never go back, got 2147483647 before -1",
        text(2, 0, Integer.MAX_VALUE, -1));
    refuse("a: row 0: expected an offset of 0 or more, got -5", large(1, -5, 0));
    refuse(
        "a: row 1: expected offsets that never go back, got 9 before -9223372036854775808",
        large(2, 0, 9, Long.MIN_VALUE));
    refuse(
        "a: row 0: expected a value of at most 2147483647 bytes, got 2147483648",
        large(1, 0, 1L << 31));
    refuse(
        "a: row 1: expected offsets that never go back, got 3 before 2",
        text(2, 0, 3, 2).buffer(0, new byte[] {0b01}).nullCount(1));
  }

  @Test
  void dictionariesMustBeThereAndBeSound() {
    CDataColumn encoded = CDataColumn.ints("a", 0).dictionary(CDataColumn.strings("d", "x"));
    CDataColumn plain = CDataColumn.ints("a", 0);
    refuse("a: expected a dictionary, got NULL", batch(plain), batch(encoded));
    refuse("a: expected no dictionary, got a dictionary", batch(encoded), batch(plain));
    refuse(
        "a.dictionary: expected a live ArrowArray, got a released one",
        CDataColumn.ints("a", 0).dictionary(CDataColumn.strings("d", "x").released()));
    CDataColumn nested = CDataColumn.strings("d", "x").dictionary(CDataColumn.ints("e", 1));
    refuse(
        "a.dictionary: expected no dictionary, got a dictionary",
        batch(CDataColumn.ints("a", 0).dictionary(nested)),
        batch(encoded));
    refuse(
        "a.dictionary: expected a length of 0 or more, got -1",
        CDataColumn.ints("a", 0).dictionary(CDataColumn.strings("d", "x").length(-1)));
    refuse(
        "a.dictionary: expected at most 2147483647 rows, got 2147483648",
        CDataColumn.ints("a", 0).dictionary(CDataColumn.strings("d", "x").length(1L << 31)));
    refuse(
        "a.dictionary: row 0: expected offsets that never go back, got 1 before 0",
        CDataColumn.ints("a", 0).dictionary(text(1, 1, 0)));
    refuse(
        "a.dictionary: row 0: expected valid UTF-8, got 0x80 at byte 0 of 1",
        CDataColumn.ints("a", 0).dictionary(utf8(0x80)));
  }

  @Test
  void indicesMustNameASlotOfTheDictionary() {
    String limit = "expected an index below the dictionary's length of 2, got ";
    refuse("a: row 2: " + limit + "2", indices("c", 1, 0, 1, 2));
    refuse("a: row 0: " + limit + "-128", indices("c", 1, -128));
    refuse("a: row 0: " + limit + "255", indices("C", 1, 255));
    refuse("a: row 1: " + limit + "-1", indices("s", 2, 0, -1));
    refuse("a: row 1: " + limit + "65535", indices("S", 2, 0, 65535));
    refuse("a: row 1: " + limit + "-1", indices("i", 4, 0, -1));
    refuse("a: row 1: " + limit + "4294967295", indices("I", 4, 0, -1));
    refuse("a: row 0: " + limit + "2147483647", indices("i", 4, Integer.MAX_VALUE));
    refuse("a: row 1: " + limit + "-1", indices("l", 8, 0, -1));
    refuse("a: row 1: " + limit + "18446744073709551615", indices("L", 8, 0, -1));
    refuse("a: row 1: " + limit + "4294967296", indices("l", 8, 0, 1L << 32));
    refuse("a: row 1: " + limit + "7", indices("s", 2, null, 7));
    refuse(
        "a: row 0: expected an index below the dictionary's length of 0, got 0",
        CDataColumn.ints("a", 0).dictionary(CDataColumn.strings("d")));
  }

  @Test
  void textMustBeUtf8() {
    refuseText("0xff at byte 0 of 1", 0xFF);
    refuseText("0x80 at byte 1 of 2", 'a', 0x80);
    // Cut off at the end of the value.
    refuseText("0xc3 at byte 0 of 1", 0xC3);
    refuseText("0xe2 at byte 0 of 2", 0xE2, 0x82);
    refuseText("0xf0 at byte 0 of 3", 0xF0, 0x9F, 0x98);
    // Overlong forms, surrogates, beyond U+10FFFF, no continuation.
    refuseText("0xc0 at byte 0 of 2", 0xC0, 0x80);
    refuseText("0xc1 at byte 0 of 2", 0xC1, 0xBF);
    refuseText("0xe0 at byte 0 of 3", 0xE0, 0x9F, 0xBF);
    refuseText("0xf0 at byte 0 of 4", 0xF0, 0x8F, 0xBF, 0xBF);
    refuseText("0xed at byte 0 of 3", 0xED, 0xA0, 0x80);
    refuseText("0xf4 at byte 0 of 4", 0xF4, 0x90, 0x80, 0x80);
    refuseText("0xf5 at byte 0 of 4", 0xF5, 0x80, 0x80, 0x80);
    refuseText("0xc3 at byte 0 of 2", 0xC3, 'a');
    refuseText("0xe2 at byte 0 of 3", 0xE2, 0x82, 'a');
    refuseText(
        "0xfe at byte 17 of 18",
        'a',
        'b',
        'c',
        'd',
        'e',
        'f',
        'g',
        'h',
        'a',
        'b',
        'c',
        'd',
        'e',
        'f',
        'g',
        'h',
        'i',
        0xFE);
  }

  @Test
  void aCharacterMustNotSpanTwoValues() {
    byte[] euro = {(byte) 0xE2, (byte) 0x82, (byte) 0xAC};
    refuse(
        "a: row 0: expected valid UTF-8, got 0xe2 at byte 0 of 1",
        CDataColumn.of("a", "u", 2, null, int32s(0, 1, 3), euro));
    refuse(
        "a: row 1: expected valid UTF-8, got 0xe2 at byte 0 of 2",
        CDataColumn.of("a", "U", 3, null, int64s(0, 0, 2, 3), euro));
    refuse(
        "a: row 1: expected valid UTF-8, got 0x82 at byte 0 of 2",
        CDataColumn.of("a", "u", 2, new byte[] {0b10}, int32s(0, 1, 3), euro).nullCount(1));
  }

  @Test
  void anErrorNamesTheColumnWithoutANameByItsPosition() {
    refuse("column 0: expected 2 buffers, got 3", CDataColumn.ints("", 1).bufferCount(3));
  }

  private static void refuseText(String got, int... bytes) {
    refuse("a: row 0: expected valid UTF-8, got " + got, utf8(bytes));
  }

  private static CDataColumn utf8(int... bytes) {
    byte[] text = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      text[i] = (byte) bytes[i];
    }
    return CDataColumn.binary("a", "u", text);
  }

  private static CDataColumn text(int length, int... offsets) {
    return CDataColumn.of("a", "u", length, null, int32s(offsets), new byte[16]);
  }

  private static CDataColumn large(int length, long... offsets) {
    return CDataColumn.of("a", "Z", length, null, int64s(offsets), new byte[16]);
  }

  private static CDataColumn indices(String format, int width, @Nullable Number... values) {
    return CDataColumn.integers("a", format, width, values)
        .dictionary(CDataColumn.strings("d", "x", "y"));
  }

  private static CDataColumn one() {
    return batch(CDataColumn.ints("a", 1));
  }

  private static CDataColumn batch(CDataColumn column) {
    return CDataColumn.batch(1, column);
  }

  private static void refuse(String message, CDataColumn data) {
    boolean batch = "+s".equals(data.format);
    CDataColumn rows = batch ? data : CDataColumn.batch(data.length, data);
    refuse(message, rows, rows);
  }

  private static void refuse(String message, CDataColumn column, long rows) {
    CDataColumn batch = CDataColumn.batch(rows, column);
    refuse(message, batch, batch);
  }

  private static void refuse(String message, CDataColumn array, CDataColumn schema) {
    try (CDataBuilder producer = new CDataBuilder()) {
      long arrayAddress = producer.array(array);
      long schemaAddress = producer.schema(schema);
      assertMessage(message, () -> take(arrayAddress, schemaAddress));
    }
  }

  private static void assertMessage(String message, Executable call) {
    ArrowImportException failure = assertThrows(ArrowImportException.class, call);
    assertEquals("Arrow import: " + message, failure.getMessage());
  }

  private static void take(long array, long schema) throws IOException {
    try (RecordBatchSource source = RecordBatchSource.ofArray(array, schema);
        RecordBatch batch = source.next()) {
      assertEquals(1, batch == null ? 0 : batch.rowCount());
    }
  }
}

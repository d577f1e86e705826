package dev.frazil.engine.arrow;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.ArrowImportException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The JDK's strict decoder is the judge of every value.
class Utf8TextTest {
  private static final String[] PIECES = {
    "a",
    "plain ascii text",
    "é",
    "ß",
    "߿",
    "ࠀ",
    "€",
    "日本",
    "\uD7FF",
    "\uE000",
    "\uFFFF",
    "😀",
    "\uDBFF\uDFFF",
    "\u0000"
  };

  @Test
  void randomTextsAreJudgedLikeTheJdkDoes() throws IOException {
    long seed = Long.getLong("frazil.seed", 20260101);
    Random random = new Random(seed);
    int refused = 0;
    for (int round = 0; round < 1000; round++) {
      byte[] @Nullable [] values = new byte[1 + random.nextInt(8)][];
      for (int i = 0; i < values.length; i++) {
        values[i] = text(random);
      }
      String format = random.nextBoolean() ? "u" : "U";
      CDataColumn column = CDataColumn.binary("s", format, values);
      byte[] bitmap = {(byte) random.nextInt(256)};
      column.buffer(0, bitmap).nullCount(-1);
      int expected = -1;
      for (int i = values.length - 1; i >= 0; i--) {
        boolean valid = (bitmap[0] >> i & 1) != 0;
        expected = valid && !decodes(requireNonNull(values[i])) ? i : expected;
      }
      assertEquals(expected, firstRefused(column), "seed " + seed + ", round " + round);
      refused += expected < 0 ? 0 : 1;
    }
    assertEquals(true, refused > 100 && refused < 900, "rounds refused: " + refused);
  }

  /// Pieces of text; in one of four texts a byte is changed, removed or cut off.
  private static byte[] text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0 || random.nextInt(8) > 0) {
      return bytes;
    }
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(3)) {
      case 0 -> bytes[at] = (byte) random.nextInt(256);
      case 1 -> bytes = Arrays.copyOf(bytes, at);
      default -> bytes = Arrays.copyOfRange(bytes, at, bytes.length);
    }
    return bytes;
  }

  private static boolean decodes(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /// The row that the import refuses, or -1.
  private static int firstRefused(CDataColumn column) throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(CDataColumn.batch(column.length, column));
        RecordBatch batch = source.next()) {
      return batch == null ? -2 : -1;
    } catch (ArrowImportException e) {
      String message = String.valueOf(e.getMessage());
      String row = message.substring(message.indexOf(": row ") + 6);
      return Integer.parseInt(row.substring(0, row.indexOf(':')));
    }
  }
}

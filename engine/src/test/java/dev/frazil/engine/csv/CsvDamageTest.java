package dev.frazil.engine.csv;

import static dev.frazil.engine.csv.CsvDocuments.rows;
import static dev.frazil.engine.csv.CsvDocuments.schema;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RowValues;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Documents that are no CSV, and streams that fail.
class CsvDamageTest {
  private static final ArrowSchema TEXT = schema(new ArrowType.Utf8(false));

  @Test
  void damagedQuotesAreNamedByTheirLine() {
    assertTrue(failure("a\nx\n\"y\nz\n").startsWith("CSV: line 3: expected a record whose quotes"));
    assertTrue(failure("a\n\"x\"y\n").startsWith("CSV: line 2: expected a record whose quotes"));
    assertTrue(failure("\"a").startsWith("CSV: line 1: expected a record whose quotes"));
  }

  @Test
  void quotesInsideOfFieldsWithoutQuotesAreText() throws IOException {
    assertEquals(List.of(List.of("x\"y"), List.of(" \"x\"")), rows("a\nx\"y\n \"x\"\n", TEXT));
  }

  @Test
  void bytesThatAreNoUtf8AreNamedByTheirPosition() {
    assertEquals("CSV: byte 3: expected valid UTF-8, got 0xff", failure("610a78ff0a", 0));
    assertEquals("CSV: byte 2: expected valid UTF-8, got 0xc3", failure("610ac3", 0));
    assertEquals("CSV: byte 2: expected valid UTF-8, got 0xed", failure("610aeda0800a", 0));
    assertEquals("CSV: byte 0: expected valid UTF-8, got 0xff", failure("fffe61000a00", 0));
    assertEquals("CSV: byte 200002: expected valid UTF-8, got 0x80", failure("610a80", 200_000));
  }

  /// The failure of a document in hexadecimal digits, with `x` in front of its last byte.
  private static String failure(String hex, int times) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    byte[] middle = "x".repeat(times).getBytes(StandardCharsets.US_ASCII);
    byte[] document = Arrays.copyOf(bytes, bytes.length + times);
    System.arraycopy(middle, 0, document, bytes.length - 1, times);
    document[document.length - 1] = bytes[bytes.length - 1];
    return String.valueOf(
        assertThrows(ArrowImportException.class, () -> rows(document, TEXT)).getMessage());
  }

  private static String failure(String document) {
    return String.valueOf(
        assertThrows(ArrowImportException.class, () -> rows(document, TEXT)).getMessage());
  }

  @Test
  void charactersMayLieAcrossReads() throws IOException {
    String text = "é𝄞€".repeat(50);
    byte[] document = ("\ufeffa\n" + text + "\n").getBytes(StandardCharsets.UTF_8);
    InputStream slow =
        new ByteArrayInputStream(document) {
          @Override
          public synchronized int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(1, length));
          }
        };
    try (CsvSource source = CsvSource.open(slow, TEXT)) {
      assertEquals(List.of(List.of(text)), RowValues.of(source));
    }
  }

  @Test
  void nulsAreTextAndNoNumber() throws IOException {
    assertEquals(List.of(List.of("x\0y")), rows("a\nx\0y\n", TEXT));
    ArrowSchema numbers = schema(new ArrowType.Int(64, true));
    assertThrows(ArrowImportException.class, () -> rows("a\n1\0\n", numbers));
    assertEquals("[a utf8] [[1\0]]", CsvDocuments.inferred("a\n1\0\n"));
  }

  @Test
  void fieldsAndRecordsAreBounded() throws IOException {
    String field = "x".repeat(1 << 20);
    assertEquals(List.of(List.of(field)), rows("a\n" + field + "\n", TEXT));
    ArrowImportException wide =
        assertThrows(
            ArrowImportException.class, () -> CsvSource.open(endless("a\n\"", "x"), TEXT).next());
    assertTrue(
        Objects.requireNonNull(wide.getMessage())
            .startsWith("CSV: line 2: expected a record whose quotes"),
        wide.getMessage());
    String message =
        "CSV: line 2: expected a record of at most 33554432 characters in 262144 fields, got more";
    for (String more : List.of(",", "x".repeat(1_000) + ",")) {
      assertEquals(
          message,
          assertThrows(
                  ArrowImportException.class,
                  () -> CsvSource.open(endless("a\n", more), TEXT).next())
              .getMessage());
    }
  }

  /// A start, and then the same for ever.
  private static InputStream endless(String start, String more) {
    byte[] block = more.repeat((1 << 16) / more.length()).getBytes(StandardCharsets.US_ASCII);
    InputStream rest =
        new InputStream() {
          @Override
          public int read() {
            return block[0];
          }

          @Override
          public int read(byte[] target, int offset, int length) {
            int count = Math.min(length, block.length);
            System.arraycopy(block, 0, target, offset, count);
            return count;
          }
        };
    return new SequenceInputStream(
        new ByteArrayInputStream(start.getBytes(StandardCharsets.US_ASCII)), rest);
  }

  @Test
  void aStreamThatFailsIsAnIoFailure() {
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("Input/output error");
          }

          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            throw new IOException("Input/output error");
          }
        };
    byte[] start = "a\nx\n".getBytes(StandardCharsets.US_ASCII);
    IOException failure =
        assertThrows(
            IOException.class,
            () -> {
              InputStream bytes = new SequenceInputStream(new ByteArrayInputStream(start), failing);
              try (CsvSource source = CsvSource.open(bytes, TEXT)) {
                RowValues.of(source);
              }
            });
    assertEquals("Input/output error", failure.getMessage());
  }

  @Test
  void noBytesMakeTheReaderStumble() throws IOException {
    byte[] document = CsvDocuments.polars("text");
    for (long seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      byte[] damaged = document.clone();
      for (int i = 0; i < 1 + random.nextInt(3); i++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      byte[] cut = Arrays.copyOf(damaged, random.nextInt(damaged.length + 1));
      Stream.of(damaged, cut).forEach(CsvDamageTest::readOrRefuse);
    }
  }

  private static void readOrRefuse(byte[] bytes) {
    String document = HexFormat.of().formatHex(bytes);
    try {
      rows(bytes, null);
    } catch (ArrowImportException | SchemaException e) {
      assertTrue(String.valueOf(e.getMessage()).startsWith("CSV: "), document);
    } catch (IOException | RuntimeException e) {
      throw new AssertionError(document, e);
    }
  }

  /// A blank line takes one byte of a document and a slot of every column.
  @Test
  void batchesOfManyEmptyFieldsAreBounded() throws IOException {
    String header = IntStream.range(0, 10_000).mapToObj(i -> "c" + i).collect(joining(","));
    String document = header + "\n".repeat(1_001);
    int rows = 0;
    try (CsvSource source =
        CsvSource.open(
            new ByteArrayInputStream(document.getBytes(StandardCharsets.US_ASCII)), null)) {
      for (RecordBatch batch = source.next(); batch != null; batch = source.next()) {
        assertTrue(batch.rowCount() <= 100, "rows of a batch: " + batch.rowCount());
        rows += batch.rowCount();
        batch.close();
      }
    }
    assertEquals(1_000, rows);
  }
}

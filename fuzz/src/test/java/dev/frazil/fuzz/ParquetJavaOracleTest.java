package dev.frazil.fuzz;

import static dev.frazil.fuzz.Cases.INT32;
import static dev.frazil.fuzz.Cases.PLAIN_BYTES;
import static dev.frazil.fuzz.Cases.UTF8;
import static dev.frazil.fuzz.Cases.chunk;
import static dev.frazil.fuzz.Cases.column;
import static dev.frazil.fuzz.Cases.pages;
import static dev.frazil.fuzz.Cases.write;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// The oracle must be able to say no.
@DisabledOnOs(OS.WINDOWS)
class ParquetJavaOracleTest {

  @Test
  void anotherValueIsFound() throws IOException {
    assertRefused(
        column("a", INT32, 1L, 5L, 2L, 9L), column("a", INT32, 1L, 2L, 5L, 9L), "slot 1 of");
  }

  @Test
  void anotherBoundIsFound() throws IOException {
    assertRefused(column("a", UTF8, "b", null), column("a", UTF8, "c", null), "min");
  }

  @Test
  void anotherNullCountIsFound() throws IOException {
    assertRefused(column("a", INT32, 1L, null), column("a", INT32, 1L, 1L), "null_count");
  }

  @Test
  void aChangedPageIsFound() throws IOException {
    ColumnValues values = column("a", INT32, 1L, 2L);
    WrittenFile file = write(values);
    int page = Math.toIntExact(chunk(file, 0, 0).getData_page_offset());
    file.bytes()[page + pages(file, 0).largestHeader()] ^= 1;
    assertRefused(file, values, "checksum");
    assertThrows(RuntimeException.class, () -> ParquetJavaOracle.read(file.bytes()));
  }

  private static void assertRefused(ColumnValues written, ColumnValues expected, String reason)
      throws IOException {
    assertRefused(write(written), expected, reason);
  }

  private static void assertRefused(WrittenFile file, ColumnValues expected, String reason) {
    ExpectedFile other =
        ExpectedFile.of(List.of(expected.field()), List.of(BatchValues.of(expected)), PLAIN_BYTES);
    AssertionError e =
        assertThrows(AssertionError.class, () -> ParquetJavaOracle.verify(file, other));
    assertTrue(String.valueOf(e.getMessage()).contains(reason), e.getMessage());
  }
}

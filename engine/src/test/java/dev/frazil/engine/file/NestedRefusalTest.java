package dev.frazil.engine.file;

import static dev.frazil.engine.arrow.CDataColumn.batch;
import static dev.frazil.engine.arrow.CDataColumn.decimals;
import static dev.frazil.engine.arrow.CDataColumn.ints;
import static dev.frazil.engine.arrow.CDataColumn.longs;
import static dev.frazil.engine.arrow.CDataColumn.strings;
import static dev.frazil.engine.arrow.CDataNested.fixedSizeList;
import static dev.frazil.engine.arrow.CDataNested.list;
import static dev.frazil.engine.arrow.CDataNested.struct;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.FrazilException;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.CDataColumn;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nested columns that cannot be written: the message names the path and the row, and nothing is
/// published.
class NestedRefusalTest {
  @TempDir private Path directory;

  private void assertRefused(
      Class<? extends FrazilException> type, String message, CDataColumn... batches)
      throws Exception {
    Path file = directory.resolve("f.parquet");
    FrazilException refusal =
        assertThrows(type, () -> ParquetFiles.write(file, WriterOptions.DEFAULT, batches));
    assertEquals(message, refusal.getMessage());
    try (Stream<Path> left = Files.list(directory)) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void aNullUnderAParentThatIsNot() throws Exception {
    assertRefused(
        WriteException.class,
        "required column: s.a: expected a value in every parent, got null in row 2 of the batch",
        batch(4, struct("s", "v.vv", ints("a", 1, null, null, 4).required())));
    assertRefused(
        WriteException.class,
        "required column: l.list.element: expected a value in every parent, got null in row 3 of"
            + " the batch",
        batch(
            4,
            list(
                "l",
                "v.vv",
                new int[] {0, 1, 2, 2, 4},
                ints("item", 1, null, 3, null).required())));
    assertRefused(
        WriteException.class,
        "required column: f.list.element.g: expected a value in every parent, got null in row 1"
            + " of the batch",
        batch(
            2,
            fixedSizeList(
                "f",
                "vv",
                2,
                struct("item", "v.vv", struct("g", "v.v.", ints("a", 1, 2, 3, 4)).required()))));
  }

  @Test
  void aRequiredGroupThatIsNullAtTheTop() throws Exception {
    assertRefused(
        WriteException.class,
        "required column: s: expected a value in every row, got null in row 1 of the batch",
        batch(2, struct("s", "v.", ints("a", 1, 2)).required()));
  }

  @Test
  void aValueThatDoesNotFit() throws Exception {
    BigInteger wide = BigInteger.TEN.pow(9);
    assertRefused(
        WriteException.class,
        "cast of decimal128(9, 0) to decimal32(9, 0): l.list.element.d: row 1: expected an unscaled"
            + " value of at most 999999999, got 1000000000",
        batch(
            2,
            list(
                "l",
                "vv",
                new int[] {0, 1, 3},
                struct(
                    "item",
                    "vvv",
                    decimals("d", 16, 9, 0, BigInteger.ONE, BigInteger.TWO, wide)))));
  }

  @Test
  void aBatchOfAnotherMeaning() throws Exception {
    CDataColumn first =
        batch(1, list("l", "v", new int[] {0, 1}, struct("item", "v", ints("a", 1))));
    assertRefused(
        SchemaException.class,
        "batch schema: l.item.a: expected column a of int32, got column a of int64",
        first,
        batch(1, list("l", "v", new int[] {0, 1}, struct("x", "v", longs("a", 1L)))));
    assertRefused(
        SchemaException.class,
        "batch schema: l.item: expected struct of 1 children, got 2",
        first,
        batch(
            1, list("l", "v", new int[] {0, 1}, struct("x", "v", ints("a", 1), strings("b", "")))));
  }
}

package dev.frazil.engine.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnPathTest {
  @Test
  void dotsSeparateNamesOutsideBackquotes() {
    assertEquals(List.of("a"), ColumnPath.parse("a"));
    assertEquals(List.of("a", "b", "c"), ColumnPath.parse("a.b.c"));
    assertEquals(List.of("a.b", "c"), ColumnPath.parse("`a.b`.c"));
    assertEquals(List.of("a", "b.c"), ColumnPath.parse("a.`b.c`"));
    assertEquals(List.of("a`b"), ColumnPath.parse("`a``b`"));
    assertEquals(List.of("`"), ColumnPath.parse("````"));
    assertEquals(List.of("Speed IAS in knots"), ColumnPath.parse("Speed IAS in knots"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", "a.", ".a", "a..b", "``", "`a", "a`", "a`b`", "`a`b", "`a`b`", "`"})
  void whatIsNotAPathIsRefusedByItsText(String text) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> ColumnPath.parse(text)).getMessage();
    assertTrue(message != null && message.endsWith("got '" + text + "'"), message);
  }

  @Test
  void aFormattedPathIsReadBack() {
    for (List<String> path :
        List.of(
            List.of("a"),
            List.of("a.b", "c"),
            List.of("a", "`", "``", "."),
            List.of(" a ", "b=c", "d,e", "f\"g"),
            List.of("Speed IAS in knots", "Cost Total $"))) {
      assertEquals(path, ColumnPath.parse(ColumnPath.format(path)));
    }
    assertEquals("`a.b`.c", ColumnPath.format(List.of("a.b", "c")));
    assertEquals("Cost Total $", ColumnPath.format(List.of("Cost Total $")));
  }
}

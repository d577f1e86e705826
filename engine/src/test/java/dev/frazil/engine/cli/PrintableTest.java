package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PrintableTest {
  @Test
  void lineBreaksAndWhatSurroundsThemBecomeOneBlank() {
    assertEquals("a b", Printable.line(" a \t\r\n\n  b\n"));
    assertEquals("a b c", Printable.line("a\nb \r c"));
  }

  @Test
  void blanksWithoutALineBreakStay() {
    assertEquals("a  b", Printable.line("a  b"));
  }

  @Test
  void controlCharactersAreEscaped() {
    assertEquals("a\\u001b[2Jb\\u0009c", Printable.line("a\u001b[2Jb\tc"));
  }
}

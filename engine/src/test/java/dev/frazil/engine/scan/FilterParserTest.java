package dev.frazil.engine.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.scan.Filter.Operator;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The grammar of filters as text.
class FilterParserTest {
  @Test
  void theExampleOfTheCommandLine() {
    assertEquals(
        Filter.greater("delay", 60).and(Filter.equal("origin", "SFO")),
        Filter.parse("delay > 60 and origin = \"SFO\""));
  }

  @Test
  void notBindsBeforeAndAndAndBeforeOr() {
    Filter a = Filter.equal("a", 1);
    Filter b = Filter.equal("b", 2);
    Filter c = Filter.equal("c", 3);
    assertEquals(a.or(b.and(c)), Filter.parse("a=1 or b=2 and c=3"));
    assertEquals(a.and(b).or(c), Filter.parse("a=1 and b=2 or c=3"));
    assertEquals(a.or(b).and(c), Filter.parse("(a=1 or b=2) and c=3"));
    assertEquals(a.not().and(b), Filter.parse("NOT a=1 AND b=2"));
    assertEquals(a.and(b).not(), Filter.parse("not (a=1 and b=2)"));
    assertEquals(new Filter.And(List.of(a, b, c)), Filter.parse("a=1 and b=2 and c=3"));
  }

  @Test
  void everyOperator() {
    for (Operator operator : Operator.values()) {
      assertEquals(
          Filter.comparison("a", operator, 7), Filter.parse("a" + operator.symbol() + "7"));
    }
    assertEquals(Filter.equal("a", 7), Filter.parse("a == 7"));
    assertEquals(Filter.notEqual("a", 7), Filter.parse("a <> 7"));
    assertEquals(Filter.isNull("a"), Filter.parse("a is null"));
    assertEquals(Filter.isNull("a").not(), Filter.parse("a IS NOT NULL"));
    assertEquals(Filter.in("a", List.of(1, 2)), Filter.parse("a in (1, 2)"));
    assertEquals(Filter.in("a", List.of("x")).not(), Filter.parse("a not in ('x')"));
    assertEquals(Filter.in("a", List.of()), Filter.parse("a in ()"));
    assertEquals(
        Filter.greaterOrEqual("a", 1).and(Filter.lessOrEqual("a", 2)).and(Filter.isNull("b")),
        Filter.parse("(a between 1 and 2) and b is null"));
    assertEquals(Filter.startsWith("a", "x%"), Filter.parse("starts_with(a, 'x%')"));
    assertEquals(Filter.equal("starts_with", 1), Filter.parse("starts_with = 1"));
  }

  @Test
  void columnsInQuotesAndOfStructs() {
    assertEquals(
        new Filter.IsNull(List.of("a b", "c.d", "e`f")),
        Filter.parse("\"a b\".`c.d`.\"e`f\" IS NULL"));
    assertEquals(new Filter.IsNull(List.of("a`b\"c")), Filter.parse("`a``b\"c` IS NULL"));
    assertEquals(new Filter.IsNull(List.of("größe")), Filter.parse("größe is null"));
    assertEquals(
        new Filter.IsNull(List.of("address", "city")), Filter.parse("address.city is null"));
    assertEquals(new Filter.IsNull(List.of("and")), Filter.parse("`and` is null"));
    assertEquals(Filter.equal("x", 1), Filter.parse("x=1"));
  }

  @Test
  void literals() {
    assertEquals(Filter.equal("a", new BigDecimal("-0.10")), Filter.parse("a = -.1"));
    assertEquals(Filter.equal("a", new BigDecimal("1e400")), Filter.parse("a = 1e400"));
    assertEquals(
        Filter.equal("a", new BigDecimal("9223372036854775808")),
        Filter.parse("a = +9223372036854775808"));
    assertEquals(Filter.equal("a", "it's"), Filter.parse("a = 'it''s'"));
    assertEquals(Filter.equal("a", "say \"x\""), Filter.parse("a = \"say \"\"x\"\"\""));
    assertEquals(Filter.equal("a", ""), Filter.parse("a = ''"));
    assertEquals(Filter.equal("a", true), Filter.parse("a = TRUE"));
    assertEquals(Filter.equal("a", new byte[] {0, -1}), Filter.parse("a = x'00fF'"));
    assertEquals(Filter.less("a", -5), Filter.parse("a<-5"));
  }

  @Test
  void javaValuesBecomeTheirTexts() {
    assertEquals(Filter.equal("a", "2026-11-30"), Filter.equal("a", LocalDate.of(2026, 11, 30)));
    assertEquals(Filter.equal("a", "1970-01-01T00:00:00Z"), Filter.equal("a", Instant.EPOCH));
    assertEquals(
        Filter.equal("a", "00000000-0000-0001-0000-000000000002"),
        Filter.equal("a", new UUID(1, 2)));
    assertEquals(Filter.equal("a", new BigDecimal("0.1")), Filter.equal("a", 0.1));
    assertEquals(Filter.equal("a", new BigDecimal("0.1")), Filter.equal("a", 0.1f));
    assertEquals(Filter.equal("a", "NaN"), Filter.equal("a", Double.NaN));
    assertEquals(
        "literal: expected a number, a text, a boolean, bytes, a UUID or a time, got"
            + " java.lang.Object",
        assertThrows(IllegalArgumentException.class, () -> Filter.equal("a", new Object()))
            .getMessage());
  }

  @Test
  void aFilterOfNoFiltersIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Filter.And(List.of()));
    assertThrows(IllegalArgumentException.class, () -> new Filter.Or(List.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          ~~ | 1: expected a column, got the end of the filter
          a | 2: expected a comparison (= != < <= > >=), IN, BETWEEN or IS [NOT] NULL, got the end of the filter
          a = | 4: expected a literal, got the end of the filter
          a = b | 5: expected a literal (a text stands in 'quotes'), got 'b'
          a = `b` | 5: expected a literal, got '`b`'
          a = null | 5: expected a literal (null is asked for by IS NULL), got 'null'
          a = 1 b | 7: expected AND, OR or the end of the filter, got 'b'
          a = 1) | 6: expected AND, OR or the end of the filter, got ')'
          (a = 1 | 7: expected AND, OR or a closing ), got the end of the filter
          a = 'x | 5: expected a closing ', got the end of the filter
          a = 12x | 5: expected a number, got '12x'
          a = 1e99999999999 | 5: expected a number, got '1e99999999999'
          a = x'0' | 5: expected an even number of hexadecimal digits, got 'x'0''
          a ! 1 | 3: expected a column, a literal or an operator, got '!'
          a not 1 | 7: expected IN or BETWEEN, got '1'
          a is 1 | 6: expected NULL, got '1'
          a in 1 | 6: expected ( and a list of literals, got '1'
          a in (1 2) | 9: expected a comma or a closing ), got '2'
          a between 1 or 2 | 13: expected AND, got 'or'
          a like 'x%' | 3: expected IN, BETWEEN or a comparison, or starts_with(column, 'prefix') instead, got 'like'
          and = 1 | 1: expected a column, got 'and'
          a. = 1 | 4: expected a column, got '='
          1 = a | 1: expected a column, got '1'
          starts_with(a) | 14: expected , and the prefix, got ')'
          """)
  void errorsSayWhereAndWhatWasExpected(String filter, String error) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> Filter.parse(filter)).getMessage();
    assertEquals("filter: character " + error, message);
  }

  @Test
  void filtersDoNotStandInOneAnotherWithoutEnd() {
    String deep = "(".repeat(100_000) + "a = 1" + ")".repeat(100_000);
    String message =
        assertThrows(IllegalArgumentException.class, () -> Filter.parse(deep)).getMessage();
    assertTrue(
        Objects.requireNonNull(message).contains("at most 200 filters in one another"), message);
    assertTrue(message.length() < 200, message);
    assertThrows(
        IllegalArgumentException.class, () -> Filter.parse("not ".repeat(100_000) + "a = 1"));
    assertThrows(
        IllegalArgumentException.class, () -> Filter.parse("a = " + "9".repeat(1_000_000)));
  }

  @Test
  void manyTestsAreNoDepth() {
    String many = "a = 1" + " or a = 1".repeat(10_000);
    assertEquals(10_001, ((Filter.Or) Filter.parse(many)).filters().size());
  }

  @Test
  void theGrammarFitsATerminal() {
    assertTrue(Filter.GRAMMAR.lines().allMatch(line -> line.length() <= 80), Filter.GRAMMAR);
  }
}

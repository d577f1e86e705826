package dev.frazil.engine.scan;

import dev.frazil.engine.file.ColumnPath;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/// Which rows a scan keeps: those for which the filter is true. Immutable; knows no schema, which
/// it is bound to by the scan.
///
/// Logic has three values, as SQL's has: a comparison with null is unknown, so is its negation, and
/// an unknown row is not kept. What a literal means follows from the column:
///
/// - Integers, decimals, dates, times and timestamps of every unit are compared exactly, with a
///   number that no value of the column equals or reaches, too: `tiny < 1000` is true of every
///   int8.
/// - For a floating-point column the value of its type that is nearest to the literal stands for
///   it, so that `x = 0.1` finds what `0.1` was written as; a number beyond the largest finite one
///   is above all of them and below infinity. NaN equals itself and is above all other numbers, and
///   -0 equals 0, as in DuckDB and polars.
/// - Strings are compared by code points, byte strings and UUIDs as unsigned bytes.
/// - A timestamp with a zone is an instant; a text without an offset is taken in that zone. One
///   without a zone is a wall-clock time, which no text with an offset fits.
///
/// As text each filter is as the grammar has it, and [#parse(String)] reads it back.
public sealed interface Filter {
  /// The grammar, for the help of a command.
  String GRAMMAR =
      """
      filter  := filter AND filter | filter OR filter | NOT filter | ( filter )
               | column = literal      (also == != <> < <= > >=)
               | column [NOT] IN ( literal, … )
               | column [NOT] BETWEEN literal AND literal
               | column IS [NOT] NULL
               | starts_with ( column, literal )
      column  := a name; members of structs by dots; a name with other characters than
                 letters, digits and _ in "double quotes" or `backquotes`
      literal := a number | 'text' | "text" | true | false | x'hexadecimal digits'
                 dates, times, timestamps, durations and UUIDs are text:
                 '2026-11-30'  '12:30:00.5'  '2026-11-30T12:30:00Z'  'PT1H30M'
      NOT binds before AND, AND before OR. A comparison with null is unknown, and an
      unknown row is not kept. NaN ('nan') equals itself and is above all numbers.\
      """;

  /// How two values are compared.
  enum Operator {
    /// Equal.
    EQUAL("="),
    /// Not equal.
    NOT_EQUAL("!="),
    /// Less.
    LESS("<"),
    /// Less or equal.
    LESS_OR_EQUAL("<="),
    /// Greater.
    GREATER(">"),
    /// Greater or equal.
    GREATER_OR_EQUAL(">=");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    /// The operator in the grammar.
    ///
    /// @return one or two characters
    public String symbol() {
      return symbol;
    }
  }

  /// A column against a literal.
  ///
  /// @param column names from the top-level column to the member of structs
  /// @param operator how they are compared
  /// @param literal the value on the right
  record Comparison(List<String> column, Operator operator, Literal literal) implements Filter {
    /// Copies the path.
    public Comparison {
      column = List.copyOf(column);
    }

    @Override
    public String toString() {
      return FilterText.column(column) + " " + operator.symbol() + " " + literal;
    }
  }

  /// Whether a column is null: never unknown.
  ///
  /// @param column names from the top-level column to the member of structs; a member of a null
  ///   struct is null
  record IsNull(List<String> column) implements Filter {
    /// Copies the path.
    public IsNull {
      column = List.copyOf(column);
    }

    @Override
    public String toString() {
      return FilterText.column(column) + " IS NULL";
    }
  }

  /// A column that equals one of some literals.
  ///
  /// @param column names from the top-level column to the member of structs
  /// @param literals the values; without any the filter is false of every value
  record In(List<String> column, List<Literal> literals) implements Filter {
    /// Copies the lists.
    public In {
      column = List.copyOf(column);
      literals = List.copyOf(literals);
    }

    @Override
    public String toString() {
      return FilterText.column(column)
          + literals.stream()
              .map(Literal::toString)
              .collect(Collectors.joining(", ", " IN (", ")"));
    }
  }

  /// A string or byte string that starts with another.
  ///
  /// @param column names from the top-level column to the member of structs
  /// @param prefix a text for strings, bytes for byte strings
  record StartsWith(List<String> column, Literal prefix) implements Filter {
    /// Copies the path.
    public StartsWith {
      column = List.copyOf(column);
    }

    @Override
    public String toString() {
      return "starts_with(" + FilterText.column(column) + ", " + prefix + ")";
    }
  }

  /// All of some filters.
  ///
  /// @param filters one or more
  record And(List<Filter> filters) implements Filter {
    /// Copies the list.
    public And {
      filters = FilterText.atLeastOne(filters);
    }

    @Override
    public String toString() {
      return FilterText.joined(filters, " AND ");
    }
  }

  /// One of some filters.
  ///
  /// @param filters one or more
  record Or(List<Filter> filters) implements Filter {
    /// Copies the list.
    public Or {
      filters = FilterText.atLeastOne(filters);
    }

    @Override
    public String toString() {
      return FilterText.joined(filters, " OR ");
    }
  }

  /// The opposite of a filter; of an unknown one unknown.
  ///
  /// @param filter the filter
  record Not(Filter filter) implements Filter {
    @Override
    public String toString() {
      return "NOT (" + filter + ")";
    }
  }

  /// Reads a filter.
  ///
  /// @param text a filter in the form of [#GRAMMAR]
  /// @return the filter
  /// @throws IllegalArgumentException if the text is none; the message is one line that says at
  ///   which character, counted from 1, what was expected
  static Filter parse(String text) {
    return FilterParser.parse(text);
  }

  /// `column = value`.
  ///
  /// @param column a column in the form of [ColumnPath]
  /// @param value anything that [Literal#of(Object)] takes
  /// @return the filter
  static Filter equal(String column, Object value) {
    return comparison(column, Operator.EQUAL, value);
  }

  /// `column != value`.
  ///
  /// @param column a column in the form of [ColumnPath]
  /// @param value anything that [Literal#of(Object)] takes
  /// @return the filter
  static Filter notEqual(String column, Object value) {
    return comparison(column, Operator.NOT_EQUAL, value);
  }

  /// `column < value`.
  ///
  /// @param column a column in the form of [ColumnPath]
  /// @param value anything that [Literal#of(Object)] takes
  /// @return the filter
  static Filter less(String column, Object value) {
    return comparison(column, Operator.LESS, value);
  }

  /// `column <= value`.
  ///
  /// @param column a column in the form of [ColumnPath]
  /// @param value anything that [Literal#of(Object)] takes
  /// @return the filter
  static Filter lessOrEqual(String column, Object value) {
    return comparison(column, Operator.LESS_OR_EQUAL, value);
  }

  /// `column > value`.
  ///
  /// @param column a column in the form of [ColumnPath]
  /// @param value anything that [Literal#of(Object)] takes
  /// @return the filter
  static Filter greater(String column, Object value) {
    return comparison(column, Operator.GREATER, value);
  }

  /// `column >= value`.
  ///
  /// @param column a column in the form of [ColumnPath]
  /// @param value anything that [Literal#of(Object)] takes
  /// @return the filter
  static Filter greaterOrEqual(String column, Object value) {
    return comparison(column, Operator.GREATER_OR_EQUAL, value);
  }

  /// `column <operator> value`.
  ///
  /// @param column a column in the form of [ColumnPath]
  /// @param operator the operator
  /// @param value anything that [Literal#of(Object)] takes
  /// @return the filter
  static Filter comparison(String column, Operator operator, Object value) {
    return new Comparison(ColumnPath.parse(column), operator, Literal.of(value));
  }

  /// `column IS NULL`.
  ///
  /// @param column a column in the form of [ColumnPath]
  /// @return the filter
  static Filter isNull(String column) {
    return new IsNull(ColumnPath.parse(column));
  }

  /// `column IN (values)`.
  ///
  /// @param column a column in the form of [ColumnPath]
  /// @param values each anything that [Literal#of(Object)] takes
  /// @return the filter
  static Filter in(String column, Collection<?> values) {
    return new In(ColumnPath.parse(column), values.stream().<Literal>map(Literal::of).toList());
  }

  /// `starts_with(column, prefix)`.
  ///
  /// @param column a column in the form of [ColumnPath]
  /// @param prefix a `String` or a `byte[]`
  /// @return the filter
  static Filter startsWith(String column, Object prefix) {
    return new StartsWith(ColumnPath.parse(column), Literal.of(prefix));
  }

  /// This filter and another one.
  ///
  /// @param other the other one
  /// @return the conjunction
  default Filter and(Filter other) {
    return new And(List.of(this, other));
  }

  /// This filter or another one.
  ///
  /// @param other the other one
  /// @return the disjunction
  default Filter or(Filter other) {
    return new Or(List.of(this, other));
  }

  /// The opposite of this filter.
  ///
  /// @return the negation
  default Filter not() {
    return new Not(this);
  }
}

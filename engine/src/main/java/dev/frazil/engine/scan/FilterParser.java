package dev.frazil.engine.scan;

import dev.frazil.engine.scan.FilterLexer.Kind;
import dev.frazil.engine.scan.FilterLexer.Token;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/// Reads the grammar of [Filter#GRAMMAR] by recursive descent, one token ahead.
final class FilterParser {
  /// How deep parentheses and negations may stand in one another.
  private static final int MAX_DEPTH = 200;

  /// Characters of a number: some more than the longest double has when it is written out.
  private static final int MAX_DIGITS = 2_000;

  private static final String COMPARISON =
      "a comparison (= != < <= > >=), IN, BETWEEN or IS [NOT] NULL";

  private final FilterLexer lexer;
  private Token token;
  private int depth;

  private FilterParser(String text) {
    this.lexer = new FilterLexer(text);
    this.token = lexer.next();
  }

  static Filter parse(String text) {
    FilterParser parser = new FilterParser(text);
    Filter filter = parser.disjunction();
    if (parser.token.kind() != Kind.END) {
      throw parser.unexpected("AND, OR or the end of the filter");
    }
    return filter;
  }

  private Filter disjunction() {
    List<Filter> filters = new ArrayList<>();
    do {
      filters.add(conjunction());
    } while (skipWord("OR"));
    return filters.size() == 1 ? filters.getFirst() : new Filter.Or(filters);
  }

  private Filter conjunction() {
    List<Filter> filters = new ArrayList<>();
    do {
      filters.add(negation());
    } while (skipWord("AND"));
    return filters.size() == 1 ? filters.getFirst() : new Filter.And(filters);
  }

  private Filter negation() {
    if (++depth > MAX_DEPTH) {
      throw unexpected("at most " + MAX_DEPTH + " filters in one another");
    }
    Filter filter;
    if (skipWord("NOT")) {
      filter = new Filter.Not(negation());
    } else if (skip("(")) {
      filter = disjunction();
      require(")", "AND, OR or a closing )");
    } else {
      filter = test();
    }
    depth--;
    return filter;
  }

  private Filter test() {
    Token first = token;
    List<String> column = column();
    if (token.is("(") && first.isWord("starts_with") && column.size() == 1) {
      return startsWith();
    }
    if (skipWord("IS")) {
      boolean not = skipWord("NOT");
      requireWord("NULL");
      return negated(new Filter.IsNull(column), not);
    }
    boolean not = skipWord("NOT");
    if (skipWord("IN")) {
      return negated(new Filter.In(column, list()), not);
    }
    if (skipWord("BETWEEN")) {
      return negated(between(column), not);
    }
    if (token.isWord("LIKE")) {
      throw unexpected("IN, BETWEEN or a comparison, or starts_with(column, 'prefix') instead");
    }
    if (not) {
      throw unexpected("IN or BETWEEN");
    }
    Filter.Operator operator = operator();
    advance();
    return new Filter.Comparison(column, operator, literal());
  }

  private static Filter negated(Filter filter, boolean not) {
    return not ? new Filter.Not(filter) : filter;
  }

  private Filter startsWith() {
    require("(", "(");
    List<String> column = column();
    require(",", ", and the prefix");
    Filter filter = new Filter.StartsWith(column, literal());
    require(")", "a closing )");
    return filter;
  }

  private Filter between(List<String> column) {
    Literal low = literal();
    requireWord("AND");
    return new Filter.And(
        List.of(
            new Filter.Comparison(column, Filter.Operator.GREATER_OR_EQUAL, low),
            new Filter.Comparison(column, Filter.Operator.LESS_OR_EQUAL, literal())));
  }

  private List<Literal> list() {
    List<Literal> literals = new ArrayList<>();
    require("(", "( and a list of literals");
    if (!token.is(")")) {
      do {
        literals.add(literal());
      } while (skip(","));
    }
    require(")", "a comma or a closing )");
    return literals;
  }

  private Filter.Operator operator() {
    if (token.kind() == Kind.SYMBOL) {
      switch (token.text()) {
        case "=", "==" -> {
          return Filter.Operator.EQUAL;
        }
        case "!=", "<>" -> {
          return Filter.Operator.NOT_EQUAL;
        }
        case "<" -> {
          return Filter.Operator.LESS;
        }
        case "<=" -> {
          return Filter.Operator.LESS_OR_EQUAL;
        }
        case ">" -> {
          return Filter.Operator.GREATER;
        }
        case ">=" -> {
          return Filter.Operator.GREATER_OR_EQUAL;
        }
        default -> {
          // A parenthesis, a comma or a dot.
        }
      }
    }
    throw unexpected(COMPARISON);
  }

  private List<String> column() {
    List<String> path = new ArrayList<>();
    do {
      boolean name =
          token.kind() == Kind.NAME
              || token.kind() == Kind.QUOTED
              || (token.kind() == Kind.WORD && !FilterText.isKeyword(token.text()));
      if (!name || token.text().isEmpty()) {
        throw unexpected("a column");
      }
      path.add(token.text());
      advance();
    } while (skip("."));
    return path;
  }

  private Literal literal() {
    Literal literal =
        switch (token.kind()) {
          case TEXT, QUOTED -> new Literal.Text(token.text());
          case NUMBER -> number();
          case BYTES -> bytes();
          case WORD -> truth();
          case NAME, SYMBOL, END -> throw unexpected("a literal");
        };
    advance();
    return literal;
  }

  private Literal truth() {
    return switch (token.text().toUpperCase(Locale.ROOT)) {
      case "TRUE" -> new Literal.Truth(true);
      case "FALSE" -> new Literal.Truth(false);
      case "NULL" -> throw unexpected("a literal (null is asked for by IS NULL)");
      default -> throw unexpected("a literal (a text stands in 'quotes')");
    };
  }

  private Literal number() {
    try {
      if (token.text().length() <= MAX_DIGITS) {
        return new Literal.Numeric(new BigDecimal(token.text()));
      }
    } catch (NumberFormatException _) {
      throw unexpected("a number");
    }
    throw unexpected("a number of at most " + MAX_DIGITS + " characters");
  }

  private Literal bytes() {
    try {
      return new Literal.Bytes(HexFormat.of().parseHex(token.text()));
    } catch (IllegalArgumentException _) {
      throw unexpected("an even number of hexadecimal digits");
    }
  }

  private void advance() {
    token = lexer.next();
  }

  private boolean skip(String symbol) {
    boolean found = token.is(symbol);
    if (found) {
      advance();
    }
    return found;
  }

  private boolean skipWord(String keyword) {
    boolean found = token.isWord(keyword);
    if (found) {
      advance();
    }
    return found;
  }

  private void require(String symbol, String expected) {
    if (!skip(symbol)) {
      throw unexpected(expected);
    }
  }

  private void requireWord(String keyword) {
    if (!skipWord(keyword)) {
      throw unexpected(keyword);
    }
  }

  private IllegalArgumentException unexpected(String expected) {
    return lexer.unexpected(token, expected);
  }
}

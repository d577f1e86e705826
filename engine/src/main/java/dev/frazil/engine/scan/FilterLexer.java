package dev.frazil.engine.scan;

/// Cuts the text of a filter into tokens.
final class FilterLexer {
  /// What a token is.
  enum Kind {
    /// A keyword or a bare name.
    WORD,
    /// Something in backquotes: a name.
    NAME,
    /// Something in double quotes: a name where a column is expected, else a text.
    QUOTED,
    /// Something in single quotes.
    TEXT,
    /// Hexadecimal digits in `x'…'`.
    BYTES,
    /// A number.
    NUMBER,
    /// An operator, a parenthesis, a comma or a dot.
    SYMBOL,
    /// Behind the last token.
    END
  }

  /// A token.
  ///
  /// @param kind what it is
  /// @param text without quotes; of a word as it was written
  /// @param from where it starts in the text of the filter
  record Token(Kind kind, String text, int from) {
    boolean is(String symbol) {
      return kind == Kind.SYMBOL && text.equals(symbol);
    }

    boolean isWord(String keyword) {
      return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
    }
  }

  /// Longer texts in messages are cut.
  private static final int SHOWN = 30;

  private static final String[] OPERATORS = {"==", "!=", "<>", "<=", ">=", "=", "<", ">"};

  private final String text;
  private int at;

  FilterLexer(String text) {
    this.text = text;
  }

  /// The next token.
  ///
  /// @throws IllegalArgumentException if there is none in the grammar
  Token next() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    int from = at;
    if (from == text.length()) {
      return new Token(Kind.END, "", from);
    }
    char c = text.charAt(from);
    if (c == '\'' || c == '"' || c == '`') {
      Kind kind = c == '\'' ? Kind.TEXT : c == '"' ? Kind.QUOTED : Kind.NAME;
      return new Token(kind, quoted(c), from);
    }
    if ((c == 'x' || c == 'X') && from + 1 < text.length() && text.charAt(from + 1) == '\'') {
      at++;
      return new Token(Kind.BYTES, quoted('\''), from);
    }
    if (FilterText.isStart(c)) {
      while (at < text.length() && FilterText.isPart(text.charAt(at))) {
        at++;
      }
      return new Token(Kind.WORD, text.substring(from, at), from);
    }
    return startsNumber(from) ? number() : symbol();
  }

  /// What stands between quotes, in which a quote is doubled.
  private String quoted(char quote) {
    int from = at++;
    StringBuilder inner = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c != quote) {
        inner.append(c);
      } else if (at < text.length() && text.charAt(at) == quote) {
        inner.append(quote);
        at++;
      } else {
        return inner.toString();
      }
    }
    throw failure(from, "a closing " + quote, "the end of the filter");
  }

  private boolean startsNumber(int from) {
    int i = from;
    if (text.charAt(i) == '-' || text.charAt(i) == '+') {
      i++;
    }
    if (i < text.length() && text.charAt(i) == '.') {
      i++;
    }
    return i < text.length() && isDigit(text.charAt(i));
  }

  private Token number() {
    int from = at++;
    while (at < text.length() && continuesNumber(text.charAt(at), text.charAt(at - 1))) {
      at++;
    }
    return new Token(Kind.NUMBER, text.substring(from, at), from);
  }

  /// Letters are taken in, so that `12abc` is one token that is no number.
  private static boolean continuesNumber(char c, char before) {
    boolean sign = (c == '-' || c == '+') && (before == 'e' || before == 'E');
    return c == '.' || sign || FilterText.isPart(c);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private Token symbol() {
    int from = at;
    for (String operator : OPERATORS) {
      if (text.startsWith(operator, from)) {
        at += operator.length();
        return new Token(Kind.SYMBOL, operator, from);
      }
    }
    char c = text.charAt(from);
    if ("(),.".indexOf(c) < 0) {
      throw failure(from, "a column, a literal or an operator", "'" + c + "'");
    }
    at++;
    return new Token(Kind.SYMBOL, String.valueOf(c), from);
  }

  /// The error that something else was expected than a token.
  IllegalArgumentException unexpected(Token token, String expected) {
    String got =
        token.kind() == Kind.END
            ? "the end of the filter"
            : "'" + cut(text.substring(token.from(), Math.max(at, token.from() + 1))) + "'";
    return failure(token.from(), expected, got);
  }

  private static String cut(String token) {
    return token.length() <= SHOWN ? token : token.substring(0, SHOWN) + "…";
  }

  private static IllegalArgumentException failure(int from, String expected, String got) {
    return new IllegalArgumentException(
        "filter: character %d: expected %s, got %s".formatted(from + 1, expected, got));
  }
}

package dev.frazil.engine.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The members of a JSON object (RFC 8259) by name, each value as the text it has in the document:
/// what the metadata of extension types is looked at for. It finds where values end and does not
/// judge what is inside of nested ones.
///
/// @param members the values' texts in the order of the document
record JsonObject(Map<String, String> members) {

  /// Reads a document of one object.
  ///
  /// @throws IllegalArgumentException if it is not one
  static JsonObject parse(String document) {
    Scanner scanner = new Scanner(document);
    Map<String, String> members = scanner.object();
    scanner.requireEnd();
    return new JsonObject(members);
  }

  /// The text of a member's value, or null when the member is missing or null.
  @Nullable String text(String name) {
    String text = members.get(name);
    return "null".equals(text) ? null : text;
  }

  /// The value of a member that is a string, or null when there is no such member or no string.
  @Nullable String string(String name) {
    String text = members.get(name);
    return text != null && text.startsWith("\"") ? new Scanner(text).string() : null;
  }

  /// A string as JSON has it.
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  /// A position in a document.
  private static final class Scanner {
    private final String document;
    private int at;

    Scanner(String document) {
      this.document = document;
    }

    Map<String, String> object() {
      Map<String, String> members = new LinkedHashMap<>();
      require('{');
      if (next() == '}') {
        at++;
        return members;
      }
      while (true) {
        next();
        String name = string();
        require(':');
        members.put(name, value());
        if (next() == '}') {
          at++;
          return members;
        }
        require(',');
      }
    }

    /// The text of the value that comes next.
    private String value() {
      next();
      int start = at;
      int depth = 0;
      do {
        char c = current();
        if (c == '"') {
          string();
          continue;
        }
        if (c == '{' || c == '[') {
          depth++;
        } else if (c == '}' || c == ']') {
          depth--;
        }
        at++;
      } while (depth > 0 || !endsValue());
      return document.substring(start, at).strip();
    }

    private boolean endsValue() {
      return at == document.length() || ",}]".indexOf(document.charAt(at)) >= 0;
    }

    /// The string that begins here.
    String string() {
      require('"');
      StringBuilder text = new StringBuilder();
      while (true) {
        char c = current();
        at++;
        if (c == '"') {
          return text.toString();
        }
        text.append(c == '\\' ? escaped() : c);
      }
    }

    private char escaped() {
      char c = current();
      at++;
      return switch (c) {
        case 'b' -> '\b';
        case 'f' -> '\f';
        case 'n' -> '\n';
        case 'r' -> '\r';
        case 't' -> '\t';
        case 'u' -> {
          if (at + 4 > document.length()) {
            throw failure("four hexadecimal digits");
          }
          at += 4;
          yield (char) Integer.parseInt(document, at - 4, at, 16);
        }
        default -> c;
      };
    }

    void requireEnd() {
      skipSpace();
      if (at < document.length()) {
        throw failure("the end");
      }
    }

    private void require(char expected) {
      if (next() != expected) {
        throw failure("'" + expected + "'");
      }
      at++;
    }

    /// The character behind white space.
    private char next() {
      skipSpace();
      return current();
    }

    private void skipSpace() {
      while (at < document.length() && " \t\r\n".indexOf(document.charAt(at)) >= 0) {
        at++;
      }
    }

    private char current() {
      if (at >= document.length()) {
        throw failure("more");
      }
      return document.charAt(at);
    }

    private IllegalArgumentException failure(String expected) {
      return new IllegalArgumentException(
          "JSON: expected %s at character %d of '%s'".formatted(expected, at, document));
    }
  }
}

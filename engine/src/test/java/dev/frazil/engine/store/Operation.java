package dev.frazil.engine.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One operation of a history. Immutable.
///
/// @param begin the line of its begin
/// @param end the line of its end; [Integer#MAX_VALUE] if it has none
/// @param outcome how it ended
/// @param fields what both lines say
record Operation(int begin, int end, Outcome outcome, Map<String, String> fields) {
  private static final Pattern COMMA = Pattern.compile(",");

  /// What an operation does.
  enum Kind {
    /// A version with one file, of the rows of `stamp`; or one version of each of two profiles.
    WRITE,
    /// A file with the rows of `stamp`, to the latest version or that of `at`.
    APPEND,
    /// The stamps of the latest version, or that of `at`, in the order of the rows.
    READ,
    /// The version `source` as fewer files.
    COMPACT,
    /// The version `source` as the latest one.
    ROLLBACK,
    /// Takes away what is in `removed`.
    PRUNE,
    /// Keeps a version.
    TAG,
    /// No operation: what the store says about the origin of a version.
    ORIGIN
  }

  /// How an operation ended.
  enum Outcome {
    DONE,
    REFUSED,
    FAILED,
    UNKNOWN
  }

  /// Which profile it worked on.
  String profile() {
    return fields.getOrDefault("profile", "");
  }

  /// What it did.
  Kind kind() {
    return Kind.valueOf(fields.getOrDefault("kind", ""));
  }

  boolean isDone() {
    return outcome == Outcome.DONE;
  }

  /// Whether it has a field.
  boolean has(String field) {
    return fields.containsKey(field);
  }

  /// A field that must be there.
  String text(String field) {
    String value = fields.get(field);
    if (value == null) {
      throw new IllegalArgumentException(this + ": expected " + field);
    }
    return value;
  }

  /// A number that must be there.
  long number(String field) {
    return Long.parseLong(text(field));
  }

  /// The elements of a field, separated by commas; none if it is empty or not there.
  List<String> list(String field) {
    String value = fields.getOrDefault(field, "");
    return value.isEmpty() ? List.of() : COMMA.splitAsStream(value).toList();
  }

  @Override
  public String toString() {
    return fields + " in lines " + begin + " to " + (end == Integer.MAX_VALUE ? "-" : end);
  }

  /// The operations of a history, in the order of their begins.
  ///
  /// @param lines its lines; empty ones, and those that are not whole, are passed over
  static List<Operation> parse(List<String> lines) {
    Map<String, Operation> operations = new LinkedHashMap<>();
    for (int at = 0; at < lines.size(); at++) {
      String line = lines.get(at);
      if (line.endsWith(" ;")) {
        Map<String, String> fields = fields(line);
        String name = fields.getOrDefault("op", "");
        Operation known = operations.get(name);
        operations.put(name, known == null ? begun(at, fields) : known.ended(at, line, fields));
      }
    }
    return new ArrayList<>(operations.values());
  }

  private static Operation begun(int at, Map<String, String> fields) {
    return new Operation(at, Integer.MAX_VALUE, Outcome.UNKNOWN, fields);
  }

  private Operation ended(int at, String line, Map<String, String> more) {
    Map<String, String> all = new HashMap<>(fields);
    all.putAll(more);
    Outcome how =
        switch (line.charAt(0)) {
          case 'E' -> Outcome.DONE;
          case 'N' -> Outcome.REFUSED;
          case 'F' -> Outcome.FAILED;
          default -> throw new IllegalArgumentException(line);
        };
    return new Operation(begin, at, how, all);
  }

  private static Map<String, String> fields(String line) {
    Map<String, String> fields = new HashMap<>();
    StringTokenizer words = new StringTokenizer(line, " ");
    while (words.hasMoreTokens()) {
      String word = words.nextToken();
      int equals = word.indexOf('=');
      if (equals > 0) {
        fields.put(word.substring(0, equals), word.substring(equals + 1));
      }
    }
    return fields;
  }

  /// The version that it ended with; null if it has none.
  @Nullable Long version() {
    return isDone() && has("version") ? number("version") : null;
  }
}

package dev.frazil.engine.file;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A JSON value (RFC 8259) that prints itself: what the receipt needs of JSON, so that a user of
/// Parquet alone need not have a library for it.
sealed interface JsonValue {
  /// `null`.
  JsonValue NULL = new Literal("null");

  /// Appends the text.
  ///
  /// @param out where to
  /// @param margin what stands in front of the line that the value begins on
  void append(StringBuilder out, String margin);

  /// A number, `true`, `false` or `null`.
  ///
  /// @param text the value as the grammar has it
  record Literal(String text) implements JsonValue {
    @Override
    public void append(StringBuilder out, String margin) {
      out.append(text);
    }
  }

  /// A string.
  ///
  /// @param text any characters
  record Text(String text) implements JsonValue {
    @Override
    public void append(StringBuilder out, String margin) {
      out.append('"');
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '"' || c == '\\') {
          out.append('\\').append(c);
        } else if (Character.isISOControl(c) || (Character.isSurrogate(c) && lonely(text, i))) {
          out.append(String.format("\\u%04x", (int) c));
        } else {
          out.append(c);
        }
      }
      out.append('"');
    }

    private static boolean lonely(String text, int at) {
      char c = text.charAt(at);
      return Character.isHighSurrogate(c)
          ? at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1))
          : at == 0 || !Character.isHighSurrogate(text.charAt(at - 1));
    }
  }

  /// An array: of arrays and objects with one on a line, of anything else on one line.
  ///
  /// @param elements in order
  record Elements(List<JsonValue> elements) implements JsonValue {
    @Override
    public void append(StringBuilder out, String margin) {
      boolean lines =
          elements.stream().anyMatch(e -> e instanceof Elements || e instanceof Members);
      String separator = lines ? "\n" + margin + "  " : "";
      out.append('[');
      for (int i = 0; i < elements.size(); i++) {
        out.append(i == 0 ? "" : lines ? "," : ", ").append(separator);
        elements.get(i).append(out, margin + "  ");
      }
      out.append(lines ? "\n" + margin : "").append(']');
    }
  }

  /// An object: of scalars and arrays of scalars on one line.
  ///
  /// @param members by name, in order
  record Members(Map<String, JsonValue> members) implements JsonValue {
    @Override
    public void append(StringBuilder out, String margin) {
      boolean lines = members.values().stream().anyMatch(Members::large);
      String inner = margin + "  ";
      out.append(
          members.entrySet().stream()
              .map(member -> {
                StringBuilder line = new StringBuilder();
                new Text(member.getKey()).append(line, inner);
                member.getValue().append(line.append(": "), inner);
                return line.toString();
              })
              .collect(
                  Collectors.joining(
                      lines ? ",\n" + inner : ", ",
                      lines ? "{\n" + inner : "{",
                      lines ? "\n" + margin + "}" : "}")));
    }

    private static boolean large(JsonValue value) {
      return switch (value) {
        case Literal _, Text _ -> false;
        case Elements(List<JsonValue> elements) -> elements.stream().anyMatch(Members::large);
        case Members _ -> true;
      };
    }
  }

  /// An object in the making.
  final class ObjectBuilder {
    private final Map<String, JsonValue> members = new LinkedHashMap<>();

    ObjectBuilder with(String name, JsonValue value) {
      members.put(name, value);
      return this;
    }

    ObjectBuilder withText(String name, @Nullable String value) {
      return with(name, value == null ? NULL : new Text(value));
    }

    ObjectBuilder with(String name, long value) {
      return with(name, number(value));
    }

    ObjectBuilder with(String name, boolean value) {
      return with(name, new Literal(Boolean.toString(value)));
    }

    ObjectBuilder with(String name, List<JsonValue> elements) {
      return with(name, new Elements(elements));
    }

    Members build() {
      return new Members(members);
    }
  }

  /// A whole number.
  static JsonValue number(long value) {
    return new Literal(Long.toString(value));
  }

  /// An array of strings.
  static Elements texts(List<String> texts) {
    return new Elements(texts.stream().map(text -> (JsonValue) new Text(text)).toList());
  }
}

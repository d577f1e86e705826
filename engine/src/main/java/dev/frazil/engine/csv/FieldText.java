package dev.frazil.engine.csv;

import java.nio.charset.StandardCharsets;

/// The text of one field of a record, seen in the characters of the record: a view that moves from
/// field to field. Valid until the record after it is read.
final class FieldText implements CharSequence {
  private static final int LONGEST_QUOTE = 60;

  private char[] chars = {};
  private int start;
  private int end;
  private boolean quoted;

  /// Shows another field.
  ///
  /// @param inQuotes whether the field stood in quotes, which are not part of the text
  FieldText show(char[] record, int from, int to, boolean inQuotes) {
    this.chars = record;
    this.start = from;
    this.end = to;
    this.quoted = inQuotes;
    return this;
  }

  /// Whether the field stood in quotes.
  boolean quoted() {
    return quoted;
  }

  @Override
  public int length() {
    return end - start;
  }

  @Override
  public char charAt(int index) {
    return chars[start + index];
  }

  @Override
  public CharSequence subSequence(int from, int to) {
    return new String(chars, start + from, to - from);
  }

  /// Whether the text is the same.
  boolean is(String text) {
    return text.contentEquals(this);
  }

  /// Whether the text ends with another one.
  boolean endsWith(String text) {
    return length() >= text.length()
        && text.contentEquals(subSequence(length() - text.length(), length()));
  }

  /// Leaves the spaces and tabs around the text out, as polars does before it parses a number.
  FieldText trim() {
    while (start < end && isBlank(chars[start])) {
      start++;
    }
    while (start < end && isBlank(chars[end - 1])) {
      end--;
    }
    return this;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  byte[] toUtf8() {
    return toString().getBytes(StandardCharsets.UTF_8);
  }

  /// The text for a message: in apostrophes, and its start where it is long.
  String clipped() {
    int length = Math.min(length(), LONGEST_QUOTE);
    return "'" + new String(chars, start, length) + (length < length() ? "..." : "") + "'";
  }

  @Override
  public String toString() {
    return new String(chars, start, end - start);
  }
}

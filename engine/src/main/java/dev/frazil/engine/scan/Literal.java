package dev.frazil.engine.scan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;

/// A value that a filter compares a column with. What it means, the type of the column decides: a
/// date, a time or a UUID is a text here. As text each is as the grammar of filters has it.
/// Immutable.
public sealed interface Literal {
  /// A number, exact.
  ///
  /// @param value the number
  record Numeric(BigDecimal value) implements Literal {
    /// Equal numbers are equal, whatever their scale.
    ///
    /// @param other another object
    /// @return whether it is the same number
    @Override
    public boolean equals(Object other) {
      return other instanceof Numeric(BigDecimal number) && value.compareTo(number) == 0;
    }

    @Override
    public int hashCode() {
      return value.stripTrailingZeros().hashCode();
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  /// A text, or a date, a time, a UUID, or one of the numbers `nan`, `inf` and `-inf` as text.
  ///
  /// @param value the text
  record Text(String value) implements Literal {
    @Override
    public String toString() {
      return "'" + value.replace("'", "''") + "'";
    }
  }

  /// True or false.
  ///
  /// @param value which one
  record Truth(boolean value) implements Literal {
    @Override
    public String toString() {
      return String.valueOf(value);
    }
  }

  /// A byte string.
  final class Bytes implements Literal {
    private final byte[] value;

    /// Copies the bytes.
    ///
    /// @param value any bytes
    public Bytes(byte[] value) {
      this.value = value.clone();
    }

    /// The bytes.
    ///
    /// @return a copy
    public byte[] value() {
      return value.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Bytes that && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(value);
    }

    @Override
    public String toString() {
      return "x'" + HexFormat.of().formatHex(value) + "'";
    }
  }

  /// The literal of a Java value.
  ///
  /// @param value a number of the JDK, a `String`, a `Boolean`, a `byte[]`, a `UUID`, or one of
  ///   `LocalDate`, `LocalTime`, `LocalDateTime`, `OffsetDateTime`, `Instant` and `Duration`;
  ///   floating-point numbers stand for the shortest decimal that is read as them
  /// @return the literal
  /// @throws IllegalArgumentException if it is of another class
  static Literal of(Object value) {
    return switch (value) {
      case Literal literal -> literal;
      case BigDecimal number -> new Numeric(number);
      case BigInteger number -> new Numeric(new BigDecimal(number));
      case Byte number -> new Numeric(BigDecimal.valueOf(number));
      case Short number -> new Numeric(BigDecimal.valueOf(number));
      case Integer number -> new Numeric(BigDecimal.valueOf(number));
      case Long number -> new Numeric(BigDecimal.valueOf(number));
      case Float number ->
          Float.isFinite(number)
              ? new Numeric(new BigDecimal(Float.toString(number)))
              : new Text(Float.toString(number));
      case Double number ->
          Double.isFinite(number)
              ? new Numeric(BigDecimal.valueOf(number))
              : new Text(Double.toString(number));
      case Boolean truth -> new Truth(truth);
      case byte[] bytes -> new Bytes(bytes);
      case String text -> new Text(text);
      case UUID _,
          LocalDate _,
          LocalTime _,
          LocalDateTime _,
          OffsetDateTime _,
          Instant _,
          Duration _ ->
          new Text(value.toString());
      default ->
          throw new IllegalArgumentException(
              "literal: expected a number, a text, a boolean, bytes, a UUID or a time, got "
                  + value.getClass().getName());
    };
  }
}

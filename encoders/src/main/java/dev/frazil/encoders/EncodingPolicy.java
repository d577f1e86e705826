package dev.frazil.encoders;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// How the encoding of a column's values is chosen.
public sealed interface EncodingPolicy {
  /// What every reader since 2018 opens: a dictionary where the chunk comes out smaller with it,
  /// else PLAIN.
  record Compatible() implements EncodingPolicy {}

  /// The encoding under which the first pages of a row group are smallest, compressed, among all
  /// that the type allows; held for the rest of the chunk.
  record Smallest() implements EncodingPolicy {}

  /// One encoding whatever comes of it. With [Encoding#RLE_DICTIONARY] a chunk whose dictionary
  /// grows beyond its limits is written in PLAIN.
  ///
  /// @param encoding the encoding; it must be one that the column's type allows
  record Fixed(Encoding encoding) implements EncodingPolicy {
    /// The name by which the policy is chosen.
    @Override
    public String toString() {
      return encoding.name();
    }
  }

  /// Whether values of a type can be written under this policy.
  ///
  /// @param type a physical type
  /// @return false for an encoding that the type does not allow
  default boolean allows(PhysicalType type) {
    return switch (this) {
      case Compatible _, Smallest _ -> true;
      case Fixed(Encoding encoding) -> encoding.allows(type);
    };
  }

  /// Parses `compatible`, `smallest`, or the name of an encoding, in any case.
  ///
  /// @param text the name
  /// @return the policy
  /// @throws IllegalArgumentException if there is none of the name; the message lists them
  static EncodingPolicy parse(String text) {
    String name = text.toUpperCase(Locale.ROOT);
    return switch (name) {
      case "COMPATIBLE" -> new Compatible();
      case "SMALLEST" -> new Smallest();
      default ->
          new Fixed(
              Arrays.stream(Encoding.values())
                  .filter(encoding -> encoding.name().equals(name))
                  .findAny()
                  .orElseThrow(() -> unknown(text)));
    };
  }

  private static IllegalArgumentException unknown(String text) {
    String names =
        Arrays.stream(Encoding.values()).map(Encoding::name).collect(Collectors.joining(", "));
    return new IllegalArgumentException(
        "encoding: expected compatible, smallest or one of " + names + ", got " + text);
  }
}

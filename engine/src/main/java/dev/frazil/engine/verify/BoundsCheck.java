package dev.frazil.engine.verify;

import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.file.LeafOrder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Compares bounds with the values that they bound. A bound that is wider than need be is true
/// unless it is said to be exact, and no bound is none that is wrong.
///
/// @param findings where lies go
/// @param leaf the column
/// @param order how its bounds compare; defined
record BoundsCheck(Findings findings, FileMetadata.Field leaf, LeafOrder order) {
  private static final int LONGEST_TEXT = 64;

  /// Checks a lower bound.
  ///
  /// @param what its name in the specification
  /// @param bound what is stated
  /// @param exact whether it is said to be one of the values
  /// @param extremes the values
  void min(
      Lie.Place place, String what, @Nullable ByteBuffer bound, boolean exact, Extremes extremes) {
    check(place, what, bound, exact, extremes, extremes.min(), -1);
  }

  /// Checks an upper bound, as [#min].
  void max(
      Lie.Place place, String what, @Nullable ByteBuffer bound, boolean exact, Extremes extremes) {
    check(place, what, bound, exact, extremes, extremes.max(), 1);
  }

  /// @param outside the sign of the comparison of a wide bound with the value
  private void check(
      Lie.Place place,
      String what,
      @Nullable ByteBuffer bound,
      boolean exact,
      Extremes extremes,
      @Nullable ByteBuffer value,
      int outside) {
    if (bound == null) {
      return;
    }
    if (!order.fits(bound)) {
      findings.lie(place, what, "a value of " + order.type(), text(bound));
    } else if (order.isNan(bound) && !extremes.onlyNans()) {
      findings.lie(place, what, "no NaN", "NaN");
    } else if (value != null) {
      int compared = Integer.signum(order.compare(bound, value));
      if (compared == -outside) {
        String side = outside < 0 ? "at most " : "at least ";
        findings.lie(place, what, side + text(value), text(bound));
      } else if (exact && compared != 0) {
        findings.lie(place, what, "exactly " + text(value), text(bound));
      }
    }
  }

  /// A value for people to read.
  ///
  /// @param value a value in PLAIN layout without a length
  String text(ByteBuffer value) {
    boolean words = !order.ofBytes() && order.fits(value);
    String text =
        switch (order.kind()) {
          case SIGNED -> words ? Long.toString(LeafOrder.word(value)) : hex(value);
          case UNSIGNED -> words ? unsigned(value) : hex(value);
          case FLOAT ->
              words
                  ? Float.toString(Float.intBitsToFloat((int) LeafOrder.word(value)))
                  : hex(value);
          case DOUBLE ->
              words ? Double.toString(Double.longBitsToDouble(LeafOrder.word(value))) : hex(value);
          case FLOAT16 ->
              words
                  ? Float.toString(Float.float16ToFloat((short) LeafOrder.word(value)))
                  : hex(value);
          case LEXICOGRAPHIC ->
              leaf.annotation() == null || leaf.annotation().equals("UUID")
                  ? hex(value)
                  : "'" + StandardCharsets.UTF_8.decode(value.duplicate()) + "'";
          case SIGNED_BYTES, UNDEFINED -> hex(value);
        };
    return text.codePointCount(0, text.length()) <= LONGEST_TEXT
        ? text
        : text.substring(0, text.offsetByCodePoints(0, LONGEST_TEXT)) + "…";
  }

  private String unsigned(ByteBuffer value) {
    long word = LeafOrder.word(value);
    return Long.toUnsignedString(
        order.type() == FileMetadata.Type.INT32 ? word & 0xffff_ffffL : word);
  }

  private static String hex(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    return "0x" + HexFormat.of().formatHex(bytes);
  }
}

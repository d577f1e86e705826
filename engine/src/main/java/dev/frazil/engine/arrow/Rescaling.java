package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.engine.WriteException;
import java.lang.foreign.MemorySegment;

/// Loops of casts between units: check the range of all slots, convert all slots, and look at
/// single slots only when something does not fit.
///
/// A null slot holds any bits. It may raise a flag, and then does not count in the search for the
/// value at fault; its result is any bits again.
final class Rescaling {
  private static final long DAY_MILLIS = 86_400_000;

  private Rescaling() {}

  /// Checks that all values lie in the range of the plan.
  ///
  /// @throws WriteException naming the first that does not
  static void check(Conversion.Rescale plan, ArrowColumn column, CastSite site) {
    if (plan.low() == Long.MIN_VALUE && plan.high() == Long.MAX_VALUE) {
      return;
    }
    boolean inside =
        plan.fromBytes() == Integer.BYTES
            ? intsInside(column, plan.low(), plan.high())
            : longsInside(column, plan.low(), plan.high());
    if (!inside) {
      refuseUnfit(plan, column, site);
    }
  }

  /// Converts the slots of `column`, which [#check] has passed, to `to` from slot `first` on.
  ///
  /// @throws WriteException naming the first value that leaves a remainder, unless the plan drops
  ///   it
  static void convert(
      Conversion.Rescale plan, ArrowColumn column, MemorySegment to, long first, CastSite site) {
    MemorySegment from = column.values();
    long base = column.offset() * plan.fromBytes();
    long target = first * plan.toBytes();
    int length = column.length();
    boolean toInt = plan.toBytes() == Integer.BYTES;
    long remainders = 0;
    if (plan.fromBytes() == Integer.BYTES) {
      if (toInt) {
        multiplyIntsToInts(from, base, to, target, length, (int) plan.multiplier());
      } else {
        multiplyIntsToLongs(from, base, to, target, length, plan.multiplier());
      }
    } else if (plan.floor() && plan.divisor() > 1) {
      floorLongs(plan, from, base, to, target, length);
    } else if (toInt) {
      remainders =
          plan.divisor() == DAY_MILLIS
              ? days(from, base, to, target, length)
              : divideToInts(from, base, to, target, length, plan.divisor());
    } else if (plan.divisor() == 1) {
      multiplyLongs(from, base, to, target, length, plan.multiplier());
    } else {
      remainders =
          plan.divisor() == 1000
              ? thousandths(from, base, to, target, length)
              : divideLongs(from, base, to, target, length, plan.divisor());
    }
    if (remainders != 0) {
      refuseUnfit(plan, column, site);
    }
  }

  private static boolean intsInside(ArrowColumn column, long low, long high) {
    MemorySegment values = column.values();
    long base = column.offset() << 2;
    int length = column.length();
    int min = Integer.MAX_VALUE;
    int max = Integer.MIN_VALUE;
    for (int i = 0; i < length; i++) {
      int value = values.get(INT, base + ((long) i << 2));
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    return length == 0 || (min >= low && max <= high);
  }

  private static boolean longsInside(ArrowColumn column, long low, long high) {
    MemorySegment values = column.values();
    long base = column.offset() << 3;
    int length = column.length();
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < length; i++) {
      long value = values.get(LONG, base + ((long) i << 3));
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    return length == 0 || (min >= low && max <= high);
  }

  private static void multiplyIntsToInts(
      MemorySegment from, long base, MemorySegment to, long target, int length, int factor) {
    for (int i = 0; i < length; i++) {
      to.set(INT, target + ((long) i << 2), from.get(INT, base + ((long) i << 2)) * factor);
    }
  }

  private static void multiplyIntsToLongs(
      MemorySegment from, long base, MemorySegment to, long target, int length, long factor) {
    for (int i = 0; i < length; i++) {
      to.set(LONG, target + ((long) i << 3), from.get(INT, base + ((long) i << 2)) * factor);
    }
  }

  private static void multiplyLongs(
      MemorySegment from, long base, MemorySegment to, long target, int length, long factor) {
    for (int i = 0; i < length; i++) {
      to.set(LONG, target + ((long) i << 3), from.get(LONG, base + ((long) i << 3)) * factor);
    }
  }

  /// Times and timestamps of 64 bits to a coarser unit, of 32 or 64 bits, rounded down.
  private static void floorLongs(
      Conversion.Rescale plan,
      MemorySegment from,
      long base,
      MemorySegment to,
      long target,
      int length) {
    boolean toInt = plan.toBytes() == Integer.BYTES;
    for (int i = 0; i < length; i++) {
      long value = Math.floorDiv(from.get(LONG, base + ((long) i << 3)), plan.divisor());
      if (toInt) {
        to.set(INT, target + ((long) i << 2), (int) value);
      } else {
        to.set(LONG, target + ((long) i << 3), value);
      }
    }
  }

  /// Checks that unsigned values are ones of the signed type of their width.
  ///
  /// @throws WriteException naming the first that is greater
  static void checkUnsigned(int bytes, ArrowColumn column, CastSite site) {
    boolean ints = bytes == Integer.BYTES;
    if (ints ? intsInside(column, 0, Integer.MAX_VALUE) : longsInside(column, 0, Long.MAX_VALUE)) {
      return;
    }
    for (int i = 0; i < column.length(); i++) {
      long slot = column.offset() + i;
      long value =
          ints ? column.values().get(INT, slot << 2) : column.values().get(LONG, slot << 3);
      if (value < 0 && site.holds(column, i)) {
        String text = ints ? Integer.toUnsignedString((int) value) : Long.toUnsignedString(value);
        throw site.unfit(i, "0 to " + (ints ? Integer.MAX_VALUE : Long.MAX_VALUE), text);
      }
    }
  }

  /// Divides by a constant, which a compiler turns into a multiplication; so does [#days].
  private static long thousandths(
      MemorySegment from, long base, MemorySegment to, long target, int length) {
    long remainders = 0;
    for (int i = 0; i < length; i++) {
      long value = from.get(LONG, base + ((long) i << 3));
      long quotient = value / 1000;
      remainders |= value - quotient * 1000;
      to.set(LONG, target + ((long) i << 3), quotient);
    }
    return remainders;
  }

  private static long days(
      MemorySegment from, long base, MemorySegment to, long target, int length) {
    long remainders = 0;
    for (int i = 0; i < length; i++) {
      long value = from.get(LONG, base + ((long) i << 3));
      long quotient = value / DAY_MILLIS;
      remainders |= value - quotient * DAY_MILLIS;
      to.set(INT, target + ((long) i << 2), (int) quotient);
    }
    return remainders;
  }

  private static long divideLongs(
      MemorySegment from, long base, MemorySegment to, long target, int length, long divisor) {
    long remainders = 0;
    for (int i = 0; i < length; i++) {
      long value = from.get(LONG, base + ((long) i << 3));
      long quotient = value / divisor;
      remainders |= value - quotient * divisor;
      to.set(LONG, target + ((long) i << 3), quotient);
    }
    return remainders;
  }

  private static long divideToInts(
      MemorySegment from, long base, MemorySegment to, long target, int length, long divisor) {
    long remainders = 0;
    for (int i = 0; i < length; i++) {
      long value = from.get(LONG, base + ((long) i << 3));
      long quotient = value / divisor;
      remainders |= value - quotient * divisor;
      to.set(INT, target + ((long) i << 2), (int) quotient);
    }
    return remainders;
  }

  private static void refuseUnfit(Conversion.Rescale plan, ArrowColumn column, CastSite site) {
    for (int row = 0; row < column.length(); row++) {
      long slot = column.offset() + row;
      long value =
          plan.fromBytes() == Integer.BYTES
              ? column.values().get(INT, slot << 2)
              : column.values().get(LONG, slot << 3);
      boolean inside = value >= plan.low() && value <= plan.high();
      boolean whole = plan.floor() || value % plan.divisor() == 0;
      if (!site.holds(column, row) || (inside && whole)) {
        continue;
      }
      String expected =
          inside ? "a multiple of " + plan.divisor() : plan.low() + " to " + plan.high();
      throw site.unfit(row, expected, value);
    }
  }
}

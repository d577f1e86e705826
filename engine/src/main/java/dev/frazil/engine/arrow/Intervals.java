package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowType.IntervalUnit;
import java.lang.foreign.MemorySegment;

/// Loops that turn intervals into those of Parquet: months, days and milliseconds, unsigned and
/// little-endian in 4 bytes each (LogicalTypes.md, "INTERVAL").
///
/// Null slots hold any bits; see [Rescaling].
final class Intervals {
  /// Bytes of a result.
  static final int WIDTH = 12;

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long MAX_MILLIS = 0xFFFF_FFFFL;

  private Intervals() {}

  /// Writes the slots of a column to `to` from slot `first` on.
  ///
  /// @throws WriteException naming the first value that a Parquet interval cannot hold
  static void convert(
      IntervalUnit unit, ArrowColumn column, MemorySegment to, long first, CastSite site) {
    MemorySegment from = column.values();
    long base = column.offset() * (new ArrowType.Interval(unit).slotBits() >>> 3);
    long target = first * WIDTH;
    int length = column.length();
    boolean fits =
        switch (unit) {
          case YEAR_MONTH -> months(from, base, to, target, length);
          case DAY_TIME -> dayTimes(from, base, to, target, length);
          case MONTH_DAY_NANO -> monthDayNanos(from, base, to, target, length);
        };
    if (!fits) {
      refuseUnfit(unit, column, site);
    }
  }

  private static boolean months(
      MemorySegment from, long base, MemorySegment to, long target, int length) {
    int signs = 0;
    for (int i = 0; i < length; i++) {
      int months = from.get(INT, base + ((long) i << 2));
      signs |= months;
      long at = target + (long) i * WIDTH;
      to.set(INT, at, months);
      to.set(LONG, at + 4, 0);
    }
    return signs >= 0;
  }

  private static boolean dayTimes(
      MemorySegment from, long base, MemorySegment to, long target, int length) {
    long signs = 0;
    for (int i = 0; i < length; i++) {
      long daysAndMillis = from.get(LONG, base + ((long) i << 3));
      signs |= daysAndMillis | daysAndMillis << 32;
      long at = target + (long) i * WIDTH;
      to.set(INT, at, 0);
      to.set(LONG, at + 4, daysAndMillis);
    }
    return signs >= 0;
  }

  private static boolean monthDayNanos(
      MemorySegment from, long base, MemorySegment to, long target, int length) {
    long signs = 0;
    long remainders = 0;
    for (int i = 0; i < length; i++) {
      long monthsAndDays = from.get(LONG, base + ((long) i << 4));
      long nanos = from.get(LONG, base + ((long) i << 4) + 8);
      long millis = nanos / NANOS_PER_MILLI;
      signs |= monthsAndDays | monthsAndDays << 32 | nanos | MAX_MILLIS - millis;
      remainders |= nanos - millis * NANOS_PER_MILLI;
      long at = target + (long) i * WIDTH;
      to.set(LONG, at, monthsAndDays);
      to.set(INT, at + 8, (int) millis);
    }
    return signs >= 0 && remainders == 0;
  }

  private static void refuseUnfit(IntervalUnit unit, ArrowColumn column, CastSite site) {
    for (int i = 0; i < column.length(); i++) {
      long slot = column.offset() + i;
      if (site.holds(column, i)) {
        switch (unit) {
          case YEAR_MONTH -> requireCount(column, slot << 2, "months", site, i);
          case DAY_TIME -> {
            requireCount(column, slot << 3, "days", site, i);
            requireCount(column, (slot << 3) + 4, "milliseconds", site, i);
          }
          case MONTH_DAY_NANO -> {
            requireCount(column, slot << 4, "months", site, i);
            requireCount(column, (slot << 4) + 4, "days", site, i);
            requireMillis(column.values().get(LONG, (slot << 4) + 8), site, i);
          }
        }
      }
    }
  }

  private static void requireCount(ArrowColumn column, long at, String unit, CastSite site, int i) {
    int count = column.values().get(INT, at);
    if (count < 0) {
      throw site.unfit(i, "0 or more " + unit, count);
    }
  }

  private static void requireMillis(long nanos, CastSite site, int i) {
    if (nanos < 0 || nanos / NANOS_PER_MILLI > MAX_MILLIS || nanos % NANOS_PER_MILLI != 0) {
      throw site.unfit(i, "whole milliseconds from 0 to " + MAX_MILLIS, nanos + " nanoseconds");
    }
  }
}

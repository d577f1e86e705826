package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;

/// Offsets of strings, lists and maps: not negative, never going back, nothing longer than a Java
/// array could be.
///
/// Checked in null slots as well: offsets of a null slot must rise too, or the next value's start
/// would be unknown.
final class RisingOffsets {
  private RisingOffsets() {}

  /// Checks the offsets of some slots, and the one behind the last of them.
  ///
  /// @param unit what offsets count
  /// @return the last offset
  static long check(MemorySegment offsets, boolean large, ImportedSlots slots, String unit) {
    long first = slots.start();
    int count = slots.count();
    boolean sound =
        large ? risesLong(offsets, first << 3, count) : risesInt(offsets, first << 2, count);
    if (!sound) {
      refuse(offsets, large, slots, unit);
    }
    return at(offsets, large, first + count);
  }

  /// Offset number `i`.
  static long at(MemorySegment offsets, boolean large, long i) {
    return large ? offsets.get(LONG, i << 3) : offsets.get(INT, i << 2);
  }

  private static boolean risesInt(MemorySegment offsets, long base, int length) {
    int flags = 0;
    for (int i = 0; i < length; i++) {
      int start = offsets.get(INT, base + ((long) i << 2));
      int end = offsets.get(INT, base + ((long) i << 2) + Integer.BYTES);
      // Where neither is negative the difference cannot overflow; where one is, its own sign shows.
      flags |= start | end | (end - start);
    }
    return flags >= 0;
  }

  private static boolean risesLong(MemorySegment offsets, long base, int length) {
    long signs = 0;
    long lengths = 0;
    for (int i = 0; i < length; i++) {
      long start = offsets.get(LONG, base + ((long) i << 3));
      long end = offsets.get(LONG, base + ((long) i << 3) + Long.BYTES);
      signs |= start | end;
      lengths |= end - start;
    }
    return signs >= 0 && lengths >>> 31 == 0;
  }

  /// Finds the first unsound offset again, for the message.
  private static void refuse(
      MemorySegment offsets, boolean large, ImportedSlots slots, String unit) {
    long start = at(offsets, large, slots.start());
    if (start < 0) {
      throw ArrayStruct.failure(slots.place(slots.first()), "an offset of 0 or more", "" + start);
    }
    for (int i = slots.first(); i < slots.last(); i++) {
      long end = at(offsets, large, slots.offset() + i + 1);
      if (end < start) {
        throw ArrayStruct.failure(
            slots.place(i), "offsets that never go back", start + " before " + end);
      }
      if (end - start > Integer.MAX_VALUE) {
        throw ArrayStruct.failure(
            slots.place(i),
            "a value of at most " + Integer.MAX_VALUE + " " + unit,
            String.valueOf(end - start));
      }
      start = end;
    }
  }
}

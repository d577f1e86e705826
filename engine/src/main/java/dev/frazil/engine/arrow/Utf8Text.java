package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;

/// UTF-8 in string columns (RFC 3629: no overlong forms, no surrogates, nothing beyond U+10FFFF).
///
/// The bytes of the whole column are looked at first, null slots included: when they are valid and
/// no value begins inside a character, every value is valid. Only when that fails are the values
/// looked at one by one, because what a null slot spans is any bytes.
public final class Utf8Text {
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8Text() {}

  /// Checks the values of a column whose offsets are sound.
  static void check(ArrowColumn column, ImportedSlots slots) {
    boolean large = column.field().type().slotBits() == Long.SIZE;
    MemorySegment offsets = column.values();
    MemorySegment data = column.data();
    long start = RisingOffsets.at(offsets, large, slots.start());
    long end = data.byteSize();
    if (isAscii(data, start, end)
        || (firstInvalid(data, start, end) < 0 && !splitsCharacters(column, slots, large))) {
      return;
    }
    for (int i = slots.first(); i < slots.last(); i++) {
      long from = RisingOffsets.at(offsets, large, slots.offset() + i);
      long to = RisingOffsets.at(offsets, large, slots.offset() + i + 1);
      if (firstInvalid(data, from, to) >= 0 && slots.holds(column, i)) {
        requireValid(data, from, to - from, slots.place(i));
      }
    }
  }

  /// Checks one value.
  static void requireValid(MemorySegment data, long start, long length, String place) {
    long invalid = firstInvalid(data, start, start + length);
    if (invalid >= 0) {
      throw ArrayStruct.failure(
          place,
          "valid UTF-8",
          "0x%02x at byte %d of %d"
              .formatted(data.get(BYTE, invalid) & 0xFF, invalid - start, length));
    }
  }

  /// Whether bytes are all ASCII, which is UTF-8 wherever it is cut.
  ///
  /// @param data the bytes
  /// @param start the first one that is looked at
  /// @param end the one behind the last
  /// @return true if there is no other one
  public static boolean isAscii(MemorySegment data, long start, long end) {
    long bits = 0;
    // Blocks, so that the loop counts in ints and text beyond ASCII is noticed early.
    for (long block = start; block < end; block += 1 << 16) {
      int bytes = (int) Math.min(1 << 16, end - block);
      int words = bytes >>> 3;
      for (int i = 0; i < words; i++) {
        bits |= data.get(LONG, block + ((long) i << 3));
      }
      for (int i = words << 3; i < bytes; i++) {
        bits |= data.get(BYTE, block + i);
      }
      if ((bits & HIGH_BITS) != 0) {
        return false;
      }
    }
    return true;
  }

  /// Looks for bytes that are no UTF-8.
  ///
  /// @param data the bytes
  /// @param start the first one that is looked at
  /// @param end the one behind the last
  /// @return where the first byte stands that is not part of a character, or -1
  public static long firstInvalid(MemorySegment data, long start, long end) {
    long at = start;
    while (at < end) {
      if (at + Long.BYTES <= end) {
        long high = data.get(LONG, at) & HIGH_BITS;
        at += Long.numberOfTrailingZeros(high) >>> 3;
        if (high == 0) {
          continue;
        }
      }
      while (at < end && data.get(BYTE, at) < 0) {
        int length = characterLength(data, at, end);
        if (length == 0) {
          return at;
        }
        at += length;
      }
      at += at < end ? 1 : 0;
    }
    return -1;
  }

  /// Bytes of the character beyond ASCII at `at`, 2 to 4, or 0 when there is none (RFC 3629,
  /// section 4: the second byte's range rules out overlong forms, surrogates and numbers beyond
  /// U+10FFFF).
  private static int characterLength(MemorySegment data, long at, long end) {
    int lead = data.get(BYTE, at) & 0xFF;
    if (lead < 0xC2 || lead > 0xF4) {
      return 0;
    }
    int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (at + length > end) {
      return 0;
    }
    int second = data.get(BYTE, at + 1) & 0xFF;
    int low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    boolean valid =
        second >= low
            && second <= high
            && (length < 3 || isContinuation(data.get(BYTE, at + 2)))
            && (length < 4 || isContinuation(data.get(BYTE, at + 3)));
    return valid ? length : 0;
  }

  /// Whether a byte stands inside a character, behind its first one.
  ///
  /// @param b a byte of UTF-8
  /// @return true if no character begins with it
  public static boolean isContinuation(byte b) {
    return (b & 0xC0) == 0x80;
  }

  private static boolean splitsCharacters(ArrowColumn column, ImportedSlots slots, boolean large) {
    MemorySegment data = column.data();
    long end = data.byteSize();
    for (long slot = slots.start() + 1; slot < slots.end(); slot++) {
      long start = RisingOffsets.at(column.values(), large, slot);
      if (start < end && isContinuation(data.get(BYTE, start))) {
        return true;
      }
    }
    return false;
  }
}

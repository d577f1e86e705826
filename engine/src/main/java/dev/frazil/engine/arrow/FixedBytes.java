package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.engine.WriteException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Loops that bring strings and byte strings into slots of one width.
///
/// Null slots, and those that belong to no row, span any bytes and come out as any bytes.
final class FixedBytes {
  /// Bytes of a UUID.
  static final int UUID_WIDTH = 16;

  private static final ValueLayout.OfLong BIG_ENDIAN_LONG = LONG.withOrder(ByteOrder.BIG_ENDIAN);
  private static final int UUID_TEXT = 36;
  private static final int UUID_DIGITS = 32;
  private static final int LONGEST_QUOTE = 60;

  private FixedBytes() {}

  /// Copies the values of `column`, each of `width` bytes, to `to` from slot `first` on.
  ///
  /// @throws WriteException naming the first of another length
  static void copy(ArrowColumn column, int width, MemorySegment to, long first, CastSite site) {
    MemorySegment data = column.data();
    for (int i = 0; i < column.length(); i++) {
      long start = column.stringStart(i);
      long length = column.stringStart(i + 1) - start;
      if (length == width) {
        MemorySegment.copy(data, start, to, (first + i) * width, width);
      } else if (site.holds(column, i)) {
        throw site.unfit(i, width + " bytes", length + " bytes");
      }
    }
  }

  /// Writes the UUIDs that the strings of `column` spell (RFC 9562, section 4) to `to` from slot
  /// `first` on.
  ///
  /// @throws WriteException naming the first string that spells none
  static void parseUuids(ArrowColumn column, MemorySegment to, long first, CastSite site) {
    for (int i = 0; i < column.length(); i++) {
      long start = column.stringStart(i);
      long length = column.stringStart(i + 1) - start;
      boolean spelt =
          length == UUID_TEXT && parseUuid(column.data(), start, to, (first + i) * UUID_WIDTH);
      if (!spelt && site.holds(column, i)) {
        throw site.unfit(
            i, "8-4-4-4-12 hexadecimal digits", "'" + quote(column.data(), start, length) + "'");
      }
    }
  }

  private static boolean parseUuid(MemorySegment text, long start, MemorySegment to, long at) {
    long high = 0;
    long low = 0;
    int digits = 0;
    for (int i = 0; i < UUID_TEXT; i++) {
      int c = text.get(BYTE, start + i);
      boolean hyphen = i == 8 || i == 13 || i == 18 || i == 23;
      int digit = hyphen || c < 0 ? -1 : Character.digit(c, 16);
      if (hyphen ? c != '-' : digit < 0) {
        return false;
      }
      if (!hyphen) {
        high = digits < UUID_DIGITS / 2 ? high << 4 | digit : high;
        low = low << 4 | digit;
        digits++;
      }
    }
    to.set(BIG_ENDIAN_LONG, at, high);
    to.set(BIG_ENDIAN_LONG, at + Long.BYTES, low);
    return true;
  }

  private static String quote(MemorySegment data, long start, long length) {
    byte[] bytes = data.asSlice(start, Math.min(length, LONGEST_QUOTE)).toArray(BYTE);
    return new String(bytes, StandardCharsets.UTF_8) + (length > LONGEST_QUOTE ? "..." : "");
  }
}

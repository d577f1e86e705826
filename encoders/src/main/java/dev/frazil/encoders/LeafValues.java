package dev.frazil.encoders;

import dev.frazil.encoders.memory.Layouts;
import java.lang.foreign.MemorySegment;

/// The values of one leaf in one batch, a slot a row, null slots included: a view of native memory
/// that the encoder reads during one `append` and never keeps.
///
/// Segments are native and bounded to what belongs to the column. Nothing aligns them. What stands
/// in a null slot is never looked at.
public sealed interface LeafValues {

  /// Bytes that slots take in PLAIN, were none of them null; for [Coded] byte strings as if all
  /// entries were used alike.
  ///
  /// @param from the first slot
  /// @param count how many
  /// @return a size in bytes
  default long plainBytes(long from, long count) {
    return switch (this) {
      case FixedWidth v -> v.width() * count;
      case Bits _ -> (count + 7) >>> 3;
      case Binary v ->
          count == 0 ? 0 : Integer.BYTES * count + v.start(from + count) - v.start(from);
      case Coded v -> {
        long entries = Math.max(1, v.entryCount());
        yield count * v.dictionary().plainBytes(0, v.entryCount()) / entries;
      }
    };
  }

  /// Values of one width in PLAIN layout: INT32, INT64, FLOAT, DOUBLE, FIXED_LEN_BYTE_ARRAY.
  ///
  /// @param values slot `i` at byte `(offset + i) * width`
  /// @param width bytes of a value; the width of the column's physical type
  /// @param offset slots before the first one
  record FixedWidth(MemorySegment values, int width, long offset) implements LeafValues {}

  /// Booleans, a bit a slot, least significant bit first.
  ///
  /// @param bits slot `i` at bit `offset + i`
  /// @param offset bits before the first slot
  record Bits(MemorySegment bits, long offset) implements LeafValues {}

  /// Byte strings of any length.
  ///
  /// @param offsets slot `i` spans `data` from offset number `offset + i` to the next one
  /// @param offsetWidth bytes of an offset, 4 or 8; offsets are signed, rise, and lie inside `data`
  /// @param data the bytes
  /// @param offset slots before the first one
  record Binary(MemorySegment offsets, int offsetWidth, MemorySegment data, long offset)
      implements LeafValues {

    /// Where the bytes of a slot start in `data`, and those of the slot before it end.
    ///
    /// @param slot from 0 to the number of slots
    /// @return an offset
    public long start(long slot) {
      return offsetWidth == Long.BYTES
          ? offsets.get(Layouts.LONG, (offset + slot) << 3)
          : offsets.get(Layouts.INT, (offset + slot) << 2);
    }
  }

  /// Values by their numbers in a dictionary of the batch: INT32, INT64, FLOAT, DOUBLE, BYTE_ARRAY
  /// and FIXED_LEN_BYTE_ARRAY.
  ///
  /// @param indices slot `i` is the little-endian number at byte `(offset + i) * indexWidth`; it
  ///   lies inside the dictionary
  /// @param indexWidth bytes of an index: 1, 2, 4 or 8
  /// @param offset slots before the first one
  /// @param dictionary the entries, all of which hold a value that may be read; a [FixedWidth] or a
  ///   [Binary] as the column's type has it. Entries may be equal, and may be used by no slot
  /// @param entryCount number of entries
  record Coded(
      MemorySegment indices, int indexWidth, long offset, LeafValues dictionary, int entryCount)
      implements LeafValues {

    /// The entry of a slot.
    ///
    /// @param slot from 0 to the number of slots, excluded
    /// @return a number inside the dictionary; any number for a null slot
    public long entry(long slot) {
      long at = (offset + slot) * indexWidth;
      return switch (indexWidth) {
        case Byte.BYTES -> indices.get(Layouts.BYTE, at) & 0xff;
        case Short.BYTES -> indices.get(Layouts.SHORT, at) & 0xffff;
        case Integer.BYTES -> indices.get(Layouts.INT, at) & 0xffff_ffffL;
        default -> indices.get(Layouts.LONG, at);
      };
    }
  }
}

package dev.frazil.encoders.internal.levels;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.Nesting.Step;
import java.lang.foreign.MemorySegment;

/// Lays out the levels of the elements of innermost lists list by list, with an entry for each
/// empty list among them.
///
/// Two words are stored for every list, whatever its length, and the next list's go over what was
/// too much: targets need [#SLACK] bytes behind the last entry, and so does what the elements'
/// levels are read from.
final class ListLevels {
  /// Bytes behind the levels that may be read and written.
  static final int SLACK = 2 * Long.BYTES;

  private ListLevels() {}

  /// Writes the entries of `count` lists from `slot`.
  ///
  /// @param elements the definition levels of the lists' elements, from 0
  /// @param at where the entries go in both targets
  /// @param empty the definition level of an empty list
  /// @param repetition the repetition level of a list; its further elements have one more
  /// @return the position behind the entries
  static long write(
      Step.Repeated lists,
      long slot,
      long count,
      MemorySegment elements,
      MemorySegment definitions,
      MemorySegment repetitions,
      long at,
      int empty,
      int repetition) {
    boolean wide = lists.offsetWidth() == Long.BYTES;
    MemorySegment offsets = lists.offsets();
    long base = lists.offset() + slot;
    long first = lists.start(slot);
    long none = empty * LevelBytes.BYTES;
    long inList = (repetition + 1) * LevelBytes.BYTES;
    long end = at;
    long element = 0;
    for (long i = 1; i <= count; i++) {
      long next = wide ? offsets.get(LONG, (base + i) << 3) : offsets.get(INT, (base + i) << 2);
      long size = next - first - element;
      long isNone = (size - 1) >> 63;
      long levels = (elements.get(LONG, element) & ~isNone) | (none & isNone);
      definitions.set(LONG, end, levels);
      definitions.set(LONG, end + 8, elements.get(LONG, element + 8));
      repetitions.set(LONG, end, inList - 1);
      repetitions.set(LONG, end + 8, inList);
      if (size > SLACK) {
        long more = size - SLACK;
        MemorySegment.copy(elements, element + SLACK, definitions, end + SLACK, more);
        fill(repetitions, end + SLACK, more, inList);
      }
      end += Math.max(size, 1);
      element += size;
    }
    return end;
  }

  private static void fill(MemorySegment levels, long from, long count, long lanes) {
    long words = count >>> 3;
    for (long i = 0; i < words; i++) {
      levels.set(LONG, from + (i << 3), lanes);
    }
    for (long i = words << 3; i < count; i++) {
      levels.set(BYTE, from + i, (byte) lanes);
    }
  }
}

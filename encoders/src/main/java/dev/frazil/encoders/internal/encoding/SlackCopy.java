package dev.frazil.encoders.internal.encoding;

import static dev.frazil.encoders.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;

/// Copies of short byte strings from slab to slab, both with the slack that a slab has behind its
/// contents.
final class SlackCopy {
  /// Bytes that whole words copy without a branch; less than
  /// [dev.frazil.encoders.memory.Slab#SLACK].
  private static final int WORDS = 4 * Long.BYTES;

  private SlackCopy() {}

  /// Copies `length` bytes; up to 32 bytes behind them may be overwritten as well.
  static void copy(MemorySegment source, long from, MemorySegment target, long to, long length) {
    if (length <= WORDS) {
      target.set(LONG, to, source.get(LONG, from));
      target.set(LONG, to + 8, source.get(LONG, from + 8));
      target.set(LONG, to + 16, source.get(LONG, from + 16));
      target.set(LONG, to + 24, source.get(LONG, from + 24));
    } else {
      MemorySegment.copy(source, from, target, to, length);
    }
  }
}

package dev.frazil.encoders.memory;

import java.lang.foreign.MemorySegment;

/// Copies of short byte strings between places with as much behind them as a slab has behind its
/// contents.
public final class SlackCopy {
  /// What one step copies: a length that the compiler knows, so that a copy is a few moves of words
  /// with one check, and not a call.
  private static final long STEP = 32;

  private SlackCopy() {}

  /// Copies `length` bytes. Up to [Slab#SLACK] more are read behind them and written behind their
  /// copy, because lengths that differ cost more than moves: a branch that goes wrong takes as long
  /// as a hundred bytes.
  ///
  /// @param source what has the bytes
  /// @param from where they start in it
  /// @param target another block of memory
  /// @param to where the copy starts in it
  /// @param length how many
  public static void copy(
      MemorySegment source, long from, MemorySegment target, long to, long length) {
    if (length > 4 * STEP) {
      MemorySegment.copy(source, from, target, to, length);
      return;
    }
    MemorySegment.copy(source, from, target, to, STEP);
    MemorySegment.copy(source, from + STEP, target, to + STEP, STEP);
    if (length > 2 * STEP) {
      MemorySegment.copy(source, from + 2 * STEP, target, to + 2 * STEP, STEP);
      MemorySegment.copy(source, from + 3 * STEP, target, to + 3 * STEP, STEP);
    }
  }
}

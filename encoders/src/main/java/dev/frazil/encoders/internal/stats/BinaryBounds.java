package dev.frazil.encoders.internal.stats;

import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;

/// The smallest and the largest byte string, unsigned from the left. Owns copies of both.
///
/// Callers look at a value's [#key] first: only one that is not above the [#minKey] or not below
/// the [#maxKey] can change anything, and its first eight bytes tell that for almost every value.
public final class BinaryBounds implements AutoCloseable {
  private final Slab min = new Slab();
  private final Slab max = new Slab();
  private long minLength;
  private long maxLength;
  private long minKey;
  private long maxKey;
  private boolean empty;

  private final boolean ordered;

  /// Creates bounds of no value; without an order there never are any.
  public BinaryBounds(boolean ordered) {
    this.ordered = ordered;
    reset();
  }

  /// The first eight bytes of a value as a number whose signed order is the order of the bytes.
  ///
  /// @param word the value's first eight bytes, little-endian, whatever lies behind a shorter value
  /// @param length its length
  public static long key(long word, long length) {
    long prefix = Long.reverseBytes(word);
    if (length < Long.BYTES) {
      prefix &= length == 0 ? 0 : -1L << (64 - (length << 3));
    }
    return prefix ^ Long.MIN_VALUE;
  }

  /// The key of the smallest value; above all keys when there is none.
  public long minKey() {
    return minKey;
  }

  /// The key of the largest value; below all keys when there is none.
  public long maxKey() {
    return maxKey;
  }

  /// Takes in one value with its key.
  public void add(MemorySegment bytes, long at, long length, long key) {
    if (!ordered) {
      return;
    }
    if (empty
        || key < minKey
        || (key == minKey
            && ByteStrings.compare(bytes, at, length, min.segment(), 0, minLength) < 0)) {
      MemorySegment.copy(bytes, at, min.ensure(length, 0), 0, length);
      minLength = length;
      minKey = key;
    }
    if (empty
        || key > maxKey
        || (key == maxKey
            && ByteStrings.compare(bytes, at, length, max.segment(), 0, maxLength) > 0)) {
      MemorySegment.copy(bytes, at, max.ensure(length, 0), 0, length);
      maxLength = length;
      maxKey = key;
    }
    empty = false;
  }

  /// Makes a target the bounds so far, or none when there was no value.
  public void bounds(NativeBounds target) {
    if (empty) {
      target.clear();
    } else {
      target.min(min.segment(), minLength);
      target.max(max.segment(), maxLength);
    }
  }

  /// Forgets all values; memory is kept.
  public void reset() {
    empty = true;
    minKey = ordered ? Long.MAX_VALUE : Long.MIN_VALUE;
    maxKey = ordered ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  @Override
  public void close() {
    min.close();
    max.close();
  }
}

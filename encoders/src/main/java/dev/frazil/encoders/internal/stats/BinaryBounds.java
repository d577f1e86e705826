package dev.frazil.encoders.internal.stats;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

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

  /// Bytes that both bounds begin with, and the eight bytes behind those as keys; 0 while the keys
  /// of the bounds differ.
  private long shared;

  /// The last eight of those bytes.
  private long sharedEnd;

  private long minDeepKey;
  private long maxDeepKey;

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

  /// Takes in values in PLAIN, each behind its length, and returns the sum of their lengths.
  public long addPlain(MemorySegment values, long from, int count) {
    long at = from;
    for (int i = 0; i < count; i++) {
      int length = values.get(INT, at);
      at += Integer.BYTES;
      long key = key(values.get(LONG, at), length);
      boolean same = key == minKey && shared > 0;
      if (same ? !between(values, at, length) : key <= minKey || key >= maxKey) {
        compare(values, at, length, key);
      }
      at += length;
    }
    return at - from - (long) Integer.BYTES * count;
  }

  /// Takes in one value with its key.
  public void add(MemorySegment bytes, long at, long length, long key) {
    if (!(shared > 0 && key == minKey && between(bytes, at, length))) {
      compare(bytes, at, length, key);
    }
  }

  private void compare(MemorySegment bytes, long at, long length, long key) {
    if (!ordered) {
      return;
    }
    boolean lower =
        empty
            || key < minKey
            || (key == minKey
                && ByteStrings.compare(bytes, at, length, min.segment(), 0, minLength) < 0);
    boolean higher =
        empty
            || key > maxKey
            || (key == maxKey
                && ByteStrings.compare(bytes, at, length, max.segment(), 0, maxLength) > 0);
    if (lower) {
      MemorySegment.copy(bytes, at, min.ensure(length, 0), 0, length);
      minLength = length;
      minKey = key;
    }
    if (higher) {
      MemorySegment.copy(bytes, at, max.ensure(length, 0), 0, length);
      maxLength = length;
      maxKey = key;
    }
    if (lower || higher) {
      empty = false;
      share();
    }
  }

  /// Whether a value whose key is that of both bounds begins as they do, and the eight bytes behind
  /// tell that it lies between them. False where they do not tell.
  private boolean between(MemorySegment bytes, long at, long length) {
    if (length < shared + Long.BYTES) {
      return false;
    }
    long key = key(bytes.get(LONG, at + shared), Long.BYTES);
    return key > minDeepKey
        && key < maxDeepKey
        && bytes.get(LONG, at + shared - Long.BYTES) == sharedEnd
        && (shared <= 2 * Long.BYTES || beginsAlike(bytes, at));
  }

  private boolean beginsAlike(MemorySegment bytes, long at) {
    MemorySegment known = min.segment();
    return MemorySegment.mismatch(bytes, at, at + shared, known, 0, shared) < 0;
  }

  /// Finds what the bounds share; both slabs have slack behind them.
  private void share() {
    shared = 0;
    if (minKey != maxKey || Math.min(minLength, maxLength) < Long.BYTES) {
      return;
    }
    long same = MemorySegment.mismatch(min.segment(), 0, minLength, max.segment(), 0, maxLength);
    shared = same < 0 ? minLength : same;
    sharedEnd = min.segment().get(LONG, shared - Long.BYTES);
    minDeepKey = key(min.segment().get(LONG, shared), minLength - shared);
    maxDeepKey = key(max.segment().get(LONG, shared), maxLength - shared);
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
    shared = 0;
    minKey = ordered ? Long.MAX_VALUE : Long.MIN_VALUE;
    maxKey = ordered ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  @Override
  public void close() {
    min.close();
    max.close();
  }
}

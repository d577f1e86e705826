package dev.frazil.encoders.internal.stats;

import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.encoders.memory.Layouts;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The smallest and the largest value of a page or a chunk, whole and in PLAIN layout without a
/// length, or none: [Bounds] in memory that this object owns and that the next page or chunk takes
/// again.
public final class NativeBounds implements AutoCloseable {
  private static final long NONE = -1;

  private final BoundsOrder.Comparison order;

  /// Whether bounds that are NaN give way to others.
  private final boolean ieee;

  private final Slab min = new Slab();
  private final Slab max = new Slab();
  private long minLength = NONE;
  private long maxLength = NONE;

  private NativeBounds(BoundsOrder.Comparison order, boolean ieee) {
    this.order = order;
    this.ieee = ieee;
  }

  /// No bounds, to be merged by an order.
  public static NativeBounds of(ValueOrder order) {
    return new NativeBounds(
        BoundsOrder.comparison(order), order == ValueOrder.IEEE_754_TOTAL_ORDER);
  }

  /// No bounds, to be merged by the signed order of `java.util.UUID`.
  public static NativeBounds signedUuid() {
    return new NativeBounds(BoundsOrder::compareSignedUuid, false);
  }

  /// Whether there are bounds.
  public boolean present() {
    return minLength != NONE;
  }

  /// The smallest value, in the first [#minLength()] bytes; valid until the bounds change.
  public MemorySegment min() {
    return min.segment();
  }

  /// Bytes of the smallest value.
  public long minLength() {
    return minLength;
  }

  /// The largest value, in the first [#maxLength()] bytes; valid until the bounds change.
  public MemorySegment max() {
    return max.segment();
  }

  /// Bytes of the largest value.
  public long maxLength() {
    return maxLength;
  }

  /// Makes them none; memory is kept.
  public void clear() {
    minLength = NONE;
    maxLength = NONE;
  }

  /// Makes them the low `width` bytes, 8 at most, of two numbers.
  public void numbers(long low, long high, int width) {
    min.ensure(width, 0).set(Layouts.LONG, 0, low);
    max.ensure(width, 0).set(Layouts.LONG, 0, high);
    minLength = width;
    maxLength = width;
  }

  /// Makes them 16 bytes each, big-endian, of two pairs of numbers.
  void uuids(long[] low, long[] high) {
    bigEndian(low, min.ensure(2 * Long.BYTES, 0));
    bigEndian(high, max.ensure(2 * Long.BYTES, 0));
    minLength = 2 * Long.BYTES;
    maxLength = 2 * Long.BYTES;
  }

  private static void bigEndian(long[] words, MemorySegment target) {
    target.set(Layouts.LONG, 0, Long.reverseBytes(words[0]));
    target.set(Layouts.LONG, Long.BYTES, Long.reverseBytes(words[1]));
  }

  /// Makes them copies of two arrays.
  void bytes(byte[] low, byte[] high) {
    MemorySegment.copy(low, 0, min.ensure(low.length, 0), Layouts.BYTE, 0, low.length);
    MemorySegment.copy(high, 0, max.ensure(high.length, 0), Layouts.BYTE, 0, high.length);
    minLength = low.length;
    maxLength = high.length;
  }

  /// Makes the first `length` bytes of a segment the smallest value.
  void min(MemorySegment bytes, long length) {
    MemorySegment.copy(bytes, 0, min.ensure(length, 0), 0, length);
    minLength = length;
  }

  /// Makes the first `length` bytes of a segment the largest value.
  void max(MemorySegment bytes, long length) {
    MemorySegment.copy(bytes, 0, max.ensure(length, 0), 0, length);
    maxLength = length;
  }

  /// Makes them hold other bounds as well, of the same column.
  public void merge(NativeBounds other) {
    if (!other.present()) {
      return;
    }
    boolean none = !present();
    if (!none && ieee && nan() != other.nan()) {
      if (other.nan()) {
        return;
      }
      none = true;
    }
    if (none || order.compare(min(), 0, minLength, other.min(), 0, other.minLength) > 0) {
      min(other.min(), other.minLength);
    }
    if (none || order.compare(max(), 0, maxLength, other.max(), 0, other.maxLength) < 0) {
      max(other.max(), other.maxLength);
    }
  }

  private boolean nan() {
    return Double.isNaN(BoundsOrder.floatingPoint(min(), 0, minLength));
  }

  /// Exchanges the memory with that of other bounds; both are none then.
  public void exchange(NativeBounds other) {
    clear();
    other.clear();
    min.exchange(other.min);
    max.exchange(other.max);
  }

  /// A copy, or null when there are none.
  public @Nullable Bounds copy() {
    return present()
        ? new Bounds(bytes(min.segment(), (int) minLength), bytes(max.segment(), (int) maxLength))
        : null;
  }

  /// Less garbage than [MemorySegment#toArray].
  private static byte[] bytes(MemorySegment bound, int length) {
    byte[] bytes = new byte[length];
    MemorySegment.copy(bound, Layouts.BYTE, 0, bytes, 0, length);
    return bytes;
  }

  @Override
  public void close() {
    clear();
    min.close();
    max.close();
  }
}

package dev.frazil.encoders.internal.stats;

import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.ValueOrder;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// FIXED_LEN_BYTE_ARRAY in unsigned byte order or, for decimals, as big-endian two's complement;
/// for UUIDs the signed order of `java.util.UUID` as well.
///
/// A value is settled by its first eight bytes, kept as a number in the order of the column, in all
/// but ties.
final class FixedBytesBounds extends BoundsAccumulator {
  private final int width;
  private final long flip;
  private final boolean uuid;
  private final byte[] min;
  private final byte[] max;
  private long minKey;
  private long maxKey;
  private boolean empty;
  private final long[] signedMin = new long[2];
  private final long[] signedMax = new long[2];

  FixedBytesBounds(int width, ValueOrder order) {
    this.width = width;
    flip = order == ValueOrder.SIGNED_BIG_ENDIAN ? 0 : Long.MIN_VALUE;
    uuid = order == ValueOrder.UUID;
    min = new byte[width];
    max = new byte[width];
    reset();
  }

  @Override
  public void add(MemorySegment values, long at, int count) {
    for (int i = 0; i < count; i++) {
      long start = at + (long) i * width;
      long key = ByteStrings.prefix(values, start, width) ^ flip;
      if (empty || key <= minKey || key >= maxKey) {
        offer(values, start, key);
      }
    }
    if (uuid) {
      addSigned(values, at, count);
    }
  }

  private void offer(MemorySegment values, long start, long key) {
    if (empty || key < minKey || (key == minKey && compareRest(values, start, min) < 0)) {
      MemorySegment.copy(values, ValueLayout.JAVA_BYTE, start, min, 0, width);
      minKey = key;
    }
    if (empty || key > maxKey || (key == maxKey && compareRest(values, start, max) > 0)) {
      MemorySegment.copy(values, ValueLayout.JAVA_BYTE, start, max, 0, width);
      maxKey = key;
    }
    empty = false;
  }

  private int compareRest(MemorySegment values, long start, byte[] bound) {
    for (int i = Long.BYTES; i < width; i++) {
      int order = Byte.compareUnsigned(values.get(ValueLayout.JAVA_BYTE, start + i), bound[i]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private void addSigned(MemorySegment values, long at, int count) {
    for (int i = 0; i < count; i++) {
      long high = Long.reverseBytes(values.get(LONG, at + ((long) i << 4)));
      long low = Long.reverseBytes(values.get(LONG, at + ((long) i << 4) + 8));
      if (high < signedMin[0] || (high == signedMin[0] && low < signedMin[1])) {
        signedMin[0] = high;
        signedMin[1] = low;
      }
      if (high > signedMax[0] || (high == signedMax[0] && low > signedMax[1])) {
        signedMax[0] = high;
        signedMax[1] = low;
      }
    }
  }

  @Override
  public void bounds(NativeBounds target) {
    if (empty) {
      target.clear();
    } else {
      target.bytes(min, max);
    }
  }

  @Override
  public void signedUuidBounds(NativeBounds target) {
    if (empty || !uuid) {
      target.clear();
    } else {
      target.uuids(signedMin, signedMax);
    }
  }

  @Override
  public void reset() {
    empty = true;
    signedMin[0] = Long.MAX_VALUE;
    signedMin[1] = Long.MAX_VALUE;
    signedMax[0] = Long.MIN_VALUE;
    signedMax[1] = Long.MIN_VALUE;
  }
}

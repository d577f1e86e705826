package dev.frazil.engine.scan;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.memory.Bitmaps;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Values of fixed width on their way from the heap to Arrow's memory.
final class LeafValues {
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private LeafValues() {}

  static MemorySegment bits(LeafBatch batch, BatchMemory memory) {
    boolean[] values = batch.booleans();
    int size = batch.size();
    MemorySegment bits = memory.allocate(Bitmaps.bytes(size));
    for (int base = 0; base < size; base += Long.SIZE) {
      int count = Math.min(Long.SIZE, size - base);
      long word = 0;
      for (int i = 0; i < count; i++) {
        word |= values[base + i] ? 1L << i : 0;
      }
      Bitmaps.put(bits, base, word);
    }
    return bits;
  }

  static MemorySegment ints(LeafBatch batch, int bytes, BatchMemory memory) {
    int[] values = batch.ints();
    int size = batch.size();
    MemorySegment target = memory.allocate((long) size * bytes);
    switch (bytes) {
      case Byte.BYTES -> {
        for (int i = 0; i < size; i++) {
          target.set(BYTE, i, (byte) values[i]);
        }
      }
      case Short.BYTES -> {
        for (int i = 0; i < size; i++) {
          target.set(SHORT, (long) i * Short.BYTES, (short) values[i]);
        }
      }
      default -> MemorySegment.copy(values, 0, target, INT, 0, size);
    }
    return target;
  }

  static MemorySegment wideInts(LeafBatch batch, long multiplier, BatchMemory memory) {
    int[] values = batch.ints();
    int size = batch.size();
    MemorySegment target = memory.allocate((long) size * Long.BYTES);
    for (int i = 0; i < size; i++) {
      target.set(LONG, (long) i * Long.BYTES, values[i] * multiplier);
    }
    return target;
  }

  static MemorySegment dividedInts(LeafBatch batch, int divisor, BatchMemory memory) {
    int[] values = batch.ints();
    int size = batch.size();
    MemorySegment target = memory.allocate((long) size * Integer.BYTES);
    for (int i = 0; i < size; i++) {
      if (values[i] % divisor != 0 && batch.holds(i)) {
        throw indivisible(divisor, values[i]);
      }
      target.set(INT, (long) i * Integer.BYTES, values[i] / divisor);
    }
    return target;
  }

  static MemorySegment longs(LeafBatch batch, BatchMemory memory) {
    int size = batch.size();
    MemorySegment target = memory.allocate((long) size * Long.BYTES);
    MemorySegment.copy(batch.longs(), 0, target, LONG, 0, size);
    return target;
  }

  static MemorySegment dividedLongs(LeafBatch batch, long divisor, BatchMemory memory) {
    long[] values = batch.longs();
    int size = batch.size();
    MemorySegment target = memory.allocate((long) size * Long.BYTES);
    for (int i = 0; i < size; i++) {
      if (values[i] % divisor != 0 && batch.holds(i)) {
        throw indivisible(divisor, values[i]);
      }
      target.set(LONG, (long) i * Long.BYTES, values[i] / divisor);
    }
    return target;
  }

  static MemorySegment floats(LeafBatch batch, BatchMemory memory) {
    int size = batch.size();
    MemorySegment target = memory.allocate((long) size * Float.BYTES);
    MemorySegment.copy(batch.floats(), 0, target, FLOAT, 0, size);
    return target;
  }

  static MemorySegment doubles(LeafBatch batch, BatchMemory memory) {
    int size = batch.size();
    MemorySegment target = memory.allocate((long) size * Double.BYTES);
    MemorySegment.copy(batch.doubles(), 0, target, DOUBLE, 0, size);
    return target;
  }

  static MemorySegment fixed(LeafBatch batch, int width, BatchMemory memory) {
    int bytes = Math.multiplyExact(batch.size(), width);
    MemorySegment target = memory.allocate(bytes);
    MemorySegment.copy(batch.fixed(width), 0, target, BYTE, 0, bytes);
    return target;
  }

  private static IllegalStateException indivisible(long divisor, long value) {
    return new IllegalStateException("expected a multiple of " + divisor + ", got " + value);
  }
}

package dev.frazil.engine.scan;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.engine.arrow.ArrowType.IntervalUnit;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Decimals, timestamps of 96 bits and intervals, which Parquet lays out in another way than Arrow.
final class LeafNumbers {
  private static final int JULIAN_BYTES = 12;
  private static final int JULIAN_EPOCH = 2_440_588;
  private static final long DAY_SECONDS = 86_400;
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final int INTERVAL_BYTES = 12;
  private static final long MILLI_NANOS = 1_000_000;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LeafNumbers() {}

  static MemorySegment intDecimals(LeafBatch batch, int bytes, BatchMemory memory) {
    int[] values = batch.ints();
    MemorySegment target = memory.allocate((long) batch.size() * bytes);
    for (int i = 0; i < batch.size(); i++) {
      put(target, (long) i * bytes, bytes, values[i]);
    }
    return target;
  }

  static MemorySegment longDecimals(LeafBatch batch, int bytes, BatchMemory memory) {
    long[] values = batch.longs();
    MemorySegment target = memory.allocate((long) batch.size() * bytes);
    for (int i = 0; i < batch.size(); i++) {
      if (bytes == Integer.BYTES && values[i] != (int) values[i] && batch.holds(i)) {
        throw new IllegalStateException("expected a decimal of 32 bits, got " + values[i]);
      }
      put(target, (long) i * bytes, bytes, values[i]);
    }
    return target;
  }

  /// Little-endian two's complement of a number.
  private static void put(MemorySegment target, long at, int bytes, long value) {
    if (bytes == Integer.BYTES) {
      target.set(INT, at, (int) value);
      return;
    }
    target.set(LONG, at, value);
    for (int word = Long.BYTES; word < bytes; word += Long.BYTES) {
      target.set(LONG, at + word, value >> 63);
    }
  }

  /// Big-endian bytes, which may be more than the result has where they only repeat the sign.
  static MemorySegment byteDecimals(LeafBatch batch, int bytes, BatchMemory memory) {
    LeafBatch.Strings strings = batch.strings();
    byte[] data = strings.bytes();
    MemorySegment target = memory.allocate((long) batch.size() * bytes);
    for (int i = 0; i < batch.size(); i++) {
      int start = strings.offsets()[i];
      int length = strings.offsets()[i + 1] - start;
      byte sign = (byte) (length > 0 && data[start] < 0 ? -1 : 0);
      if (length > bytes && batch.holds(i)) {
        requireSign(data, start, length, bytes, sign);
      }
      long at = (long) i * bytes;
      for (int b = 0; b < bytes; b++) {
        target.set(BYTE, at + b, b < length ? data[start + length - 1 - b] : sign);
      }
    }
    return target;
  }

  private static void requireSign(byte[] data, int start, int length, int bytes, byte sign) {
    boolean fits = (data[start + length - bytes] < 0) == (sign < 0);
    for (int i = start; i < start + length - bytes; i++) {
      fits &= data[i] == sign;
    }
    if (!fits) {
      throw new IllegalStateException(
          "expected a decimal of %d bytes, got one of %d".formatted(bytes, length));
    }
  }

  static MemorySegment timestamps(LeafBatch batch, TimeUnit unit, BatchMemory memory) {
    byte[] data = batch.fixed(JULIAN_BYTES);
    MemorySegment target = memory.allocate((long) batch.size() * Long.BYTES);
    for (int i = 0; i < batch.size(); i++) {
      if (batch.holds(i)) {
        long nanos = (long) LONGS.get(data, i * JULIAN_BYTES);
        long day = (int) INTS.get(data, i * JULIAN_BYTES + Long.BYTES);
        target.set(LONG, (long) i * Long.BYTES, timestamp(day - JULIAN_EPOCH, nanos, unit));
      } else {
        target.set(LONG, (long) i * Long.BYTES, 0);
      }
    }
    return target;
  }

  private static long timestamp(long day, long nanos, TimeUnit unit) {
    long seconds = day * DAY_SECONDS + Math.floorDiv(nanos, SECOND_NANOS);
    try {
      return unit.count(seconds, Math.floorMod(nanos, SECOND_NANOS));
    } catch (ArithmeticException e) {
      throw new IllegalStateException(
          "expected a timestamp that fits 64 bits at %d a second, got day %d"
              .formatted(unit.perSecond(), day),
          e);
    }
  }

  /// Months, days and milliseconds of 32 unsigned bits each.
  static MemorySegment intervals(LeafBatch batch, IntervalUnit unit, BatchMemory memory) {
    byte[] data = batch.fixed(INTERVAL_BYTES);
    int bytes =
        switch (unit) {
          case YEAR_MONTH -> Integer.BYTES;
          case DAY_TIME -> Long.BYTES;
          case MONTH_DAY_NANO -> 2 * Long.BYTES;
        };
    MemorySegment target = memory.allocate((long) batch.size() * bytes);
    for (int i = 0; i < batch.size(); i++) {
      boolean holds = batch.holds(i);
      int at = i * INTERVAL_BYTES;
      int months = holds ? (int) INTS.get(data, at) : 0;
      int days = holds ? (int) INTS.get(data, at + Integer.BYTES) : 0;
      int millis = holds ? (int) INTS.get(data, at + 2 * Integer.BYTES) : 0;
      long to = (long) i * bytes;
      switch (unit) {
        case YEAR_MONTH -> {
          require(months >= 0 && days == 0 && millis == 0, unit, months, days, millis);
          target.set(INT, to, months);
        }
        case DAY_TIME -> {
          require(months == 0 && days >= 0 && millis >= 0, unit, months, days, millis);
          target.set(INT, to, days);
          target.set(INT, to + Integer.BYTES, millis);
        }
        case MONTH_DAY_NANO -> {
          require(months >= 0 && days >= 0, unit, months, days, millis);
          target.set(INT, to, months);
          target.set(INT, to + Integer.BYTES, days);
          target.set(LONG, to + Long.BYTES, Integer.toUnsignedLong(millis) * MILLI_NANOS);
        }
      }
    }
    return target;
  }

  private static void require(boolean fits, IntervalUnit unit, int months, int days, int millis) {
    if (!fits) {
      throw new IllegalStateException(
          "expected an interval of %s, got %s months, %s days, %s ms"
              .formatted(
                  unit.symbol(),
                  Integer.toUnsignedString(months),
                  Integer.toUnsignedString(days),
                  Integer.toUnsignedString(millis)));
    }
  }
}

package dev.frazil.engine.file;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Layouts;
import java.lang.foreign.MemorySegment;

/// Compares values of a column with their neighbours, in the order of [SortingColumn].
final class ValueComparison {
  /// Stands for a pair of slots that is to be compared; every other number is an outcome.
  static final byte OPEN = 2;

  private ValueComparison() {}

  /// Compares slot `from + i` with the next one for every `i` whose outcome is [#OPEN].
  ///
  /// @param sign 1, or -1 for the opposite order
  /// @param outcomes becomes below 0, 0 or above 0 as the first of the pair is below, equal or
  ///   above
  static void compare(
      LeafColumn column, LeafValues values, long from, int count, int sign, byte[] outcomes) {
    boolean unsigned = column.order() == ValueOrder.UNSIGNED;
    switch (values) {
      case LeafValues.FixedWidth(MemorySegment segment, int width, long offset) -> {
        long at = (offset + from) * width;
        switch (column.type()) {
          case INT32 -> ints(segment, at, count, sign, unsigned ? Integer.MIN_VALUE : 0, outcomes);
          case INT64 -> longs(segment, at, count, sign, unsigned ? Long.MIN_VALUE : 0, outcomes);
          case FLOAT -> floats(segment, at, count, sign, outcomes);
          case DOUBLE -> doubles(segment, at, count, sign, outcomes);
          case BOOLEAN, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
              others(column, values, from, count, sign, outcomes);
        }
      }
      case LeafValues.Bits _, LeafValues.Binary _, LeafValues.Coded _ ->
          others(column, values, from, count, sign, outcomes);
    }
  }

  private static byte outcome(int order, int sign) {
    return (byte) (sign * Integer.signum(order));
  }

  private static void ints(
      MemorySegment values, long at, int count, int sign, int flip, byte[] outcomes) {
    for (int i = 0; i < count; i++) {
      if (outcomes[i] == OPEN) {
        int first = values.get(Layouts.INT, at + ((long) i << 2)) ^ flip;
        int second = values.get(Layouts.INT, at + ((long) i << 2) + 4) ^ flip;
        outcomes[i] = outcome(Integer.compare(first, second), sign);
      }
    }
  }

  private static void longs(
      MemorySegment values, long at, int count, int sign, long flip, byte[] outcomes) {
    for (int i = 0; i < count; i++) {
      if (outcomes[i] == OPEN) {
        long first = values.get(Layouts.LONG, at + ((long) i << 3)) ^ flip;
        long second = values.get(Layouts.LONG, at + ((long) i << 3) + 8) ^ flip;
        outcomes[i] = outcome(Long.compare(first, second), sign);
      }
    }
  }

  private static void floats(MemorySegment values, long at, int count, int sign, byte[] outcomes) {
    for (int i = 0; i < count; i++) {
      if (outcomes[i] == OPEN) {
        float first = Float.intBitsToFloat(values.get(Layouts.INT, at + ((long) i << 2)));
        float second = Float.intBitsToFloat(values.get(Layouts.INT, at + ((long) i << 2) + 4));
        outcomes[i] = outcome(Float.compare(first, second), sign);
      }
    }
  }

  private static void doubles(MemorySegment values, long at, int count, int sign, byte[] outcomes) {
    for (int i = 0; i < count; i++) {
      if (outcomes[i] == OPEN) {
        double first = Double.longBitsToDouble(values.get(Layouts.LONG, at + ((long) i << 3)));
        double second = Double.longBitsToDouble(values.get(Layouts.LONG, at + ((long) i << 3) + 8));
        outcomes[i] = outcome(Double.compare(first, second), sign);
      }
    }
  }

  private static void others(
      LeafColumn column, LeafValues values, long from, int count, int sign, byte[] outcomes) {
    for (int i = 0; i < count; i++) {
      if (outcomes[i] == OPEN) {
        outcomes[i] = outcome(compare(column, values, from + i, from + i + 1), sign);
      }
    }
  }

  /// Compares the values of two slots, which hold some.
  private static int compare(LeafColumn column, LeafValues values, long first, long second) {
    return switch (values) {
      case LeafValues.Bits(MemorySegment bits, long offset) ->
          Boolean.compare(
              Bitmaps.isSet(bits, offset + first), Bitmaps.isSet(bits, offset + second));
      case LeafValues.FixedWidth(MemorySegment segment, int width, long offset) ->
          fixed(column, segment, (offset + first) * width, (offset + second) * width, width);
      case LeafValues.Binary v -> bytes(v, first, second);
      case LeafValues.Coded v -> {
        long firstIndex = v.entry(first);
        long secondIndex = v.entry(second);
        yield firstIndex == secondIndex
            ? 0
            : compare(column, v.dictionary(), firstIndex, secondIndex);
      }
    };
  }

  private static int fixed(
      LeafColumn column, MemorySegment values, long first, long second, int width) {
    return switch (column.type()) {
      case INT32 ->
          integers(column, values.get(Layouts.INT, first), values.get(Layouts.INT, second));
      case INT64 ->
          integers(column, values.get(Layouts.LONG, first), values.get(Layouts.LONG, second));
      case FLOAT ->
          Float.compare(
              Float.intBitsToFloat(values.get(Layouts.INT, first)),
              Float.intBitsToFloat(values.get(Layouts.INT, second)));
      case DOUBLE ->
          Double.compare(
              Double.longBitsToDouble(values.get(Layouts.LONG, first)),
              Double.longBitsToDouble(values.get(Layouts.LONG, second)));
      case FIXED_LEN_BYTE_ARRAY -> fixedBytes(column, values, first, second, width);
      case BOOLEAN, BYTE_ARRAY ->
          throw new IllegalArgumentException(
              "values: expected a fixed width, got " + column.type());
    };
  }

  private static int integers(LeafColumn column, long first, long second) {
    return column.order() == ValueOrder.UNSIGNED
        ? Long.compareUnsigned(first, second)
        : Long.compare(first, second);
  }

  private static int fixedBytes(
      LeafColumn column, MemorySegment values, long first, long second, int width) {
    if (column.order().floating()) {
      return Float.compare(
          Float.float16ToFloat(values.get(Layouts.SHORT, first)),
          Float.float16ToFloat(values.get(Layouts.SHORT, second)));
    }
    long at = MemorySegment.mismatch(values, first, first + width, values, second, second + width);
    if (at < 0) {
      return 0;
    }
    byte a = values.get(Layouts.BYTE, first + at);
    byte b = values.get(Layouts.BYTE, second + at);
    return at == 0 && column.order() == ValueOrder.SIGNED_BIG_ENDIAN
        ? Byte.compare(a, b)
        : Byte.compareUnsigned(a, b);
  }

  private static int bytes(LeafValues.Binary values, long first, long second) {
    MemorySegment data = values.data();
    long start = values.start(first);
    long end = values.start(first + 1);
    long otherStart = values.start(second);
    long otherEnd = values.start(second + 1);
    long at = MemorySegment.mismatch(data, start, end, data, otherStart, otherEnd);
    if (at < 0) {
      return 0;
    }
    return at == end - start || at == otherEnd - otherStart
        ? Long.compare(end - start, otherEnd - otherStart)
        : Byte.compareUnsigned(
            data.get(Layouts.BYTE, start + at), data.get(Layouts.BYTE, otherStart + at));
  }
}

package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import java.lang.foreign.MemorySegment;

/// Codes of eight-byte integers by their distance in steps: timestamps of whole seconds are a
/// million microseconds apart, amounts of whole cents a hundred.
///
/// A step of `odd << twos` is divided by without a division: a product with the inverse of the odd
/// part modulo 2^64, turned right by the twos, is the quotient where the step divides the distance.
/// Both parts are bijections of 64 bits, so that no other distance ends in the same slot.
final class LongCodes extends DirectCodes {
  /// Values of a batch from which the step is told; others may make it smaller later.
  private static final int SAMPLE = 64;

  private final ValueRange range = new ValueRange();
  private long base;
  private long step;
  private long inverse;
  private int twos;

  LongCodes(CodeTables tables) {
    super(Long.BYTES, tables);
  }

  @Override
  boolean open(
      MemorySegment values, long at, int count, long seen, MemorySegment entries, int size) {
    range.ofLongs(values, at, count);
    long low = range.min();
    long high = range.max();
    long common = 0;
    if (size > 0) {
      long top = base + (slots - 1) * step;
      long room = (slots >> 1) * step; // at most the span: no overflow
      low = low >= base ? base : low < Long.MIN_VALUE + room ? low : low - room;
      high = high <= top ? top : high > Long.MAX_VALUE - room ? high : high + room;
      common = gcd(step, base - low);
    }
    long span = high - low;
    if (span < 0 || size >= MAX_ENTRIES) {
      return false;
    }
    common = Math.max(1, gcd(common(values, at, count, low, common), span));
    if (!narrow(span / common, seen)) {
      return false;
    }
    base = low;
    step(common);
    clear((int) (span / common) + 1);
    return fill(entries, size);
  }

  @Override
  boolean fill(MemorySegment entries, int size) {
    for (int code = 0; code < size; code++) {
      codes[(int) Long.rotateRight((longAt(entries, code) - base) * inverse, twos)] =
          (short) (code + 1);
    }
    return true;
  }

  /// The largest step of a sample of values, the first among them, that divides another one.
  private static long common(MemorySegment values, long at, int count, long low, long start) {
    long result = start;
    int distance = Math.max(1, count / SAMPLE);
    for (int i = 0; i < count && result != 1; i += distance) {
      result = gcd(result, values.get(LONG, at + ((long) i << 3)) - low);
    }
    return result;
  }

  private static long gcd(long a, long b) {
    long x = a;
    long y = b;
    while (y != 0) {
      long rest = x % y;
      x = y;
      y = rest;
    }
    return x;
  }

  private void step(long value) {
    step = value;
    twos = Long.numberOfTrailingZeros(value);
    long odd = value >>> twos;
    long guess = odd; // right in its three lowest bits; each round doubles them (Newton)
    for (int bits = 3; bits < Long.SIZE; bits <<= 1) {
      guess *= 2 - odd * guess;
    }
    inverse = guess;
  }

  @Override
  int indexFew(
      MemorySegment values,
      long at,
      int count,
      MemorySegment indices,
      long to,
      MemorySegment entries,
      int limit) {
    short[] codesOf = codes;
    int covered = slots;
    long from = base;
    long factor = inverse;
    int turn = twos;
    int used = size;
    int i = 0;
    for (; i < count; i++) {
      long value = values.get(LONG, at + ((long) i << 3));
      long slot = Long.rotateRight((value - from) * factor, turn);
      if (Long.compareUnsigned(slot, covered) >= 0) {
        break;
      }
      int code = codesOf[(int) slot];
      if (code == 0) {
        if (used == limit) {
          break;
        }
        entries.set(LONG, (long) used << 3, value);
        code = ++used;
        codesOf[(int) slot] = (short) code;
      }
      indices.set(SHORT, to + ((long) i << 1), (short) (code - 1));
    }
    size = used;
    return i;
  }

  @Override
  int indexMany(
      MemorySegment values,
      long at,
      int count,
      MemorySegment indices,
      long to,
      MemorySegment entries) {
    short[] codesOf = codes;
    int covered = slots;
    long from = base;
    long factor = inverse;
    int turn = twos;
    int used = size;
    int i = 0;
    for (; i < count; i++) {
      long value = values.get(LONG, at + ((long) i << 3));
      long slot = Long.rotateRight((value - from) * factor, turn);
      if (Long.compareUnsigned(slot, covered) >= 0) {
        break;
      }
      int code = codesOf[(int) slot] & 0xffff;
      int added = isNew(code);
      code |= -added & (used + 1);
      entries.set(LONG, (long) used << 3, value);
      codesOf[(int) slot] = (short) code;
      used += added;
      indices.set(SHORT, to + ((long) i << 1), (short) (code - 1));
    }
    size = used;
    return i;
  }
}

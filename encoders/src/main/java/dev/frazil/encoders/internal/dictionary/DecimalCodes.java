package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.DOUBLE;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import java.lang.foreign.MemorySegment;

/// Codes of doubles of few decimals, as amounts have them, by their distance in units of the last
/// decimal.
///
/// A slot is only a guess: the entry that it leads to must have the bits of the value. Values that
/// share a slot without being equal, as zeros of either sign do, end the use of the table.
final class DecimalCodes extends DirectCodes {
  /// Values of a batch from which the number of decimals is told.
  private static final int SAMPLE = 64;

  private static final double MAX_SCALE = 10_000;
  private static final double TOLERANCE = 1e-6;

  private final ValueRange range = new ValueRange();
  private double scale;

  /// The smallest covered value in units, less one half: distances are rounded by cutting them off.
  private double origin;

  DecimalCodes(CodeTables tables) {
    super(Double.BYTES, tables);
  }

  @Override
  boolean open(
      MemorySegment values, long at, int count, long seen, MemorySegment entries, int size) {
    range.ofDoubles(values, at, count);
    if (size == 0) {
      scale = scale(values, at, count);
    } else if (covered(values.get(DOUBLE, at)) || size >= MAX_ENTRIES) {
      return false;
    }
    double low = Math.rint(range.minDouble() * scale);
    double high = Math.rint(range.maxDouble() * scale);
    if (size > 0) {
      double most = origin + slots - 0.5;
      low = low > origin ? origin + 0.5 : low - (slots >> 1);
      high = high <= most ? most : high + (slots >> 1);
    }
    double span = high - low;
    if (scale == 0
        || !(Math.abs(low) < 1L << 50)
        || !(span < 1 << 30)
        || !narrow((long) span, seen)) {
      return false;
    }
    origin = low - 0.5;
    clear((int) span + 1);
    return fill(entries, size) && (size == 0 || covered(values.get(DOUBLE, at)));
  }

  private boolean covered(double value) {
    return Integer.compareUnsigned((int) (value * scale - origin), slots) < 0;
  }

  @Override
  boolean fill(MemorySegment entries, int size) {
    for (int code = 0; code < size; code++) {
      int slot = (int) (doubleAt(entries, code) * scale - origin);
      // An entry just below the upper edge may be rounded out of a table that grew downwards.
      if (Integer.compareUnsigned(slot, slots) >= 0 || codes[slot] != 0) {
        return false;
      }
      codes[slot] = (short) (code + 1);
    }
    return true;
  }

  /// The power of ten that makes whole numbers of a sample of values, nearly, as sums of amounts
  /// are no exact ones; or 0 when none does.
  private static double scale(MemorySegment values, long at, int count) {
    double result = 1;
    int distance = Math.max(1, count / SAMPLE);
    for (int i = 0; i < count; i += distance) {
      double value = values.get(DOUBLE, at + ((long) i << 3));
      while (!(Math.abs(value * result - Math.rint(value * result)) < TOLERANCE)) {
        result *= 10;
        if (result > MAX_SCALE) {
          return 0;
        }
      }
    }
    return result;
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
    double factor = scale;
    double from = origin;
    int used = size;
    int i = 0;
    for (; i < count; i++) {
      long bits = values.get(LONG, at + ((long) i << 3));
      int slot = (int) (Double.longBitsToDouble(bits) * factor - from);
      if (Integer.compareUnsigned(slot, covered) >= 0) {
        break;
      }
      int code = codesOf[slot] & 0xffff;
      if (code == 0) {
        if (used == limit) {
          break;
        }
        entries.set(LONG, (long) used << 3, bits);
        code = ++used;
        codesOf[slot] = (short) code;
      } else if (entries.get(LONG, (long) (code - 1) << 3) != bits) {
        break;
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
    double factor = scale;
    double from = origin;
    int used = size;
    int i = 0;
    for (; i < count; i++) {
      long bits = values.get(LONG, at + ((long) i << 3));
      int slot = (int) (Double.longBitsToDouble(bits) * factor - from);
      if (Integer.compareUnsigned(slot, covered) >= 0) {
        break;
      }
      int code = codesOf[slot] & 0xffff;
      int added = isNew(code);
      code |= -added & (used + 1);
      entries.set(LONG, (long) used << 3, bits);
      if (entries.get(LONG, (long) (code - 1) << 3) != bits) {
        break;
      }
      codesOf[slot] = (short) code;
      used += added;
      indices.set(SHORT, to + ((long) i << 1), (short) (code - 1));
    }
    size = used;
    return i;
  }
}

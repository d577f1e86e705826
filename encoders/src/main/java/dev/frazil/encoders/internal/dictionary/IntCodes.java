package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import java.lang.foreign.MemorySegment;

/// Codes of four-byte values by the distance of their bits.
final class IntCodes extends DirectCodes {
  private final ValueRange range = new ValueRange();
  private int base;

  IntCodes(CodeTables tables) {
    super(Integer.BYTES, tables);
  }

  @Override
  boolean open(
      MemorySegment values, long at, int count, long seen, MemorySegment entries, int size) {
    range.ofInts(values, at, count);
    long low = range.min();
    long high = range.max();
    if (size > 0) {
      long top = (long) base + slots - 1;
      int room = slots >> 1;
      low = low >= base ? base : Math.max(Integer.MIN_VALUE, low - room);
      high = high <= top ? top : Math.min(Integer.MAX_VALUE, high + room);
    }
    if (size >= MAX_ENTRIES || !narrow(high - low, seen)) {
      return false;
    }
    base = (int) low;
    clear((int) (high - low) + 1);
    return fill(entries, size);
  }

  @Override
  boolean fill(MemorySegment entries, int size) {
    for (int code = 0; code < size; code++) {
      codes[intAt(entries, code) - base] = (short) (code + 1);
    }
    return true;
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
    int from = base;
    int used = size;
    int i = 0;
    for (; i < count; i++) {
      int value = values.get(INT, at + ((long) i << 2));
      int slot = value - from;
      if (Integer.compareUnsigned(slot, covered) >= 0) {
        break;
      }
      int code = codesOf[slot];
      if (code == 0) {
        if (used == limit) {
          break;
        }
        entries.set(INT, (long) used << 2, value);
        code = ++used;
        codesOf[slot] = (short) code;
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
    int from = base;
    int used = size;
    int i = 0;
    for (; i < count; i++) {
      int value = values.get(INT, at + ((long) i << 2));
      int slot = value - from;
      if (Integer.compareUnsigned(slot, covered) >= 0) {
        break;
      }
      int code = codesOf[slot] & 0xffff;
      int added = isNew(code);
      code |= -added & (used + 1);
      entries.set(INT, (long) used << 2, value);
      codesOf[slot] = (short) code;
      used += added;
      indices.set(SHORT, to + ((long) i << 1), (short) (code - 1));
    }
    size = used;
    return i;
  }
}

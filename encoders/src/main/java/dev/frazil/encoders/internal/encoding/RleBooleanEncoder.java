package dev.frazil.encoders.internal.encoding;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;

/// RLE of BOOLEAN (Encodings.md, "RLE"): four bytes that count the bytes behind them, then the
/// hybrid at width 1.
///
/// The bits of PLAIN are the packed groups, so they are copied; only equal bytes become a run.
final class RleBooleanEncoder implements BodyEncoder {
  private static final int LENGTH_BYTES = Integer.BYTES;

  /// Bytes that are looked at together: where they are all equal a run is shorter.
  private static final long WORD = Long.BYTES;

  /// Bytes of a run, or of the header of packed groups, at most.
  private static final long MAX_RUN = 6;

  @Override
  public long encode(Slab plain, long plainBytes, int count, Slab target) {
    long runs = 2 * (plainBytes / WORD) + 1;
    MemorySegment body = target.ensure(LENGTH_BYTES + plainBytes + MAX_RUN * runs, 0);
    long end = hybrid(plain.segment(), count, body, LENGTH_BYTES);
    body.set(INT, 0, (int) (end - LENGTH_BYTES));
    return end;
  }

  private static long hybrid(MemorySegment bits, int count, MemorySegment target, long position) {
    long bytes = (long) count >>> 3;
    long end = position;
    long literal = 0;
    long at = 0;
    while (at + WORD <= bytes) {
      long word = bits.get(LONG, at);
      if (word != 0 && word != -1) {
        at += WORD;
        continue;
      }
      long start = runStart(bits, literal, at, word);
      int run = runLength(bits, start, count, word);
      end = literals(bits, literal, start - literal, target, end);
      end = Varint.put(target, end, (long) run << 1);
      target.set(BYTE, end++, (byte) (word & 1));
      at = start + Bitmaps.bytes(run);
      literal = at;
    }
    long rest = Bitmaps.bytes(count);
    return literal < rest ? lastLiterals(bits, literal, count, target, end) : end;
  }

  /// The first of the bytes equal to those of `word` that lead up to `at`.
  private static long runStart(MemorySegment bits, long literal, long at, long word) {
    long start = at;
    while (start > literal && bits.get(BYTE, start - 1) == (byte) word) {
      start--;
    }
    return start;
  }

  /// Bits of a run that starts at a byte: whole bytes, or all up to the last value.
  private static int runLength(MemorySegment bits, long start, int count, long word) {
    long bytes = (long) count >>> 3;
    long end = start;
    while (end + WORD <= bytes && bits.get(LONG, end) == word) {
      end += WORD;
    }
    while (end < bytes && bits.get(BYTE, end) == (byte) word) {
      end++;
    }
    int tail = count & 7;
    if (end == bytes && tail != 0) {
      int mask = (1 << tail) - 1;
      if (((bits.get(BYTE, end) ^ (int) word) & mask) == 0) {
        return count - (int) (start << 3);
      }
    }
    return (int) ((end - start) << 3);
  }

  private static long literals(
      MemorySegment bits, long at, long bytes, MemorySegment target, long position) {
    if (bytes == 0) {
      return position;
    }
    long end = Varint.put(target, position, (bytes << 1) | 1);
    MemorySegment.copy(bits, at, target, end, bytes);
    return end + bytes;
  }

  /// The groups up to the last value, zeros behind it.
  private static long lastLiterals(
      MemorySegment bits, long at, int count, MemorySegment target, long position) {
    long end = literals(bits, at, Bitmaps.bytes(count) - at, target, position);
    int tail = count & 7;
    if (tail != 0) {
      target.set(BYTE, end - 1, (byte) (target.get(BYTE, end - 1) & ((1 << tail) - 1)));
    }
    return end;
  }
}

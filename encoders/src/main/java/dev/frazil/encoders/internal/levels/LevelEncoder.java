package dev.frazil.encoders.internal.levels;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;

import dev.frazil.encoders.internal.encoding.Varint;
import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;

/// Definition levels of an optional leaf in the RLE/bit-packing hybrid of the Parquet format
/// (Encodings.md, "RLE").
///
/// With one level bit a row, the validity bitmap is the bit-packed form: it is copied, not encoded.
/// Runs are looked for only where there are few nulls or few values.
public final class LevelEncoder {
  /// Bytes of equal levels from which a run is shorter than packed groups around it.
  private static final int RUN_BYTES = 5;

  /// One in so many rows may be null (or a value) for runs to be looked for.
  private static final int SPARSE = 16;

  private LevelEncoder() {}

  /// Encodes a bit a row from the start of `bits` into `target` from `position`.
  ///
  /// @return the position behind them
  public static long encode(MemorySegment bits, int rows, int nulls, Slab target, long position) {
    int bytes = (int) Bitmaps.bytes(rows);
    MemorySegment levels = target.ensure(position + 2L * bytes + 32, position);
    if (nulls == 0 || nulls == rows) {
      return run(levels, position, rows, nulls == 0 ? 1 : 0);
    }
    if (Math.min(nulls, rows - nulls) <= rows / SPARSE) {
      return hybrid(bits, rows, levels, position);
    }
    long end = packed(bits, 0, bytes, levels, position);
    clearTail(levels, end, rows);
    return end;
  }

  /// Stores the length that levels have in front in data pages v1.
  static void setLength(Slab target, long at, long length) {
    target.segment().set(INT, at, (int) length);
  }

  private static long hybrid(MemorySegment bits, int rows, MemorySegment target, long position) {
    int whole = rows >>> 3;
    long at = position;
    int literal = 0;
    int i = 0;
    while (i < whole) {
      byte group = bits.get(BYTE, i);
      int end = i + 1;
      if (group == 0 || group == -1) {
        while (end < whole && bits.get(BYTE, end) == group) {
          end++;
        }
        if (end - i >= RUN_BYTES) {
          at = packed(bits, literal, i - literal, target, at);
          at = run(target, at, (end - i) << 3, group & 1);
          literal = end;
        }
      }
      i = end;
    }
    int bytes = (int) Bitmaps.bytes(rows);
    if (literal < bytes) {
      at = packed(bits, literal, bytes - literal, target, at);
      clearTail(target, at, rows);
    }
    return at;
  }

  private static long run(MemorySegment target, long at, int rows, int level) {
    long end = Varint.put(target, at, (long) rows << 1);
    target.set(BYTE, end, (byte) level);
    return end + 1;
  }

  private static long packed(
      MemorySegment bits, int from, int bytes, MemorySegment target, long at) {
    if (bytes == 0) {
      return at;
    }
    long start = Varint.put(target, at, ((long) bytes << 1) | 1);
    MemorySegment.copy(bits, from, target, start, bytes);
    return start + bytes;
  }

  /// Zeroes the bits behind the last row, so that the same rows always give the same bytes.
  private static void clearTail(MemorySegment target, long end, int rows) {
    if ((rows & 7) != 0) {
      int kept = target.get(BYTE, end - 1) & ((1 << (rows & 7)) - 1);
      target.set(BYTE, end - 1, (byte) kept);
    }
  }
}

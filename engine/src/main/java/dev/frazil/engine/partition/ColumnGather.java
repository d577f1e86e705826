package dev.frazil.engine.partition;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Slab;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowType;
import java.lang.foreign.MemorySegment;

/// Copies selected rows of one column into memory of its own, which is valid until the next call.
///
/// Offsets keep their width: a selection has every row at most once, so its strings are never
/// longer in sum than those of the batch.
final class ColumnGather implements AutoCloseable {
  private final Slab validity = new Slab();
  private final Slab values = new Slab();
  private final Slab data = new Slab();

  ArrowColumn gather(ArrowColumn column, RowSelection rows) {
    int count = rows.rowCount();
    MemorySegment valid = MemorySegment.NULL;
    int nulls = 0;
    if (column.nullCount() > 0) {
      valid = validity.ensure(Bitmaps.bytes(count), 0).asSlice(0, Bitmaps.bytes(count));
      nulls = count - bits(column.validity(), column.offset(), rows, valid);
    }
    ArrowType type = column.field().type();
    int slotBytes = (int) (type.slotBits() / Byte.SIZE);
    if (type.hasOffsets()) {
      return strings(column, rows, slotBytes, nulls, valid);
    }
    MemorySegment gathered;
    if (type instanceof ArrowType.Bool) {
      gathered = values.ensure(Bitmaps.bytes(count), 0).asSlice(0, Bitmaps.bytes(count));
      bits(column.values(), column.offset(), rows, gathered);
    } else {
      long size = (long) count * slotBytes;
      gathered = values.ensure(size, 0).asSlice(0, size);
      fixedWidth(column.values(), column.offset(), slotBytes, rows, gathered);
    }
    return new ArrowColumn(
        column.field(), count, 0, nulls, valid, gathered, MemorySegment.NULL, null);
  }

  private ArrowColumn strings(
      ArrowColumn column, RowSelection rows, int offsetBytes, int nulls, MemorySegment valid) {
    int count = rows.rowCount();
    long size = (count + 1L) * offsetBytes;
    MemorySegment offsets = values.ensure(size, 0).asSlice(0, size);
    long bytes =
        offsetBytes == Long.BYTES
            ? Offsets.gather64(column.values(), column.offset(), rows, offsets)
            : Offsets.gather32(column.values(), column.offset(), rows, offsets);
    MemorySegment gathered = data.ensure(bytes, 0).asSlice(0, bytes);
    long at = 0;
    for (int i = 0; i < count; ) {
      int end = runEnd(rows, i);
      long from = column.stringStart(rows.row(i));
      long to = column.stringStart(rows.row(end - 1) + 1);
      MemorySegment.copy(column.data(), from, gathered, at, to - from);
      at += to - from;
      i = end;
    }
    return new ArrowColumn(column.field(), count, 0, nulls, valid, offsets, gathered, null);
  }

  /// Where the run of neighbouring rows that starts at `index` ends.
  private static int runEnd(RowSelection rows, int index) {
    int end = index + 1;
    while (end < rows.rowCount() && rows.row(end) == rows.row(end - 1) + 1) {
      end++;
    }
    return end;
  }

  private static void fixedWidth(
      MemorySegment from, long offset, int width, RowSelection rows, MemorySegment to) {
    switch (width) {
      case Integer.BYTES -> ints(from, offset, rows, to);
      case Long.BYTES -> longs(from, offset, rows, to);
      default -> {
        for (int i = 0; i < rows.rowCount(); i++) {
          long slot = offset + rows.row(i);
          MemorySegment.copy(from, slot * width, to, (long) i * width, width);
        }
      }
    }
  }

  private static void ints(MemorySegment from, long offset, RowSelection rows, MemorySegment to) {
    for (int i = 0; i < rows.rowCount(); i++) {
      int value = from.getAtIndex(INT, offset + rows.row(i));
      to.setAtIndex(INT, i, value);
    }
  }

  private static void longs(MemorySegment from, long offset, RowSelection rows, MemorySegment to) {
    for (int i = 0; i < rows.rowCount(); i++) {
      long value = from.getAtIndex(LONG, offset + rows.row(i));
      to.setAtIndex(LONG, i, value);
    }
  }

  /// Gathers bits, zeros behind the last one, and counts those that are set.
  private static int bits(MemorySegment from, long offset, RowSelection rows, MemorySegment to) {
    int set = 0;
    int eight = 0;
    for (int i = 0; i < rows.rowCount(); i++) {
      int bit = Bitmaps.isSet(from, offset + rows.row(i)) ? 1 : 0;
      set += bit;
      eight |= bit << i % Byte.SIZE;
      if (i % Byte.SIZE == Byte.SIZE - 1 || i == rows.rowCount() - 1) {
        to.set(BYTE, i / Byte.SIZE, (byte) eight);
        eight = 0;
      }
    }
    return set;
  }

  @Override
  public void close() {
    validity.close();
    values.close();
    data.close();
  }
}

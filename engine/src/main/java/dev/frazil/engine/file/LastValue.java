package dev.frazil.engine.file;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Layouts;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;

/// A column's value in the last row of a batch, kept in memory of its own so that it can be
/// compared with the first one of the next batch.
final class LastValue implements AutoCloseable {
  /// Two values, the kept one and a later one, side by side.
  private final Slab bytes = new Slab();

  /// Where the two begin and end, when they have no fixed width.
  private final Slab offsets = new Slab();

  private int keptBytes;
  private boolean isNull;

  /// Keeps the value of a slot.
  ///
  /// @param isNull whether the slot holds none
  void keep(LeafValues values, long slot, boolean isNull) {
    this.isNull = isNull;
    keptBytes = isNull ? 0 : copy(values, slot, 0);
  }

  boolean isNull() {
    return isNull;
  }

  /// The kept value as slot 0, before the one of another slot as slot 1; neither is null. Valid
  /// until the next call.
  LeafValues before(LeafColumn column, LeafValues values, long slot) {
    int laterBytes = copy(values, slot, keptBytes);
    return pair(column, laterBytes);
  }

  /// The kept value, which is not null, as slot 0.
  LeafValues alone(LeafColumn column) {
    return pair(column, 0);
  }

  private LeafValues pair(LeafColumn column, int laterBytes) {
    return switch (column.type()) {
      case BOOLEAN -> {
        MemorySegment bits = offsets.ensure(1, 0);
        int first = bytes.segment().get(Layouts.BYTE, 0);
        int second = laterBytes == 0 ? 0 : bytes.segment().get(Layouts.BYTE, 1);
        bits.set(Layouts.BYTE, 0, (byte) (first | second << 1));
        yield new LeafValues.Bits(bits, 0);
      }
      case INT32, INT64, FLOAT, DOUBLE, FIXED_LEN_BYTE_ARRAY ->
          new LeafValues.FixedWidth(bytes.segment(), keptBytes, 0);
      case BYTE_ARRAY -> {
        MemorySegment ends = offsets.ensure(3L * Integer.BYTES, 0);
        ends.set(Layouts.INT, 0, 0);
        ends.set(Layouts.INT, 4, keptBytes);
        ends.set(Layouts.INT, 8, Math.addExact(keptBytes, laterBytes));
        yield new LeafValues.Binary(ends, Integer.BYTES, bytes.segment(), 0);
      }
    };
  }

  /// Copies a value behind `at` bytes.
  ///
  /// @return its bytes; a boolean takes one
  private int copy(LeafValues values, long slot, int at) {
    return switch (values) {
      case LeafValues.Bits(MemorySegment bits, long offset) -> {
        bytes
            .ensure(at + 1L, at)
            .set(Layouts.BYTE, at, (byte) (Bitmaps.isSet(bits, offset + slot) ? 1 : 0));
        yield 1;
      }
      case LeafValues.FixedWidth(MemorySegment segment, int width, long offset) ->
          copy(segment, (offset + slot) * width, width, at);
      case LeafValues.Binary v ->
          copy(v.data(), v.start(slot), v.start(slot + 1) - v.start(slot), at);
      case LeafValues.Coded v -> copy(v.dictionary(), v.entry(slot), at);
    };
  }

  private int copy(MemorySegment source, long from, long count, int at) {
    MemorySegment.copy(source, from, bytes.ensure(at + count, at), at, count);
    return Math.toIntExact(count);
  }

  @Override
  public void close() {
    bytes.close();
    offsets.close();
  }
}

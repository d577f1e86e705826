package dev.frazil.engine.align;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;

import dev.frazil.encoders.memory.Slab;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ColumnCast;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A column that the batches do not have: null in every row, or one default value in every row.
/// Owns its memory, which grows with the longest batch and is valid until the next call.
final class AbsentColumn implements AutoCloseable {
  private final ArrowField target;
  private final Slab zeros = new Slab();
  private final @Nullable Constant constant;
  private long zeroed;

  /// @param value the default in the layout of the target's type, or null for null in every row
  AbsentColumn(ArrowField target, byte @Nullable [] value) {
    this.target = target;
    this.constant = value == null ? null : new Constant(target, value);
  }

  ArrowColumn rows(int count) {
    // zeros are a validity without a value, values, offsets of nothing, and indices of entry 0
    MemorySegment zero = zeros(rowBytes(target.type()) * (count + 1L));
    return constant == null
        ? new ArrowColumn(target, count, 0, count, zero, zero, MemorySegment.NULL, null)
        : constant.rows(count, zero);
  }

  private MemorySegment zeros(long bytes) {
    MemorySegment segment = zeros.ensure(bytes, 0);
    if (zeroed < bytes) {
      zeroed = zeros.capacity();
      segment.asSlice(0, zeroed).fill((byte) 0);
    }
    return segment.asSlice(0, bytes);
  }

  private static long rowBytes(ArrowType type) {
    return (type.slotBits() + Byte.SIZE - 1) / Byte.SIZE;
  }

  @Override
  public void close() {
    zeros.close();
    zeroed = 0;
    if (constant != null) {
      constant.close();
    }
  }

  /// A dictionary of one value, resolved for as many rows as a batch has.
  private static final class Constant implements AutoCloseable {
    private final ArrowField field;
    private final ArrowColumn dictionary;
    private final Slab value = new Slab();
    private final ColumnCast cast;

    Constant(ArrowField target, byte[] bytes) {
      field =
          new ArrowField(
              target.name(), target.type(), false, Map.of(), new ArrowType.Int(Byte.SIZE, true));
      cast = ColumnCast.of(field, target);
      dictionary = dictionary(target, bytes);
    }

    private ArrowColumn dictionary(ArrowField target, byte[] bytes) {
      ArrowField entry = new ArrowField(target.name(), target.type().withOffsets(false), false);
      boolean text = target.type().hasOffsets();
      int offsets = text ? 2 * Integer.BYTES : 0;
      MemorySegment segment = value.ensure(offsets + bytes.length, 0);
      MemorySegment data = segment.asSlice(offsets, bytes.length);
      MemorySegment.copy(bytes, 0, data, BYTE, 0, bytes.length);
      if (!text) {
        return new ArrowColumn(entry, 1, 0, 0, MemorySegment.NULL, data, MemorySegment.NULL, null);
      }
      segment.set(INT, 0, 0);
      segment.set(INT, Integer.BYTES, bytes.length);
      MemorySegment bounds = segment.asSlice(0, offsets);
      return new ArrowColumn(entry, 1, 0, 0, MemorySegment.NULL, bounds, data, null);
    }

    ArrowColumn rows(int count, MemorySegment indices) {
      return cast.apply(
          new ArrowColumn(
              field, count, 0, 0, MemorySegment.NULL, indices, MemorySegment.NULL, dictionary));
    }

    @Override
    public void close() {
      cast.close();
      value.close();
    }
  }
}

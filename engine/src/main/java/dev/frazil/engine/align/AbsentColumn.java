package dev.frazil.engine.align;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;

import dev.frazil.encoders.memory.Slab;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ColumnCast;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A column that the batches do not have: null in every slot, or one default value in every slot.
/// Owns its memory, which grows with the longest batch and is valid until the next call.
final class AbsentColumn implements AutoCloseable {
  private final ArrowField target;
  private final boolean isNull;
  private final @Nullable Constant constant;
  private final List<AbsentColumn> children = new ArrayList<>();
  private final Slab zeros = new Slab();
  private long zeroed;

  private AbsentColumn(ArrowField target, boolean isNull, byte @Nullable [] value) {
    this.target = target;
    this.isNull = isNull;
    this.constant = value == null ? null : new Constant(target, value);
  }

  /// What stands in a field that the batches do not have.
  ///
  /// @throws SchemaException if it is required and has no default
  static AbsentColumn missing(ArrowField target, FieldPath path, TargetDefaults defaults) {
    byte[] value = target.children().isEmpty() ? defaults.value(path.names()) : null;
    if (value != null) {
      return new AbsentColumn(target, false, value);
    }
    if (target.type() instanceof ArrowType.Struct && defaults.isStruct(path.names())) {
      return structOfDefaults(target, path, defaults);
    }
    if (!target.nullable()) {
      throw new SchemaException(
          "align: %s: expected a %s in the batch, since the target is required and has no default, got none"
              .formatted(path, path.names().size() == 1 ? "column" : "field"));
    }
    return nulls(target);
  }

  private static AbsentColumn structOfDefaults(
      ArrowField target, FieldPath path, TargetDefaults defaults) {
    AbsentColumn struct = new AbsentColumn(target, false, null);
    boolean done = false;
    try {
      for (ArrowField member : target.children()) {
        struct.children.add(missing(member, path.then(member.name()), defaults));
      }
      done = true;
      return struct;
    } finally {
      if (!done) {
        struct.close();
      }
    }
  }

  /// Null in every slot.
  static AbsentColumn nulls(ArrowField target) {
    AbsentColumn column = new AbsentColumn(target, true, null);
    target.children().forEach(child -> column.children.add(below(child)));
    return column;
  }

  /// What lies below a null: no row leads to it, so that a required field needs no nulls.
  private static AbsentColumn below(ArrowField target) {
    AbsentColumn column = new AbsentColumn(target, target.nullable(), null);
    target.children().forEach(child -> column.children.add(below(child)));
    return column;
  }

  ArrowColumn rows(int count) {
    // zeros are a validity without a value, values, offsets of nothing, and indices of entry 0
    MemorySegment zero = zeros(Math.max(1, rowBytes(target.type())) * (count + 1L));
    if (constant != null) {
      return constant.rows(count, zero);
    }
    boolean nothing = target.type() instanceof ArrowType.Null;
    return new ArrowColumn(
        target,
        count,
        0,
        isNull ? count : 0,
        isNull && !nothing ? zero : MemorySegment.NULL,
        zero,
        zero,
        List.of(),
        null,
        children.stream().map(child -> child.rows(childSlots(count))).toList());
  }

  private int childSlots(int count) {
    return switch (target.type()) {
      case ArrowType.Struct _ -> count;
      case ArrowType.FixedSizeList(int size) -> Math.multiplyExact(count, size);
      default -> 0;
    };
  }

  /// The column as one whose first slots do not exist.
  ///
  /// @param before how many of them there are
  ArrowColumn rowsAfter(long before, int count) {
    ArrowColumn rows = rows(count);
    return new ArrowColumn(
        rows.field(),
        Math.toIntExact(before + count),
        rows.offset() - before,
        rows.nullCount(),
        rows.validity(),
        rows.values(),
        rows.data(),
        rows.variadic(),
        rows.dictionary(),
        rows.children());
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
    children.forEach(AbsentColumn::close);
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

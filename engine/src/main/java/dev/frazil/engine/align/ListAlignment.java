package dev.frazil.engine.align;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.memory.Slab;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ReachedSlots;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Lists and maps, by their one child. Offsets are shared with the source, whatever their width;
/// only fixed-size lists, which have none, and maps from 64-bit ones get offsets of their own.
final class ListAlignment implements FieldAlignment {
  private final ArrowField target;
  private final FieldAlignment element;
  private final Slab offsets = new Slab();

  /// @param target a list, a map, or a fixed-size list as the source is one
  /// @param element the way of the one child, taken over
  ListAlignment(ArrowField target, FieldAlignment element) {
    this.target = target;
    this.element = element;
  }

  @Override
  public ArrowColumn apply(ArrowColumn column, ReachedSlots reached) {
    ArrowColumn child = element.apply(column.children().getFirst(), reached.below(column));
    if (target.type() instanceof ArrowType.FixedSizeList) {
      return withOffsets(column, target.type(), column.values(), child);
    }
    boolean map = target.type() instanceof ArrowType.Map;
    return switch (column.field().type()) {
      case ArrowType.FixedSizeList(int size) ->
          anew(column, reached, child, slot -> (int) (slot * size));
      case ArrowType.List(boolean large) when large && map ->
          anew(column, reached, child, slot -> (int) column.values().get(LONG, slot * Long.BYTES));
      default ->
          withOffsets(column, map ? target.type() : column.field().type(), column.values(), child);
    };
  }

  /// Where the list in a slot of the buffers starts.
  private interface Start {
    int of(long slot);
  }

  /// Writes 32-bit offsets, from the bit of the validity on in which the first slot that rows reach
  /// has its own, so that the bitmap can be shared from a whole byte on.
  private ArrowColumn anew(
      ArrowColumn column, ReachedSlots reached, ArrowColumn child, Start start) {
    int first = Math.min(reached.first(), column.length());
    long base = column.offset() + first;
    int bit = (int) (base & 7);
    int count = column.length() - first;
    MemorySegment made = offsets.ensure((bit + count + 1L) * Integer.BYTES, 0);
    for (int i = 0; i <= count && count > 0; i++) {
      made.set(INT, (bit + (long) i) * Integer.BYTES, start.of(base + i));
    }
    MemorySegment validity =
        column.nullCount() == 0 ? MemorySegment.NULL : column.validity().asSlice(base >>> 3);
    ArrowColumn window =
        new ArrowColumn(
            column.field(),
            column.length(),
            bit - (long) first,
            column.nullCount(),
            validity,
            made,
            MemorySegment.NULL,
            null);
    ArrowType type =
        target.type() instanceof ArrowType.Map ? target.type() : new ArrowType.List(false);
    return withOffsets(window, type, made, child);
  }

  private ArrowColumn withOffsets(
      ArrowColumn column, ArrowType type, MemorySegment values, ArrowColumn child) {
    List<ArrowField> children = List.of(child.field());
    ArrowField field =
        type.equals(target.type()) && children.equals(target.children())
            ? target
            : FieldAlignment.laidOut(target, new ArrowField("", type, true, children));
    return new ArrowColumn(
        field,
        column.length(),
        column.offset(),
        column.nullCount(),
        column.validity(),
        values,
        MemorySegment.NULL,
        List.of(),
        null,
        List.of(child));
  }

  @Override
  public void close() {
    element.close();
    offsets.close();
  }
}

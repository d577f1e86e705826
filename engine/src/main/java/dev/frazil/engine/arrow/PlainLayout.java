package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.INT;

import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Columns in the layouts that lead from rows to leaves by offsets alone: list views become lists,
/// run-end encoded columns and dictionaries of nested values become their values, at any depth.
///
/// A column that has none of them comes out as it is, without a copy. Otherwise what had to be laid
/// out anew lies in memory of this object, and is valid until the next `apply` or `close`; the rest
/// is shared with the source. Slots keep their numbers, so the result may have a negative offset:
/// its slots before the first one that rows reach do not exist. Not thread-safe, but any thread may
/// use it, one at a time.
public final class PlainLayout implements AutoCloseable {
  private final ArrowField source;
  private final boolean same;

  /// Lays columns out anew; null where their own layout is plain.
  private final @Nullable Anew anew;

  private final List<PlainLayout> children = new ArrayList<>();

  /// Memory of a layout.
  private record Anew(Slab slots, NestedGather gather) {}

  /// Plans for the columns of a field.
  ///
  /// @param source their field
  public PlainLayout(ArrowField source) {
    this.source = source;
    this.same = isPlain(source);
    this.anew = isAnew(source) ? new Anew(new Slab(), new NestedGather()) : null;
    if (!same && anew == null) {
      source.children().forEach(child -> children.add(new PlainLayout(child)));
    }
  }

  /// The field that columns of a field come out with, itself where they come out as they are. Runs
  /// and nested dictionaries keep the name, the metadata and the nullability of their own field;
  /// strings below them may have 64-bit offsets instead of what the field says.
  ///
  /// @param field any field
  /// @return a field without list views, runs and dictionaries of nested values
  public static ArrowField field(ArrowField field) {
    if (field.type() instanceof ArrowType.RunEndEncoded) {
      ArrowField values = field(field.children().getLast());
      return new ArrowField(
          field.name(),
          values.type(),
          field.nullable(),
          field.metadata(),
          values.indexType(),
          values.children());
    }
    ArrowType type =
        field.type() instanceof ArrowType.ListView(boolean large)
            ? new ArrowType.List(large)
            : field.type();
    if (isPlain(field)) {
      return field;
    }
    List<ArrowField> children = field.children().stream().map(PlainLayout::field).toList();
    return new ArrowField(
        field.name(),
        type,
        field.nullable(),
        field.metadata(),
        type.nested() ? null : field.indexType(),
        children);
  }

  /// Whether columns of a field come out as they are.
  ///
  /// @param field any field
  /// @return true if there are no list views, runs and dictionaries of nested values
  public static boolean isPlain(ArrowField field) {
    if (isAnew(field)) {
      return false;
    }
    for (ArrowField child : field.children()) {
      if (!isPlain(child)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAnew(ArrowField field) {
    return field.type() instanceof ArrowType.RunEndEncoded
        || field.type() instanceof ArrowType.ListView
        || (field.indexType() != null && field.type().nested());
  }

  /// Lays a column out.
  ///
  /// @param column a column of the field that this was planned for
  /// @param reached which of its slots belong to rows
  /// @return the same values in the same slots
  /// @throws dev.frazil.engine.WriteException if lists come to more than 2^31 - 1 elements
  public ArrowColumn apply(ArrowColumn column, ReachedSlots reached) {
    if (same) {
      return column;
    }
    if (anew != null) {
      return laidOut(anew, column, Math.min(reached.first(), column.length()));
    }
    ReachedSlots below = reached.below(column);
    List<ArrowColumn> plain = new ArrayList<>(children.size());
    for (int i = 0; i < children.size(); i++) {
      plain.add(children.get(i).apply(column.children().get(i), below));
    }
    return new ArrowColumn(
        field(source),
        column.length(),
        column.offset(),
        column.nullCount(),
        column.validity(),
        column.values(),
        column.data(),
        List.of(),
        null,
        plain);
  }

  private static ArrowColumn laidOut(Anew anew, ArrowColumn column, int first) {
    int count = column.length() - first;
    MemorySegment numbers = anew.slots.ensure((long) count * Integer.BYTES, 0);
    for (int i = 0; i < count; i++) {
      numbers.setAtIndex(INT, i, first + i);
    }
    ArrowColumn gathered = anew.gather.gather(column, numbers, count);
    return new ArrowColumn(
        gathered.field(),
        column.length(),
        gathered.offset() - first,
        gathered.nullCount(),
        gathered.validity(),
        gathered.values(),
        gathered.data(),
        gathered.variadic(),
        gathered.dictionary(),
        gathered.children());
  }

  /// Frees the memory of the results.
  @Override
  public void close() {
    if (anew != null) {
      anew.slots.close();
      anew.gather.close();
    }
    children.forEach(PlainLayout::close);
  }
}

package dev.frazil.engine.align;

import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ColumnCast;
import dev.frazil.engine.arrow.PlainLayout;
import dev.frazil.engine.arrow.ReachedSlots;
import java.util.function.Function;

/// List views, runs and nested dictionaries are laid out plainly first, at every depth at once.
///
/// @param alignment the way of the plain column
record PlainAlignment(PlainLayout layout, FieldAlignment alignment) implements FieldAlignment {
  /// Plans a column of nested type.
  static FieldAlignment of(ArrowField from, Function<ArrowField, FieldAlignment> plan) {
    FieldAlignment alignment = plan.apply(PlainLayout.field(from));
    return new PlainAlignment(new PlainLayout(from), alignment);
  }

  /// Plans a column of any type for looking at its nulls alone: dictionaries and runs are resolved.
  static FieldAlignment ofAny(ArrowField from) {
    ArrowField plain = PlainLayout.field(from);
    FieldAlignment same =
        plain.type().nested()
            ? new Same()
            : new Leaf(
                ColumnCast.of(plain, new ArrowField(from.name(), plain.type(), true)), from.name());
    return new PlainAlignment(new PlainLayout(from), same);
  }

  @Override
  public ArrowColumn apply(ArrowColumn column, ReachedSlots reached) {
    return alignment.apply(layout.apply(column, reached), reached);
  }

  @Override
  public void close() {
    layout.close();
    alignment.close();
  }

  /// A column as it is.
  record Same() implements FieldAlignment {
    @Override
    public ArrowColumn apply(ArrowColumn column, ReachedSlots reached) {
      return column;
    }

    @Override
    public void close() {}
  }
}

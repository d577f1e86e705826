package dev.frazil.engine.align;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ColumnCast;
import dev.frazil.engine.arrow.ReachedSlots;

/// How the columns of a source field become those of a target field. Slots keep their numbers, so
/// results may have a negative offset; slots before the first one that rows reach do not exist
/// there. Owns the memory of its results, which are valid until the next call.
sealed interface FieldAlignment extends AutoCloseable
    permits FieldAlignment.Leaf,
        FieldAlignment.Nulls,
        FieldAlignment.Required,
        ConvertedLeaf,
        PlainAlignment,
        PlainAlignment.Same,
        ListAlignment,
        StructAlignment {

  /// Brings a column to the target field.
  ///
  /// @param column a column of the source field, in plain layout where that is nested
  /// @param reached which of its slots belong to rows
  ArrowColumn apply(ArrowColumn column, ReachedSlots reached);

  @Override
  void close();

  /// A field without children.
  ///
  /// @param path the field, for messages
  record Leaf(ColumnCast cast, String path) implements FieldAlignment {
    @Override
    public ArrowColumn apply(ArrowColumn column, ReachedSlots reached) {
      return cast.apply(column, reached, path);
    }

    @Override
    public void close() {
      cast.close();
    }
  }

  /// A source of type null, which is null in every slot whatever the target's type.
  record Nulls(AbsentColumn absent) implements FieldAlignment {
    @Override
    public ArrowColumn apply(ArrowColumn column, ReachedSlots reached) {
      return absent.rows(column.length());
    }

    @Override
    public void close() {
      absent.close();
    }
  }

  /// A target that is required: null only where a parent is.
  ///
  /// @param path the field, for messages
  record Required(FieldAlignment alignment, String path) implements FieldAlignment {
    @Override
    public ArrowColumn apply(ArrowColumn column, ReachedSlots reached) {
      ArrowColumn aligned = alignment.apply(column, reached);
      if (aligned.nullCount() > 0) {
        requireValues(aligned, reached);
      }
      return aligned;
    }

    private void requireValues(ArrowColumn column, ReachedSlots reached) {
      for (int slot = reached.first(); slot < column.length(); slot++) {
        if (column.isNull(slot) && reached.contains(slot)) {
          throw new WriteException(
              "align: %s: expected a value in every row of a required column, got null in row %d"
                  .formatted(path, reached.row(slot)));
        }
      }
    }

    @Override
    public void close() {
      alignment.close();
    }
  }

  /// A target field as a result has it: with the layouts that its columns came out in.
  static ArrowField laidOut(ArrowField target, ArrowField like) {
    return new ArrowField(
        target.name(), like.type(), target.nullable(), target.metadata(), null, like.children());
  }
}

package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A record batch and where its values lie.
///
/// @param values the rows
/// @param root the struct array over the columns that holds these rows
record BatchData(BatchValues values, ArrayData root) {

  /// A batch whose layout is drawn at random.
  ///
  /// @param values the rows
  /// @param random decides what the format leaves open
  static BatchData of(BatchValues values, RandomGenerator random) {
    return new BatchData(values, new ArrayLayout(random).root(values));
  }

  /// A batch with a layout of its own.
  ///
  /// @param values the rows
  /// @param columns an array for each column
  static BatchData of(BatchValues values, List<ArrayData> columns) {
    List<byte @Nullable []> none = Collections.singletonList(null);
    return new BatchData(values, new ArrayData(values.rowCount(), 0, 0, none, columns, null));
  }

  /// Its columns.
  List<ArrowField> fields() {
    return values.columns().stream().map(ColumnValues::field).toList();
  }
}

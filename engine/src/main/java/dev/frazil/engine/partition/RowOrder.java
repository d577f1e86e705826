package dev.frazil.engine.partition;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.RecordBatch;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.NullOrder;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortDirection;
import org.apache.iceberg.SortField;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.transforms.UnknownTransform;
import org.jspecify.annotations.Nullable;

/// Whether rows come in a table's sort order (table specification, sorting), across batches.
///
/// Values compare as Iceberg's own comparators have it: NaN above all numbers and -0.0 below 0.0,
/// strings by code points, bytes unsigned, and UUIDs as two signed numbers of 64 bits, as
/// `java.util.UUID` does. Nulls come where the field says, in either direction; a member of a null
/// struct is null. Keeps the values of one row between batches. Not thread-safe, but any thread may
/// use it, one at a time.
public final class RowOrder {
  private final List<SortKey> keys = new ArrayList<>();
  private boolean kept;

  /// Binds an order to the batches of a table.
  ///
  /// @param schema the columns of the batches, in order, at the types that
  ///   [dev.frazil.engine.arrow.ArrowType] has for them
  /// @param order a sort order whose sources are in that schema; every row has the unsorted order
  /// @throws SchemaException if a transform is unknown, or its source is not in the schema
  public RowOrder(Schema schema, SortOrder order) {
    for (SortField field : order.fields()) {
      SourceColumn source = SourceColumn.of(schema, field.sourceId());
      if (source == null) {
        throw new SchemaException(
            "sort order: field %d: expected it in the batches, outside lists and maps, got none"
                .formatted(field.sourceId()));
      }
      if (field.transform() instanceof UnknownTransform<?, ?>) {
        throw new SchemaException(
            "sort order: %s: expected a transform of the table specification, got %s"
                .formatted(source.name(), field.transform()));
      }
      keys.add(
          new SortKey(
              source,
              field.transform(),
              field.direction() == SortDirection.DESC,
              field.nullOrder() == NullOrder.NULLS_FIRST));
    }
  }

  /// Looks at the rows of a selection, until the next ones.
  ///
  /// @param rows the selected rows as a batch, of the schema that this object was made for
  /// @param selection the selection, by which messages number the rows
  public void wrap(RecordBatch rows, RowSelection selection) {
    keys.forEach(key -> key.wrap(rows, selection));
  }

  /// The rows behind a row that follow one another in order.
  ///
  /// @param from the first row, below `end`
  /// @param end the row behind the last one
  /// @return the first row that may not follow the one before it, or `end`
  /// @throws WriteException if the transform has no result for a value of a row
  public int runEnd(int from, int end) {
    if (keys.isEmpty()) {
      return end;
    }
    int row = from + 1;
    while (row < end && late(row) == null) {
      row++;
    }
    return row;
  }

  /// The key by which a row may not follow the row before it, or null.
  private @Nullable SortKey late(int row) {
    for (SortKey key : keys) {
      int order = key.compareToPrevious(row);
      if (order != 0) {
        return order > 0 ? key : null;
      }
    }
    return null;
  }

  /// Forgets the kept row: whatever comes next may come.
  public void reset() {
    kept = false;
  }

  /// Keeps a row, which the next one to be checked follows.
  ///
  /// @param row a row of the selection
  public void keep(int row) {
    keys.forEach(key -> key.keep(row));
    kept = true;
  }

  /// Refuses a row that may not follow the kept one.
  ///
  /// @param row a row of the selection
  /// @throws WriteException if it comes too late; the message names column, row and values
  public void requireNext(int row) {
    if (!kept) {
      return;
    }
    for (SortKey key : keys) {
      int order = key.compareToKept(row);
      if (order > 0) {
        throw key.late(row);
      }
      if (order < 0) {
        return;
      }
    }
  }
}

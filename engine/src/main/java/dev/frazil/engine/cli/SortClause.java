package dev.frazil.engine.cli;

import org.apache.iceberg.NullOrder;
import org.apache.iceberg.SortDirection;
import org.apache.iceberg.SortField;
import org.apache.iceberg.SortOrder;

/// Sort orders of tables as `--sorted-by` writes them.
final class SortClause {
  private SortClause() {}

  /// A sort order as text.
  ///
  /// @param order any order
  /// @return its fields, `unsorted` for none; fields that are not plain columns with their
  ///   transforms
  static String text(SortOrder order) {
    return order.isUnsorted()
        ? "unsorted"
        : String.join(", ", order.fields().stream().map(field -> text(order, field)).toList());
  }

  private static String text(SortOrder order, SortField field) {
    String column = PartitionClause.term(order.schema(), field.sourceId(), field.transform());
    return column
        + (field.direction() == SortDirection.DESC ? " desc" : "")
        + (field.nullOrder() == NullOrder.NULLS_LAST ? " nulls last" : "");
  }
}

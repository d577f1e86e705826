package dev.frazil.engine.cli;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.file.SortingColumn;
import java.util.List;
import org.apache.iceberg.NullOrder;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortDirection;
import org.apache.iceberg.SortField;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/// The order of rows that `write --sorted-by` declares: columns, or that of the table.
///
/// @param columns most significant first; none for the order of the table
record SortClause(List<SortingColumn> columns) {
  /// The value of the flag that stands for the order of the table.
  static final String OF_TABLE = "table";

  /// Whether the order is the one that the table has.
  boolean ofTable() {
    return columns.isEmpty();
  }

  /// The order of a new table.
  ///
  /// @param schema the table's schema
  /// @return an order bound to the schema
  /// @throws SchemaException if a column is missing or has no order
  /// @throws CommandFailure if the order is that of a table
  SortOrder of(Schema schema) {
    if (ofTable()) {
      throw new CommandFailure(
          "sorted by: expected columns, since the table is absent, got " + OF_TABLE);
    }
    SortOrder.Builder builder = SortOrder.builderFor(schema);
    for (SortingColumn column : columns) {
      String name = String.join(".", column.path());
      Type type = schema.findType(name);
      if (type == null || !type.isPrimitiveType()) {
        throw new SchemaException(
            "sorted by: %s: expected one of the columns %s, got %s"
                .formatted(
                    name,
                    schema.columns().stream().map(Types.NestedField::name).toList(),
                    type == null ? "none of that name" : type));
      }
      builder.sortBy(
          Expressions.ref(name),
          column.descending() ? SortDirection.DESC : SortDirection.ASC,
          column.nullsFirst() ? NullOrder.NULLS_FIRST : NullOrder.NULLS_LAST);
    }
    return builder.build();
  }

  /// The order of a table that the clause means.
  ///
  /// @param table a table that exists
  /// @param name its name, for messages
  /// @return one of the table's orders
  /// @throws CommandFailure if the table has no such order
  SortOrder of(Table table, String name) {
    if (ofTable()) {
      if (table.sortOrder().isUnsorted()) {
        throw new CommandFailure(
            "sorted by: table %s: expected a table with a sort order, got one without"
                .formatted(name));
      }
      return table.sortOrder();
    }
    SortOrder asked = of(table.schema());
    return table.sortOrders().values().stream()
        .filter(asked::sameOrder)
        .findFirst()
        .orElseThrow(() ->
            new CommandFailure(
                "sorted by: table %s: expected %s, got %s"
                    .formatted(
                        name,
                        table.sortOrders().values().stream().map(SortClause::text).toList(),
                        text(asked))));
  }

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

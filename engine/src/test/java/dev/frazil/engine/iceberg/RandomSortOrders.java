package dev.frazil.engine.iceberg;

import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.iceberg.NullOrder;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortDirection;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Term;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;

/// Sort orders of one column, at the top or inside structs; unsorted more often than not.
final class RandomSortOrders {
  private RandomSortOrders() {}

  static SortOrder of(Schema schema, Random random) {
    List<Integer> columns =
        TypeUtil.indexById(schema.asStruct()).keySet().stream()
            .filter(id -> schema.accessorForField(id) != null && sortable(schema.findType(id)))
            .toList();
    if (columns.isEmpty() || random.nextInt(3) > 0) {
      return SortOrder.unsorted();
    }
    int id = columns.get(random.nextInt(columns.size()));
    return SortOrder.builderFor(schema)
        .sortBy(
            term(schema, id, random),
            random.nextBoolean() ? SortDirection.ASC : SortDirection.DESC,
            random.nextBoolean() ? NullOrder.NULLS_FIRST : NullOrder.NULLS_LAST)
        .build();
  }

  private static boolean sortable(Type type) {
    return switch (type.typeId()) {
      case INTEGER, LONG, FLOAT, DOUBLE, DATE, TIME, TIMESTAMP, STRING, DECIMAL -> true;
      default -> false;
    };
  }

  private static Term term(Schema schema, int id, Random random) {
    String name = Objects.requireNonNull(schema.findColumnName(id));
    boolean text = schema.findType(id).typeId() == Type.TypeID.STRING;
    return switch (text ? random.nextInt(3) : 0) {
      case 0 -> Expressions.ref(name);
      case 1 -> Expressions.truncate(name, 2);
      default -> Expressions.bucket(name, 3);
    };
  }
}

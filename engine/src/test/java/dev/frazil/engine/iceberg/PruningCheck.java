package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.iceberg.Accessor;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.expressions.Evaluator;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.InclusiveMetricsEvaluator;
import org.apache.iceberg.expressions.StrictMetricsEvaluator;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DateTimeUtil;
import org.apache.iceberg.util.NaNUtil;
import org.jspecify.annotations.Nullable;

/// What Iceberg's evaluators say of a file's metrics must be true of its rows: a file with a row
/// that a filter wants is read, and a filter that is said to want every row wants every row.
record PruningCheck(Schema schema, DataFile file, List<List<@Nullable Object>> rows, String about) {
  private static final int VALUES = 6;

  void check() {
    List<StructLike> structs = rows.stream().map(PeerRows::structLike).toList();
    for (Map.Entry<Integer, Types.NestedField> field :
        TypeUtil.indexById(schema.asStruct()).entrySet()) {
      Type type = field.getValue().type();
      Accessor<StructLike> accessor = schema.accessorForField(field.getKey());
      if (accessor != null && type.isPrimitiveType() && filtered(type)) {
        String name = Objects.requireNonNull(schema.findColumnName(field.getKey()));
        List<@Nullable Object> values = new ArrayList<>();
        structs.forEach(row -> values.add(accessor.get(row)));
        for (Expression filter : filters(name, type, values)) {
          check(filter, structs, values);
        }
      }
    }
  }

  private static boolean filtered(Type type) {
    return switch (type.typeId()) {
      case UNKNOWN, GEOMETRY, GEOGRAPHY -> false;
      default -> true;
    };
  }

  private void check(Expression filter, List<StructLike> structs, List<@Nullable Object> values) {
    Evaluator evaluator = new Evaluator(schema.asStruct(), filter);
    boolean range =
        switch (filter.op()) {
          case LT, LT_EQ, GT, GT_EQ -> true;
          default -> false;
        };
    boolean any = false;
    boolean all = true;
    for (int i = 0; i < structs.size(); i++) {
      // the row filter has nulls below all values and NaN above; in a range of values neither is
      Object value = values.get(i);
      boolean wanted =
          evaluator.eval(structs.get(i)) && !(range && (value == null || NaNUtil.isNaN(value)));
      any |= wanted;
      all &= wanted;
    }
    if (any) {
      assertTrue(new InclusiveMetricsEvaluator(schema, filter).eval(file), filter + about);
    }
    if (!all) {
      assertTrue(!new StrictMetricsEvaluator(schema, filter).eval(file), filter + about);
    }
  }

  private static List<Expression> filters(String name, Type type, List<@Nullable Object> values) {
    List<Expression> filters = new ArrayList<>();
    filters.add(Expressions.isNull(name));
    filters.add(Expressions.notNull(name));
    if (type.typeId() == Type.TypeID.FLOAT || type.typeId() == Type.TypeID.DOUBLE) {
      filters.add(Expressions.isNaN(name));
      filters.add(Expressions.notNaN(name));
    }
    Set<Object> distinct = new LinkedHashSet<>();
    for (Object value : values) {
      if (value != null && !NaNUtil.isNaN(value) && distinct.size() < VALUES) {
        distinct.add(literal(type, value));
      }
    }
    for (Object value : distinct) {
      filters.add(Expressions.equal(name, value));
      filters.add(Expressions.notEqual(name, value));
      filters.add(Expressions.lessThan(name, value));
      filters.add(Expressions.lessThanOrEqual(name, value));
      filters.add(Expressions.greaterThan(name, value));
      filters.add(Expressions.greaterThanOrEqual(name, value));
      if (type.typeId() == Type.TypeID.STRING) {
        String text = (String) value;
        String prefix = text.substring(0, text.offsetByCodePoints(0, text.isEmpty() ? 0 : 1));
        filters.add(Expressions.startsWith(name, prefix));
        filters.add(Expressions.notStartsWith(name, prefix));
      }
    }
    if (!distinct.isEmpty()) {
      filters.add(Expressions.in(name, distinct.toArray()));
      filters.add(Expressions.notIn(name, distinct.toArray()));
    }
    return filters;
  }

  /// A number in a filter on nanoseconds means microseconds.
  private static Object literal(Type type, Object value) {
    return type instanceof Types.TimestampNanoType nanos
        ? nanos.shouldAdjustToUTC()
            ? DateTimeUtil.nanosToIsoTimestamptz((Long) value)
            : DateTimeUtil.nanosToIsoTimestamp((Long) value)
        : value;
  }
}

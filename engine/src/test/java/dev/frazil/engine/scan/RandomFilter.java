package dev.frazil.engine.scan;

import dev.frazil.engine.file.ColumnPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A filter and what it says of each row of a table, found row by row on Java values by the three
/// values of SQL's logic: true, false and, for null, unknown.
///
/// @param filter the filter
/// @param truth what it says of a row
record RandomFilter(Filter filter, IntFunction<@Nullable Boolean> truth) {
  /// A filter over the columns of a table.
  ///
  /// @param depth how deep filters stand in one another
  static RandomFilter of(RandomGenerator random, RandomTable table, int depth) {
    if (depth > 0) {
      switch (random.nextInt(4)) {
        case 0 -> {
          RandomFilter inner = of(random, table, depth - 1);
          return new RandomFilter(inner.filter.not(), row -> not(inner.truth.apply(row)));
        }
        case 1 -> {
          return combined(random, table, depth, true);
        }
        case 2 -> {
          return combined(random, table, depth, false);
        }
        default -> {
          // A test.
        }
      }
    }
    return test(random, table);
  }

  private static @Nullable Boolean not(@Nullable Boolean truth) {
    return truth == null ? null : !truth;
  }

  private static RandomFilter combined(
      RandomGenerator random, RandomTable table, int depth, boolean all) {
    List<RandomFilter> parts = new ArrayList<>();
    for (int i = 2 + random.nextInt(2); i > 0; i--) {
      parts.add(of(random, table, depth - 1));
    }
    List<Filter> filters = parts.stream().map(RandomFilter::filter).toList();
    IntFunction<@Nullable Boolean> truth =
        row -> {
          boolean unknown = false;
          for (RandomFilter part : parts) {
            Boolean one = part.truth.apply(row);
            if (one != null && one != all) {
              return !all;
            }
            unknown |= one == null;
          }
          return unknown ? null : Boolean.valueOf(all);
        };
    return new RandomFilter(all ? new Filter.And(filters) : new Filter.Or(filters), truth);
  }

  private static RandomFilter test(RandomGenerator random, RandomTable table) {
    RandomTable.Column column = table.columns().get(random.nextInt(table.columns().size()));
    List<String> path = ColumnPath.parse(column.path());
    int kind = random.nextInt(10);
    if (kind == 0) {
      return new RandomFilter(new Filter.IsNull(path), row -> column.values().get(row) == null);
    }
    if (kind == 1) {
      return in(random, column, path);
    }
    Probe probe = probe(random, column);
    if (kind == 2 && column.kind() instanceof StringKind text && !text.layout().equals("uuid")) {
      byte[] prefix = (byte[]) probe.meaning();
      return new RandomFilter(
          new Filter.StartsWith(path, probe.literal()),
          row -> {
            byte[] value = (byte[]) column.values().get(row);
            return value == null
                ? null
                : Boolean.valueOf(
                    value.length >= prefix.length
                        && Arrays.equals(Arrays.copyOf(value, prefix.length), prefix));
          });
    }
    List<Filter.Operator> operators = List.of(Filter.Operator.values());
    Filter.Operator operator = operators.get(random.nextInt(operators.size()));
    return new RandomFilter(
        new Filter.Comparison(path, operator, probe.literal()),
        row -> {
          Object value = column.values().get(row);
          return value == null
              ? null
              : Boolean.valueOf(holds(operator, ValueKind.compare(value, probe.meaning())));
        });
  }

  private static boolean holds(Filter.Operator operator, int order) {
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }

  private static RandomFilter in(
      RandomGenerator random, RandomTable.Column column, List<String> path) {
    List<Probe> probes = new ArrayList<>();
    for (int i = random.nextInt(8); i > 0; i--) {
      probes.add(probe(random, column));
    }
    List<Literal> literals = probes.stream().map(Probe::literal).toList();
    return new RandomFilter(
        new Filter.In(path, literals),
        row -> {
          Object value = column.values().get(row);
          return value == null
              ? null
              : Boolean.valueOf(
                  probes.stream().anyMatch(p -> ValueKind.compare(value, p.meaning()) == 0));
        });
  }

  private static Probe probe(RandomGenerator random, RandomTable.Column column) {
    Object near = column.values().get(random.nextInt(column.values().size()));
    return column.kind().probe(random, near == null ? column.kind().value(random) : near);
  }
}

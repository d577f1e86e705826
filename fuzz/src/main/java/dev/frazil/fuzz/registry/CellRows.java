package dev.frazil.fuzz.registry;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.fuzz.BatchValues;
import dev.frazil.fuzz.ColumnValues;
import dev.frazil.fuzz.values.Entries;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The rows of a cell: a column `row` that counts, and the column `c` of the cell, in which the
/// values of the type follow each other again and again among nulls and empty lists.
final class CellRows {
  static final String COLUMN = "c";
  static final String ROW = "row";

  private static final int ROWS = 150;
  private static final int NULL_OF = 5;
  private static final int MOST_ELEMENTS = 4;

  private final RandomGenerator random = new SplittableRandom(20_260_101);
  private final List<Object> values;
  private int next;
  private int made;

  private CellRows(List<Object> values) {
    this.values = values;
  }

  /// The rows of a cell, as one batch.
  static BatchValues of(Cell cell) {
    return of(cell, cell.type().values());
  }

  /// The rows of a cell with some values only.
  static BatchValues of(Cell cell, List<Object> values) {
    ArrowField field = cell.shape().column(COLUMN, cell.type(), cell.nullability());
    CellRows rows = new CellRows(values);
    List<@Nullable Object> counts = new ArrayList<>();
    List<@Nullable Object> column = new ArrayList<>();
    for (long row = 0; row < ROWS; row++) {
      counts.add(row);
      column.add(rows.optional(field));
    }
    return BatchValues.of(
        new ColumnValues(new ArrowField(ROW, new ArrowType.Int(64, true), false), counts),
        new ColumnValues(field, column));
  }

  private @Nullable Object optional(ArrowField field) {
    boolean none = field.nullable() && (values.isEmpty() || random.nextInt(NULL_OF) == 0);
    return none && !above(field) ? null : value(field);
  }

  /// Whether a field without values has levels, which are not all null.
  private boolean above(ArrowField field) {
    return values.isEmpty() && field.type().nested() && random.nextInt(NULL_OF) > 0;
  }

  private @Nullable Object value(ArrowField field) {
    if (field.name().equals(Shape.AUXILIARY)) {
      return field.type() instanceof ArrowType.Utf8 ? "k" + made++ : (Object) (long) made++;
    }
    return switch (field.type()) {
      case ArrowType.Struct() when field.metadata().isEmpty() -> struct(field);
      case ArrowType.List _, ArrowType.ListView _ ->
          list(field.children().getFirst(), random.nextInt(MOST_ELEMENTS));
      case ArrowType.FixedSizeList(int size) -> list(field.children().getFirst(), size);
      case ArrowType.Map _ -> map(field.children().getFirst().children());
      default -> values.isEmpty() ? null : values.get(next++ % values.size());
    };
  }

  private Map<String, @Nullable Object> struct(ArrowField field) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    for (ArrowField child : field.children()) {
      members.put(child.name(), optional(child));
    }
    return members;
  }

  private List<@Nullable Object> list(ArrowField element, int size) {
    List<@Nullable Object> elements = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      elements.add(optional(element));
    }
    return elements;
  }

  /// One entry where the keys are the values of the cell, so that no key comes twice.
  private List<@Nullable Object> map(List<ArrowField> entry) {
    boolean keys = !entry.getFirst().name().equals(Shape.AUXILIARY);
    int size = random.nextInt(keys ? 2 : MOST_ELEMENTS);
    List<@Nullable Object> entries = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Object key = value(entry.getFirst());
      if (key != null) {
        entries.add(Entries.of(key, optional(entry.getLast())));
      }
    }
    return entries;
  }
}

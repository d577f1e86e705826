package dev.frazil.engine.partition;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.RecordBatch;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Objects;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.util.SerializableFunction;
import org.jspecify.annotations.Nullable;

/// A field of a sort order over the rows of a batch, and its value in one kept row.
final class SortKey {
  private final SourceColumn source;
  private final Transform<?, ?> transform;
  private final boolean descending;
  private final boolean nullsFirst;
  private final SerializableFunction<@Nullable Object, @Nullable Object> function;
  private final Comparator<Object> comparator;
  private final @Nullable TransformRange range;
  private @Nullable SourceValues values;
  private @Nullable RowSelection selection;
  private @Nullable Object kept;

  /// The row whose key is at hand, or -1.
  private int row = -1;

  private @Nullable Object key;

  SortKey(SourceColumn source, Transform<?, ?> transform, boolean descending, boolean nullsFirst) {
    this.source = source;
    this.transform = transform;
    this.descending = descending;
    this.nullsFirst = nullsFirst;
    this.range = TransformRange.ofOrder(source.type(), transform);
    @SuppressWarnings("unchecked") // a transform takes the values of its source
    Transform<@Nullable Object, @Nullable Object> any =
        (Transform<@Nullable Object, @Nullable Object>) transform;
    this.function = any.bind(source.type());
    Type result = any.getResultType(source.type());
    this.comparator = Comparators.forType(result.asPrimitiveType());
  }

  void wrap(RecordBatch rows, RowSelection of) {
    values = source.in(rows);
    selection = of;
    row = -1;
    key = null;
  }

  private SourceValues values() {
    return Objects.requireNonNull(values);
  }

  /// What messages call a row: its number in the batch that the selection is of.
  private int number(int selected) {
    return Objects.requireNonNull(selection).row(selected);
  }

  /// The key of a row. That of the row asked for last is kept, since rows are asked for in turn.
  private @Nullable Object key(int asked) {
    if (asked != row) {
      if (range != null) {
        range.require("sort order", values().name(), values().value(asked), number(asked));
      }
      key = function.apply(values().value(asked));
      row = asked;
    }
    return key;
  }

  /// Compares the row before a row, which is first, with the row.
  ///
  /// @return above 0 if the row comes too late
  int compareToPrevious(int later) {
    SourceValues column = values();
    if (transform.isIdentity() && column.comparable() && !column.isNull(later - 1)) {
      return column.isNull(later) ? nulls(false) : directed(column.compare(later - 1, later));
    }
    if (column.repeats(later)) {
      return 0;
    }
    Object before = key(later - 1);
    return compare(before, key(later));
  }

  /// Compares the kept row with a row.
  ///
  /// @return above 0 if the row comes too late
  int compareToKept(int later) {
    return compare(kept, key(later));
  }

  private int compare(@Nullable Object first, @Nullable Object second) {
    if (first == null || second == null) {
      return first == second ? 0 : nulls(first == null);
    }
    return directed(comparator.compare(first, second));
  }

  /// The order of a null and a value.
  private int nulls(boolean nullComesFirst) {
    return nullComesFirst == nullsFirst ? -1 : 1;
  }

  private int directed(int order) {
    return descending ? -Integer.signum(order) : order;
  }

  /// Keeps the key of a row, without memory of the batch.
  void keep(int last) {
    kept = key(last);
  }

  WriteException late(int later) {
    return new WriteException(
        "sort order: %s: expected %s values%s with nulls %s, got %s behind %s in row %d of the batch"
            .formatted(
                source.name(),
                descending ? "falling" : "rising",
                transform.isIdentity() ? "" : " of " + transform,
                nullsFirst ? "first" : "last",
                text(key(later)),
                text(kept),
                number(later)));
  }

  private static String text(@Nullable Object value) {
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return "0x" + HexFormat.of().formatHex(bytes);
    }
    return String.valueOf(value);
  }
}

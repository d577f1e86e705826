package dev.frazil.engine.file;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.Nesting;
import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.schema.ParquetLeaf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The order of rows that the caller declared, and the check that the rows of a row group have it.
/// Between batches it keeps the last row's values of the sorting columns, in memory of its own.
final class SortOrder implements AutoCloseable {
  /// Pairs of rows that are compared column by column before the next ones are looked at.
  private static final int TILE = 1024;

  private final List<Key> keys = new ArrayList<>();
  private final List<FileMetadata.SortingColumn> stated;
  private final byte[] outcomes;
  private final byte[] verdicts;

  /// Rows of the row group so far.
  private long rows;

  /// A sorting column.
  private record Key(int index, ParquetLeaf leaf, SortingColumn declared, LastValue last) {}

  /// @param leaves the leaves of the schema
  /// @throws SchemaException if a sorting column is not a leaf, is inside a list or a map, or has a
  ///   type without an order
  SortOrder(List<ParquetLeaf> leaves, List<SortingColumn> declared) {
    for (SortingColumn column : declared) {
      int index = index(leaves, column);
      ParquetLeaf leaf = leaves.get(index);
      if (leaf.column().repeated() || !ordered(leaf.column())) {
        throw new SchemaException(
            "sorting columns: %s: expected %s, got %s"
                .formatted(
                    ColumnPath.format(column.path()),
                    leaf.column().repeated() ? "one value a row" : "values that have an order",
                    leaf.column().repeated() ? "a column inside a list or map" : "none"));
      }
      keys.add(new Key(index, leaf, column, new LastValue()));
    }
    outcomes = new byte[keys.isEmpty() ? 0 : TILE];
    verdicts = new byte[outcomes.length];
    stated =
        keys.stream()
            .map(key ->
                new FileMetadata.SortingColumn(
                    key.index, key.declared.descending(), key.declared.nullsFirst()))
            .toList();
  }

  private static int index(List<ParquetLeaf> leaves, SortingColumn column) {
    for (int i = 0; i < leaves.size(); i++) {
      if (leaves.get(i).column().path().equals(column.path())) {
        return i;
      }
    }
    throw new SchemaException(
        "sorting columns: %s: expected the path of a column, got none of the schema's"
            .formatted(ColumnPath.format(column.path())));
  }

  private static boolean ordered(LeafColumn column) {
    return switch (column.order()) {
      case SIGNED,
          UNSIGNED,
          FLOATING_POINT,
          IEEE_754_TOTAL_ORDER,
          UTF8,
          LEXICOGRAPHIC,
          UUID,
          SIGNED_BIG_ENDIAN ->
          true;
      case GEOSPATIAL, UNDEFINED -> false;
    };
  }

  /// The declaration as the footer states it; empty where there is none.
  List<FileMetadata.SortingColumn> stated() {
    return stated;
  }

  /// Checks rows of the open batch, which follow those of the call before.
  ///
  /// @param columns one a leaf, with the batch open
  /// @throws WriteException if a row comes too late; the message names column, row and values
  void check(List<ColumnWriter> columns, int from, int count) {
    if (keys.isEmpty() || count == 0) {
      return;
    }
    if (rows > 0) {
      checkFirst(columns, from);
    }
    for (int done = 0; done < count - 1; done += TILE) {
      checkTile(columns, from + done, Math.min(TILE, count - 1 - done), rows + done);
    }
    rows += count;
    int lastRow = from + count - 1;
    for (Key key : keys) {
      ColumnWriter column = columns.get(key.index);
      key.last.keep(column.values(), lastRow, isNull(column.nesting(), lastRow));
    }
  }

  /// Compares a row with the last one of the slice before.
  private void checkFirst(List<ColumnWriter> columns, int row) {
    for (Key key : keys) {
      ColumnWriter column = columns.get(key.index);
      LeafValues values = column.values();
      boolean lastNull = key.last.isNull();
      boolean isNull = isNull(column.nesting(), row);
      outcomes[0] = nulls(key.declared, lastNull, isNull);
      if (outcomes[0] == ValueComparison.OPEN) {
        LeafValues pair = key.last.before(key.leaf.column(), values, row);
        ValueComparison.compare(key.leaf.column(), pair, 0, 1, sign(key), outcomes);
      }
      if (outcomes[0] > 0) {
        String before = lastNull ? "null" : text(key, key.last.alone(key.leaf.column()), 0);
        throw late(key, before, isNull ? "null" : text(key, values, row), rows);
      }
      if (outcomes[0] < 0) {
        return;
      }
    }
  }

  /// Compares each of `count` rows with the one behind it.
  ///
  /// @param number the first row's number in the row group
  private void checkTile(List<ColumnWriter> columns, int from, int count, long number) {
    Arrays.fill(verdicts, 0, count, (byte) 0);
    for (Key key : keys) {
      ColumnWriter column = columns.get(key.index);
      int open = open(key, column.nesting(), from, count);
      if (open == 0) {
        return;
      }
      ValueComparison.compare(key.leaf.column(), column.values(), from, count, sign(key), outcomes);
      for (int i = 0; i < count; i++) {
        if (verdicts[i] == 0) {
          verdicts[i] = outcomes[i];
          if (outcomes[i] > 0) {
            throw late(key, column, from + i, number + i + 1);
          }
        }
      }
    }
  }

  /// Prepares the outcomes of pairs that no column before has decided; of the others they mean
  /// nothing.
  ///
  /// @return how many there are
  private int open(Key key, Nesting nesting, int from, int count) {
    boolean nullable = !(nesting instanceof Nesting.Required);
    boolean isNull = nullable && isNull(nesting, from);
    int open = 0;
    for (int i = 0; i < count; i++) {
      boolean nextNull = nullable && isNull(nesting, from + i + 1);
      outcomes[i] = verdicts[i] == 0 ? nulls(key.declared, isNull, nextNull) : 0;
      open += verdicts[i] == 0 ? 1 : 0;
      isNull = nextNull;
    }
    return open;
  }

  private static byte nulls(SortingColumn declared, boolean first, boolean second) {
    if (first == second) {
      return first ? 0 : ValueComparison.OPEN;
    }
    return (byte) (first == declared.nullsFirst() ? -1 : 1);
  }

  private static int sign(Key key) {
    return key.declared.descending() ? -1 : 1;
  }

  private static boolean isNull(Nesting nesting, int row) {
    return switch (nesting) {
      case Nesting.Required _ -> false;
      case Nesting.Optional n ->
          n.nullCount() > 0
              && (n.nullCount() == n.rowCount() || !Bitmaps.isSet(n.validity(), n.offset() + row));
      case Nesting.Nested n -> {
        boolean isNull = false;
        for (int i = 0; i < n.steps().size() && !isNull; i++) {
          isNull = isNull(n.steps().get(i), row);
        }
        yield isNull;
      }
    };
  }

  private static boolean isNull(Nesting.Step step, int row) {
    return switch (step) {
      case Nesting.Step.Optional s ->
          !s.allValid() && (s.allNull() || !Bitmaps.isSet(s.validity(), s.offset() + row));
      case Nesting.Step.Repeated _, Nesting.Step.FixedSize _ ->
          throw new IllegalStateException("sorting columns: expected no lists");
    };
  }

  private static WriteException late(Key key, ColumnWriter column, int row, long number) {
    boolean firstNull = isNull(column.nesting(), row);
    boolean secondNull = isNull(column.nesting(), row + 1);
    return late(
        key,
        firstNull ? "null" : text(key, column.values(), row),
        secondNull ? "null" : text(key, column.values(), row + 1L),
        number);
  }

  private static String text(Key key, LeafValues values, long slot) {
    return PlainText.of(key.leaf, values, slot);
  }

  private static WriteException late(Key key, String before, String got, long number) {
    return new WriteException(
        "sorting columns: %s: expected %s values with nulls %s, got %s behind %s in row %d of the row group"
            .formatted(
                ColumnPath.format(key.declared.path()),
                key.declared.descending() ? "falling" : "rising",
                key.declared.nullsFirst() ? "first" : "last",
                got,
                before,
                number));
  }

  /// Begins the next row group, whose rows may start anywhere.
  void reset() {
    rows = 0;
  }

  @Override
  public void close() {
    keys.forEach(key -> key.last.close());
  }
}

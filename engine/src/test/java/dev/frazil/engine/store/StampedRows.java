package dev.frazil.engine.store;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.arrow.SlotValues;
import dev.frazil.engine.iceberg.ValueBatch;
import dev.frazil.engine.scan.Scan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;

/// Rows that tell which operation wrote them, and whether they are all there: `stamp`, a number
/// that is the operation's alone, `part`, counted from 0, and `parts`, how many rows there are.
final class StampedRows {
  private static final ArrowSchema SCHEMA =
      new ArrowSchema(List.of(column("stamp"), column("part"), column("parts")));

  private StampedRows() {}

  private static ArrowField column(String name) {
    return new ArrowField(name, new ArrowType.Int(64, true), true);
  }

  /// How many rows a stamp has: 1 to 3.
  static int count(long stamp) {
    return 1 + (int) (stamp % 3);
  }

  /// The rows of a stamp.
  static RecordBatchSource source(long stamp) {
    int count = count(stamp);
    List<Long> parts = LongStream.range(0, count).boxed().toList();
    return ValueBatch.source(
        SCHEMA,
        ValueBatch.of(
            SCHEMA,
            List.of(
                Collections.nCopies(count, stamp),
                parts,
                Collections.nCopies(count, (long) count))));
  }

  /// The stamps of a scan in the order of its rows, each once if its rows are all there and stand
  /// together; otherwise with a `!` before it.
  static List<String> stamps(Scan scan) throws IOException {
    List<String> stamps = new ArrayList<>();
    long next = 0;
    long parts = 0;
    try (RecordBatchSource source = scan.open()) {
      for (RecordBatch batch = source.next(); batch != null; batch = source.next()) {
        try (RecordBatch rows = batch) {
          for (int row = 0; row < rows.rowCount(); row++) {
            String stamp = Long.toString(value(rows, 0, row));
            boolean fits = value(rows, 1, row) == next;
            if (next == 0 || !fits) {
              stamps.add(fits ? stamp : "!" + stamp);
            } else if (!stamps.getLast().equals(stamp)) {
              stamps.add("!" + stamp);
            }
            parts = value(rows, 2, row);
            next = (value(rows, 1, row) + 1) % parts;
          }
        }
      }
    }
    if (next != 0) {
      stamps.add("!end");
    }
    return stamps;
  }

  private static long value(RecordBatch rows, int column, int row) {
    return (Long) Objects.requireNonNull(SlotValues.value(rows.columns().get(column), row));
  }
}

package dev.frazil.engine.arrow;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.WriteException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Casts of columns that come from raw C structs, against values that a test states.
final class CastTrial {
  private CastTrial() {}

  /// Checks the cast of the whole column and of slices at every bit position of a byte.
  static void expect(List<? extends @Nullable Object> expected, CDataColumn column, ArrowType to)
      throws IOException {
    long length = column.length;
    assertEquals(expected, cast(column, to));
    for (int skip = 1; skip <= Math.min(length, 3); skip++) {
      CDataColumn slice = column.slice(skip, length - skip);
      assertEquals(expected.subList(skip, expected.size()), cast(slice, to));
    }
    column.slice(0, length);
  }

  static void fail(String message, CDataColumn column, ArrowType to) {
    WriteException failure = assertThrows(WriteException.class, () -> cast(column, to));
    String text = String.valueOf(failure.getMessage());
    assertTrue(text.startsWith("cast of ") && text.endsWith(": x: " + message), text);
  }

  private static List<@Nullable Object> cast(CDataColumn column, ArrowType to) throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(batch(column));
        RecordBatch batch = requireNonNull(source.next());
        ColumnCast cast =
            ColumnCast.of(source.schema().fields().getFirst(), new ArrowField("x", to, true))) {
      ArrowColumn result = cast.apply(batch.columns().getFirst());
      List<@Nullable Object> values = ColumnValues.of(result);
      assertEquals(Collections.frequency(values, null), result.nullCount());
      assertEquals(values, ColumnValues.of(cast.apply(batch.columns().getFirst())));
      return values;
    }
  }

  static CDataColumn batch(CDataColumn column) {
    return CDataColumn.batch(column.length, column);
  }

  static List<@Nullable Object> longs(@Nullable Number... values) {
    List<@Nullable Object> longs = new ArrayList<>();
    for (Number value : values) {
      longs.add(value == null ? null : value.longValue());
    }
    return longs;
  }
}

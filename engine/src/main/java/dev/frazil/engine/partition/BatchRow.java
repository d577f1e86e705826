package dev.frazil.engine.partition;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.RecordBatch;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// One row of a batch after the other as Iceberg's transforms read it: only the source columns of a
/// partition spec, and read-only.
final class BatchRow implements StructLike {
  private static final long MICROS_PER_HOUR = 3_600_000_000L;

  private final List<String> names = new ArrayList<>();
  private final List<Integer> sources = new ArrayList<>();
  private final List<Integer> hours = new ArrayList<>();
  private final List<SourceValues> columns = new ArrayList<>();
  private int row;

  /// @param schema the columns of the batches, in order
  BatchRow(Schema schema, PartitionSpec spec) {
    List<Types.NestedField> fields = schema.columns();
    for (Types.NestedField field : fields) {
      names.add(field.name());
    }
    for (PartitionField field : spec.fields()) {
      int source = fields.indexOf(schema.findField(field.sourceId()));
      sources.add(source);
      Type type = fields.get(source).type();
      if (type instanceof Types.TimestampType && field.transform().toString().equals("hour")) {
        hours.add(source);
      }
    }
  }

  /// Shows a batch from its first row on.
  void wrap(RecordBatch batch) {
    columns.clear();
    batch.columns().forEach(column -> columns.add(new SourceValues(column)));
    row = 0;
  }

  /// Shows a row.
  void moveTo(int newRow) {
    row = newRow;
    for (int hour : hours) {
      requireHour(hour);
    }
  }

  /// Iceberg's transform keeps the low 32 bits of an hour that has more.
  private void requireHour(int column) {
    if (columns.get(column).value(row) instanceof Long micros) {
      long hour = Math.floorDiv(micros, MICROS_PER_HOUR);
      if (hour != (int) hour) {
        throw new WriteException(
            "partition: %s: expected an hour of 32 bits, got %d from the timestamp %d in row %d"
                .formatted(names.get(column), hour, micros, row));
      }
    }
  }

  /// Whether the sources in a row are those in the row before it, byte for byte.
  boolean repeats(int newRow) {
    for (int source : sources) {
      if (!columns.get(source).repeats(newRow)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int size() {
    return columns.size();
  }

  @Override
  public <T> @Nullable T get(int position, Class<T> javaClass) {
    return javaClass.cast(columns.get(position).value(row));
  }

  @Override
  public <T> void set(int position, T value) {
    throw new UnsupportedOperationException("a row of a batch is read-only");
  }
}

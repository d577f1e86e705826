package dev.frazil.engine.partition;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.RecordBatch;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.transforms.UnknownTransform;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// One row of a batch after the other as Iceberg's transforms read it: the source columns of a
/// partition spec side by side, wherever they stand in the batch. Read-only.
final class BatchRow implements StructLike {
  private final PartitionSpec spec;
  private final Schema sources;
  private final List<@Nullable SourceColumn> columns = new ArrayList<>();
  private final List<Limit> limits = new ArrayList<>();
  private final List<@Nullable SourceValues> values = new ArrayList<>();
  private int row;

  /// What a field of the spec takes of the column at a position.
  private record Limit(int column, TransformRange range) {}

  /// @param schema the columns of the batches, in order
  /// @throws SchemaException if a transform is unknown, or its source is not in the schema
  BatchRow(Schema schema, PartitionSpec spec) {
    this.spec = spec;
    List<Types.NestedField> fields = new ArrayList<>();
    for (PartitionField field : spec.fields()) {
      SourceColumn source = source(schema, field);
      if (fields.stream().noneMatch(known -> known.fieldId() == field.sourceId())) {
        // the source of a void transform may have left the table, and no value of it is read
        fields.add(
            Types.NestedField.optional(
                field.sourceId(),
                "source" + fields.size(),
                source == null ? Types.BooleanType.get() : source.type()));
        columns.add(source);
      }
      TransformRange range =
          source == null ? null : TransformRange.ofRows(source.type(), field.transform());
      if (range != null) {
        limits.add(new Limit(columns.indexOf(source), range));
      }
    }
    this.sources = new Schema(fields);
  }

  private static @Nullable SourceColumn source(Schema schema, PartitionField field) {
    if (field.transform() instanceof UnknownTransform<?, ?>) {
      throw new SchemaException(
          "partition: %s: expected a transform of the table specification, got %s"
              .formatted(field.name(), field.transform()));
    }
    SourceColumn source = SourceColumn.of(schema, field.sourceId());
    if (source == null && !field.transform().isVoid()) {
      throw new SchemaException(
          "partition: %s: expected its source, field %d, in the batches, got none"
              .formatted(field.name(), field.sourceId()));
    }
    return source;
  }

  /// A key that takes the partition of rows of this object.
  PartitionKey key() {
    return new PartitionKey(spec, sources);
  }

  /// Shows a batch from its first row on.
  void wrap(RecordBatch batch) {
    values.clear();
    columns.forEach(column -> values.add(column == null ? null : column.in(batch)));
    row = 0;
  }

  /// Shows a row.
  void moveTo(int newRow) {
    row = newRow;
    for (Limit limit : limits) {
      SourceValues source = values.get(limit.column());
      if (source != null) {
        limit.range().require("partition", source.name(), source.value(row), row);
      }
    }
  }

  /// Whether the sources in a row are those in the row before it, byte for byte.
  boolean repeats(int newRow) {
    for (SourceValues source : values) {
      if (source != null && !source.repeats(newRow)) {
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
    SourceValues source = values.get(position);
    return source == null ? null : javaClass.cast(source.value(row));
  }

  @Override
  public <T> void set(int position, T value) {
    throw new UnsupportedOperationException("a row of a batch is read-only");
  }
}

package dev.frazil.engine.iceberg;

import dev.frazil.encoders.Bounds;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.partition.TransformRange;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.MetricsModes;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.SerializableFunction;
import org.jspecify.annotations.Nullable;

/// The partition of a file by what its footer says: all rows are in one partition where the bounds
/// of a column, transformed, are one value, and no null and no NaN is beside it.
final class FilePartition {
  private final String file;
  private final PartitionSpec spec;
  private final Map<Integer, FooterColumn> columns = new HashMap<>();

  FilePartition(String file, PartitionSpec spec, List<FooterColumn> columns) {
    this.file = file;
    this.spec = spec;
    columns.forEach(column -> this.columns.put(column.leaf().id(), column));
  }

  /// The smallest and the largest value that a partition field can have in the file.
  private record Range(Object low, Object high) {}

  /// The partition that the footer proves.
  ///
  /// @throws SchemaException if it does not prove one
  StructLike proven() {
    PartitionData partition = new PartitionData(spec.partitionType());
    for (int i = 0; i < spec.fields().size(); i++) {
      PartitionField field = spec.fields().get(i);
      partition.set(i, field.transform().isVoid() ? null : proven(field));
    }
    return partition;
  }

  private @Nullable Object proven(PartitionField field) {
    FooterColumn column = columns.get(field.sourceId());
    if (column == null || !column.leaf().counted()) {
      throw refused(field, "its column in the file", "none");
    }
    if (column.allNull()) {
      return null;
    }
    if (!column.withoutNulls()) {
      throw refused(
          field,
          "values or nulls alone",
          column.nulls().isPresent() ? "both" : "no count of nulls in the footer");
    }
    if (floating(column) && column.nans().orElse(-1) != 0) {
      throw refused(
          field, "no NaN", column.nans().isPresent() ? "some" : "no count of them in the footer");
    }
    Range range = range(field, column);
    if (range == null) {
      throw refused(field, "bounds that prove one value", "none");
    }
    if (compare(field, range.low, range.high) != 0) {
      throw refused(
          field,
          "rows of one partition",
          human(field, range.low) + " to " + human(field, range.high));
    }
    return range.low instanceof CharSequence text ? text.toString() : range.low;
  }

  /// Checks a partition that the caller states.
  ///
  /// @throws SchemaException if the footer proves it wrong
  void require(StructLike partition) {
    if (partition.size() != spec.fields().size()) {
      throw new SchemaException(
          "partition: %s: expected %d values, got %d"
              .formatted(file, spec.fields().size(), partition.size()));
    }
    for (int i = 0; i < spec.fields().size(); i++) {
      PartitionField field = spec.fields().get(i);
      FooterColumn column = columns.get(field.sourceId());
      @Nullable Object value = partition.get(i, Object.class);
      if (value != null) {
        requirePossible(field, value);
      }
      if (column != null && column.leaf().counted() && !field.transform().isVoid()) {
        require(field, column, value);
      }
    }
  }

  /// Refuses what the transform makes of no value at all, whatever is in the file.
  private void requirePossible(PartitionField field, Object value) {
    int buckets = parameter(field, "bucket");
    if (buckets > 0 && ((Integer) value < 0 || (Integer) value >= buckets)) {
      throw refused(field, "a bucket of 0 to " + (buckets - 1), human(field, value));
    }
    if (parameter(field, "truncate") > 0) {
      Object truncated = transform(field).bind(type(field).type()).apply(value);
      if (compare(field, value, truncated) != 0) {
        throw refused(
            field, "a value that " + field.transform() + " leaves as it is", human(field, value));
      }
    }
  }

  /// The number that a transform of a name has, or 0 if it is another one.
  private static int parameter(PartitionField field, String name) {
    String transform = field.transform().toString();
    return transform.startsWith(name + "[")
        ? Integer.parseInt(transform.substring(name.length() + 1, transform.length() - 1))
        : 0;
  }

  private void require(PartitionField field, FooterColumn column, @Nullable Object value) {
    boolean nulls = column.nulls().orElse(0) > 0;
    if (value == null) {
      if (column.bounds() != null || (column.nulls().isPresent() && !column.allNull())) {
        throw refused(field, "null", "values in the file");
      }
      return;
    }
    if (nulls) {
      throw refused(field, human(field, value), "nulls in the file");
    }
    Range range = range(field, column);
    if (range != null
        && (compare(field, value, range.low) < 0 || compare(field, value, range.high) > 0)) {
      throw refused(
          field,
          human(field, value),
          human(field, range.low) + " to " + human(field, range.high) + " in the file");
    }
  }

  private static boolean floating(FooterColumn column) {
    return column.leaf().type().typeId() == Type.TypeID.FLOAT
        || column.leaf().type().typeId() == Type.TypeID.DOUBLE;
  }

  /// Bounds go through a transform that keeps the order; through any other only as one value.
  private @Nullable Range range(PartitionField field, FooterColumn column) {
    Bounds bounds = column.bounds();
    if (bounds == null) {
      return null;
    }
    Type type = column.leaf().type();
    IcebergBounds whole = IcebergBounds.of(type, MetricsModes.Full.get(), bounds, bounds);
    ByteBuffer lower = Objects.requireNonNull(whole.lower());
    ByteBuffer upper = Objects.requireNonNull(whole.upper());
    Transform<Object, Object> transform = transform(field);
    if (!transform.preservesOrder() && !lower.equals(upper)) {
      return null;
    }
    SerializableFunction<Object, Object> function = transform.bind(type);
    Object low = Conversions.fromByteBuffer(type, lower);
    Object high = Conversions.fromByteBuffer(type, upper);
    requireResult(field, type, low);
    requireResult(field, type, high);
    return new Range(function.apply(low), function.apply(high));
  }

  private void requireResult(PartitionField field, Type type, Object value) {
    TransformRange range = TransformRange.ofBounds(type, field.transform());
    String refusal = range == null ? null : range.refusal(value);
    if (refusal != null) {
      throw new SchemaException(
          "partition: %s: %s: expected %s".formatted(file, field.name(), refusal));
    }
  }

  @SuppressWarnings("unchecked") // a field's transform takes its source's values
  private static Transform<Object, Object> transform(PartitionField field) {
    return (Transform<Object, Object>) field.transform();
  }

  private Types.NestedField type(PartitionField field) {
    return spec.partitionType().field(field.fieldId());
  }

  private int compare(PartitionField field, Object a, Object b) {
    return Comparators.<Object>forType(type(field).type().asPrimitiveType()).compare(a, b);
  }

  private String human(PartitionField field, Object value) {
    return transform(field).toHumanString(type(field).type(), value);
  }

  private SchemaException refused(PartitionField field, String expected, String found) {
    return new SchemaException(
        "partition: %s: %s: expected %s, got %s".formatted(file, field.name(), expected, found));
  }
}

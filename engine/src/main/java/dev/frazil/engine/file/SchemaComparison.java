package dev.frazil.engine.file;

import dev.frazil.engine.SchemaException;
import java.util.List;
import java.util.Locale;
import org.apache.parquet.format.ColumnOrder;
import org.jspecify.annotations.Nullable;

/// Whether the row groups of one file can stand in another one: the same fields with the same
/// names, repetitions, types, annotations and field ids, and bounds in the same orders.
final class SchemaComparison {
  private final String source;

  /// Compares for one file.
  ///
  /// @param source what to call the file whose row groups are to be moved, for messages
  SchemaComparison(String source) {
    this.source = source;
  }

  /// Checks the fields below the roots.
  ///
  /// @throws SchemaException if the fields differ; the message names the first that does
  void requireSameFields(List<FileMetadata.Field> expected, List<FileMetadata.Field> found) {
    int common = Math.min(expected.size(), found.size());
    for (int i = 0; i < common; i++) {
      FileMetadata.Field field = expected.get(i);
      FileMetadata.Field other = found.get(i);
      if (!field.path().equals(other.path())) {
        throw different(field, "the field there", ColumnPath.format(other.path()));
      }
      String described = described(field);
      if (!described.equals(described(other))) {
        throw different(field, described, described(other));
      }
    }
    if (expected.size() > common) {
      throw different(expected.get(common), "the field", "none");
    }
    if (found.size() > common) {
      throw different(found.get(common), "no such field", "one");
    }
  }

  /// Checks the orders in which bounds were compared, all of them known.
  ///
  /// @param leaves the leaves that both files have
  /// @throws SchemaException if the order of bounds of a leaf differs
  void requireSameOrders(
      List<FileMetadata.Field> leaves,
      @Nullable List<ColumnOrder> expected,
      @Nullable List<ColumnOrder> found) {
    for (int i = 0; i < leaves.size(); i++) {
      String order = order(expected, i);
      String other = order(found, i);
      if (!order.equals(other)) {
        throw different(leaves.get(i), "bounds in the order " + order, other);
      }
    }
  }

  private static String order(@Nullable List<ColumnOrder> orders, int leaf) {
    if (orders == null || leaf >= orders.size()) {
      return "none";
    }
    return orders.get(leaf).getSetField().getFieldName();
  }

  /// All of a field but its path. Whether an annotation has its older form alone makes no
  /// difference.
  private static String described(FileMetadata.Field field) {
    StringBuilder text = new StringBuilder(field.repetition().name().toLowerCase(Locale.ROOT));
    text.append(' ').append(field.type() == null ? "group" : field.type().name());
    if (field.typeLength() > 0) {
      text.append('(').append(field.typeLength()).append(')');
    }
    if (field.annotation() != null) {
      text.append(' ').append(field.annotation());
    }
    text.append(field.fieldId().isPresent() ? " with field id " + field.fieldId().getAsInt() : "");
    return text.append(field.fieldId().isPresent() ? "" : " without field id").toString();
  }

  private SchemaException different(FileMetadata.Field field, String expected, String got) {
    return new SchemaException(
        "append row groups: %s: %s: expected %s, got %s"
            .formatted(source, ColumnPath.format(field.path()), expected, got));
  }
}

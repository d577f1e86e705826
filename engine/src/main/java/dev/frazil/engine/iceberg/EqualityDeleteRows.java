package dev.frazil.engine.iceberg;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/// Rows whose equals are deleted: the columns of the equality ids, null being equal to null (table
/// specification, equality delete files).
///
/// @param schema those columns alone
/// @param ids the equality ids, ascending
/// @param metricsConfig the table's
record EqualityDeleteRows(Schema schema, List<Integer> ids, MetricsConfig metricsConfig)
    implements DeleteRows {

  /// @throws SchemaException if there is no id, or one is not of a primitive column of the table
  ///   that has one value a row, or of floats or doubles
  static EqualityDeleteRows of(Schema table, Set<Integer> fieldIds, MetricsConfig metricsConfig) {
    List<Integer> ids = List.copyOf(new TreeSet<>(fieldIds));
    if (ids.isEmpty()) {
      throw new SchemaException("equality deletes: expected at least one field id, got none");
    }
    Map<Integer, Integer> parents = TypeUtil.indexParents(table.asStruct());
    for (int id : ids) {
      Types.NestedField field = table.findField(id);
      if (field == null || !comparable(field.type()) || inRepeated(table, parents, id)) {
        throw new SchemaException(
            "equality deletes: %s: expected a primitive column with one value a row and no float or double, got %s"
                .formatted(
                    field == null ? "field id " + id : table.findColumnName(id),
                    field == null ? "no column" : field.type() + " with field id " + id));
      }
    }
    return new EqualityDeleteRows(TypeUtil.select(table, Set.copyOf(ids)), ids, metricsConfig);
  }

  /// Floats and doubles are no columns of equality deletes, as they are none of an identifier
  /// (table specification, equality delete files).
  private static boolean comparable(Type type) {
    return type.isPrimitiveType()
        && type.typeId() != Type.TypeID.FLOAT
        && type.typeId() != Type.TypeID.DOUBLE;
  }

  private static boolean inRepeated(Schema table, Map<Integer, Integer> parents, int id) {
    for (Integer parent = parents.get(id); parent != null; parent = parents.get(parent)) {
      if (!table.findType(parent).isStructType()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Map<String, String> metadata() {
    return Map.of(
        "delete-type",
        "equality",
        "delete-field-ids",
        ids.stream().map(String::valueOf).collect(Collectors.joining(", ")));
  }

  /// A column that a batch does not have would be null or its default in every row, and delete what
  /// nobody named.
  @Override
  public void requireColumns(ArrowSchema source) {
    requireColumns(source.fields(), IcebergSchemas.arrowSchema(schema).fields(), "");
  }

  private static void requireColumns(
      List<ArrowField> source, List<ArrowField> target, String parent) {
    for (ArrowField wanted : target) {
      String path = parent + wanted.name();
      ArrowField found =
          source.stream()
              .filter(field -> matches(field, wanted))
              .findFirst()
              .orElseThrow(() ->
                  new SchemaException(
                      "equality deletes: %s: expected the column in every batch, got none"
                          .formatted(path)));
      requireColumns(found.children(), wanted.children(), path + ".");
    }
  }

  private static boolean matches(ArrowField field, ArrowField wanted) {
    return field.fieldId().isPresent()
        ? field.fieldId().equals(wanted.fieldId())
        : field.name().equals(wanted.name());
  }

  @Override
  public List<Run> runs(RecordBatch aligned) {
    return List.of(new Run(0, aligned.rowCount(), false));
  }

  @Override
  public void written(RecordBatch aligned, Run run) {}

  @Override
  public DeleteFile deleteFile(FileMetadata.Builder file, Metrics metrics) {
    return file.ofEqualityDeletes(ids.stream().mapToInt(Integer::intValue).toArray())
        .withMetrics(metrics)
        .withSortOrder(SortOrder.unsorted())
        .build();
  }
}

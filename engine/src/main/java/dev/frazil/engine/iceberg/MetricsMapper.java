package dev.frazil.engine.iceberg;

import dev.frazil.encoders.LeafStatistics;
import dev.frazil.engine.file.FileReceipt;
import dev.frazil.engine.schema.LogicalType;
import dev.frazil.engine.schema.ParquetField;
import dev.frazil.engine.schema.ParquetLeaf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.MetricsModes;
import org.apache.iceberg.MetricsModes.MetricsMode;
import org.apache.iceberg.MetricsUtil;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.jspecify.annotations.Nullable;

/// From what the encoders counted to the metrics of a data file, by field id (table specification,
/// data file fields).
///
/// A column's mode is found by its id and its name in the table, never by its name in the file.
/// `none` keeps nothing of a column, `counts` its sizes and counts, `truncate` and `full` its
/// bounds as well. Of a leaf below a list or a map there is its size alone: its values are not one
/// a row. A variant has no leaf with an id and thus no size; its counts are those of its metadata,
/// which stands in the file once a value.
final class MetricsMapper {
  private static final String VARIANT_METADATA = "metadata";

  private final Schema schema;
  private final MetricsConfig config;

  /// The ids of variants by the paths of their metadata.
  private final Map<List<String>, Integer> variants = new HashMap<>();

  MetricsMapper(Schema schema, MetricsConfig config) {
    this.schema = schema;
    this.config = config;
    if (TypeUtil.find(schema, Type::isVariantType) != null) {
      findVariants(IcebergSchemas.parquetSchema(schema).fields(), List.of());
    }
  }

  private void findVariants(List<ParquetField> fields, List<String> path) {
    for (ParquetField field : fields) {
      if (field instanceof ParquetField.Group group) {
        List<String> below = member(path, group.name());
        if (group.logicalType() instanceof LogicalType.Variant) {
          variants.put(member(below, VARIANT_METADATA), group.fieldId().orElseThrow());
        } else {
          findVariants(group.children(), below);
        }
      }
    }
  }

  private static List<String> member(List<String> path, String name) {
    List<String> longer = new ArrayList<>(path);
    longer.add(name);
    return longer;
  }

  /// The metrics of a file that has rows.
  Metrics metrics(FileReceipt receipt) {
    ColumnMetrics columns = new ColumnMetrics();
    for (FileReceipt.LeafReceipt leaf : receipt.leaves()) {
      ParquetLeaf parquet = leaf.leaf();
      boolean repeated = parquet.column().maxRepetitionLevel() > 0;
      LeafStatistics statistics = repeated ? null : leaf.statistics();
      OptionalInt id = parquet.fieldId();
      if (id.isPresent()) {
        MetricsMode mode = MetricsUtil.metricsMode(schema, config, id.getAsInt());
        if (!(mode instanceof MetricsModes.None)) {
          columns.size(id.getAsInt(), leaf.compressedSize());
          add(columns, id.getAsInt(), schema.findType(id.getAsInt()), mode, statistics);
        }
      } else {
        addVariant(columns, parquet.column().path(), statistics);
      }
    }
    return columns.metrics(receipt.rowCount());
  }

  private void addVariant(
      ColumnMetrics columns, List<String> path, @Nullable LeafStatistics statistics) {
    Integer id = variants.get(path);
    if (id != null) {
      MetricsMode mode = MetricsUtil.metricsMode(schema, config, id);
      if (!(mode instanceof MetricsModes.None)) {
        add(columns, id, schema.findType(id), mode, statistics);
      }
    }
  }

  private static void add(
      ColumnMetrics columns,
      int id,
      Type type,
      MetricsMode mode,
      @Nullable LeafStatistics statistics) {
    if (statistics == null) {
      return;
    }
    columns.type(id, type);
    columns.valueCount(id, statistics.valueCount());
    columns.nullCount(id, statistics.nullCount());
    addByType(columns, id, type, statistics);
    if (!(mode instanceof MetricsModes.Counts)) {
      columns.bounds(id, IcebergBounds.of(type, mode, statistics));
    }
  }

  private static void addByType(
      ColumnMetrics columns, int id, Type type, LeafStatistics statistics) {
    switch (type.typeId()) {
      case FLOAT, DOUBLE -> columns.nanCount(id, statistics.nanCount());
      case GEOMETRY, GEOGRAPHY -> {
        long values = statistics.valueCount() - statistics.nullCount();
        // Well-known binary is never empty: without a byte the sizes are not known.
        long bytes = statistics.sizes().unencodedByteArrayBytes();
        if (bytes > 0) {
          columns.averageSize(id, Math.toIntExact(bytes / values));
        }
      }
      case BOOLEAN,
          INTEGER,
          LONG,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMP_NANO,
          STRING,
          UUID,
          FIXED,
          BINARY,
          DECIMAL,
          STRUCT,
          LIST,
          MAP,
          VARIANT,
          UNKNOWN -> {}
    }
  }
}

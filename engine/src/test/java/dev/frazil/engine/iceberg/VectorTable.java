package dev.frazil.engine.iceberg;

import com.fasterxml.jackson.databind.JsonNode;
import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// What a vector writes, and how.
record VectorTable(
    Schema schema,
    ArrowSchema batches,
    List<? extends List<? extends @Nullable Object>> columns,
    Map<String, String> properties,
    SortOrder order,
    int rowGroupRows) {

  static VectorTable single(Type type, @Nullable Object value, String mode) {
    Schema schema = new Schema(Types.NestedField.optional(1, "c", type));
    List<@Nullable Object> column = new ArrayList<>();
    column.add(value);
    return new VectorTable(
        schema,
        IcebergSchemas.arrowSchema(schema),
        List.of(column),
        Map.of("write.metadata.metrics.default", mode),
        SortOrder.unsorted(),
        Integer.MAX_VALUE);
  }

  static VectorTable of(JsonNode vector) {
    int rowGroupRows = vector.path("expect").path("rowGroups").asInt() > 1 ? 1 : Integer.MAX_VALUE;
    if (vector.has("schema")) {
      Schema schema = SchemaParser.fromJson(vector.get("schema"));
      List<List<@Nullable Object>> rows = new ArrayList<>();
      for (JsonNode values : vector.get("rows")) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 0; i < schema.columns().size(); i++) {
          row.add(Vectors.value(schema.columns().get(i).type(), values.get(i)));
        }
        rows.add(row);
      }
      return new VectorTable(
          schema,
          IcebergSchemas.arrowSchema(schema),
          StoredColumns.of(schema, rows),
          propertiesOf(vector),
          order(vector.get("id").asText(), schema),
          rowGroupRows);
    }
    Type type = Vectors.type(vector);
    boolean required = vector.get("required").asBoolean();
    Schema schema =
        new Schema(
            required
                ? Types.NestedField.required(1, "c", type)
                : Types.NestedField.optional(1, "c", type));
    List<@Nullable Object> values = Vectors.values(type, vector.get("values"));
    ArrowType canonical = IcebergSchemas.arrowSchema(schema).fields().getFirst().type();
    ArrowType own =
        vector.has("error") && values.getFirst() != null
            ? ownType(values.getFirst(), canonical)
            : canonical;
    ArrowField like = IcebergSchemas.arrowSchema(schema).fields().getFirst();
    return new VectorTable(
        schema,
        new ArrowSchema(List.of(new ArrowField("c", own, true, like.metadata(), null))),
        List.of(values),
        propertiesOf(vector),
        SortOrder.unsorted(),
        rowGroupRows);
  }

  /// The type a producer would give a value that is not of the table's type.
  private static ArrowType ownType(Object value, ArrowType otherwise) {
    return switch (value) {
      case BigDecimal decimal -> new ArrowType.Decimal(128, decimal.precision(), decimal.scale());
      case ByteBuffer bytes -> new ArrowType.FixedSizeBinary(bytes.remaining());
      default -> otherwise;
    };
  }

  private static SortOrder order(String id, Schema schema) {
    return switch (id) {
      case "sorted-column-promoted",
          "sorted-column-user-override-wins",
          "sorted-column-default-full" ->
          SortOrder.builderFor(schema).asc("b").build();
      case "sorted-bucket-not-promoted" ->
          SortOrder.builderFor(schema).asc(Expressions.bucket("b", 4)).build();
      case "sorted-truncate-promoted" ->
          SortOrder.builderFor(schema).asc(Expressions.truncate("b", 4)).build();
      default -> SortOrder.unsorted();
    };
  }

  List<DataFile> write() throws IOException {
    return write(false);
  }

  /// As [#write()], with numbers compared by the total order of IEEE 754.
  List<DataFile> writeInTotalOrder() throws IOException {
    return write(true);
  }

  private List<DataFile> write(boolean totalOrder) throws IOException {
    WriterOptions options =
        WriterOptions.fromProperties(properties).toBuilder()
            .compression(CompressionPolicy.UNCOMPRESSED)
            .rowGroupTargetRows(rowGroupRows)
            .rowGroupTargetBytes(Long.MAX_VALUE)
            .ieee754TotalOrder(totalOrder)
            .build();
    try (RecordBatchSource source = ValueBatch.source(batches, ValueBatch.of(batches, columns))) {
      return DataFileWriter.writeDataFiles(
          new InMemoryFileIO(),
          "memory:/table/data",
          source,
          schema,
          PartitionSpec.unpartitioned(),
          order,
          options);
    }
  }

  /// The table properties of a vector.
  static Map<String, String> propertiesOf(JsonNode vector) {
    Map<String, String> properties = new HashMap<>();
    vector
        .get("properties")
        .properties()
        .forEach(e -> properties.put(e.getKey(), e.getValue().asText()));
    return properties;
  }
}

package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The mode that every column resolves to, seen by what a file of one long string in every leaf
/// keeps of it.
class MetricsModesTest {
  private static final String LONG_TEXT = "abcdefghijklmnopxyz";

  /// What there is of a leaf below a list or a map in any mode but `none`.
  private static final String SIZE = "size";

  static Stream<JsonNode> modes() {
    return Vectors.of("metrics-vectors.json", "modes");
  }

  @Test
  void everyVectorIsTried() {
    assertEquals(23, modes().count());
  }

  @ParameterizedTest
  @MethodSource("modes")
  void modesSayWhatIsKeptOfEachColumn(JsonNode vector) throws IOException {
    int columns = vector.get("columns").asInt();
    Schema schema = vector.has("schema") ? strings(vector.get("schema")) : strings(columns);
    SortOrder order =
        vector.has("sortOrder")
            ? SortOrder.builderFor(schema).asc("c" + columns).build()
            : SortOrder.unsorted();
    List<@Nullable Object> row = new ArrayList<>();
    schema.columns().forEach(column -> row.add(value(column.type())));
    DataFile file =
        new VectorTable(
                schema,
                IcebergSchemas.arrowSchema(schema),
                StoredColumns.of(schema, List.of(row)),
                VectorTable.propertiesOf(vector),
                order,
                Integer.MAX_VALUE)
            .write()
            .getFirst();
    Map<Integer, String> expected = new TreeMap<>();
    vector
        .get("modeToIds")
        .properties()
        .forEach(entry ->
            ids(entry.getValue().asText())
                .forEach(id -> {
                  if (schema.findType(id).isPrimitiveType()) {
                    boolean sizeOnly = repeated(schema, id) && !entry.getKey().equals("none");
                    expected.put(id, sizeOnly ? SIZE : entry.getKey());
                  }
                }));
    assertEquals(expected, kept(file, schema));
  }

  private static Schema strings(int columns) {
    List<Types.NestedField> fields = new ArrayList<>();
    for (int id = 1; id <= columns; id++) {
      fields.add(Types.NestedField.optional(id, "c" + id, Types.StringType.get()));
    }
    return new Schema(fields);
  }

  /// The schema of a vector with strings for its integers, which have no modes to tell apart.
  private static Schema strings(JsonNode schema) {
    return SchemaParser.fromJson(schema.toString().replace("\"int\"", "\"string\""));
  }

  private static Object value(Type type) {
    return switch (type) {
      case Types.StructType struct ->
          struct.fields().stream().map(field -> value(field.type())).toList();
      case Types.ListType list -> List.of(value(list.elementType()));
      case Types.MapType map -> List.of(List.of(value(map.keyType()), value(map.valueType())));
      default -> LONG_TEXT;
    };
  }

  /// Ids of a text such as `1-3,5`.
  private static List<Integer> ids(String text) {
    List<Integer> ids = new ArrayList<>();
    for (String range : text.split(",", -1)) {
      String[] ends = range.split("-", -1);
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int id = Integer.parseInt(ends[0]); id <= last; id++) {
        ids.add(id);
      }
    }
    return ids;
  }

  private static boolean repeated(Schema schema, int id) {
    return schema.accessorForField(id) == null;
  }

  /// The mode that a file with [#LONG_TEXT] in every leaf shows.
  private static Map<Integer, String> kept(DataFile file, Schema schema) {
    Map<Integer, String> kept = new TreeMap<>();
    for (int id : TypeUtil.indexById(schema.asStruct()).keySet()) {
      if (schema.findType(id).isPrimitiveType()) {
        kept.put(id, kept(file, id));
      }
    }
    return kept;
  }

  private static String kept(DataFile file, int id) {
    ByteBuffer bound = file.lowerBounds().get(id);
    if (!file.columnSizes().containsKey(id)) {
      return "none";
    }
    if (!file.valueCounts().containsKey(id)) {
      return SIZE;
    }
    if (bound == null) {
      return "counts";
    }
    int length = bound.remaining();
    return length == LONG_TEXT.length() ? "full" : "truncate(" + length + ")";
  }
}

package dev.frazil.engine.iceberg;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.engine.schema.GeospatialType;
import dev.frazil.engine.schema.LogicalType;
import dev.frazil.engine.schema.VariantType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.types.EdgeAlgorithm;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// The Arrow fields that batches of a table are aligned to, one for each field of a table schema,
/// with its field id in the metadata at every depth. Fields of type `unknown` have none, since they
/// are in no file.
final class CanonicalFields {
  /// What the one child of a list is called.
  static final String ELEMENT = "element";

  /// What the entries of a map are called.
  static final String KEY_VALUE = "key_value";

  /// What the keys of a map are called.
  static final String KEY = "key";

  /// What the values of a map are called.
  static final String VALUE = "value";

  private static final String UTC = "UTC";
  private static final int DECIMAL_BITS = 128;
  private static final int UUID_BYTES = 16;

  private CanonicalFields() {}

  /// The fields of a table or a struct that are not `unknown`, in order.
  ///
  /// @param prefix the path of the struct with a dot behind it, for messages
  static List<ArrowField> of(List<Types.NestedField> fields, String prefix) {
    List<ArrowField> written = new ArrayList<>(fields.size());
    for (Types.NestedField field : fields) {
      if (!isUnknown(field.type())) {
        written.add(field(field, field.name(), prefix + field.name()));
      }
    }
    return written;
  }

  static boolean isUnknown(Type type) {
    return type.typeId() == Type.TypeID.UNKNOWN;
  }

  /// A field without values, for a column that holds nothing but nulls.
  static ArrowField unknown(Types.NestedField field) {
    Map<String, String> id = Map.of(ArrowField.FIELD_ID, Integer.toString(field.fieldId()));
    return new ArrowField(field.name(), new ArrowType.Null(), true, id, null);
  }

  private static ArrowField field(Types.NestedField field, String name, String path) {
    Type type = field.type();
    Map<String, String> metadata = new HashMap<>(extension(type));
    metadata.put(ArrowField.FIELD_ID, Integer.toString(field.fieldId()));
    return new ArrowField(
        name, arrowType(type, path), field.isOptional(), metadata, null, children(type, path));
  }

  private static List<ArrowField> children(Type type, String path) {
    return switch (type) {
      case Types.StructType struct -> members(struct, path);
      case Types.ListType list -> List.of(part(list.fields().getFirst(), ELEMENT, path));
      case Types.MapType map -> {
        ArrowField key = part(map.fields().getFirst(), KEY, path);
        ArrowField value = part(map.fields().getLast(), VALUE, path);
        yield List.of(
            new ArrowField(KEY_VALUE, new ArrowType.Struct(), false, List.of(key, value)));
      }
      case Types.VariantType _ ->
          List.of(
              new ArrowField(VariantType.METADATA, new ArrowType.Binary(false), false),
              new ArrowField(VariantType.VALUE, new ArrowType.Binary(false), false));
      default -> List.of();
    };
  }

  private static List<ArrowField> members(Types.StructType struct, String path) {
    List<ArrowField> members = of(struct.fields(), path + ".");
    if (members.isEmpty()) {
      throw new SchemaException(
          "table schema: %s: expected a struct of at least one field that is not unknown, got %s"
              .formatted(path, struct));
    }
    return members;
  }

  /// The element of a list, or a key or a value of a map. Nothing stands for an unknown one in a
  /// file.
  private static ArrowField part(Types.NestedField field, String name, String path) {
    if (isUnknown(field.type())) {
      throw new SchemaException(
          "table schema: %s.%s: expected a type that files have, got unknown"
              .formatted(path, name));
    }
    return field(field, name, path + "." + name);
  }

  private static Map<String, String> extension(Type type) {
    return switch (type) {
      case Types.UUIDType _ -> Map.of(ArrowField.EXTENSION_NAME, ArrowField.UUID_EXTENSION);
      case Types.VariantType _ -> Map.of(ArrowField.EXTENSION_NAME, VariantType.EXTENSION);
      case Types.GeometryType geometry ->
          GeospatialType.metadata(new LogicalType.Geometry(crs(geometry.crs())));
      case Types.GeographyType geography ->
          GeospatialType.metadata(
              new LogicalType.Geography(crs(geography.crs()), edges(geography.algorithm())));
      default -> Map.of();
    };
  }

  private static String crs(@Nullable String crs) {
    return crs == null ? LogicalType.DEFAULT_CRS : crs;
  }

  private static LogicalType.EdgeInterpolation edges(@Nullable EdgeAlgorithm algorithm) {
    return switch (algorithm) {
      case null -> LogicalType.EdgeInterpolation.SPHERICAL;
      case SPHERICAL -> LogicalType.EdgeInterpolation.SPHERICAL;
      case VINCENTY -> LogicalType.EdgeInterpolation.VINCENTY;
      case THOMAS -> LogicalType.EdgeInterpolation.THOMAS;
      case ANDOYER -> LogicalType.EdgeInterpolation.ANDOYER;
      case KARNEY -> LogicalType.EdgeInterpolation.KARNEY;
    };
  }

  private static ArrowType arrowType(Type type, String path) {
    return switch (type.typeId()) {
      case BOOLEAN -> new ArrowType.Bool();
      case INTEGER -> new ArrowType.Int(32, true);
      case LONG -> new ArrowType.Int(64, true);
      case FLOAT -> new ArrowType.FloatingPoint(32);
      case DOUBLE -> new ArrowType.FloatingPoint(64);
      case DATE -> new ArrowType.Date(false);
      case TIME -> new ArrowType.Time(TimeUnit.MICROSECOND);
      case TIMESTAMP ->
          timestamp(TimeUnit.MICROSECOND, ((Types.TimestampType) type).shouldAdjustToUTC());
      case TIMESTAMP_NANO ->
          timestamp(TimeUnit.NANOSECOND, ((Types.TimestampNanoType) type).shouldAdjustToUTC());
      case STRING -> new ArrowType.Utf8(false);
      case UUID -> new ArrowType.FixedSizeBinary(UUID_BYTES);
      case FIXED -> new ArrowType.FixedSizeBinary(((Types.FixedType) type).length());
      case BINARY, GEOMETRY, GEOGRAPHY -> new ArrowType.Binary(false);
      case DECIMAL -> {
        Types.DecimalType decimal = (Types.DecimalType) type;
        yield new ArrowType.Decimal(DECIMAL_BITS, decimal.precision(), decimal.scale());
      }
      case STRUCT, VARIANT -> new ArrowType.Struct();
      case LIST -> new ArrowType.List(false);
      case MAP -> new ArrowType.Map(false);
      case UNKNOWN ->
          throw new IllegalArgumentException(
              "table schema: " + path + ": expected a type that files have, got unknown");
    };
  }

  private static ArrowType timestamp(TimeUnit unit, boolean utc) {
    return new ArrowType.Timestamp(unit, utc ? UTC : null);
  }
}

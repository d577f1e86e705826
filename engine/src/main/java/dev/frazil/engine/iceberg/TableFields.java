package dev.frazil.engine.iceberg;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.schema.ExtensionTypes;
import dev.frazil.engine.schema.GeospatialType;
import dev.frazil.engine.schema.LogicalType;
import dev.frazil.engine.schema.VariantType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/// The fields of a new table from those of an Arrow schema; see [IcebergSchemas#icebergSchema].
final class TableFields {
  /// Ids above it belong to the metadata columns of the table specification.
  private static final int LARGEST_FIELD_ID = Integer.MAX_VALUE - 200;

  private static final int LARGEST_PRECISION = 38;

  private final boolean keepsIds;
  private final Map<Integer, String> pathsById = new HashMap<>();
  private int lastId;

  private TableFields(boolean keepsIds) {
    this.keepsIds = keepsIds;
  }

  static Schema of(ArrowSchema source) {
    boolean ids = source.fields().stream().allMatch(TableFields::hasIds);
    List<Types.NestedField> columns = new TableFields(ids).members(source.fields(), "");
    if (columns.isEmpty()) {
      throw new SchemaException("table schema: expected at least one column, got none");
    }
    Schema schema = new Schema(columns);
    return ids ? schema : renumbered(schema);
  }

  /// Numbers as a catalog does for a new table.
  private static Schema renumbered(Schema schema) {
    int[] last = {0};
    return TypeUtil.assignFreshIds(schema, () -> ++last[0]);
  }

  /// Whether the field and all fields below it carry an id; entries of maps and members of variants
  /// are no fields of a table.
  private static boolean hasIds(ArrowField column) {
    ArrowField field = values(column);
    if (field.fieldId().isEmpty()) {
      return false;
    }
    if (VariantType.matches(field)) {
      return true;
    }
    List<ArrowField> below =
        field.type() instanceof ArrowType.Map
            ? field.children().getFirst().children()
            : field.children();
    return below.stream().allMatch(TableFields::hasIds);
  }

  /// What runs stand for: their values, under the name and the metadata of the column.
  private static ArrowField values(ArrowField field) {
    if (!(field.type() instanceof ArrowType.RunEndEncoded)) {
      return field;
    }
    ArrowField values = values(field.children().getLast());
    Map<String, String> metadata = new HashMap<>(values.metadata());
    metadata.putAll(field.metadata());
    return new ArrowField(
        field.name(),
        values.type(),
        field.nullable() || values.nullable(),
        metadata,
        null,
        values.children());
  }

  private List<Types.NestedField> members(List<ArrowField> fields, String prefix) {
    Set<String> names = new HashSet<>();
    List<Types.NestedField> members = new ArrayList<>();
    for (ArrowField member : fields) {
      ArrowField field = values(member);
      String path = prefix + field.name();
      if (!names.add(field.name())) {
        throw refused(path, "one column of the name", "several");
      }
      int id = id(field, path);
      Types.NestedField.Builder built =
          field.nullable()
              ? Types.NestedField.optional(field.name())
              : Types.NestedField.required(field.name());
      members.add(built.withId(id).ofType(type(field, path)).build());
    }
    return members;
  }

  private int id(ArrowField field, String path) {
    OptionalInt own = keepsIds ? field.fieldId() : OptionalInt.empty();
    int id = own.isPresent() ? own.getAsInt() : ++lastId;
    if (id < 0 || id > LARGEST_FIELD_ID) {
      throw refused(path, "a field id of 0 to " + LARGEST_FIELD_ID, Integer.toString(id));
    }
    String other = pathsById.put(id, path);
    if (other != null) {
      throw refused(path, "a field id of its own", id + ", which " + other + " has too");
    }
    return id;
  }

  private Type type(ArrowField field, String path) {
    ExtensionTypes.requireKnown(field, path);
    return switch (field.type()) {
      case ArrowType.Null _ -> unknown(field, path);
      case ArrowType.Bool() -> Types.BooleanType.get();
      case ArrowType.Int(int bits, boolean signed) -> integer(field, bits, signed, path);
      case ArrowType.FloatingPoint(int bits) -> floatingPoint(field, bits, path);
      case ArrowType.Utf8 _, ArrowType.Utf8View _ -> Types.StringType.get();
      case ArrowType.Binary _, ArrowType.BinaryView _ -> binary(field, path);
      case ArrowType.FixedSizeBinary(int width) ->
          field.uuid() ? Types.UUIDType.get() : Types.FixedType.ofLength(width);
      case ArrowType.Date _ -> Types.DateType.get();
      case ArrowType.Time _ -> Types.TimeType.get();
      case ArrowType.Timestamp(ArrowType.TimeUnit unit, String zone) ->
          timestamp(unit, zone != null);
      case ArrowType.Decimal(_, int precision, int scale) -> decimal(field, precision, scale, path);
      case ArrowType.Struct _ -> struct(field, path);
      case ArrowType.List _, ArrowType.ListView _, ArrowType.FixedSizeList _ -> list(field, path);
      case ArrowType.Map _ -> map(field, path);
      case ArrowType.Duration _, ArrowType.Interval _, ArrowType.RunEndEncoded _ ->
          throw refused(path, "a type of a table", field.type().toString());
    };
  }

  private static Type unknown(ArrowField field, String path) {
    if (!field.nullable()) {
      throw refused(path, "a nullable column of type null", "a required one");
    }
    return Types.UnknownType.get();
  }

  private Type struct(ArrowField field, String path) {
    if (VariantType.of(field, path)) {
      return Types.VariantType.get();
    }
    List<Types.NestedField> members = members(field.children(), path + ".");
    if (members.stream().allMatch(member -> CanonicalFields.isUnknown(member.type()))) {
      throw refused(
          path, "a struct of at least one field that is not null", field.type().toString());
    }
    return Types.StructType.of(members);
  }

  private Type list(ArrowField field, String path) {
    ArrowField element = values(field.children().getFirst());
    String below = path + "." + CanonicalFields.ELEMENT;
    int id = id(element, below);
    Type type = part(element, below);
    return element.nullable()
        ? Types.ListType.ofOptional(id, type)
        : Types.ListType.ofRequired(id, type);
  }

  private Type map(ArrowField field, String path) {
    List<ArrowField> entry = field.children().getFirst().children();
    ArrowField key = values(entry.getFirst());
    ArrowField value = values(entry.getLast());
    String keyPath = path + "." + CanonicalFields.KEY;
    String valuePath = path + "." + CanonicalFields.VALUE;
    int keyId = id(key, keyPath);
    int valueId = id(value, valuePath);
    Type keyType = part(key, keyPath);
    Type valueType = part(value, valuePath);
    return value.nullable()
        ? Types.MapType.ofOptional(keyId, valueId, keyType, valueType)
        : Types.MapType.ofRequired(keyId, valueId, keyType, valueType);
  }

  /// Files have nothing for elements, keys and values that are always null.
  private Type part(ArrowField field, String path) {
    if (field.type() instanceof ArrowType.Null) {
      throw refused(path, "a type that files have", "null");
    }
    return type(field, path);
  }

  private static Type integer(ArrowField field, int bits, boolean signed, String path) {
    if (field.bool8()) {
      return Types.BooleanType.get();
    }
    if (bits == 64 && !signed) {
      throw refused(
          path, "a type of at most 63 bits", field.type() + ", which no Iceberg type holds");
    }
    boolean fits = signed ? bits <= 32 : bits <= 16;
    return fits ? Types.IntegerType.get() : Types.LongType.get();
  }

  private static Type floatingPoint(ArrowField field, int bits, String path) {
    return switch (bits) {
      case 32 -> Types.FloatType.get();
      case 64 -> Types.DoubleType.get();
      default -> throw refused(path, "32 or 64 bits", field.type().toString());
    };
  }

  private static Type binary(ArrowField field, String path) {
    if (!GeospatialType.matches(field)) {
      return Types.BinaryType.get();
    }
    LogicalType annotation = GeospatialType.of(field, path);
    return annotation instanceof LogicalType.Geography geography
        ? GeospatialTypes.of(geography, path)
        : GeospatialTypes.of((LogicalType.Geometry) annotation, path);
  }

  private static Type timestamp(ArrowType.TimeUnit unit, boolean zoned) {
    if (unit == ArrowType.TimeUnit.NANOSECOND) {
      return zoned ? Types.TimestampNanoType.withZone() : Types.TimestampNanoType.withoutZone();
    }
    return zoned ? Types.TimestampType.withZone() : Types.TimestampType.withoutZone();
  }

  private static Type decimal(ArrowField field, int precision, int scale, String path) {
    if (precision > LARGEST_PRECISION || scale < 0 || scale > precision) {
      throw refused(
          path,
          "a precision of at most " + LARGEST_PRECISION + " and a scale of 0 to the precision",
          field.type().toString());
    }
    return Types.DecimalType.of(precision, scale);
  }

  private static SchemaException refused(String path, String expected, String found) {
    return new SchemaException(
        "table schema: %s: expected %s, got %s".formatted(path, expected, found));
  }
}

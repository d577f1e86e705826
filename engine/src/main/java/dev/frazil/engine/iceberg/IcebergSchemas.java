package dev.frazil.engine.iceberg;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.schema.ParquetSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.avro.AvroSchemaUtil;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/// From a table's schema to what its batches and files look like.
///
/// Flat columns only. A column of type `unknown` holds nothing but nulls and is in no file, so it
/// is in neither schema.
public final class IcebergSchemas {
  private static final String ROOT = "table";
  private static final String UTC = "UTC";
  private static final int DECIMAL_BITS = 128;
  private static final int UUID_BYTES = 16;

  private IcebergSchemas() {}

  /// The Arrow schema that batches of a table are aligned to: its columns in order, each with its
  /// field id in the metadata.
  ///
  /// @param schema a table's schema
  /// @return the canonical Arrow schema
  /// @throws SchemaException if a column has a type that is not written yet
  public static ArrowSchema arrowSchema(Schema schema) {
    return new ArrowSchema(
        written(schema).columns().stream().map(IcebergSchemas::arrowField).toList());
  }

  /// The columns that stand in files.
  static Schema written(Schema schema) {
    return new Schema(
        schema.columns().stream()
            .filter(column -> column.type().typeId() != Type.TypeID.UNKNOWN)
            .toList());
  }

  /// The schema of a table's Parquet files: a root called `table`, field ids, and names in which
  /// every character that Avro does not allow is escaped, as Iceberg's own writers do it.
  ///
  /// @param schema a table's schema
  /// @return the schema, whose source is [#arrowSchema(Schema)]
  /// @throws SchemaException if a column has a type that is not written yet, or if two names come
  ///   out the same
  public static ParquetSchema parquetSchema(Schema schema) {
    ArrowSchema source = arrowSchema(schema);
    Map<String, String> tableNames = new HashMap<>();
    for (ArrowField field : source.fields()) {
      String name = parquetName(field.name());
      String other = tableNames.putIfAbsent(name, field.name());
      if (other != null) {
        throw new SchemaException(
            "Parquet schema: %s: expected a name of its own, got %s, which %s has too"
                .formatted(field.name(), name, other));
      }
    }
    return ParquetSchema.of(ROOT, source, IcebergSchemas::parquetName);
  }

  private static String parquetName(String name) {
    return name.isEmpty() ? name : AvroSchemaUtil.makeCompatibleName(name);
  }

  /// The lowest version of the table format that has the types and defaults of a schema.
  ///
  /// @param schema a table's schema
  /// @return 1 or 3
  public static int formatVersion(Schema schema) {
    for (Types.NestedField column : schema.columns()) {
      Type.TypeID type = column.type().typeId();
      if (type == Type.TypeID.TIMESTAMP_NANO
          || type == Type.TypeID.UNKNOWN
          || column.initialDefault() != null) {
        return 3;
      }
    }
    return 1;
  }

  private static ArrowField arrowField(Types.NestedField column) {
    Map<String, String> metadata = new HashMap<>();
    metadata.put(ArrowField.FIELD_ID, Integer.toString(column.fieldId()));
    if (column.type().typeId() == Type.TypeID.UUID) {
      metadata.put(ArrowField.EXTENSION_NAME, ArrowField.UUID_EXTENSION);
    }
    return new ArrowField(column.name(), arrowType(column), column.isOptional(), metadata, null);
  }

  private static ArrowType arrowType(Types.NestedField column) {
    Type type = column.type();
    return switch (type.typeId()) {
      case BOOLEAN -> new ArrowType.Bool();
      case INTEGER -> new ArrowType.Int(32, true);
      case LONG -> new ArrowType.Int(64, true);
      case FLOAT -> new ArrowType.FloatingPoint(32);
      case DOUBLE -> new ArrowType.FloatingPoint(64);
      case DATE -> new ArrowType.Date(false);
      case TIME -> new ArrowType.Time(ArrowType.TimeUnit.MICROSECOND);
      case TIMESTAMP ->
          timestamp(
              ArrowType.TimeUnit.MICROSECOND, ((Types.TimestampType) type).shouldAdjustToUTC());
      case TIMESTAMP_NANO ->
          timestamp(
              ArrowType.TimeUnit.NANOSECOND, ((Types.TimestampNanoType) type).shouldAdjustToUTC());
      case STRING -> new ArrowType.Utf8(false);
      case UUID -> new ArrowType.FixedSizeBinary(UUID_BYTES);
      case FIXED -> new ArrowType.FixedSizeBinary(((Types.FixedType) type).length());
      case BINARY -> new ArrowType.Binary(false);
      case DECIMAL -> {
        Types.DecimalType decimal = (Types.DecimalType) type;
        yield new ArrowType.Decimal(DECIMAL_BITS, decimal.precision(), decimal.scale());
      }
      case GEOMETRY, GEOGRAPHY, STRUCT, LIST, MAP, VARIANT, UNKNOWN ->
          throw new SchemaException(
              "table schema: %s: expected a flat type, got %s, which is not written yet"
                  .formatted(column.name(), type));
    };
  }

  private static ArrowType timestamp(ArrowType.TimeUnit unit, boolean utc) {
    return new ArrowType.Timestamp(unit, utc ? UTC : null);
  }

  /// The schema of a table that holds batches of an Arrow schema without loss: for every column the
  /// smallest Iceberg type that has all its values, nullable where the column is. Field ids are
  /// those of the Arrow fields if all of them have one, else 1, 2, 3 and so on.
  ///
  /// Nanoseconds of a day become microseconds, since Iceberg has no finer time; writing a time that
  /// is not a whole number of microseconds is an error then.
  ///
  /// @param schema the columns of the batches
  /// @return a schema for a new table
  /// @throws SchemaException if there is no column, a column has no Iceberg type, two columns share
  ///   a name or a field id, or a field id is negative or reserved
  public static Schema icebergSchema(ArrowSchema schema) {
    return new Schema(new ArrowToIceberg(schema).columns());
  }

  /// The columns of a table from those of an Arrow schema.
  private record ArrowToIceberg(ArrowSchema schema) {
    /// Ids above it belong to the metadata columns of the table specification.
    private static final int LARGEST_FIELD_ID = Integer.MAX_VALUE - 200;

    private static final int LARGEST_PRECISION = 38;

    List<Types.NestedField> columns() {
      boolean ids = schema.fields().stream().allMatch(field -> field.fieldId().isPresent());
      Map<String, Integer> names = new HashMap<>();
      Map<Integer, String> namesById = new HashMap<>();
      List<Types.NestedField> columns = new ArrayList<>();
      for (ArrowField field : schema.fields()) {
        int id = ids ? field.fieldId().orElseThrow() : columns.size() + 1;
        if (id < 0 || id > LARGEST_FIELD_ID) {
          throw refused(field, "a field id of 0 to " + LARGEST_FIELD_ID, Integer.toString(id));
        }
        if (names.put(field.name(), id) != null) {
          throw refused(field, "one column of the name", "several");
        }
        String other = namesById.put(id, field.name());
        if (other != null) {
          throw refused(field, "a field id of its own", id + ", which " + other + " has too");
        }
        Types.NestedField.Builder column =
            field.nullable()
                ? Types.NestedField.optional(field.name())
                : Types.NestedField.required(field.name());
        columns.add(column.withId(id).ofType(type(field)).build());
      }
      if (columns.isEmpty()) {
        throw new SchemaException("table schema: expected at least one column, got none");
      }
      return columns;
    }

    private static Type type(ArrowField field) {
      return switch (field.type()) {
        case ArrowType.Bool() -> Types.BooleanType.get();
        case ArrowType.Int(int bits, boolean signed) -> integer(field, bits, signed);
        case ArrowType.FloatingPoint(int bits) -> floatingPoint(field, bits);
        case ArrowType.Utf8 _ -> Types.StringType.get();
        case ArrowType.Binary _ -> Types.BinaryType.get();
        case ArrowType.FixedSizeBinary(int width) ->
            field.uuid() ? Types.UUIDType.get() : Types.FixedType.ofLength(width);
        case ArrowType.Date _ -> Types.DateType.get();
        case ArrowType.Time _ -> Types.TimeType.get();
        case ArrowType.Timestamp(ArrowType.TimeUnit unit, String zone) ->
            timestamp(unit, zone != null);
        case ArrowType.Decimal(_, int precision, int scale) -> decimal(field, precision, scale);
        case ArrowType.Null _,
            ArrowType.Utf8View _,
            ArrowType.BinaryView _,
            ArrowType.Duration _,
            ArrowType.Interval _,
            ArrowType.Struct _,
            ArrowType.List _,
            ArrowType.ListView _,
            ArrowType.FixedSizeList _,
            ArrowType.Map _,
            ArrowType.RunEndEncoded _ ->
            throw refused(field, "a flat type of a table", field.type().toString());
      };
    }

    private static Type integer(ArrowField field, int bits, boolean signed) {
      if (bits == 64 && !signed) {
        throw refused(
            field, "a type of at most 63 bits", field.type() + ", which no Iceberg type holds");
      }
      boolean fits = signed ? bits <= 32 : bits <= 16;
      return fits ? Types.IntegerType.get() : Types.LongType.get();
    }

    private static Type floatingPoint(ArrowField field, int bits) {
      return switch (bits) {
        case 32 -> Types.FloatType.get();
        case 64 -> Types.DoubleType.get();
        default -> throw refused(field, "32 or 64 bits", field.type().toString());
      };
    }

    private static Type timestamp(ArrowType.TimeUnit unit, boolean zoned) {
      if (unit == ArrowType.TimeUnit.NANOSECOND) {
        return zoned ? Types.TimestampNanoType.withZone() : Types.TimestampNanoType.withoutZone();
      }
      return zoned ? Types.TimestampType.withZone() : Types.TimestampType.withoutZone();
    }

    private static Type decimal(ArrowField field, int precision, int scale) {
      if (precision > LARGEST_PRECISION || scale < 0 || scale > precision) {
        throw refused(
            field,
            "a precision of at most " + LARGEST_PRECISION + " and a scale of 0 to the precision",
            field.type().toString());
      }
      return Types.DecimalType.of(precision, scale);
    }

    private static SchemaException refused(ArrowField field, String expected, String found) {
      return new SchemaException(
          "table schema: %s: expected %s, got %s".formatted(field.name(), expected, found));
    }
  }
}

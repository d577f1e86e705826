package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.math.BigInteger;
import java.util.List;
import org.apache.parquet.schema.ColumnOrder;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/// The Parquet schema that an Arrow schema must become, stated once more and apart from the engine
/// (LogicalTypes.md).
final class ExpectedSchema {
  private static final int INTERVAL_BYTES = 12;
  private static final int FLOAT16_BYTES = 2;

  private ExpectedSchema() {}

  /// The schema of these columns.
  ///
  /// @param columns the Arrow columns
  /// @param totalOrder whether floating point numbers have the total order of IEEE 754
  static MessageType of(List<ArrowField> columns, boolean totalOrder) {
    MessageType schema =
        new MessageType("schema", columns.stream().map(ExpectedSchema::type).toList());
    return totalOrder ? new MessageType("schema", totallyOrdered(schema)) : schema;
  }

  private static List<Type> totallyOrdered(GroupType group) {
    return group.getFields().stream().map(ExpectedSchema::totallyOrdered).toList();
  }

  private static Type totallyOrdered(Type type) {
    if (!type.isPrimitive()) {
      return type.asGroupType().withNewFields(totallyOrdered(type.asGroupType()));
    }
    PrimitiveType leaf = type.asPrimitiveType();
    boolean floating =
        leaf.getPrimitiveTypeName() == PrimitiveTypeName.FLOAT
            || leaf.getPrimitiveTypeName() == PrimitiveTypeName.DOUBLE
            || LogicalTypeAnnotation.float16Type().equals(leaf.getLogicalTypeAnnotation());
    if (!floating) {
      return leaf;
    }
    Types.PrimitiveBuilder<PrimitiveType> builder =
        Types.primitive(leaf.getPrimitiveTypeName(), leaf.getRepetition());
    if (leaf.getTypeLength() > 0) {
      builder = builder.length(leaf.getTypeLength());
    }
    builder =
        builder.as(leaf.getLogicalTypeAnnotation()).columnOrder(ColumnOrder.ieee754TotalOrder());
    return (leaf.getId() == null ? builder : builder.id(leaf.getId().intValue()))
        .named(leaf.getName());
  }

  /// The column whose values a column has: run ends are seen through.
  static ArrowField resolved(ArrowField field) {
    if (!(field.type() instanceof ArrowType.RunEndEncoded)) {
      return field;
    }
    ArrowField values = field.children().get(1);
    return new ArrowField(
        field.name(),
        values.type(),
        field.nullable() || values.nullable(),
        field.metadata(),
        null,
        values.children());
  }

  private static Type type(ArrowField field) {
    return type(field, repetition(field));
  }

  private static Repetition repetition(ArrowField field) {
    return resolved(field).nullable() ? Repetition.OPTIONAL : Repetition.REQUIRED;
  }

  private static Type type(ArrowField encoded, Repetition repetition) {
    ArrowField field = resolved(encoded);
    Type type =
        switch (field.type()) {
          case ArrowType.Struct() -> struct(field, repetition);
          case ArrowType.List _, ArrowType.ListView _, ArrowType.FixedSizeList _ ->
              list(field, repetition);
          case ArrowType.Map _ -> map(field, repetition);
          default -> leaf(field, repetition);
        };
    String id = field.metadata().get(ArrowField.FIELD_ID);
    return id == null ? type : type.withId(Integer.parseInt(id));
  }

  private static GroupType struct(ArrowField field, Repetition repetition) {
    List<Type> members = field.children().stream().map(ExpectedSchema::type).toList();
    GroupType group = new GroupType(repetition, field.name(), members);
    return Extensions.VARIANT.equals(field.metadata().get(ArrowField.EXTENSION_NAME))
        ? Types.buildGroup(repetition)
            .as(LogicalTypeAnnotation.variantType((byte) 1))
            .addFields(members.toArray(Type[]::new))
            .named(field.name())
        : group;
  }

  private static GroupType list(ArrowField field, Repetition repetition) {
    return Types.list(repetition)
        .element(renamed(field.children().getFirst(), "element"))
        .named(field.name());
  }

  private static GroupType map(ArrowField field, Repetition repetition) {
    List<ArrowField> members = field.children().getFirst().children();
    return Types.map(repetition)
        .key(type(renamedField(members.get(0), "key"), Repetition.REQUIRED))
        .value(renamed(members.get(1), "value"))
        .named(field.name());
  }

  private static Type renamed(ArrowField field, String name) {
    return type(renamedField(field, name));
  }

  private static ArrowField renamedField(ArrowField field, String name) {
    return new ArrowField(
        name,
        field.type(),
        field.nullable(),
        field.metadata(),
        field.indexType(),
        field.children());
  }

  private static PrimitiveType leaf(ArrowField field, Repetition repetition) {
    PrimitiveTypeName physical = physical(field);
    Types.PrimitiveBuilder<PrimitiveType> leaf = Types.primitive(physical, repetition);
    if (physical == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
      leaf = leaf.length(length(field.type()));
    }
    LogicalTypeAnnotation annotation = annotation(field);
    if (annotation != null) {
      leaf = leaf.as(annotation);
    }
    boolean undefined = field.type() instanceof ArrowType.Interval;
    return leaf.columnOrder(undefined ? ColumnOrder.undefined() : ColumnOrder.typeDefined())
        .named(field.name());
  }

  private static PrimitiveTypeName physical(ArrowField field) {
    return switch (field.type()) {
      case ArrowType.Null() -> PrimitiveTypeName.INT32;
      case ArrowType.Bool() -> PrimitiveTypeName.BOOLEAN;
      case ArrowType.Int(int bits, boolean _) ->
          bits == 64 ? PrimitiveTypeName.INT64 : PrimitiveTypeName.INT32;
      case ArrowType.FloatingPoint(int bits) ->
          bits == 64
              ? PrimitiveTypeName.DOUBLE
              : bits == 32 ? PrimitiveTypeName.FLOAT : PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
      case ArrowType.Utf8 _, ArrowType.Utf8View _, ArrowType.Binary _, ArrowType.BinaryView _ ->
          PrimitiveTypeName.BINARY;
      case ArrowType.FixedSizeBinary _, ArrowType.Interval _ ->
          PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
      case ArrowType.Date _ -> PrimitiveTypeName.INT32;
      case ArrowType.Time(ArrowType.TimeUnit unit) ->
          ArrowFormats.coarse(unit) ? PrimitiveTypeName.INT32 : PrimitiveTypeName.INT64;
      case ArrowType.Timestamp _, ArrowType.Duration _ -> PrimitiveTypeName.INT64;
      case ArrowType.Decimal(int _, int precision, int _) ->
          precision <= 9
              ? PrimitiveTypeName.INT32
              : precision <= 18 ? PrimitiveTypeName.INT64 : PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
      case ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          throw new IllegalArgumentException("leaf: " + field);
    };
  }

  private static int length(ArrowType type) {
    return switch (type) {
      case ArrowType.FixedSizeBinary(int width) -> width;
      case ArrowType.Interval _ -> INTERVAL_BYTES;
      case ArrowType.FloatingPoint _ -> FLOAT16_BYTES;
      case ArrowType.Decimal(int _, int precision, int _) -> decimalBytes(precision);
      default -> throw new IllegalArgumentException("length of " + type);
    };
  }

  /// The fewest bytes of two's complement that hold every value of the precision.
  private static int decimalBytes(int precision) {
    return BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() / 8 + 1;
  }

  private static @Nullable LogicalTypeAnnotation annotation(ArrowField field) {
    String extension = field.metadata().get(ArrowField.EXTENSION_NAME);
    return switch (field.type()) {
      case ArrowType.Null() -> LogicalTypeAnnotation.unknownType();
      case ArrowType.Bool(), ArrowType.Duration _ -> null;
      case ArrowType.FloatingPoint(int bits) ->
          bits == 16 ? LogicalTypeAnnotation.float16Type() : null;
      case ArrowType.Int(int bits, boolean signed) ->
          signed && bits >= 32 ? null : LogicalTypeAnnotation.intType(bits, signed);
      case ArrowType.Utf8 _, ArrowType.Utf8View _ ->
          Extensions.JSON.equals(extension)
              ? LogicalTypeAnnotation.jsonType()
              : LogicalTypeAnnotation.stringType();
      case ArrowType.Binary _, ArrowType.BinaryView _ ->
          Extensions.WKB.equals(extension) ? Extensions.geospatial(field) : null;
      case ArrowType.FixedSizeBinary _ ->
          ArrowField.UUID_EXTENSION.equals(extension) ? LogicalTypeAnnotation.uuidType() : null;
      case ArrowType.Date _ -> LogicalTypeAnnotation.dateType();
      case ArrowType.Time(ArrowType.TimeUnit unit) ->
          LogicalTypeAnnotation.timeType(false, unit(unit));
      case ArrowType.Timestamp(ArrowType.TimeUnit unit, String zone) ->
          LogicalTypeAnnotation.timestampType(zone != null, unit(unit));
      case ArrowType.Interval _ ->
          LogicalTypeAnnotation.IntervalLogicalTypeAnnotation.getInstance();
      case ArrowType.Decimal(int _, int precision, int scale) ->
          LogicalTypeAnnotation.decimalType(scale, precision);
      case ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          throw new IllegalArgumentException("leaf: " + field);
    };
  }

  private static TimeUnit unit(ArrowType.TimeUnit unit) {
    return switch (unit) {
      case SECOND, MILLISECOND -> TimeUnit.MILLIS;
      case MICROSECOND -> TimeUnit.MICROS;
      case NANOSECOND -> TimeUnit.NANOS;
    };
  }
}

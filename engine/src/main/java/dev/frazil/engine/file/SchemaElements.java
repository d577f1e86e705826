package dev.frazil.engine.file;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.PhysicalType;
import dev.frazil.engine.schema.LogicalType;
import dev.frazil.engine.schema.ParquetLeaf;
import dev.frazil.engine.schema.ParquetSchema;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.MilliSeconds;
import org.apache.parquet.format.NanoSeconds;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.UUIDType;
import org.jspecify.annotations.Nullable;

/// A schema as the footer lists it: the root, then its leaves. Annotations are written twice where
/// the format has an older form of them (`ConvertedType`, LogicalTypes.md).
final class SchemaElements {
  private SchemaElements() {}

  static List<SchemaElement> of(ParquetSchema schema) {
    List<SchemaElement> elements = new ArrayList<>(1 + schema.leaves().size());
    elements.add(new SchemaElement(schema.name()).setNum_children(schema.leaves().size()));
    for (ParquetLeaf leaf : schema.leaves()) {
      elements.add(element(leaf));
    }
    return elements;
  }

  private static SchemaElement element(ParquetLeaf leaf) {
    LeafColumn column = leaf.column();
    SchemaElement element =
        new SchemaElement(column.path().getLast())
            .setType(type(column.type()))
            .setRepetition_type(
                column.optional() ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED);
    if (column.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
      element.setType_length(column.typeLength());
    }
    leaf.fieldId().ifPresent(element::setField_id);
    LogicalType logicalType = leaf.logicalType();
    if (logicalType != null) {
      annotate(element, logicalType);
    }
    return element;
  }

  private static void annotate(SchemaElement element, LogicalType logicalType) {
    element.setLogicalType(thrift(logicalType));
    ConvertedType converted = converted(logicalType);
    if (converted != null) {
      element.setConverted_type(converted);
    }
    if (logicalType instanceof LogicalType.Decimal decimal) {
      element.setPrecision(decimal.precision()).setScale(decimal.scale());
    }
  }

  static Type type(PhysicalType type) {
    return switch (type) {
      case BOOLEAN -> Type.BOOLEAN;
      case INT32 -> Type.INT32;
      case INT64 -> Type.INT64;
      case FLOAT -> Type.FLOAT;
      case DOUBLE -> Type.DOUBLE;
      case BYTE_ARRAY -> Type.BYTE_ARRAY;
      case FIXED_LEN_BYTE_ARRAY -> Type.FIXED_LEN_BYTE_ARRAY;
    };
  }

  private static org.apache.parquet.format.LogicalType thrift(LogicalType logicalType) {
    return switch (logicalType) {
      case LogicalType.Int t ->
          org.apache.parquet.format.LogicalType.INTEGER(
              new IntType((byte) t.bitWidth(), t.signed()));
      case LogicalType.Date t -> org.apache.parquet.format.LogicalType.DATE(new DateType());
      case LogicalType.Time t ->
          org.apache.parquet.format.LogicalType.TIME(new TimeType(t.utc(), unit(t.unit())));
      case LogicalType.Timestamp t ->
          org.apache.parquet.format.LogicalType.TIMESTAMP(
              new TimestampType(t.utc(), unit(t.unit())));
      case LogicalType.Text t -> org.apache.parquet.format.LogicalType.STRING(new StringType());
      case LogicalType.Decimal t ->
          org.apache.parquet.format.LogicalType.DECIMAL(new DecimalType(t.scale(), t.precision()));
      case LogicalType.Uuid t -> org.apache.parquet.format.LogicalType.UUID(new UUIDType());
    };
  }

  private static TimeUnit unit(LogicalType.TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> TimeUnit.MILLIS(new MilliSeconds());
      case MICROS -> TimeUnit.MICROS(new MicroSeconds());
      case NANOS -> TimeUnit.NANOS(new NanoSeconds());
    };
  }

  /// The older form, or null where there is none: UUID, and nanoseconds.
  private static @Nullable ConvertedType converted(LogicalType logicalType) {
    return switch (logicalType) {
      case LogicalType.Int t -> convertedInt(t);
      case LogicalType.Date t -> ConvertedType.DATE;
      case LogicalType.Time t ->
          switch (t.unit()) {
            case MILLIS -> ConvertedType.TIME_MILLIS;
            case MICROS -> ConvertedType.TIME_MICROS;
            case NANOS -> null;
          };
      case LogicalType.Timestamp t ->
          switch (t.unit()) {
            case MILLIS -> ConvertedType.TIMESTAMP_MILLIS;
            case MICROS -> ConvertedType.TIMESTAMP_MICROS;
            case NANOS -> null;
          };
      case LogicalType.Text t -> ConvertedType.UTF8;
      case LogicalType.Decimal t -> ConvertedType.DECIMAL;
      case LogicalType.Uuid t -> null;
    };
  }

  private static ConvertedType convertedInt(LogicalType.Int type) {
    return switch (type.bitWidth()) {
      case 8 -> type.signed() ? ConvertedType.INT_8 : ConvertedType.UINT_8;
      case 16 -> type.signed() ? ConvertedType.INT_16 : ConvertedType.UINT_16;
      case 32 -> type.signed() ? ConvertedType.INT_32 : ConvertedType.UINT_32;
      default -> type.signed() ? ConvertedType.INT_64 : ConvertedType.UINT_64;
    };
  }
}

package dev.frazil.engine.iceberg;

import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.schema.LogicalType;
import java.util.Objects;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// Which leaves of a file a reader takes as which type of a table: those that Iceberg's own readers
/// take, without those of which it would get other values (table specification, "Parquet" and
/// "Schema Evolution"). Unsigned integers of 32 bits are longs by the table specification, whatever
/// readers make of those above the largest signed one.
final class LeafReading {
  /// A logical type that this version of the format does not know: the plain physical type.
  private static final String UNKNOWN_ANNOTATION = "unknown";

  private static final int UUID_BYTES = 16;

  private LeafReading() {}

  /// Whether a leaf is read as a type.
  static boolean possible(FileMetadata.Field leaf, Type.PrimitiveType type) {
    FileMetadata.Type physical = Objects.requireNonNull(leaf.type());
    LogicalType logical = leaf.logicalType();
    return switch (type.typeId()) {
      case BOOLEAN -> physical == FileMetadata.Type.BOOLEAN && plain(leaf);
      case INTEGER -> physical == FileMetadata.Type.INT32 && integer(leaf, false);
      case LONG -> whole(leaf, physical);
      case FLOAT -> physical == FileMetadata.Type.FLOAT && plain(leaf);
      case DOUBLE ->
          (physical == FileMetadata.Type.DOUBLE || physical == FileMetadata.Type.FLOAT)
              && plain(leaf);
      case DATE -> physical == FileMetadata.Type.INT32 && logical instanceof LogicalType.Date;
      case TIME -> time(physical, logical);
      case TIMESTAMP ->
          (physical == FileMetadata.Type.INT96 && plain(leaf))
              || timestamp(leaf, ((Types.TimestampType) type).shouldAdjustToUTC(), false);
      case TIMESTAMP_NANO ->
          timestamp(leaf, ((Types.TimestampNanoType) type).shouldAdjustToUTC(), true);
      case STRING -> physical == FileMetadata.Type.BYTE_ARRAY && (plain(leaf) || text(leaf));
      case UUID -> fixed(leaf, UUID_BYTES) && logical instanceof LogicalType.Uuid;
      case FIXED ->
          fixed(leaf, ((Types.FixedType) type).length())
              && (plain(leaf) || logical instanceof LogicalType.Float16);
      case BINARY ->
          physical == FileMetadata.Type.BYTE_ARRAY
              && (plain(leaf) || "BSON".equals(leaf.annotation()));
      case DECIMAL -> decimal(physical, logical, (Types.DecimalType) type);
      case GEOMETRY ->
          physical == FileMetadata.Type.BYTE_ARRAY
              && logical instanceof LogicalType.Geometry(String crs)
              && crs.equals(((Types.GeometryType) type).crs());
      case GEOGRAPHY -> geography(physical, logical, (Types.GeographyType) type);
      case UNKNOWN, STRUCT, LIST, MAP, VARIANT -> false;
    };
  }

  /// Whether a leaf has no annotation, or none that is known.
  static boolean plain(FileMetadata.Field leaf) {
    return leaf.annotation() == null || UNKNOWN_ANNOTATION.equals(leaf.annotation());
  }

  /// Whether a leaf holds UTF-8 by its annotation.
  static boolean text(FileMetadata.Field leaf) {
    return leaf.logicalType() instanceof LogicalType.Text
        || leaf.logicalType() instanceof LogicalType.Json
        || "ENUM".equals(leaf.annotation());
  }

  private static boolean whole(FileMetadata.Field leaf, FileMetadata.Type physical) {
    return switch (physical) {
      case INT32 -> integer(leaf, true);
      case INT64 ->
          plain(leaf)
              || (leaf.logicalType() instanceof LogicalType.Int(int bits, boolean signed)
                  && bits == Long.SIZE
                  && signed);
      case BOOLEAN, INT96, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> false;
    };
  }

  private static boolean integer(FileMetadata.Field leaf, boolean wide) {
    return plain(leaf)
        || (leaf.logicalType() instanceof LogicalType.Int(int bits, boolean signed)
            && bits <= Integer.SIZE
            && (wide || signed || bits < Integer.SIZE));
  }

  private static boolean time(FileMetadata.Type physical, @Nullable LogicalType logical) {
    return logical instanceof LogicalType.Time(LogicalType.TimeUnit unit, _)
        && switch (unit) {
          case MILLIS -> physical == FileMetadata.Type.INT32;
          case MICROS -> physical == FileMetadata.Type.INT64;
          case NANOS -> false;
        };
  }

  /// The older annotations cannot say that a timestamp is not adjusted to UTC: the table can.
  private static boolean timestamp(FileMetadata.Field leaf, boolean utc, boolean nanos) {
    return leaf.type() == FileMetadata.Type.INT64
        && leaf.logicalType()
            instanceof LogicalType.Timestamp(LogicalType.TimeUnit unit, boolean adjusted)
        && (leaf.converted() || adjusted == utc)
        && (unit == LogicalType.TimeUnit.NANOS) == nanos;
  }

  private static boolean fixed(FileMetadata.Field leaf, int length) {
    return leaf.type() == FileMetadata.Type.FIXED_LEN_BYTE_ARRAY && leaf.typeLength() == length;
  }

  private static boolean decimal(
      FileMetadata.Type physical, @Nullable LogicalType logical, Types.DecimalType type) {
    boolean holdsDecimals =
        switch (physical) {
          case INT32, INT64, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> true;
          case BOOLEAN, INT96, FLOAT, DOUBLE -> false;
        };
    return holdsDecimals
        && logical instanceof LogicalType.Decimal(int precision, int scale)
        && scale == type.scale()
        && precision <= type.precision();
  }

  private static boolean geography(
      FileMetadata.Type physical, @Nullable LogicalType logical, Types.GeographyType type) {
    return physical == FileMetadata.Type.BYTE_ARRAY
        && logical instanceof LogicalType.Geography(String crs, LogicalType.EdgeInterpolation edges)
        && crs.equals(type.crs())
        && edges.name().equals(type.algorithm().name());
  }
}

package dev.frazil.engine.file;

import dev.frazil.engine.schema.LogicalType;
import dev.frazil.engine.schema.ParquetLeaf;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Bounds of column chunks as text for people, by the logical types of the Parquet format
/// (LogicalTypes.md).
public final class BoundText {
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int UUID_BYTES = 16;
  private static final int LARGEST_SCALE = 100;

  private BoundText() {}

  /// A bound as text.
  ///
  /// @param leaf the column
  /// @param value the bound in PLAIN layout without a length
  /// @return the value in the form of its logical type; its bytes in hexadecimal when the type has
  ///   no text, or when they are no value of it
  public static String of(FileMetadata.Field leaf, byte[] value) {
    FileMetadata.Type type = leaf.type();
    return type == null ? hex(value) : of(type, leaf.typeLength(), leaf.logicalType(), value);
  }

  /// A bound of a column that is written, as text.
  ///
  /// @param leaf the column
  /// @param value the bound in PLAIN layout without a length
  static String of(ParquetLeaf leaf, byte[] value) {
    return of(
        FileMetadata.Type.valueOf(leaf.column().type().name()),
        leaf.column().typeLength(),
        leaf.logicalType(),
        value);
  }

  private static String of(
      FileMetadata.Type type, int typeLength, @Nullable LogicalType logicalType, byte[] value) {
    if (!fits(type, typeLength, value.length)) {
      return hex(value);
    }
    ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    return switch (type) {
      case BOOLEAN -> value[0] == 0 ? "false" : "true";
      case INT32 -> integer(logicalType, bytes.getInt(), Integer.SIZE);
      case INT64 -> integer(logicalType, bytes.getLong(), Long.SIZE);
      case FLOAT -> Float.toString(bytes.getFloat());
      case DOUBLE -> Double.toString(bytes.getDouble());
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> text(logicalType, value);
      case INT96 -> hex(value);
    };
  }

  private static boolean fits(FileMetadata.Type type, int typeLength, int length) {
    return switch (type) {
      case BOOLEAN -> length == 1;
      case INT32, FLOAT -> length == Integer.BYTES;
      case INT64, DOUBLE -> length == Long.BYTES;
      case FIXED_LEN_BYTE_ARRAY -> length <= typeLength;
      case BYTE_ARRAY, INT96 -> true;
    };
  }

  private static String integer(@Nullable LogicalType type, long value, int bits) {
    return switch (type) {
      case LogicalType.Int(int width, boolean signed) ->
          signed
              ? Long.toString(value)
              : Long.toUnsignedString(value & (bits == Integer.SIZE ? 0xffff_ffffL : -1L));
      case LogicalType.Date() -> date(value);
      case LogicalType.Time(LogicalType.TimeUnit unit, boolean utc) -> time(value, unit);
      case LogicalType.Timestamp(LogicalType.TimeUnit unit, boolean utc) ->
          timestamp(value, unit) + (utc ? "Z" : "");
      case LogicalType.Decimal(int precision, int scale) ->
          decimal(BigInteger.valueOf(value), scale);
      case LogicalType.Text _,
          LogicalType.Uuid _,
          LogicalType.Unknown _,
          LogicalType.Float16 _,
          LogicalType.Interval _,
          LogicalType.Json _,
          LogicalType.List _,
          LogicalType.Map _,
          LogicalType.Variant _,
          LogicalType.Geometry _,
          LogicalType.Geography _ ->
          Long.toString(value);
      case null -> Long.toString(value);
    };
  }

  private static String date(long value) {
    try {
      return LocalDate.ofEpochDay(value).toString();
    } catch (DateTimeException e) {
      return Long.toString(value); // no such year
    }
  }

  private static String time(long value, LogicalType.TimeUnit unit) {
    try {
      return DateTimeFormatter.ISO_LOCAL_TIME.format(
          LocalTime.ofNanoOfDay(Math.multiplyExact(value, NANOS_PER_SECOND / perSecond(unit))));
    } catch (ArithmeticException | DateTimeException e) {
      return Long.toString(value); // not within a day
    }
  }

  private static String timestamp(long value, LogicalType.TimeUnit unit) {
    long perSecond = perSecond(unit);
    int nanos = (int) (Math.floorMod(value, perSecond) * (NANOS_PER_SECOND / perSecond));
    return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
        LocalDateTime.ofEpochSecond(Math.floorDiv(value, perSecond), nanos, ZoneOffset.UTC));
  }

  private static long perSecond(LogicalType.TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> 1_000;
      case MICROS -> 1_000_000;
      case NANOS -> NANOS_PER_SECOND;
    };
  }

  private static String text(@Nullable LogicalType type, byte[] value) {
    return switch (type) {
      case LogicalType.Text _, LogicalType.Json _ -> new String(value, StandardCharsets.UTF_8);
      case LogicalType.Float16() ->
          value.length == Short.BYTES
              ? Float.toString(Float.float16ToFloat((short) ((value[0] & 0xff) | (value[1] << 8))))
              : hex(value);
      case LogicalType.Decimal(int precision, int scale) ->
          value.length == 0 ? hex(value) : decimal(new BigInteger(value), scale);
      case LogicalType.Uuid() -> value.length == UUID_BYTES ? uuid(value) : hex(value);
      case LogicalType.Int _,
          LogicalType.Date _,
          LogicalType.Time _,
          LogicalType.Timestamp _,
          LogicalType.Unknown _,
          LogicalType.Interval _,
          LogicalType.List _,
          LogicalType.Map _,
          LogicalType.Variant _,
          LogicalType.Geometry _,
          LogicalType.Geography _ ->
          hex(value);
      case null -> hex(value);
    };
  }

  /// A scale beyond any real one comes from damage, and zeros without end with it.
  private static String decimal(BigInteger unscaled, int scale) {
    BigDecimal value = new BigDecimal(unscaled, scale);
    return scale < 0 || scale > LARGEST_SCALE ? value.toString() : value.toPlainString();
  }

  private static String uuid(byte[] value) {
    ByteBuffer bytes = ByteBuffer.wrap(value);
    return new UUID(bytes.getLong(), bytes.getLong()).toString();
  }

  private static String hex(byte[] value) {
    return "0x" + HexFormat.of().formatHex(value);
  }
}

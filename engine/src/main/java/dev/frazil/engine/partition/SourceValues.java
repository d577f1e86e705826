package dev.frazil.engine.partition;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowType;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The values of a column as Iceberg's transforms take them: days, microseconds and nanoseconds as
/// numbers, strings, UUIDs, decimals, and byte buffers of their own.
final class SourceValues {
  private final ArrowColumn column;
  private final ArrowType type;
  private final int width;

  /// @param column a column of the canonical Arrow type of its table type, without a dictionary
  SourceValues(ArrowColumn column) {
    this.column = column;
    this.type = column.field().type();
    this.width = type.hasOffsets() ? 0 : (int) (type.slotBits() / Byte.SIZE);
  }

  /// The value of a row, null where it is null.
  @Nullable Object value(int row) {
    if (column.isNull(row)) {
      return null;
    }
    return switch (type) {
      case ArrowType.Bool _ -> Bitmaps.isSet(column.values(), slot(row));
      case ArrowType.Int _, ArrowType.Date _, ArrowType.Time _, ArrowType.Timestamp _ ->
          number(row);
      case ArrowType.FloatingPoint _ -> floatingPoint(row);
      case ArrowType.Utf8 _ -> new String(bytes(row), StandardCharsets.UTF_8);
      case ArrowType.Binary _ -> ByteBuffer.wrap(bytes(row));
      case ArrowType.FixedSizeBinary _ ->
          column.field().uuid() ? uuid(bytes(row)) : ByteBuffer.wrap(bytes(row));
      case ArrowType.Decimal(_, _, int scale) -> decimal(bytes(row), scale);
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
          throw new SchemaException(
              "partition: %s: expected a type that transforms take, got %s"
                  .formatted(column.field().name(), type));
    };
  }

  /// Whether a row holds what the row before it holds, byte for byte.
  boolean repeats(int row) {
    boolean isNull = column.isNull(row);
    if (isNull != column.isNull(row - 1)) {
      return false;
    }
    if (isNull) {
      return true;
    }
    if (type instanceof ArrowType.Bool) {
      return Bitmaps.isSet(column.values(), slot(row))
          == Bitmaps.isSet(column.values(), slot(row - 1));
    }
    return switch (width) {
      case Integer.BYTES -> intAt(slot(row)) == intAt(slot(row - 1));
      case Long.BYTES -> longAt(slot(row)) == longAt(slot(row - 1));
      default -> bytesRepeat(row);
    };
  }

  private boolean bytesRepeat(int row) {
    MemorySegment data = data();
    long before = start(row - 1);
    long here = start(row);
    return MemorySegment.mismatch(
            data, before, before + length(row - 1), data, here, here + length(row))
        == -1;
  }

  private long slot(int row) {
    return column.offset() + row;
  }

  private Object number(int row) {
    if (width == Integer.BYTES) {
      return intAt(slot(row));
    }
    return longAt(slot(row));
  }

  private Object floatingPoint(int row) {
    if (width == Float.BYTES) {
      return Float.intBitsToFloat(intAt(slot(row)));
    }
    return Double.longBitsToDouble(longAt(slot(row)));
  }

  private int intAt(long slot) {
    return column.values().get(INT, slot * Integer.BYTES);
  }

  private long longAt(long slot) {
    return column.values().get(LONG, slot * Long.BYTES);
  }

  private byte[] bytes(int row) {
    return data().asSlice(start(row), length(row)).toArray(BYTE);
  }

  private MemorySegment data() {
    return type.hasOffsets() ? column.data() : column.values();
  }

  private long start(int row) {
    return type.hasOffsets() ? column.stringStart(row) : slot(row) * width;
  }

  private long length(int row) {
    return type.hasOffsets() ? column.stringStart(row + 1) - column.stringStart(row) : width;
  }

  private static UUID uuid(byte[] bytes) {
    ByteBuffer bigEndian = ByteBuffer.wrap(bytes);
    return new UUID(bigEndian.getLong(), bigEndian.getLong());
  }

  private static BigDecimal decimal(byte[] littleEndian, int scale) {
    byte[] bigEndian = new byte[littleEndian.length];
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[i] = littleEndian[bigEndian.length - 1 - i];
    }
    return new BigDecimal(new BigInteger(bigEndian), scale);
  }
}

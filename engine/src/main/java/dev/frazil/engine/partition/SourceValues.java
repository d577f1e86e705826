package dev.frazil.engine.partition;

import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
  private final int offsetBytes;

  /// @param column a column of the canonical Arrow type of its table type, without a dictionary
  SourceValues(ArrowColumn column) {
    this.column = column;
    this.type = column.field().type();
    int slotBytes = (int) (type.slotBits() / Byte.SIZE);
    this.width = type.hasOffsets() ? 0 : slotBytes;
    this.offsetBytes = type.hasOffsets() ? slotBytes : 0;
  }

  /// The value of a row, null where it is null.
  @Nullable Object value(int row) {
    if (isNull(row)) {
      return null;
    }
    return switch (type) {
      case ArrowType.Bool _ -> bit(column.values(), slot(row));
      case ArrowType.Int _, ArrowType.Date _, ArrowType.Time _, ArrowType.Timestamp _ ->
          number(row);
      case ArrowType.FloatingPoint _ -> floatingPoint(row);
      case ArrowType.Utf8 _ -> new String(bytes(row), StandardCharsets.UTF_8);
      case ArrowType.Binary _ -> ByteBuffer.wrap(bytes(row));
      case ArrowType.FixedSizeBinary _ ->
          column.field().uuid() ? uuid(bytes(row)) : ByteBuffer.wrap(bytes(row));
      case ArrowType.Decimal(_, _, int scale) -> decimal(bytes(row), scale);
    };
  }

  /// Whether a row holds what the row before it holds, byte for byte.
  boolean repeats(int row) {
    boolean isNull = isNull(row);
    if (isNull != isNull(row - 1)) {
      return false;
    }
    if (isNull) {
      return true;
    }
    if (type instanceof ArrowType.Bool) {
      return bit(column.values(), slot(row)) == bit(column.values(), slot(row - 1));
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

  private boolean isNull(int row) {
    return column.nullCount() > 0 && !bit(column.validity(), slot(row));
  }

  private long slot(int row) {
    return column.offset() + row;
  }

  private static boolean bit(MemorySegment bits, long index) {
    return (bits.get(ValueLayout.JAVA_BYTE, index / Byte.SIZE) >> index % Byte.SIZE & 1) != 0;
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
    return column.values().get(ValueLayout.JAVA_INT_UNALIGNED, slot * Integer.BYTES);
  }

  private long longAt(long slot) {
    return column.values().get(ValueLayout.JAVA_LONG_UNALIGNED, slot * Long.BYTES);
  }

  private byte[] bytes(int row) {
    return data().asSlice(start(row), length(row)).toArray(ValueLayout.JAVA_BYTE);
  }

  private MemorySegment data() {
    return offsetBytes > 0 ? column.data() : column.values();
  }

  private long start(int row) {
    return offsetBytes > 0 ? offsetAt(row) : slot(row) * width;
  }

  private long length(int row) {
    return offsetBytes > 0 ? offsetAt(row + 1L) - offsetAt(row) : width;
  }

  private long offsetAt(long row) {
    return Offsets.at(column.values(), offsetBytes, column.offset() + row);
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

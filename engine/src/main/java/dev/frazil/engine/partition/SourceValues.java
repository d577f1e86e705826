package dev.frazil.engine.partition;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.SlotValues;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The values of a column as Iceberg's transforms take them: days, microseconds and nanoseconds as
/// numbers, strings, UUIDs, decimals, and byte buffers of their own. The value of a row whose
/// struct is null is null.
final class SourceValues {
  private final String name;
  private final List<ArrowColumn> structs;
  private final ArrowColumn column;

  /// Slots of the column before that of row 0.
  private final int first;

  private final ArrowType type;
  private final int width;

  /// @param name the column's full name in the table
  /// @param structs the columns above it, outermost first
  /// @param column a column of the canonical Arrow type of its table type, without a dictionary
  SourceValues(String name, List<ArrowColumn> structs, ArrowColumn column) {
    this.name = name;
    this.structs = structs;
    this.column = column;
    this.first = (int) structs.stream().mapToLong(ArrowColumn::offset).sum();
    this.type = column.field().type();
    this.width = type.hasOffsets() ? 0 : (int) (type.slotBits() / Byte.SIZE);
  }

  /// The column's full name in the table.
  String name() {
    return name;
  }

  /// Whether a row has no value, of its own or because a struct has none.
  boolean isNull(int row) {
    int slot = row;
    for (ArrowColumn struct : structs) {
      if (struct.isNull(slot)) {
        return true;
      }
      slot += (int) struct.offset();
    }
    return column.isNull(slot);
  }

  /// The value of a row, null where it is null.
  @Nullable Object value(int row) {
    if (isNull(row)) {
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
          column.field().uuid() ? SlotValues.uuid(bytes(row)) : ByteBuffer.wrap(bytes(row));
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
              "partition: %s: expected a type that transforms take, got %s".formatted(name, type));
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
      return Bitmaps.isSet(column.values(), slot(row))
          == Bitmaps.isSet(column.values(), slot(row - 1));
    }
    return switch (width) {
      case Integer.BYTES -> intAt(slot(row)) == intAt(slot(row - 1));
      case Long.BYTES -> longAt(slot(row)) == longAt(slot(row - 1));
      default -> bytesRepeat(row);
    };
  }

  /// Whether the values are numbers of 32 or 64 bits, strings or bytes, which compare without
  /// objects.
  boolean comparable() {
    return switch (type) {
      case ArrowType.Int _,
          ArrowType.Date _,
          ArrowType.Time _,
          ArrowType.Timestamp _,
          ArrowType.FloatingPoint _,
          ArrowType.Utf8 _,
          ArrowType.Binary _ ->
          true;
      case ArrowType.Bool _,
          ArrowType.FixedSizeBinary _,
          ArrowType.Decimal _,
          ArrowType.Null _,
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
          false;
    };
  }

  /// Compares the values of two rows, which have some and are comparable. NaN is above all other
  /// numbers, -0.0 below 0.0; the order of the bytes of strings is that of their code points.
  int compare(int one, int other) {
    if (type.hasOffsets()) {
      return compareBytes(one, other);
    }
    boolean floating = type instanceof ArrowType.FloatingPoint;
    if (width == Integer.BYTES) {
      int a = intAt(slot(one));
      int b = intAt(slot(other));
      return floating
          ? Float.compare(Float.intBitsToFloat(a), Float.intBitsToFloat(b))
          : Integer.compare(a, b);
    }
    long a = longAt(slot(one));
    long b = longAt(slot(other));
    return floating
        ? Double.compare(Double.longBitsToDouble(a), Double.longBitsToDouble(b))
        : Long.compare(a, b);
  }

  private int compareBytes(int one, int other) {
    MemorySegment data = data();
    long a = start(one);
    long b = start(other);
    long at = MemorySegment.mismatch(data, a, a + length(one), data, b, b + length(other));
    if (at < 0) {
      return 0;
    }
    return at == length(one) || at == length(other)
        ? Long.compare(length(one), length(other))
        : Byte.compareUnsigned(data.get(BYTE, a + at), data.get(BYTE, b + at));
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
    return column.offset() + first + row;
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
    return type.hasOffsets() ? column.stringStart(first + row) : slot(row) * width;
  }

  private long length(int row) {
    return type.hasOffsets()
        ? column.stringStart(first + row + 1) - column.stringStart(first + row)
        : width;
  }

  private static BigDecimal decimal(byte[] littleEndian, int scale) {
    byte[] bigEndian = new byte[littleEndian.length];
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[i] = littleEndian[bigEndian.length - 1 - i];
    }
    return new BigDecimal(new BigInteger(bigEndian), scale);
  }
}

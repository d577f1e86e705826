package dev.frazil.engine.arrow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The values of a column as Java objects, decoded slot by slot in the plainest way.
///
/// Integers, dates, times, timestamps, durations and the bits of float16 come out as Long, whatever
/// their width (the bits of uint64); floating point numbers as Float or Double; utf8 as String;
/// binary and intervals as a List of Byte; decimals as the unscaled BigInteger; structs and lists
/// as a List; maps as a List of entries; null slots as null; dictionaries and runs are resolved.
public final class ColumnValues {
  private ColumnValues() {}

  /// All values of a column, in order.
  public static List<@Nullable Object> of(ArrowColumn column) {
    return of(column, 0);
  }

  /// The values of a column from a slot on, in order.
  public static List<@Nullable Object> of(ArrowColumn column, int first) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = first; i < column.length(); i++) {
      values.add(at(column, i));
    }
    return values;
  }

  private static @Nullable Object at(ArrowColumn column, int row) {
    long slot = column.offset() + row;
    if (column.field().type() instanceof ArrowType.Null) {
      return null;
    }
    if (column.nullCount() > 0) {
      int bits = column.validity().get(ValueLayout.JAVA_BYTE, slot / 8);
      if ((bits >> (int) (slot % 8) & 1) == 0) {
        return null;
      }
    }
    ArrowColumn dictionary = column.dictionary();
    ArrowType.Int indexType = column.field().indexType();
    if (dictionary != null && indexType != null) {
      return at(dictionary, Math.toIntExact((Long) integer(column, indexType, slot)));
    }
    return value(column, column.field().type(), slot);
  }

  private static @Nullable Object value(ArrowColumn column, ArrowType type, long slot) {
    return switch (type) {
      case ArrowType.Bool() ->
          (column.values().get(ValueLayout.JAVA_BYTE, slot / 8) >> (int) (slot % 8) & 1) != 0;
      case ArrowType.FloatingPoint(int bits) when bits == 16 -> integer(column, type, slot);
      case ArrowType.FloatingPoint(int bits) when bits == 32 ->
          column.values().get(ValueLayout.JAVA_FLOAT_UNALIGNED, slot * 4);
      case ArrowType.FloatingPoint _ ->
          column.values().get(ValueLayout.JAVA_DOUBLE_UNALIGNED, slot * 8);
      case ArrowType.Utf8(boolean large) ->
          new String(string(column, large, slot), StandardCharsets.UTF_8);
      case ArrowType.Binary(boolean large) -> boxed(string(column, large, slot));
      case ArrowType.FixedSizeBinary(int width) ->
          boxed(bytes(column.values(), slot * width, width));
      case ArrowType.Decimal(int bits, int _, int _) -> decimal(column, bits / 8, slot);
      case ArrowType.Int _,
          ArrowType.Date _,
          ArrowType.Time _,
          ArrowType.Timestamp _,
          ArrowType.Duration _ ->
          integer(column, type, slot);
      case ArrowType.Interval _ -> {
        int width = (int) type.slotBits() / 8;
        yield boxed(bytes(column.values(), slot * width, width));
      }
      case ArrowType.Utf8View _ -> new String(view(column, slot), StandardCharsets.UTF_8);
      case ArrowType.BinaryView _ -> boxed(view(column, slot));
      case ArrowType.Struct _ -> {
        List<@Nullable Object> members = new ArrayList<>();
        column.children().forEach(child -> members.add(at(child, (int) slot)));
        yield members;
      }
      case ArrowType.List(boolean large) ->
          elements(
              column,
              offset(column.values(), large, slot),
              offset(column.values(), large, slot + 1));
      case ArrowType.Map _ ->
          elements(
              column,
              offset(column.values(), false, slot),
              offset(column.values(), false, slot + 1));
      case ArrowType.ListView(boolean large) -> {
        long start = offset(column.values(), large, slot);
        yield elements(column, start, start + offset(column.data(), large, slot));
      }
      case ArrowType.FixedSizeList(int size) -> elements(column, slot * size, (slot + 1) * size);
      case ArrowType.RunEndEncoded _ -> {
        ArrowColumn ends = column.children().getFirst();
        int run = 0;
        while ((Long) integer(ends, ends.field().type(), ends.offset() + run) <= slot) {
          run++;
        }
        yield at(column.children().getLast(), run);
      }
      case ArrowType.Null _ -> null;
    };
  }

  private static List<@Nullable Object> elements(ArrowColumn column, long start, long end) {
    List<@Nullable Object> elements = new ArrayList<>();
    for (long i = start; i < end; i++) {
      elements.add(at(column.children().getFirst(), (int) i));
    }
    return elements;
  }

  private static long offset(MemorySegment offsets, boolean large, long slot) {
    return large
        ? offsets.get(ValueLayout.JAVA_LONG_UNALIGNED, slot * 8)
        : offsets.get(ValueLayout.JAVA_INT_UNALIGNED, slot * 4);
  }

  private static byte[] view(ArrowColumn column, long slot) {
    MemorySegment views = column.values();
    int length = views.get(ValueLayout.JAVA_INT_UNALIGNED, slot * 16);
    if (length <= 12) {
      return bytes(views, slot * 16 + 4, length);
    }
    int buffer = views.get(ValueLayout.JAVA_INT_UNALIGNED, slot * 16 + 8);
    int start = views.get(ValueLayout.JAVA_INT_UNALIGNED, slot * 16 + 12);
    return bytes(column.variadic().get(buffer), start, length);
  }

  private static Object integer(ArrowColumn column, ArrowType type, long slot) {
    int width = (int) type.slotBits() / 8;
    boolean signed = !(type instanceof ArrowType.Int(int _, boolean s)) || s;
    BigInteger number = new BigInteger(reversed(bytes(column.values(), slot * width, width)));
    return signed || number.signum() >= 0
        ? number.longValue()
        : number.add(BigInteger.TWO.pow(8 * width)).longValue();
  }

  private static BigInteger decimal(ArrowColumn column, int width, long slot) {
    return new BigInteger(reversed(bytes(column.values(), slot * width, width)));
  }

  private static byte[] string(ArrowColumn column, boolean large, long slot) {
    long start = offset(column.values(), large, slot);
    long end = offset(column.values(), large, slot + 1);
    return bytes(column.data(), start, end - start);
  }

  private static byte[] bytes(MemorySegment segment, long at, long length) {
    return segment.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
  }

  private static byte[] reversed(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[i] = bytes[bytes.length - 1 - i];
    }
    return reversed;
  }

  private static List<Byte> boxed(byte[] bytes) {
    List<Byte> boxed = new ArrayList<>();
    for (byte b : bytes) {
      boxed.add(b);
    }
    return boxed;
  }
}

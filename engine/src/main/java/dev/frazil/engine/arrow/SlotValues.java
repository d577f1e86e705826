package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.arrow.ArrowType.IntervalUnit;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The values of columns as Java objects, one slot at a time: for printing and for text formats,
/// where a value is looked at once.
///
/// | Arrow | Java |
/// |---|---|
/// | bool, and int8 with the extension `arrow.bool8` | [Boolean] |
/// | int8, int16, int32, int64 | [Byte], [Short], [Integer], [Long] |
/// | uint8, uint16, uint32, uint64 | [Short], [Integer], [Long], [BigInteger] |
/// | float16, float32; float64 | [Float]; [Double] |
/// | decimals | [BigDecimal] of the type's scale |
/// | utf8, large_utf8, utf8_view | [String] |
/// | binary in every layout | `byte[]` |
/// | fixed_size_binary(16) with the extension `arrow.uuid` | [UUID] |
/// | date32, date64 | [LocalDate]; the day in which the milliseconds lie |
/// | time32, time64 | [LocalTime] |
/// | timestamp with a zone; without one | [java.time.Instant]; [LocalDateTime] |
/// | duration; interval | [Duration]; [CalendarInterval] |
/// | struct | [Map] from the members' names to their values, in their order; of members of one name the last |
/// | lists in every layout | [List] |
/// | map | [List] of [Map.Entry] |
/// | null | null |
///
/// Dictionaries and runs are resolved at any depth. Lists, maps and entries are immutable, may hold
/// nulls, and own nothing of the batch.
public final class SlotValues {
  private SlotValues() {}

  /// The value of a slot.
  ///
  /// @param column a column of an open batch
  /// @param slot from 0 to the column's length - 1
  /// @return the value, or null where the slot or the entry that it names is null
  /// @throws ArrowImportException if a time of day is not within a day, or a timestamp too far from
  ///   the epoch for `java.time`
  public static @Nullable Object value(ArrowColumn column, int slot) {
    if (column.isNull(slot)) {
      return null;
    }
    ArrowColumn dictionary = column.dictionary();
    ArrowType.Int indexType = column.field().indexType();
    if (dictionary != null && indexType != null) {
      long index = DictionaryIndices.at(column.values(), indexType, column.offset() + slot);
      return value(dictionary, (int) index);
    }
    try {
      return present(column, slot);
    } catch (DateTimeException | ArithmeticException e) {
      throw new ArrowImportException(
          "%s: slot %d: expected a value of %s that is a date or time, got: %s"
              .formatted(column.field().name(), slot, column.field().type(), e.getMessage()),
          e);
    }
  }

  private static @Nullable Object present(ArrowColumn column, int slot) {
    ArrowField field = column.field();
    MemorySegment values = column.values();
    long at = column.offset() + slot;
    return switch (field.type()) {
      case ArrowType.Null() -> null;
      case ArrowType.Bool() -> Bitmaps.isSet(values, at);
      case ArrowType.Int type ->
          field.bool8() ? values.get(BYTE, at) != 0 : integer(type, values, at);
      case ArrowType.FloatingPoint(int bits) -> number(bits, values, at);
      case ArrowType.Decimal(int bits, int _, int scale) ->
          new BigDecimal(
              WideDecimals.value(values, at * bits / Byte.SIZE, bits / Byte.SIZE), scale);
      case ArrowType.Utf8 _ -> new String(string(column, slot), StandardCharsets.UTF_8);
      case ArrowType.Utf8View() -> new String(view(column, at), StandardCharsets.UTF_8);
      case ArrowType.Binary _ -> string(column, slot);
      case ArrowType.BinaryView() -> view(column, at);
      case ArrowType.FixedSizeBinary(int width) -> {
        byte[] bytes = bytes(values, at * width, width);
        yield field.uuid() ? uuid(bytes) : bytes;
      }
      case ArrowType.Date(boolean millis) ->
          LocalDate.ofEpochDay(
              millis
                  ? Math.floorDiv(values.get(LONG, at << 3), 86_400_000L)
                  : values.get(INT, at << 2));
      case ArrowType.Time(TimeUnit unit) ->
          LocalTime.ofNanoOfDay(Math.multiplyExact(count(field, values, at), unit.nanos()));
      case ArrowType.Timestamp(TimeUnit unit, String zone) ->
          timestamp(unit, zone, values.get(LONG, at << 3));
      case ArrowType.Duration(TimeUnit unit) -> duration(unit, values.get(LONG, at << 3));
      case ArrowType.Interval(IntervalUnit unit) -> interval(unit, values, at);
      case ArrowType.Struct() -> members(column, (int) at);
      case ArrowType.List _, ArrowType.ListView _ -> list(column, slot);
      case ArrowType.FixedSizeList(int size) ->
          elements(column.children().getFirst(), Math.toIntExact(at * size), size);
      case ArrowType.Map _ -> entries(column, slot);
      case ArrowType.RunEndEncoded _ -> {
        int run = RunEnds.find(column.children().getFirst(), at);
        yield value(column.children().getLast(), run);
      }
    };
  }

  private static Object integer(ArrowType.Int type, MemorySegment values, long at) {
    // The whole numbers of a uint64 do not fit in a long; those of the others do.
    long number = DictionaryIndices.at(values, type, at);
    return switch (type.bitWidth()) {
      case 8 -> type.signed() ? (Object) (byte) number : (Object) (short) number;
      case 16 -> type.signed() ? (Object) (short) number : (Object) (int) number;
      case 32 -> type.signed() ? (Object) (int) number : (Object) number;
      default -> type.signed() ? (Object) number : unsigned(number);
    };
  }

  private static BigInteger unsigned(long bits) {
    return new BigInteger(1, ByteBuffer.allocate(Long.BYTES).putLong(bits).array());
  }

  private static Object number(int bits, MemorySegment values, long at) {
    return switch (bits) {
      case 16 -> Float.float16ToFloat(values.get(SHORT, at << 1));
      case 32 -> Float.intBitsToFloat(values.get(INT, at << 2));
      default -> Double.longBitsToDouble(values.get(LONG, at << 3));
    };
  }

  /// The bytes of a number, little-endian two's complement, as decimals have them.
  ///
  /// @param value a number that fits
  /// @param width how many bytes
  /// @return so many bytes
  public static byte[] littleEndian(BigInteger value, int width) {
    byte[] bigEndian = value.toByteArray();
    byte[] bytes = new byte[width];
    Arrays.fill(bytes, (byte) (value.signum() < 0 ? -1 : 0));
    for (int i = 0; i < bigEndian.length; i++) {
      bytes[i] = bigEndian[bigEndian.length - 1 - i];
    }
    return bytes;
  }

  private static byte[] string(ArrowColumn column, int slot) {
    long start = column.stringStart(slot);
    return bytes(column.data(), start, column.stringStart(slot + 1) - start);
  }

  private static byte[] view(ArrowColumn column, long at) {
    MemorySegment data = Views.data(column.values(), at, column.variadic());
    return bytes(data, Views.start(column.values(), at), Views.length(column.values(), at));
  }

  private static byte[] bytes(MemorySegment data, long start, long length) {
    return data.asSlice(start, length).toArray(BYTE);
  }

  /// The UUID of 16 bytes, which Arrow has in big-endian order.
  ///
  /// @param bytes 16 of them
  /// @return the UUID
  public static UUID uuid(byte[] bytes) {
    ByteBuffer bigEndian = ByteBuffer.wrap(bytes);
    return new UUID(bigEndian.getLong(), bigEndian.getLong());
  }

  private static long count(ArrowField field, MemorySegment values, long at) {
    return field.type().slotBits() == Integer.SIZE
        ? values.get(INT, at << 2)
        : values.get(LONG, at << 3);
  }

  private static Object timestamp(TimeUnit unit, @Nullable String zone, long count) {
    long perSecond = unit.perSecond();
    long seconds = Math.floorDiv(count, perSecond);
    int nanos = (int) (Math.floorMod(count, perSecond) * unit.nanos());
    // An instant may lie beyond every date, and could then be shown in no zone.
    LocalDateTime time = LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
    return zone == null ? time : time.toInstant(ZoneOffset.UTC);
  }

  private static Duration duration(TimeUnit unit, long count) {
    long perSecond = unit.perSecond();
    return Duration.ofSeconds(
        Math.floorDiv(count, perSecond), Math.floorMod(count, perSecond) * unit.nanos());
  }

  private static CalendarInterval interval(IntervalUnit unit, MemorySegment values, long at) {
    return switch (unit) {
      case YEAR_MONTH -> new CalendarInterval(values.get(INT, at << 2), 0, 0);
      case DAY_TIME ->
          new CalendarInterval(
              0, values.get(INT, at << 3), values.get(INT, (at << 3) + 4) * 1_000_000L);
      case MONTH_DAY_NANO ->
          new CalendarInterval(
              values.get(INT, at << 4),
              values.get(INT, (at << 4) + 4),
              values.get(LONG, (at << 4) + 8));
    };
  }

  private static Map<String, @Nullable Object> members(ArrowColumn column, int at) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    for (ArrowColumn child : column.children()) {
      members.put(child.field().name(), value(child, at));
    }
    return Collections.unmodifiableMap(members);
  }

  private static List<@Nullable Object> list(ArrowColumn column, int slot) {
    ListSpans spans = ListSpans.of(column);
    int size = spans.size(slot);
    return size == 0 ? List.of() : elements(column.children().getFirst(), spans.start(slot), size);
  }

  private static List<@Nullable Object> elements(ArrowColumn child, int start, int size) {
    List<@Nullable Object> elements = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      elements.add(value(child, start + i));
    }
    return Collections.unmodifiableList(elements);
  }

  private static List<Map.Entry<@Nullable Object, @Nullable Object>> entries(
      ArrowColumn column, int slot) {
    ListSpans spans = ListSpans.of(column);
    int size = spans.size(slot);
    int start = size == 0 ? 0 : spans.start(slot);
    ArrowColumn pairs = column.children().getFirst();
    List<Map.Entry<@Nullable Object, @Nullable Object>> entries = new ArrayList<>(size);
    for (int i = start; i < start + size; i++) {
      int at = (int) (pairs.offset() + i);
      entries.add(
          new SimpleImmutableEntry<>(
              value(pairs.children().getFirst(), at), value(pairs.children().getLast(), at)));
    }
    return Collections.unmodifiableList(entries);
  }
}

package dev.frazil.engine.iceberg;

import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Record batches of given values, laid out by the Arrow columnar format in native memory of their
/// own, for tests.
///
/// Every column starts a few slots into its buffers; those slots and the null ones hold garbage,
/// null structs hold members, and null lists and maps have elements. The memory is unmapped when
/// the batch is closed, so that reading it afterwards fails.
public final class ValueBatch {
  private static final int OFFSET = 3;
  private static final byte GARBAGE = (byte) 0xA5;

  private ValueBatch() {}

  private static final class Memory implements AutoCloseable {
    final Arena arena = Arena.ofShared();

    @Override
    public void close() {
      arena.close();
    }
  }

  /// A batch.
  ///
  /// @param columns one list of values a field: booleans, integers, longs, floats, doubles,
  ///   strings, byte buffers, UUIDs and decimals; a list of members for a struct, of elements for a
  ///   list, and of pairs for a map
  public static RecordBatch of(
      ArrowSchema schema, List<? extends List<? extends @Nullable Object>> columns) {
    Memory memory = new Memory();
    List<ArrowColumn> made = new ArrayList<>();
    for (int i = 0; i < schema.fields().size(); i++) {
      made.add(column(schema.fields().get(i), new ArrayList<>(columns.get(i)), 0, memory.arena));
    }
    return new RecordBatch(schema, columns.getFirst().size(), made, memory::close);
  }

  /// A source of batches. Those that nobody asked for are closed with it.
  public static RecordBatchSource source(ArrowSchema schema, RecordBatch... batches) {
    Deque<RecordBatch> left = new ArrayDeque<>(Arrays.asList(batches));
    return new RecordBatchSource() {
      @Override
      public ArrowSchema schema() {
        return schema;
      }

      @Override
      public @Nullable RecordBatch next() {
        return left.poll();
      }

      @Override
      public void close() {
        left.forEach(RecordBatch::close);
      }
    };
  }

  /// A column of values.
  ///
  /// @param unreached leading slots that no slot above leads to
  private static ArrowColumn column(
      ArrowField field, List<@Nullable Object> values, int unreached, Arena arena) {
    int nulls = 0;
    byte[] validity = new byte[(OFFSET + values.size() + 7) / 8];
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i) != null) {
        validity[(OFFSET + i) / 8] |= (byte) (1 << (OFFSET + i) % 8);
      } else if (i >= unreached) {
        nulls++;
      }
    }
    MemorySegment valid = nulls == 0 ? MemorySegment.NULL : copy(validity, arena);
    return switch (field.type()) {
      case ArrowType.Utf8(boolean large) -> strings(field, large, values, nulls, valid, arena);
      case ArrowType.Binary(boolean large) -> strings(field, large, values, nulls, valid, arena);
      case ArrowType.Bool _ ->
          column(field, values.size(), nulls, valid, copy(bits(values), arena), MemorySegment.NULL);
      case ArrowType.Int(int bits, _) -> fixed(field, bits / 8, values, nulls, valid, arena);
      case ArrowType.FloatingPoint(int bits) -> fixed(field, bits / 8, values, nulls, valid, arena);
      case ArrowType.FixedSizeBinary(int width) -> fixed(field, width, values, nulls, valid, arena);
      case ArrowType.Date(boolean millis) ->
          fixed(field, millis ? 8 : 4, values, nulls, valid, arena);
      case ArrowType.Time(ArrowType.TimeUnit unit) ->
          fixed(
              field,
              unit.compareTo(ArrowType.TimeUnit.MICROSECOND) < 0 ? 4 : 8,
              values,
              nulls,
              valid,
              arena);
      case ArrowType.Timestamp _, ArrowType.Duration _ ->
          fixed(field, 8, values, nulls, valid, arena);
      case ArrowType.Decimal(int bits, _, _) -> fixed(field, bits / 8, values, nulls, valid, arena);
      case ArrowType.Struct _ -> struct(field, values, nulls, valid, arena);
      case ArrowType.List(boolean large) -> list(field, large, values, nulls, valid, arena);
      case ArrowType.Map _ -> list(field, false, values, nulls, valid, arena);
      case ArrowType.Null _,
          ArrowType.Utf8View _,
          ArrowType.BinaryView _,
          ArrowType.Interval _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.RunEndEncoded _ ->
          throw new IllegalArgumentException("type: " + field.type());
    };
  }

  private static ArrowColumn column(
      ArrowField field,
      int length,
      int nulls,
      MemorySegment validity,
      MemorySegment values,
      MemorySegment data) {
    return new ArrowColumn(field, length, OFFSET, nulls, validity, values, data, null);
  }

  /// Members in children that begin before the first struct; null structs hold those of another.
  private static ArrowColumn struct(
      ArrowField field,
      List<@Nullable Object> values,
      int nulls,
      MemorySegment validity,
      Arena arena) {
    List<?> garbage = (List<?>) values.stream().filter(Objects::nonNull).findFirst().orElse(null);
    List<ArrowColumn> children = new ArrayList<>();
    for (int child = 0; child < field.children().size(); child++) {
      List<@Nullable Object> members = new ArrayList<>();
      for (int i = -OFFSET; i < values.size(); i++) {
        List<?> struct = i < 0 || values.get(i) == null ? garbage : (List<?>) values.get(i);
        members.add(struct == null ? null : struct.get(child));
      }
      children.add(column(field.children().get(child), members, OFFSET, arena));
    }
    return nested(field, values.size(), nulls, validity, MemorySegment.NULL, children);
  }

  /// Elements behind some that belong to no list; a null list has one as well.
  private static ArrowColumn list(
      ArrowField field,
      boolean large,
      List<@Nullable Object> values,
      int nulls,
      MemorySegment validity,
      Arena arena) {
    int width = large ? 8 : 4;
    ByteBuffer offsets =
        ByteBuffer.allocate((OFFSET + values.size() + 1) * width).order(ByteOrder.LITTLE_ENDIAN);
    Object garbage =
        values.stream()
            .filter(list -> list instanceof List<?> l && !l.isEmpty())
            .map(list -> ((List<?>) list).getFirst())
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    List<@Nullable Object> elements = new ArrayList<>();
    for (int i = -OFFSET; i <= values.size(); i++) {
      if (large) {
        offsets.putLong(elements.size());
      } else {
        offsets.putInt(elements.size());
      }
      if (i < 0 || (i < values.size() && values.get(i) == null)) {
        elements.add(garbage);
      } else if (i < values.size()) {
        elements.addAll((List<?>) Objects.requireNonNull(values.get(i)));
      }
    }
    ArrowColumn child = column(field.children().getFirst(), elements, OFFSET, arena);
    return nested(
        field, values.size(), nulls, validity, copy(offsets.array(), arena), List.of(child));
  }

  private static ArrowColumn nested(
      ArrowField field,
      int length,
      int nulls,
      MemorySegment validity,
      MemorySegment values,
      List<ArrowColumn> children) {
    return new ArrowColumn(
        field,
        length,
        OFFSET,
        nulls,
        validity,
        values,
        MemorySegment.NULL,
        List.of(),
        null,
        children);
  }

  private static ArrowColumn fixed(
      ArrowField field,
      int width,
      List<@Nullable Object> values,
      int nulls,
      MemorySegment validity,
      Arena arena) {
    byte[] bytes = new byte[(OFFSET + values.size()) * width];
    Arrays.fill(bytes, GARBAGE);
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      if (value != null) {
        System.arraycopy(bytes(value, width), 0, bytes, (OFFSET + i) * width, width);
      }
    }
    return column(field, values.size(), nulls, validity, copy(bytes, arena), MemorySegment.NULL);
  }

  private static ArrowColumn strings(
      ArrowField field,
      boolean large,
      List<@Nullable Object> values,
      int nulls,
      MemorySegment validity,
      Arena arena) {
    int width = large ? 8 : 4;
    ByteBuffer offsets =
        ByteBuffer.allocate((OFFSET + values.size() + 1) * width).order(ByteOrder.LITTLE_ENDIAN);
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    for (int i = -OFFSET; i <= values.size(); i++) {
      if (large) {
        offsets.putLong(data.size());
      } else {
        offsets.putInt(data.size());
      }
      Object value = i < 0 || i == values.size() ? null : values.get(i);
      if (i < values.size()) {
        data.writeBytes(value == null ? new byte[] {'?'} : bytes(value, 0));
      }
    }
    return column(
        field,
        values.size(),
        nulls,
        validity,
        copy(offsets.array(), arena),
        copy(data.toByteArray(), arena));
  }

  private static byte[] bits(List<@Nullable Object> values) {
    byte[] bits = new byte[(OFFSET + values.size() + 7) / 8];
    for (int i = 0; i < values.size(); i++) {
      if (!Boolean.FALSE.equals(values.get(i))) {
        bits[(OFFSET + i) / 8] |= (byte) (1 << (OFFSET + i) % 8);
      }
    }
    return bits;
  }

  private static byte[] bytes(Object value, int width) {
    ByteBuffer number = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    return switch (value) {
      case Integer v -> Arrays.copyOf(number.putInt(v).array(), width);
      case Long v -> Arrays.copyOf(number.putLong(v).array(), width);
      case Float v -> Arrays.copyOf(number.putInt(Float.floatToRawIntBits(v)).array(), width);
      case Double v -> number.putLong(Double.doubleToRawLongBits(v)).array();
      case String v -> v.getBytes(StandardCharsets.UTF_8);
      case ByteBuffer v -> {
        byte[] copy = new byte[v.remaining()];
        v.duplicate().get(copy);
        yield copy;
      }
      case UUID v ->
          ByteBuffer.allocate(16)
              .putLong(v.getMostSignificantBits())
              .putLong(v.getLeastSignificantBits())
              .array();
      case BigDecimal v -> littleEndian(v.unscaledValue(), width);
      default -> throw new IllegalArgumentException(value.getClass().getName());
    };
  }

  private static byte[] littleEndian(BigInteger unscaled, int width) {
    byte[] bytes = new byte[width];
    for (int i = 0; i < width; i++) {
      bytes[i] = unscaled.shiftRight(8 * i).byteValue();
    }
    return bytes;
  }

  private static MemorySegment copy(byte[] bytes, Arena arena) {
    MemorySegment segment = arena.allocate(bytes.length);
    MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return segment;
  }
}

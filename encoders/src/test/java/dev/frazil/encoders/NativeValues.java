package dev.frazil.encoders;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Lists of objects as exactly sized native buffers, a slot of garbage under each null.
final class NativeValues {
  private NativeValues() {}

  static LeafValues.FixedWidth ints(Arena arena, List<? extends @Nullable Object> values) {
    MemorySegment segment = arena.allocate(4L * values.size());
    for (int i = 0; i < values.size(); i++) {
      segment.set(INT, 4L * i, values.get(i) instanceof Integer v ? v : 0xdead_beef);
    }
    return new LeafValues.FixedWidth(segment, 4, 0);
  }

  static LeafValues.FixedWidth longs(Arena arena, List<? extends @Nullable Object> values) {
    MemorySegment segment = arena.allocate(8L * values.size());
    for (int i = 0; i < values.size(); i++) {
      segment.set(LONG, 8L * i, values.get(i) instanceof Long v ? v : 0xdead_beefL);
    }
    return new LeafValues.FixedWidth(segment, 8, 0);
  }

  static LeafValues.FixedWidth doubles(Arena arena, List<? extends @Nullable Object> values) {
    MemorySegment segment = arena.allocate(8L * values.size());
    for (int i = 0; i < values.size(); i++) {
      double value = values.get(i) instanceof Double v ? v : Double.NaN;
      segment.set(LONG, 8L * i, Double.doubleToRawLongBits(value));
    }
    return new LeafValues.FixedWidth(segment, 8, 0);
  }

  static LeafValues.Binary strings(Arena arena, List<? extends @Nullable Object> values) {
    long bytes = 0;
    for (Object value : values) {
      bytes += bytes(value).length;
    }
    MemorySegment offsets = arena.allocate(4L * (values.size() + 1));
    MemorySegment data = arena.allocate(bytes);
    int at = 0;
    for (int i = 0; i < values.size(); i++) {
      byte[] unit = bytes(values.get(i));
      MemorySegment.copy(unit, 0, data, ValueLayout.JAVA_BYTE, at, unit.length);
      at += unit.length;
      offsets.set(INT, 4L * (i + 1), at);
    }
    return new LeafValues.Binary(offsets, 4, data, 0);
  }

  private static byte[] bytes(@Nullable Object value) {
    return value instanceof String string ? string.getBytes(UTF_8) : new byte[] {-1, -1, -1};
  }

  static LeafValues.FixedWidth fixedBytes(
      Arena arena, int width, List<? extends @Nullable Object> values) {
    MemorySegment segment = arena.allocate((long) width * values.size());
    segment.fill((byte) 0xee);
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i) instanceof byte[] value) {
        MemorySegment.copy(value, 0, segment, ValueLayout.JAVA_BYTE, (long) width * i, width);
      }
    }
    return new LeafValues.FixedWidth(segment, width, 0);
  }

  static LeafValues.Bits booleans(Arena arena, List<? extends @Nullable Object> values) {
    return new LeafValues.Bits(
        bits(arena, values.stream().map(v -> !Boolean.FALSE.equals(v)).toList()), 0);
  }

  static Nesting.Optional validity(Arena arena, List<?> values) {
    int nulls = (int) values.stream().filter(Objects::isNull).count();
    MemorySegment bits = bits(arena, values.stream().map(Objects::nonNull).toList());
    return new Nesting.Optional(values.size(), bits, 0, nulls);
  }

  static MemorySegment bits(Arena arena, List<Boolean> values) {
    byte[] bytes = new byte[(values.size() + 7) >>> 3];
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i)) {
        bytes[i >>> 3] |= (byte) (1 << (i & 7));
      }
    }
    MemorySegment segment = arena.allocate(bytes.length);
    MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return segment;
  }
}

package dev.frazil.engine.align;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Slab;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.SlotValues;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The buffers of one column of a type without children, filled slot by slot with values as
/// [ValueConversion] has them. They are the buffer's own and valid until the next column begins.
final class SlotBuffer implements AutoCloseable {
  private final ArrowType type;
  private final int width;
  private final Slab values = new Slab();
  private final Slab data = new Slab();
  private long slot;
  private long dataBytes;

  /// @param type what the column is to be; strings get 64-bit offsets whatever it says
  SlotBuffer(ArrowType type) {
    this.type =
        switch (type) {
          case ArrowType.Utf8View _ -> new ArrowType.Utf8(true);
          case ArrowType.BinaryView _ -> new ArrowType.Binary(true);
          default -> type.withOffsets(true);
        };
    this.width = (int) (this.type.slotBits() / Byte.SIZE);
  }

  /// The type of the column as it is laid out.
  ArrowType type() {
    return type;
  }

  /// Begins a column of `count` slots behind `before` slots that nobody reads.
  void begin(int before, int count) {
    long slots = before + (long) count;
    values.ensure(type instanceof ArrowType.Bool ? Bitmaps.bytes(slots) : (slots + 1) * width, 0);
    slot = before;
    dataBytes = 0;
    if (type.hasOffsets()) {
      values.segment().set(LONG, slot * Long.BYTES, 0);
    } else if (type instanceof ArrowType.Bool) {
      values.segment().asSlice(0, Bitmaps.bytes(slots)).fill((byte) 0);
    }
  }

  /// Appends a slot.
  ///
  /// @param value the value, or null for a slot that holds none
  void append(@Nullable Object value) {
    MemorySegment segment = values.segment();
    switch (value) {
      case null -> skip();
      case Boolean bit -> {
        if (bit) {
          Bitmaps.fill(segment, slot, 1);
        }
      }
      case Long number -> integer(segment, number);
      case Double number -> floatingPoint(segment, number);
      case BigInteger number -> integer(segment, number.longValue());
      case BigDecimal number -> decimal(segment, number.unscaledValue());
      case String text -> bytes(text.getBytes(StandardCharsets.UTF_8));
      case byte[] bytes -> bytes(bytes);
      default -> throw new IllegalArgumentException("slot of " + type + ": got " + value);
    }
    slot++;
  }

  private void skip() {
    if (type.hasOffsets()) {
      bytes(new byte[0]);
    }
  }

  private void integer(MemorySegment segment, long number) {
    switch (width) {
      case Byte.BYTES -> segment.set(BYTE, slot, (byte) number);
      case Short.BYTES -> segment.set(SHORT, slot * Short.BYTES, (short) number);
      case Integer.BYTES -> segment.set(INT, slot * Integer.BYTES, (int) number);
      default -> segment.set(LONG, slot * Long.BYTES, number);
    }
  }

  private void floatingPoint(MemorySegment segment, double number) {
    switch (width) {
      case Short.BYTES ->
          segment.set(SHORT, slot * Short.BYTES, Float.floatToFloat16((float) number));
      case Integer.BYTES ->
          segment.set(INT, slot * Integer.BYTES, Float.floatToRawIntBits((float) number));
      default -> segment.set(LONG, slot * Long.BYTES, Double.doubleToRawLongBits(number));
    }
  }

  private void decimal(MemorySegment segment, BigInteger unscaled) {
    byte[] bytes = SlotValues.littleEndian(unscaled, width);
    MemorySegment.copy(bytes, 0, segment, BYTE, slot * width, width);
  }

  private void bytes(byte[] bytes) {
    MemorySegment.copy(
        bytes, 0, data.ensure(dataBytes + bytes.length, dataBytes), BYTE, dataBytes, bytes.length);
    dataBytes += bytes.length;
    values.segment().set(LONG, (slot + 1) * Long.BYTES, dataBytes);
  }

  /// The values, or the offsets of strings.
  MemorySegment values() {
    return values.segment();
  }

  /// The bytes of strings, and nothing for other types.
  MemorySegment data() {
    return type.hasOffsets() ? data.segment().asSlice(0, dataBytes) : MemorySegment.NULL;
  }

  @Override
  public void close() {
    values.close();
    data.close();
  }
}

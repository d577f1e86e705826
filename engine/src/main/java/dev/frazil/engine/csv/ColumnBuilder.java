package dev.frazil.engine.csv;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Slab;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// One column of a batch in the making, value by value, in the layout of its field's type. Owns the
/// memory of what was added until it is closed; a builder makes one column. Not thread-safe.
final class ColumnBuilder implements AutoCloseable {
  private final ArrowField field;
  private final int slotBytes;
  private final boolean strings;
  private final Slab validity = new Slab();
  private final Slab values = new Slab();
  private final Slab data = new Slab();
  private int length;
  private int nullCount;
  private long dataBytes;

  /// Starts a column without slots.
  ///
  /// @param field its field, of a type without children, views or dictionary
  ColumnBuilder(ArrowField field) {
    this.field = field;
    this.strings = field.type().hasOffsets();
    this.slotBytes = (int) (field.type().slotBits() / Byte.SIZE);
    if (strings) {
      putOffset(0);
    }
  }

  /// Adds a slot without a value.
  void addNull() {
    if (strings) {
      putOffset(length + 1L);
    } else if (isBits()) {
      putBit(values, false);
    } else {
      room().asSlice((long) length * slotBytes, slotBytes).fill((byte) 0);
    }
    end(false);
  }

  /// Adds a boolean.
  void addBit(boolean value) {
    putBit(values, value);
    end(true);
  }

  /// Adds an integer to a column of slots of 8, 16, 32 or 64 bits, which takes its low bits.
  void addInteger(long value) {
    MemorySegment slots = room();
    switch (slotBytes) {
      case Byte.BYTES -> slots.set(BYTE, length, (byte) value);
      case Short.BYTES -> slots.set(SHORT, (long) length * Short.BYTES, (short) value);
      case Integer.BYTES -> slots.set(INT, (long) length * Integer.BYTES, (int) value);
      default -> slots.set(LONG, (long) length * Long.BYTES, value);
    }
    end(true);
  }

  /// Adds a string or byte string, or all bytes of a slot of fixed width.
  void addBytes(byte[] bytes) {
    if (strings) {
      MemorySegment target = data.ensure(dataBytes + bytes.length, dataBytes);
      MemorySegment.copy(bytes, 0, target, BYTE, dataBytes, bytes.length);
      dataBytes += bytes.length;
      putOffset(length + 1L);
    } else {
      MemorySegment.copy(bytes, 0, room(), BYTE, (long) length * slotBytes, slotBytes);
    }
    end(true);
  }

  private boolean isBits() {
    return field.type() instanceof ArrowType.Bool;
  }

  private MemorySegment room() {
    long used = (long) length * slotBytes;
    return values.ensure(used + slotBytes, used);
  }

  /// Sets offset number `i` to the end of the data.
  private void putOffset(long i) {
    long used = i * slotBytes;
    MemorySegment offsets = values.ensure(used + slotBytes, used);
    if (slotBytes == Long.BYTES) {
      offsets.set(LONG, used, dataBytes);
    } else {
      offsets.set(INT, used, (int) dataBytes);
    }
  }

  private void putBit(Slab bits, boolean value) {
    long at = (long) length >>> 3;
    MemorySegment bitmap = bits.ensure(at + 1, Bitmaps.bytes((long) length));
    int before = (length & 7) == 0 ? 0 : bitmap.get(BYTE, at);
    bitmap.set(BYTE, at, (byte) (before | (value ? 1 << (length & 7) : 0)));
  }

  private void end(boolean valid) {
    putBit(validity, valid);
    nullCount += valid ? 0 : 1;
    length++;
  }

  /// The column as far as it was built, over the builder's memory; nothing is added afterwards.
  ArrowColumn column() {
    long slots = isBits() ? Bitmaps.bytes(length) : (long) length * slotBytes;
    boolean none = field.type() instanceof ArrowType.Null;
    return new ArrowColumn(
        field,
        length,
        0,
        nullCount,
        none ? MemorySegment.NULL : validity.segment().asSlice(0, Bitmaps.bytes(length)),
        values.segment().asSlice(0, strings ? slots + slotBytes : slots),
        data.segment().asSlice(0, dataBytes),
        List.of(),
        null,
        List.of());
  }

  @Override
  public void close() {
    validity.close();
    values.close();
    data.close();
  }
}

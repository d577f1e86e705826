package dev.frazil.engine.arrow;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Dictionary-encoded columns to plain ones: a slot is null where its index is null or where the
/// index names a null slot of the dictionary.
///
/// Owns the memory of its result, which is valid until the next one or the close.
final class DictionaryResolution implements AutoCloseable {
  private final ArrowField plain;
  private final Slab indices = new Slab();
  private final Slab validity = new Slab();
  private final Slab values = new Slab();
  private final Slab data = new Slab();

  /// Strings come out with 64-bit offsets, because repeated values may exceed 2 GiB.
  ///
  /// @param encoded a dictionary-encoded field
  DictionaryResolution(ArrowField encoded) {
    this.plain =
        new ArrowField(
            encoded.name(),
            encoded.type().withOffsets(true),
            encoded.nullable(),
            encoded.metadata(),
            null);
  }

  /// The field of the results.
  ArrowField plain() {
    return plain;
  }

  /// The values that the slots of a column name.
  ArrowColumn resolve(ArrowColumn column) {
    ArrowColumn dictionary = column.dictionary();
    ArrowType.Int indexType = column.field().indexType();
    if (dictionary == null || indexType == null) {
      throw new IllegalArgumentException(
          "cast: " + column.field().name() + ": expected a dictionary, got plain values");
    }
    int length = column.length();
    MemorySegment rows = indices.ensure((long) length * Integer.BYTES, 0);
    DictionaryIndices.toInts(column, indexType, dictionary.length(), rows);
    boolean nullValues = dictionary.nullCount() > 0;
    // Without null values the bitmap of the indices serves, from the byte that its first bit is in.
    int first = nullValues ? 0 : (int) (column.offset() & 7);
    MemorySegment bits =
        nullValues
            ? combined(column, dictionary, rows)
            : column.nullCount() == 0
                ? MemorySegment.NULL
                : column.validity().asSlice(column.offset() >>> 3);
    int nullCount = nullValues ? length - Bitmaps.ones(bits, 0, length) : column.nullCount();
    MemorySegment text = MemorySegment.NULL;
    if (plain.type().hasOffsets()) {
      text = strings(dictionary, rows, first, length);
    } else {
      fixed(dictionary, rows, first, length);
    }
    return new ArrowColumn(
        plain,
        length,
        first,
        nullCount,
        bits,
        values.segment(),
        text,
        dictionary.variadic(),
        null,
        List.of());
  }

  /// The bitmap of slots whose index is valid and names a value.
  private MemorySegment combined(ArrowColumn column, ArrowColumn dictionary, MemorySegment rows) {
    MemorySegment bits = validity.ensure(Bitmaps.bytes(column.length()), 0);
    SlotGather.validity(column, dictionary, rows, bits);
    return bits;
  }

  private void fixed(ArrowColumn dictionary, MemorySegment rows, int first, int length) {
    long bits = plain.type().slotBits();
    MemorySegment to = values.ensure(Bitmaps.bytes((first + (long) length) * bits), 0);
    if (dictionary.length() == 0) {
      return;
    }
    if (bits == 1) {
      SlotGather.bits(dictionary, rows, to, first, length);
    } else {
      SlotGather.fixedWidth(dictionary, (int) (bits >>> 3), rows, to, first, length);
    }
  }

  private MemorySegment strings(ArrowColumn dictionary, MemorySegment rows, int first, int length) {
    MemorySegment offsets = values.ensure((first + length + 1L) * Long.BYTES, 0);
    if (dictionary.length() == 0) {
      offsets.fill((byte) 0);
      return MemorySegment.NULL;
    }
    long size = SlotGather.offsets(dictionary, rows, offsets, first, length);
    MemorySegment to = data.ensure(size, 0);
    SlotGather.strings(dictionary, rows, to, length);
    return to.asSlice(0, size);
  }

  @Override
  public void close() {
    indices.close();
    validity.close();
    values.close();
    data.close();
  }
}

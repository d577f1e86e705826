package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import java.lang.foreign.MemorySegment;

/// Indices of dictionary-encoded columns: int8 to int64 and uint8 to uint64.
///
/// What stands in a null slot is any bits, and no index.
final class DictionaryIndices {
  private DictionaryIndices() {}

  /// Checks that every slot of a row that is not null names a slot of the dictionary.
  static void check(ArrowColumn column, ImportedSlots slots) {
    ArrowType.Int type = column.field().indexType();
    ArrowColumn dictionary = column.dictionary();
    if (type == null || dictionary == null) {
      return;
    }
    if (below(column.values(), slots.start(), slots.count(), type, dictionary.length())) {
      return;
    }
    for (int i = slots.first(); i < slots.last(); i++) {
      long index = at(column.values(), type, slots.offset() + i);
      if ((index < 0 || index >= dictionary.length()) && slots.holds(column, i)) {
        throw ArrayStruct.failure(
            slots.place(i),
            "an index below the dictionary's length of " + dictionary.length(),
            type.signed() ? String.valueOf(index) : Long.toUnsignedString(index));
      }
    }
  }

  /// Index number `i`; an unsigned one beyond 2^63 - 1 comes out negative.
  static long at(MemorySegment indices, ArrowType.Int type, long i) {
    return switch (type.bitWidth()) {
      case 8 -> type.signed() ? indices.get(BYTE, i) : indices.get(BYTE, i) & 0xFF;
      case 16 -> type.signed() ? indices.get(SHORT, i << 1) : indices.get(SHORT, i << 1) & 0xFFFF;
      case 32 ->
          type.signed()
              ? indices.get(INT, i << 2)
              : Integer.toUnsignedLong(indices.get(INT, i << 2));
      default -> indices.get(LONG, i << 3);
    };
  }

  /// The indices of a checked column as int32 from the start of `to` on; 0 for a null slot, and for
  /// one that belongs to no row and names nothing.
  static void toInts(ArrowColumn column, ArrowType.Int type, int limit, MemorySegment to) {
    MemorySegment from = column.values();
    int length = column.length();
    long offset = column.offset();
    int mask = type.signed() ? -1 : (int) ((1L << type.bitWidth()) - 1);
    switch (type.bitWidth()) {
      case 8 -> Widening.bytesToInts(from, offset, to, 0, length, mask);
      case 16 -> Widening.shortsToInts(from, offset << 1, to, 0, length, mask);
      case 32 -> MemorySegment.copy(from, offset << 2, to, 0, (long) length << 2);
      default -> longsToInts(from, offset << 3, to, length);
    }
    if (!below(from, offset, length, type, limit)) {
      for (int i = 0; i < length; i++) {
        long index = at(from, type, offset + i);
        if (index < 0 || index >= limit) {
          to.set(INT, (long) i << 2, 0);
        }
      }
    }
  }

  private static void longsToInts(MemorySegment from, long base, MemorySegment to, int length) {
    for (int i = 0; i < length; i++) {
      to.set(INT, (long) i << 2, (int) from.get(LONG, base + ((long) i << 3)));
    }
  }

  /// Whether `length` indices from slot `offset` on, null ones too, are from 0 to `limit - 1`.
  private static boolean below(
      MemorySegment indices, long offset, int length, ArrowType.Int type, int limit) {
    // Read without a sign, a negative index is far beyond every limit that its width can hold.
    return switch (type.bitWidth()) {
      case 8 -> maxOfBytes(indices, offset, length) < limit(limit, type, 1 << 7);
      case 16 -> maxOfShorts(indices, offset << 1, length) < limit(limit, type, 1 << 15);
      case 32 -> signsAndMaxOfInts(indices, offset << 2, length, limit);
      default -> signsAndMaxOfLongs(indices, offset << 3, length, limit);
    };
  }

  private static int limit(int limit, ArrowType.Int type, int negative) {
    return type.signed() ? Math.min(limit, negative) : limit;
  }

  private static int maxOfBytes(MemorySegment indices, long base, int length) {
    int max = -1;
    for (int i = 0; i < length; i++) {
      max = Math.max(max, indices.get(BYTE, base + i) & 0xFF);
    }
    return max;
  }

  private static int maxOfShorts(MemorySegment indices, long base, int length) {
    int max = -1;
    for (int i = 0; i < length; i++) {
      max = Math.max(max, indices.get(SHORT, base + ((long) i << 1)) & 0xFFFF);
    }
    return max;
  }

  private static boolean signsAndMaxOfInts(
      MemorySegment indices, long base, int length, int limit) {
    int signs = 0;
    int max = -1;
    for (int i = 0; i < length; i++) {
      int index = indices.get(INT, base + ((long) i << 2));
      signs |= index;
      max = Math.max(max, index);
    }
    return signs >= 0 && max < limit;
  }

  private static boolean signsAndMaxOfLongs(
      MemorySegment indices, long base, int length, int limit) {
    long signs = 0;
    long max = -1;
    for (int i = 0; i < length; i++) {
      long index = indices.get(LONG, base + ((long) i << 3));
      signs |= index;
      max = Math.max(max, index);
    }
    return signs >= 0 && max < limit;
  }
}

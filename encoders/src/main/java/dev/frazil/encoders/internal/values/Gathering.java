package dev.frazil.encoders.internal.values;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import java.lang.foreign.MemorySegment;

/// Copies entries of a dictionary by their numbers: 32-bit ones of a batch, 16-bit codes of a
/// chunk.
final class Gathering {
  private Gathering() {}

  static void numbered4(
      MemorySegment entries,
      long first,
      MemorySegment numbers,
      int count,
      MemorySegment target,
      long to) {
    for (int i = 0; i < count; i++) {
      long entry = numbers.get(INT, (long) i << 2);
      target.set(INT, to + ((long) i << 2), entries.get(INT, first + (entry << 2)));
    }
  }

  static void numbered8(
      MemorySegment entries,
      long first,
      MemorySegment numbers,
      int count,
      MemorySegment target,
      long to) {
    for (int i = 0; i < count; i++) {
      long entry = numbers.get(INT, (long) i << 2);
      target.set(LONG, to + ((long) i << 3), entries.get(LONG, first + (entry << 3)));
    }
  }

  static void coded4(
      MemorySegment entries,
      MemorySegment codes,
      long at,
      int count,
      MemorySegment target,
      long to) {
    for (int i = 0; i < count; i++) {
      long code = codes.get(SHORT, at + ((long) i << 1)) & 0xffffL;
      target.set(INT, to + ((long) i << 2), entries.get(INT, code << 2));
    }
  }

  static void coded8(
      MemorySegment entries,
      MemorySegment codes,
      long at,
      int count,
      MemorySegment target,
      long to) {
    for (int i = 0; i < count; i++) {
      long code = codes.get(SHORT, at + ((long) i << 1)) & 0xffffL;
      target.set(LONG, to + ((long) i << 3), entries.get(LONG, code << 3));
    }
  }
}

package dev.frazil.engine.scan;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.memory.Bitmaps;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// From definition and repetition levels to validity, offsets and the slots of elements.
final class LevelWalk {
  private LevelWalk() {}

  /// Writes a bit for each slot.
  ///
  /// @param bits where they go, with the slack of a slab
  /// @param definition the level from which on a slot holds something
  /// @return how many slots hold nothing
  static int validity(Axis axis, int[] definitions, int definition, MemorySegment bits) {
    int size = axis.size();
    int valid = 0;
    for (int base = 0; base < size; base += Long.SIZE) {
      int count = Math.min(Long.SIZE, size - base);
      long word = 0;
      for (int i = 0; i < count; i++) {
        int entry = axis.entry(base + i);
        if (entry >= 0 && definitions[entry] >= definition) {
          word |= 1L << i;
        }
      }
      valid += Long.bitCount(word);
      Bitmaps.put(bits, base, word);
    }
    return size - valid;
  }

  /// Writes where the list in each slot starts among the elements, and behind the last one where it
  /// ends. A list that is null or not there at all has none.
  ///
  /// @param offsets room for one more offset than there are slots
  /// @param large whether offsets have 64 bits
  static void offsets(
      Axis axis,
      int[] definitions,
      int[] repetitions,
      ReadColumn.Lists list,
      MemorySegment offsets,
      boolean large) {
    int slot = 0;
    int begun = axis.nextBegun(0);
    int elements = 0;
    for (int i = 0; i < definitions.length; i++) {
      if (begun < axis.size() && axis.entry(begun) == i) {
        // Slots before it that no entry stands for come behind the elements of the last one.
        while (slot <= begun) {
          put(offsets, large, slot++, elements);
        }
        begun = axis.nextBegun(slot);
      }
      if (repetitions[i] <= list.itemRepetition() && definitions[i] >= list.itemDefinition()) {
        elements++;
      }
    }
    while (slot <= axis.size()) {
      put(offsets, large, slot++, elements);
    }
  }

  private static void put(MemorySegment offsets, boolean large, int slot, int value) {
    if (large) {
      offsets.set(LONG, (long) slot * Long.BYTES, value);
    } else {
      offsets.set(INT, (long) slot * Integer.BYTES, value);
    }
  }

  /// The slots of the elements of lists.
  static Axis elements(int[] definitions, int[] repetitions, ReadColumn.Lists list) {
    int[] entries = new int[definitions.length];
    int count = 0;
    for (int i = 0; i < definitions.length; i++) {
      if (repetitions[i] <= list.itemRepetition() && definitions[i] >= list.itemDefinition()) {
        entries[count++] = i;
      }
    }
    return new Axis(count, Arrays.copyOf(entries, count), false);
  }

  /// The slots of the elements of lists of a fixed size, where a list that is null has as many as
  /// another.
  ///
  /// @throws IllegalStateException if a list has another number of elements
  static Axis elements(
      Axis axis, int[] definitions, int[] repetitions, ReadColumn.Lists list, int size) {
    int[] entries = new int[Math.multiplyExact(axis.size(), size)];
    Arrays.fill(entries, -1);
    boolean filled = false;
    for (int slot = 0; slot < axis.size(); slot++) {
      int entry = axis.entry(slot);
      if (entry < 0 || definitions[entry] < list.definition()) {
        filled = true;
        continue;
      }
      int found = 0;
      for (int i = entry;
          i < definitions.length && (i == entry || repetitions[i] >= list.itemRepetition());
          i++) {
        if (repetitions[i] <= list.itemRepetition() && definitions[i] >= list.itemDefinition()) {
          if (found < size) {
            entries[slot * size + found] = i;
          }
          found++;
        }
      }
      if (found != size) {
        throw new IllegalStateException(
            "expected lists of %d elements, got one of %d".formatted(size, found));
      }
    }
    return new Axis(entries.length, entries, filled);
  }
}

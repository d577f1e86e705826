package dev.frazil.engine.scan;

import dev.hardwood.reader.ColumnReader;
import dev.hardwood.reader.Validity;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The values of one leaf in a batch, one a slot. Slots without a value hold anything.
final class LeafBatch {
  private final ColumnReader reader;
  private final ReadColumn.Leaf leaf;
  private final Axis axis;
  private final int @Nullable [] definitions;
  private final Validity validity;

  /// Which of the reader's values stands in each slot, -1 for none; or null where they are the
  /// same.
  private final int @Nullable [] values;

  /// The values of a batch that a reader stands on.
  ///
  /// @param axis the slots of the leaf
  LeafBatch(ColumnReader reader, ReadColumn.Leaf leaf, Axis axis) {
    this.reader = reader;
    this.leaf = leaf;
    this.axis = axis;
    this.definitions = reader.getDefinitionLevels();
    this.validity = reader.getLeafValidity();
    int counted = reader.getValueCount();
    boolean same = !axis.filled() && counted == axis.size();
    values = same || definitions == null ? null : places(definitions, counted);
    if (values == null && !same) {
      throw new IllegalStateException("expected " + axis.size() + " values, got " + counted);
    }
  }

  /// Numbers the entries that the reader counts.
  private int[] places(int[] definitions, int counted) {
    int[] places = new int[definitions.length];
    int next = 0;
    for (int i = 0; i < definitions.length; i++) {
      places[i] = definitions[i] >= leaf.counted() ? next++ : -1;
    }
    if (next != counted) {
      throw new IllegalStateException("expected " + next + " values, got " + counted);
    }
    int[] slots = new int[axis.size()];
    for (int i = 0; i < slots.length; i++) {
      int entry = axis.entry(i);
      slots[i] = entry < 0 ? -1 : places[entry];
    }
    return slots;
  }

  int size() {
    return axis.size();
  }

  ReadColumn.Leaf leaf() {
    return leaf;
  }

  /// The slots of the leaf.
  Axis axis() {
    return axis;
  }

  /// The definition levels of the entries, or null where an entry is a slot and [#validity()] says
  /// all.
  int @Nullable [] definitions() {
    return definitions;
  }

  /// Which slots of a leaf without definition levels hold a value.
  Validity validity() {
    return validity;
  }

  /// Whether a slot holds a value.
  boolean holds(int slot) {
    if (definitions == null) {
      return validity.isNotNull(slot);
    }
    int entry = axis.entry(slot);
    return entry >= 0 && definitions[entry] >= leaf.definition();
  }

  int[] ints() {
    int[] found = reader.getInts();
    if (values == null) {
      return found;
    }
    int[] placed = new int[values.length];
    for (int i = 0; i < placed.length; i++) {
      placed[i] = values[i] < 0 ? 0 : found[values[i]];
    }
    return placed;
  }

  long[] longs() {
    long[] found = reader.getLongs();
    if (values == null) {
      return found;
    }
    long[] placed = new long[values.length];
    for (int i = 0; i < placed.length; i++) {
      placed[i] = values[i] < 0 ? 0 : found[values[i]];
    }
    return placed;
  }

  float[] floats() {
    float[] found = reader.getFloats();
    if (values == null) {
      return found;
    }
    float[] placed = new float[values.length];
    for (int i = 0; i < placed.length; i++) {
      placed[i] = values[i] < 0 ? 0 : found[values[i]];
    }
    return placed;
  }

  double[] doubles() {
    double[] found = reader.getDoubles();
    if (values == null) {
      return found;
    }
    double[] placed = new double[values.length];
    for (int i = 0; i < placed.length; i++) {
      placed[i] = values[i] < 0 ? 0 : found[values[i]];
    }
    return placed;
  }

  boolean[] booleans() {
    boolean[] found = reader.getBooleans();
    if (values == null) {
      return found;
    }
    boolean[] placed = new boolean[values.length];
    for (int i = 0; i < placed.length; i++) {
      placed[i] = values[i] >= 0 && found[values[i]];
    }
    return placed;
  }

  /// Byte strings.
  ///
  /// @param bytes the bytes of all
  /// @param offsets where the string of each slot starts, and behind the last one where it ends
  @SuppressWarnings("ArrayRecordComponent") // made for one batch, never compared
  record Strings(byte[] bytes, int[] offsets) {}

  Strings strings() {
    byte[] bytes = reader.getBinaryValues();
    int[] offsets = reader.getBinaryOffsets();
    if (values == null) {
      return new Strings(bytes, offsets);
    }
    int[] placed = new int[values.length + 1];
    byte[] copy = new byte[offsets[offsets.length - 1]];
    int at = 0;
    for (int i = 0; i < values.length; i++) {
      placed[i] = at;
      int value = values[i];
      int length = value < 0 ? 0 : offsets[value + 1] - offsets[value];
      if (at + length > copy.length) {
        copy = Arrays.copyOf(copy, Math.addExact(at, length));
      }
      System.arraycopy(bytes, length == 0 ? 0 : offsets[value], copy, at, length);
      at += length;
    }
    placed[values.length] = at;
    return new Strings(copy, placed);
  }

  /// Byte strings of one length, one behind the other.
  byte[] fixed(int width) {
    byte[] bytes = reader.getBinaryValues();
    if (values == null) {
      return bytes;
    }
    byte[] placed = new byte[Math.multiplyExact(values.length, width)];
    for (int i = 0; i < values.length; i++) {
      if (values[i] >= 0) {
        System.arraycopy(bytes, values[i] * width, placed, i * width, width);
      }
    }
    return placed;
  }
}

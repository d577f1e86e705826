package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Slab;
import dev.frazil.engine.WriteException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Copies slots of a column, and of everything below it, in any order and as often as asked.
///
/// Results have the field of [PlainLayout#field]: list views come out as lists, runs and
/// dictionaries of nested values as their values. Other dictionaries and the data buffers of views
/// are shared with the source; strings have 64-bit offsets, because repeated values may exceed 2
/// GiB. All else lies in memory of the gather, which is valid until the next call or the close. Not
/// thread-safe, but any thread may use it, one at a time.
public final class NestedGather implements AutoCloseable {
  /// The slot of the source that stands for null in the result.
  public static final int NULL_SLOT = -1;

  private final Slab validity = new Slab();
  private final Slab values = new Slab();
  private final Slab data = new Slab();
  private final Slab childSlots = new Slab();
  private final List<NestedGather> children = new ArrayList<>();

  /// Creates a gather that holds no memory yet.
  public NestedGather() {}

  /// Copies slots.
  ///
  /// @param column a column
  /// @param slots int32 numbers of its slots, or [#NULL_SLOT]
  /// @param count how many
  /// @return a column of `count` slots
  /// @throws WriteException if lists come to more than 2^31 - 1 elements
  public ArrowColumn gather(ArrowColumn column, MemorySegment slots, int count) {
    ArrowColumn dictionary = column.dictionary();
    if (dictionary != null && column.field().type().nested()) {
      return entries(column, dictionary, slots, count);
    }
    ArrowType type = dictionary == null ? column.field().type() : indexType(column);
    return switch (type) {
      case ArrowType.RunEndEncoded _ -> runs(column, slots, count);
      case ArrowType.Struct _ -> struct(column, slots, count);
      case ArrowType.FixedSizeList(int size) -> fixedSizeList(column, slots, count, size);
      case ArrowType.List _, ArrowType.ListView _, ArrowType.Map _ -> lists(column, slots, count);
      case ArrowType.Null _ -> nulls(column, count);
      default -> flat(column, type, slots, count);
    };
  }

  private static ArrowType indexType(ArrowColumn column) {
    ArrowType.Int type = column.field().indexType();
    if (type == null) {
      throw new IllegalArgumentException(
          "gather: " + column.field().name() + ": expected an index type, got none");
    }
    return type;
  }

  private static ArrowColumn nulls(ArrowColumn column, int count) {
    return new ArrowColumn(
        column.field(),
        count,
        0,
        count,
        MemorySegment.NULL,
        MemorySegment.NULL,
        MemorySegment.NULL,
        null);
  }

  private ArrowColumn flat(ArrowColumn column, ArrowType type, MemorySegment slots, int count) {
    Nulls nulls = nullsOf(column, slots, count);
    MemorySegment present = present(column, slots, count, nulls, type.hasOffsets() ? NULL_SLOT : 0);
    ArrowField field = PlainLayout.field(column.field());
    MemorySegment text = MemorySegment.NULL;
    MemorySegment to;
    if (type.hasOffsets()) {
      field = withLargeOffsets(field);
      to = values.ensure((count + 1L) * Long.BYTES, 0);
      text = strings(column, present, to, count);
    } else {
      long bits = type.slotBits();
      to = values.ensure(Bitmaps.bytes(count * bits), 0);
      if (column.length() == 0) {
        to.asSlice(0, Bitmaps.bytes(count * bits)).fill((byte) 0);
      } else if (bits == 1) {
        SlotGather.bits(column, present, to, 0, count);
      } else {
        SlotGather.fixedWidth(column, (int) (bits >>> 3), present, to, 0, count);
      }
    }
    return new ArrowColumn(
        field,
        count,
        0,
        nulls.count(),
        nulls.validity(),
        to,
        text,
        column.variadic(),
        column.dictionary(),
        List.of());
  }

  private static ArrowField withLargeOffsets(ArrowField field) {
    return new ArrowField(
        field.name(),
        field.type().withOffsets(true),
        field.nullable(),
        field.metadata(),
        field.indexType());
  }

  private MemorySegment strings(
      ArrowColumn column, MemorySegment present, MemorySegment offsets, int count) {
    if (column.length() == 0) {
      offsets.asSlice(0, (count + 1L) * Long.BYTES).fill((byte) 0);
      return MemorySegment.NULL;
    }
    long size = SlotGather.offsets(column, present, offsets, 0, count);
    MemorySegment to = data.ensure(size, 0);
    SlotGather.strings(column, present, to, count);
    return to.asSlice(0, size);
  }

  private ArrowColumn struct(ArrowColumn column, MemorySegment slots, int count) {
    Nulls nulls = nullsOf(column, slots, count);
    MemorySegment below = childSlots.ensure((long) count * Integer.BYTES, 0);
    for (int i = 0; i < count; i++) {
      int slot = slots.getAtIndex(INT, i);
      boolean holds = slot >= 0 && !column.isNull(slot);
      below.setAtIndex(INT, i, holds ? (int) (column.offset() + slot) : NULL_SLOT);
    }
    List<ArrowColumn> members = new ArrayList<>(column.children().size());
    for (int i = 0; i < column.children().size(); i++) {
      members.add(child(i).gather(column.children().get(i), below, count));
    }
    return nested(column, count, nulls, MemorySegment.NULL, members);
  }

  private ArrowColumn fixedSizeList(ArrowColumn column, MemorySegment slots, int count, int size) {
    Nulls nulls = nullsOf(column, slots, count);
    int total = requireInt(column, (long) count * size);
    MemorySegment below = childSlots.ensure((long) total * Integer.BYTES, 0);
    for (int i = 0; i < count; i++) {
      int slot = slots.getAtIndex(INT, i);
      boolean holds = slot >= 0 && !column.isNull(slot);
      long start = holds ? (column.offset() + slot) * size : 0;
      for (int k = 0; k < size; k++) {
        below.setAtIndex(INT, (long) i * size + k, holds ? (int) start + k : NULL_SLOT);
      }
    }
    ArrowColumn element = child(0).gather(column.children().getFirst(), below, total);
    return nested(column, count, nulls, MemorySegment.NULL, List.of(element));
  }

  private ArrowColumn lists(ArrowColumn column, MemorySegment slots, int count) {
    Nulls nulls = nullsOf(column, slots, count);
    ListSpans spans = ListSpans.of(column);
    boolean large = column.field().type().slotBits() == Long.SIZE;
    MemorySegment offsets = values.ensure((count + 1L) * (large ? Long.BYTES : Integer.BYTES), 0);
    long total = 0;
    for (int i = 0; i <= count; i++) {
      if (large) {
        offsets.setAtIndex(LONG, i, total);
      } else {
        offsets.setAtIndex(INT, i, requireInt(column, total));
      }
      total += i < count ? spans.size(slots.getAtIndex(INT, i)) : 0;
    }
    MemorySegment below = childSlots.ensure((long) requireInt(column, total) * Integer.BYTES, 0);
    long at = 0;
    for (int i = 0; i < count; i++) {
      int slot = slots.getAtIndex(INT, i);
      int size = spans.size(slot);
      int start = size == 0 ? 0 : spans.start(slot);
      for (int k = 0; k < size; k++) {
        below.setAtIndex(INT, at++, start + k);
      }
    }
    ArrowColumn element = child(0).gather(column.children().getFirst(), below, (int) total);
    return nested(column, count, nulls, offsets, List.of(element));
  }

  /// Runs have no nulls of their own, and their values take the place of the column.
  private ArrowColumn runs(ArrowColumn column, MemorySegment slots, int count) {
    ArrowColumn ends = column.children().getFirst();
    MemorySegment below = childSlots.ensure((long) count * Integer.BYTES, 0);
    int run = 0;
    for (int i = 0; i < count; i++) {
      int slot = slots.getAtIndex(INT, i);
      if (slot < 0) {
        below.setAtIndex(INT, i, NULL_SLOT);
        continue;
      }
      long position = column.offset() + slot;
      // Most slots lie in the run of the slot before them, or in the next one.
      boolean behind = run > 0 && position < RunEnds.at(ends, run - 1);
      if (behind || position >= RunEnds.at(ends, run)) {
        boolean next = !behind && position < RunEnds.at(ends, Math.min(run + 1, ends.length() - 1));
        run = next ? run + 1 : RunEnds.find(ends, position);
      }
      below.setAtIndex(INT, i, run);
    }
    ArrowColumn gathered = child(0).gather(column.children().getLast(), below, count);
    return relabelled(gathered, PlainLayout.field(column.field()));
  }

  private ArrowColumn entries(
      ArrowColumn column, ArrowColumn dictionary, MemorySegment slots, int count) {
    ArrowType.Int type = (ArrowType.Int) indexType(column);
    MemorySegment below = childSlots.ensure((long) count * Integer.BYTES, 0);
    for (int i = 0; i < count; i++) {
      int slot = slots.getAtIndex(INT, i);
      long index =
          slot < 0 || column.isNull(slot)
              ? NULL_SLOT
              : DictionaryIndices.at(column.values(), type, column.offset() + slot);
      // What belongs to no row may be any index.
      boolean named = index >= 0 && index < dictionary.length();
      below.setAtIndex(INT, i, named ? (int) index : NULL_SLOT);
    }
    ArrowColumn gathered = child(0).gather(dictionary, below, count);
    return relabelled(gathered, PlainLayout.field(column.field()));
  }

  private static ArrowColumn relabelled(ArrowColumn column, ArrowField field) {
    ArrowType type = field.type();
    ArrowField label =
        type.hasOffsets() && !type.equals(column.field().type()) ? withLargeOffsets(field) : field;
    return new ArrowColumn(
        label,
        column.length(),
        column.offset(),
        column.nullCount(),
        column.validity(),
        column.values(),
        column.data(),
        column.variadic(),
        column.dictionary(),
        column.children());
  }

  private static ArrowColumn nested(
      ArrowColumn column,
      int count,
      Nulls nulls,
      MemorySegment offsets,
      List<ArrowColumn> children) {
    return new ArrowColumn(
        PlainLayout.field(column.field()),
        count,
        0,
        nulls.count(),
        nulls.validity(),
        offsets,
        MemorySegment.NULL,
        List.of(),
        null,
        children);
  }

  private NestedGather child(int i) {
    while (children.size() <= i) {
      children.add(new NestedGather());
    }
    return children.get(i);
  }

  private static int requireInt(ArrowColumn column, long total) {
    if (total > Integer.MAX_VALUE) {
      throw new WriteException(
          "gather: %s: expected at most %d elements, got %d"
              .formatted(column.field().name(), Integer.MAX_VALUE, total));
    }
    return (int) total;
  }

  /// The bitmap of a result.
  private record Nulls(MemorySegment validity, int count) {}

  private Nulls nullsOf(ArrowColumn column, MemorySegment slots, int count) {
    if (column.nullCount() == 0 && !anyNull(slots, count)) {
      return new Nulls(MemorySegment.NULL, 0);
    }
    MemorySegment bits = validity.ensure(Bitmaps.bytes(count), 0);
    int valid = 0;
    for (int start = 0; start < count; start += Byte.SIZE) {
      int end = Math.min(start + Byte.SIZE, count);
      int set = 0;
      for (int i = start; i < end; i++) {
        int slot = slots.getAtIndex(INT, i);
        set |= slot >= 0 && !column.isNull(slot) ? 1 << (i - start) : 0;
      }
      bits.set(BYTE, start >>> 3, (byte) set);
      valid += Integer.bitCount(set);
    }
    return new Nulls(valid == count ? MemorySegment.NULL : bits, count - valid);
  }

  private static boolean anyNull(MemorySegment slots, int count) {
    int signs = 0;
    for (int i = 0; i < count; i++) {
      signs |= slots.getAtIndex(INT, i);
    }
    return signs < 0;
  }

  /// The slots with another number in place of null ones.
  private MemorySegment present(
      ArrowColumn column, MemorySegment slots, int count, Nulls nulls, int instead) {
    if (nulls.count() == 0) {
      return slots;
    }
    MemorySegment present = childSlots.ensure((long) count * Integer.BYTES, 0);
    for (int i = 0; i < count; i++) {
      int slot = slots.getAtIndex(INT, i);
      present.setAtIndex(INT, i, slot < 0 || column.isNull(slot) ? instead : slot);
    }
    return present;
  }

  @Override
  public void close() {
    validity.close();
    values.close();
    data.close();
    childSlots.close();
    children.forEach(NestedGather::close);
    children.clear();
  }
}

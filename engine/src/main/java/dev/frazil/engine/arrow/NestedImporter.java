package dev.frazil.engine.arrow;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// The part of [ArrowImporter] for columns that have children (Columnar format, "Struct Layout" to
/// "Run-End Encoded Layout").
final class NestedImporter {
  private NestedImporter() {}

  static ArrowColumn column(ArrowField field, ImportedSlots slots) {
    slots.array().requireChildren(field.children().size());
    return switch (field.type()) {
      case ArrowType.List(boolean large) -> list(field, slots, large);
      case ArrowType.Map _ -> map(list(field, slots, false), slots);
      case ArrowType.ListView(boolean large) -> listView(field, slots, large);
      case ArrowType.FixedSizeList(int size) -> fixedSizeList(field, slots, size);
      case ArrowType.RunEndEncoded _ -> runs(field, slots);
      default -> struct(field, slots);
    };
  }

  private static ArrowColumn struct(ArrowField field, ImportedSlots slots) {
    slots.array().requireBuffers(1);
    ArrowColumn parent = alone(field, slots, MemorySegment.NULL, MemorySegment.NULL);
    ReachedSlots reached = slots.reached().below(parent);
    List<ArrowColumn> members = new ArrayList<>(field.children().size());
    for (int i = 0; i < field.children().size(); i++) {
      members.add(child(parent, slots, i, slots.start(), slots.end(), reached));
    }
    return with(parent, members);
  }

  private static ArrowColumn fixedSizeList(ArrowField field, ImportedSlots slots, int size) {
    slots.array().requireBuffers(1);
    if (size > 0 && slots.end() > Integer.MAX_VALUE / size) {
      throw ArrayStruct.failure(
          slots.path(),
          "at most " + Integer.MAX_VALUE + " elements",
          slots.end() + " lists of " + size);
    }
    ArrowColumn parent = alone(field, slots, MemorySegment.NULL, MemorySegment.NULL);
    long first = slots.start() * size;
    return withChild(parent, slots, first, slots.end() * size);
  }

  private static ArrowColumn list(ArrowField field, ImportedSlots slots, boolean large) {
    ArrayStruct array = slots.array();
    array.requireBuffers(2);
    if (slots.count() == 0) {
      ArrowColumn parent = alone(field, slots, ArrowImporter.NO_OFFSETS, MemorySegment.NULL);
      return withChild(parent, slots, 0, 0);
    }
    long size = ArrowImporter.byteSize(slots, field.type().slotBits(), 1);
    MemorySegment offsets = array.buffer(1, size, "an offsets buffer");
    long last = RisingOffsets.check(offsets, large, slots, "elements");
    long first = RisingOffsets.at(offsets, large, slots.start());
    ArrowColumn parent = alone(field, slots, offsets, MemorySegment.NULL);
    return withChild(parent, slots, first, last);
  }

  private static ArrowColumn map(ArrowColumn map, ImportedSlots slots) {
    ArrowColumn entries = map.children().getFirst();
    ArrowField entry = entries.field();
    String path = ChildPath.of(slots.path(), map.field().type(), 0, entry.name());
    ReachedSlots reached = slots.reached().below(map);
    requireNoNulls(entries, reached, path, "an entry");
    String keyPath = ChildPath.of(path, entry.type(), 0, entry.children().getFirst().name());
    requireNoNulls(entries.children().getFirst(), reached.below(entries), keyPath, "a key");
    return map;
  }

  private static void requireNoNulls(
      ArrowColumn column, ReachedSlots reached, String path, String what) {
    for (int i = 0; column.nullCount() > 0 && i < column.length(); i++) {
      if (column.isNull(i) && reached.contains(i)) {
        throw ArrayStruct.failure(path + ": slot " + i, what, "null");
      }
    }
  }

  private static ArrowColumn listView(ArrowField field, ImportedSlots slots, boolean large) {
    ArrayStruct array = slots.array();
    array.requireBuffers(3);
    if (slots.count() == 0) {
      return withChild(alone(field, slots, MemorySegment.NULL, MemorySegment.NULL), slots, 0, 0);
    }
    long size = ArrowImporter.byteSize(slots, field.type().slotBits(), 0);
    MemorySegment offsets = array.buffer(1, size, "an offsets buffer");
    MemorySegment sizes = array.buffer(2, size, "a sizes buffer");
    ArrowColumn parent = alone(field, slots, offsets, sizes);
    String path = ChildPath.of(slots.path(), field.type(), 0, "");
    long elements = ArrayStruct.at(array.child(0), path).length();
    return viewed(parent, slots, large, elements);
  }

  /// Looks at the list of every row; what a null slot holds is not looked at.
  private static ArrowColumn viewed(
      ArrowColumn lists, ImportedSlots slots, boolean large, long elements) {
    long first = elements;
    long last = 0;
    for (int i = slots.first(); i < slots.last(); i++) {
      long slot = slots.offset() + i;
      long start = RisingOffsets.at(lists.values(), large, slot);
      long size = RisingOffsets.at(lists.data(), large, slot);
      boolean inside = start >= 0 && size >= 0 && start <= elements && size <= elements - start;
      if (inside) {
        first = Math.min(first, size == 0 ? first : start);
        last = Math.max(last, size == 0 ? last : start + size);
      } else if (slots.holds(lists, i)) {
        throw ArrayStruct.failure(
            slots.place(i),
            "a list inside of " + elements + " elements",
            size + " elements from " + start);
      }
    }
    return withChild(lists, slots, Math.min(first, last), last);
  }

  private static ArrowColumn runs(ArrowField field, ImportedSlots slots) {
    ArrayStruct array = slots.array();
    array.requireBuffers(0);
    if (array.nullCount() > 0) {
      throw ArrayStruct.failure(
          slots.path(), "a null count of 0", String.valueOf(array.nullCount()));
    }
    ArrowField endField = field.children().getFirst();
    ArrayStruct endArray =
        ArrayStruct.at(array.child(0), ChildPath.of(slots.path(), field.type(), 0, ""));
    int count = endArray.requireInt();
    ArrowColumn ends =
        ArrowImporter.column(endField, ImportedSlots.child(endArray, 0, count, ReachedSlots.all()));
    if (ends.nullCount() > 0) {
      throw ArrayStruct.failure(endArray.path(), "no nulls", ends.nullCount() + " nulls");
    }
    boolean empty = slots.count() == 0;
    RunEnds.check(ends, empty ? 0 : slots.end(), endArray.path());
    int first = empty ? 0 : RunEnds.find(ends, slots.start());
    int last = empty ? 0 : RunEnds.find(ends, slots.end() - 1) + 1;
    ArrowColumn parent =
        new ArrowColumn(
            field,
            slots.count() == 0 ? 0 : slots.last(),
            slots.count() == 0 ? 0 : slots.offset(),
            0,
            MemorySegment.NULL,
            MemorySegment.NULL,
            MemorySegment.NULL,
            List.of(),
            null,
            List.of(ends));
    ReachedSlots reached = slots.reached().below(parent);
    return with(parent, List.of(ends, child(parent, slots, 1, first, last, reached)));
  }

  /// A column that does not have its children yet.
  private static ArrowColumn alone(
      ArrowField field, ImportedSlots slots, MemorySegment values, MemorySegment data) {
    boolean empty = slots.count() == 0;
    ImportedValidity validity = ImportedValidity.of(slots);
    return new ArrowColumn(
        field,
        empty ? 0 : slots.last(),
        empty ? 0 : slots.offset(),
        validity.nullCount(),
        validity.bits(),
        values,
        data,
        null);
  }

  private static ArrowColumn withChild(
      ArrowColumn parent, ImportedSlots slots, long first, long last) {
    ReachedSlots reached = slots.reached().below(parent);
    return with(parent, List.of(child(parent, slots, 0, first, last, reached)));
  }

  private static ArrowColumn child(
      ArrowColumn parent, ImportedSlots slots, int i, long first, long last, ReachedSlots reached) {
    ArrowField field = parent.field().children().get(i);
    String path = ChildPath.of(slots.path(), parent.field().type(), i, field.name());
    ArrayStruct array = ArrayStruct.at(slots.array().child(i), path);
    return ArrowImporter.column(field, ImportedSlots.child(array, first, last, reached));
  }

  private static ArrowColumn with(ArrowColumn parent, List<ArrowColumn> children) {
    return new ArrowColumn(
        parent.field(),
        parent.length(),
        parent.offset(),
        parent.nullCount(),
        parent.validity(),
        parent.values(),
        parent.data(),
        List.of(),
        null,
        children);
  }
}

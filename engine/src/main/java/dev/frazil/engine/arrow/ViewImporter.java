package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.engine.ArrowImportException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// The part of [ArrowImporter] for utf8_view and binary_view columns (Columnar format,
/// "Variable-size Binary View Layout").
///
/// Over the C interface the buffers are the validity, the views, any number of data buffers, and
/// one more that holds the sizes of those as int64 (C Data Interface, "Binary view arrays").
final class ViewImporter {
  private ViewImporter() {}

  static ArrowColumn column(ArrowField field, ImportedSlots slots) {
    ArrayStruct array = slots.array();
    int buffers = array.requireBuffersFrom(3);
    boolean empty = slots.count() == 0;
    long size = empty ? 0 : ArrowImporter.byteSize(slots, field.type().slotBits(), 0);
    ImportedValidity validity = ImportedValidity.of(slots);
    MemorySegment views = array.buffer(1, size, "a views buffer");
    List<MemorySegment> variadic = empty ? List.of() : variadic(array, buffers - 3);
    ArrowColumn column =
        new ArrowColumn(
            field,
            empty ? 0 : slots.last(),
            empty ? 0 : slots.offset(),
            validity.nullCount(),
            validity.bits(),
            views,
            MemorySegment.NULL,
            variadic,
            null,
            List.of());
    check(column, slots);
    return column;
  }

  private static List<MemorySegment> variadic(ArrayStruct array, int count) {
    MemorySegment sizes =
        array.buffer(2 + count, (long) count * Long.BYTES, "a buffer of data buffers' sizes");
    List<MemorySegment> buffers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      long size = sizes.getAtIndex(LONG, i);
      if (size < 0) {
        throw ArrayStruct.failure(
            array.path() + ": data buffer " + i, "a size of 0 or more", String.valueOf(size));
      }
      buffers.add(array.buffer(2 + i, size, "a data buffer"));
    }
    return buffers;
  }

  /// Looks at every view of a row; what a null slot holds is not looked at.
  private static void check(ArrowColumn column, ImportedSlots slots) {
    boolean text = column.field().type() instanceof ArrowType.Utf8View;
    for (int i = slots.first(); i < slots.last(); i++) {
      if (isSound(column, slots.offset() + i, text) || !slots.holds(column, i)) {
        continue;
      }
      refuse(column, slots, i);
    }
  }

  private static boolean isSound(ArrowColumn column, long slot, boolean text) {
    MemorySegment views = column.values();
    List<MemorySegment> variadic = column.variadic();
    if (!Views.isInside(views, slot, variadic) || !Views.hasItsPrefix(views, slot, variadic)) {
      return false;
    }
    long start = Views.start(views, slot);
    MemorySegment data = Views.data(views, slot, variadic);
    return !text || Utf8Text.firstInvalid(data, start, start + Views.length(views, slot)) < 0;
  }

  private static ArrowImportException refusal(ImportedSlots slots, int i, String want, String got) {
    return ArrayStruct.failure(slots.place(i), want, got);
  }

  private static void refuse(ArrowColumn column, ImportedSlots slots, int i) {
    MemorySegment views = column.values();
    List<MemorySegment> variadic = column.variadic();
    long slot = slots.offset() + i;
    int length = Views.length(views, slot);
    if (length < 0) {
      throw refusal(slots, i, "a length of 0 or more", String.valueOf(length));
    }
    if (!Views.isInside(views, slot, variadic)) {
      int buffer = Views.bufferIndex(views, slot);
      boolean known = buffer >= 0 && buffer < variadic.size();
      throw refusal(
          slots,
          i,
          known
              ? "bytes inside of %d in data buffer %d"
                  .formatted(variadic.get(buffer).byteSize(), buffer)
              : "a data buffer below " + variadic.size(),
          known ? length + " from " + Views.start(views, slot) : String.valueOf(buffer));
    }
    if (!Views.hasItsPrefix(views, slot, variadic)) {
      throw refusal(slots, i, "a prefix of the bytes viewed", "other bytes");
    }
    MemorySegment data = Views.data(views, slot, variadic);
    Utf8Text.requireValid(data, Views.start(views, slot), length, slots.place(i));
  }
}

package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.engine.ArrowImportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Turns an `ArrowArray` into a [RecordBatch], after every check that the struct and its buffers
/// allow.
///
/// Only the rows that the batch has are looked at: a child longer than its parent is read no
/// further than the parent reaches.
final class ArrowImporter {
  private static final String BATCH = "record batch";

  /// What stands for the offsets buffer that an array of length 0 need not have.
  static final MemorySegment NO_OFFSETS = Arena.global().allocate(Long.BYTES);

  private static final MemorySegment NO_BYTES = MemorySegment.NULL;

  private ArrowImporter() {}

  /// The batch in `array`. Takes the struct over: the batch releases it when closed, and a failure
  /// releases it at once.
  ///
  /// @throws ArrowImportException if the array contradicts the schema or itself
  static RecordBatch batch(OwnedStruct array, ArrowSchema schema) {
    return batch(array.segment(), schema, array::close);
  }

  /// The batch in an `ArrowArray`, which is not read again afterwards; its buffers are.
  ///
  /// @param release gives the buffers back: called by the batch when it is closed, and at once when
  ///   this fails
  /// @throws ArrowImportException if the array contradicts the schema or itself
  static RecordBatch batch(MemorySegment array, ArrowSchema schema, Runnable release) {
    boolean imported = false;
    try {
      ArrayStruct rows = ArrayStruct.of(array, BATCH);
      int rowCount = requireRows(rows, schema);
      List<ArrowField> fields = schema.fields();
      List<ArrowColumn> columns = new ArrayList<>(fields.size());
      for (int i = 0; i < fields.size(); i++) {
        ArrowField field = fields.get(i);
        ArrayStruct child = ArrayStruct.at(rows.child(i), ChildPath.column(i, field.name()));
        columns.add(column(field, ImportedSlots.rows(child, rows.offset(), rowCount)));
      }
      RecordBatch batch = new RecordBatch(schema, rowCount, columns, release);
      imported = true;
      return batch;
    } finally {
      if (!imported) {
        release.run();
      }
    }
  }

  private static int requireRows(ArrayStruct rows, ArrowSchema schema) {
    rows.requireChildren(schema.fields().size());
    rows.requireBuffers(1);
    rows.requireDictionary(false);
    int rowCount = rows.requireInt();
    ImportedSlots slots =
        new ImportedSlots(rows, rows.offset(), 0, rowCount, ReachedSlots.all(), "row");
    int nulls = ImportedValidity.of(slots).nullCount();
    if (nulls != 0) {
      throw ArrayStruct.failure(BATCH, "rows that are not null", nulls + " null rows");
    }
    return rowCount;
  }

  /// A column at any depth.
  static ArrowColumn column(ArrowField field, ImportedSlots slots) {
    ArrayStruct array = slots.array();
    ArrowType.Int indexType = field.indexType();
    array.requireDictionary(indexType != null);
    if (indexType == null) {
      return values(field, slots);
    }
    ArrayStruct entries = ArrayStruct.at(array.dictionary(), slots.path() + ".dictionary");
    entries.requireDictionary(false);
    ArrowField entry = new ArrowField(field.name(), field.type(), true, field.children());
    ArrowColumn dictionary = values(entry, ImportedSlots.dictionary(entries));
    ArrowColumn column = flat(field, indexType, slots, dictionary);
    DictionaryIndices.check(column, slots);
    return column;
  }

  private static ArrowColumn values(ArrowField field, ImportedSlots slots) {
    if (field.type().nested()) {
      return NestedImporter.column(field, slots);
    }
    slots.array().requireChildren(0);
    return switch (field.type()) {
      case ArrowType.Null _ -> nulls(field, slots);
      case ArrowType.Utf8View _, ArrowType.BinaryView _ -> ViewImporter.column(field, slots);
      default -> flat(field, field.type(), slots, null);
    };
  }

  /// A null array has no buffers, and whatever its null count states, only nulls.
  private static ArrowColumn nulls(ArrowField field, ImportedSlots slots) {
    slots.array().requireBuffers(0);
    int length = slots.last();
    return new ArrowColumn(field, length, 0, length, NO_BYTES, NO_BYTES, NO_BYTES, null);
  }

  /// @param type the type of the array itself: of the indices where there is a dictionary
  private static ArrowColumn flat(
      ArrowField field, ArrowType type, ImportedSlots slots, @Nullable ArrowColumn dictionary) {
    ArrayStruct array = slots.array();
    array.requireChildren(0);
    array.requireBuffers(type.hasOffsets() ? 3 : 2);
    if (slots.count() == 0) {
      MemorySegment values = type.hasOffsets() ? NO_OFFSETS : NO_BYTES;
      return new ArrowColumn(field, 0, 0, 0, NO_BYTES, values, NO_BYTES, dictionary);
    }
    long size = byteSize(slots, type.slotBits(), type.hasOffsets() ? 1 : 0);
    ImportedValidity validity = ImportedValidity.of(slots);
    MemorySegment values = array.buffer(1, size, "a buffer");
    MemorySegment data = NO_BYTES;
    if (type.hasOffsets()) {
      boolean large = type.slotBits() == Long.SIZE;
      long end = RisingOffsets.check(values, large, slots, "bytes");
      requireLastOffset(slots, large, end);
      data = array.buffer(2, end, "a data buffer");
    }
    ArrowColumn column =
        new ArrowColumn(
            field,
            slots.last(),
            slots.offset(),
            validity.nullCount(),
            validity.bits(),
            values,
            data,
            dictionary);
    if (type instanceof ArrowType.Utf8) {
      Utf8Text.check(column, slots);
    }
    return column;
  }

  /// Where an array has more slots than are looked at, the offset behind them all, which tells the
  /// size of the data, must not be before that of the last one.
  private static void requireLastOffset(ImportedSlots slots, boolean large, long end) {
    ArrayStruct array = slots.array();
    long last = Math.addExact(array.offset(), array.length());
    if (last <= slots.end()) {
      return;
    }
    int width = large ? Long.BYTES : Integer.BYTES;
    MemorySegment all = array.buffer(1, Math.multiplyExact(last + 1, width), "a buffer");
    long size = large ? all.get(LONG, last * width) : all.get(INT, last * width);
    if (size < end) {
      throw ArrayStruct.failure(
          array.path(), "offsets that never go back", end + " before " + size);
    }
  }

  /// Bytes of a buffer up to the last slot, and `more` slots behind it.
  static long byteSize(ImportedSlots slots, long bits, int more) {
    if (slots.end() > Long.MAX_VALUE / bits - more) {
      throw ArrayStruct.failure(
          slots.path(),
          "slots of %d bits in at most 2^63 - 1 bits".formatted(bits),
          "slots up to number " + slots.end());
    }
    return Bitmaps.bytes((slots.end() + more) * bits);
  }
}

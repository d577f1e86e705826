package dev.frazil.engine.arrow;

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
  private static final MemorySegment NO_OFFSETS = Arena.global().allocate(Long.BYTES);

  private static final MemorySegment NO_BYTES = MemorySegment.NULL;

  private ArrowImporter() {}

  /// The batch in `array`. Takes the struct over: the batch releases it when closed, and a failure
  /// releases it at once.
  ///
  /// @throws ArrowImportException if the array contradicts the schema or itself
  static RecordBatch batch(OwnedStruct array, ArrowSchema schema) {
    boolean imported = false;
    try {
      ArrayStruct rows = ArrayStruct.of(array.segment(), BATCH);
      int rowCount = requireRows(rows, schema);
      List<ArrowField> fields = schema.fields();
      List<ArrowColumn> columns = new ArrayList<>(fields.size());
      for (int i = 0; i < fields.size(); i++) {
        ArrowField field = fields.get(i);
        String path = field.name().isEmpty() ? "column " + i : field.name();
        columns.add(column(field, ArrayStruct.at(rows.child(i), path), rows.offset(), rowCount));
      }
      RecordBatch batch = new RecordBatch(schema, rowCount, columns, array::close);
      imported = true;
      return batch;
    } finally {
      if (!imported) {
        array.close();
      }
    }
  }

  private static int requireRows(ArrayStruct rows, ArrowSchema schema) {
    rows.requireChildren(schema.fields().size());
    rows.requireBuffers(1);
    rows.requireDictionary(false);
    int rowCount = requireInt(rows, rows.length());
    int nulls = nullCount(rows, rows.offset(), rowCount);
    if (nulls != 0) {
      throw ArrayStruct.failure(BATCH, "rows that are not null", nulls + " null rows");
    }
    return rowCount;
  }

  private static ArrowColumn column(ArrowField field, ArrayStruct array, long skip, int rows) {
    if (array.length() - rows < skip) {
      throw ArrayStruct.failure(
          array.path(),
          "at least %d slots for %d rows behind %d".formatted(skip + rows, rows, skip),
          String.valueOf(array.length()));
    }
    ArrowType.Int indexType = field.indexType();
    array.requireDictionary(indexType != null);
    if (indexType == null) {
      return flat(field, field.type(), array, array.offset() + skip, rows, null);
    }
    ArrayStruct values = ArrayStruct.at(array.dictionary(), array.path() + ".dictionary");
    values.requireDictionary(false);
    ArrowField valueField = new ArrowField(field.name(), field.type(), true);
    ArrowColumn dictionary =
        flat(
            valueField,
            field.type(),
            values,
            values.offset(),
            requireInt(values, values.length()),
            null);
    ArrowColumn column = flat(field, indexType, array, array.offset() + skip, rows, dictionary);
    DictionaryIndices.check(column, array.path());
    return column;
  }

  /// Slots `offset` to `offset + length` of the buffers.
  ///
  /// @param type the type of the array itself: of the indices where there is a dictionary
  private static ArrowColumn flat(
      ArrowField field,
      ArrowType type,
      ArrayStruct array,
      long offset,
      int length,
      @Nullable ArrowColumn dictionary) {
    array.requireChildren(0);
    array.requireBuffers(type.hasOffsets() ? 3 : 2);
    if (length == 0) {
      MemorySegment values = type.hasOffsets() ? NO_OFFSETS : NO_BYTES;
      return new ArrowColumn(field, 0, 0, 0, NO_BYTES, values, NO_BYTES, dictionary);
    }
    long size = byteSize(array, type, offset + length);
    int nullCount = nullCount(array, offset, length);
    MemorySegment validity =
        nullCount == 0
            ? MemorySegment.NULL
            : array.buffer(0, Bitmaps.bytes(offset + length), "a validity bitmap");
    MemorySegment values = array.buffer(1, size, "a buffer");
    MemorySegment data = type.hasOffsets() ? data(array, type, values, offset, length) : NO_BYTES;
    ArrowColumn column =
        new ArrowColumn(field, length, offset, nullCount, validity, values, data, dictionary);
    if (type instanceof ArrowType.Utf8) {
      Utf8Text.check(column, array.path());
    }
    return column;
  }

  /// The bytes that the offsets of strings reach.
  private static MemorySegment data(
      ArrayStruct array, ArrowType type, MemorySegment offsets, long offset, int length) {
    boolean large = type.slotBits() == Long.SIZE;
    long end = StringOffsets.check(offsets, large, offset, length, array.path());
    return array.buffer(2, end, "a data buffer");
  }

  /// Bytes of the values buffer up to slot number `slots`; strings have one more offset.
  private static long byteSize(ArrayStruct array, ArrowType type, long slots) {
    long bits = type.slotBits();
    long more = type.hasOffsets() ? 1 : 0;
    if (slots > Long.MAX_VALUE / bits - more) {
      throw ArrayStruct.failure(
          array.path(),
          "slots of %d bits in at most 2^63 - 1 bits".formatted(bits),
          "slots up to number " + slots);
    }
    return Bitmaps.bytes((slots + more) * bits);
  }

  private static int requireInt(ArrayStruct array, long length) {
    if (length > Integer.MAX_VALUE) {
      throw ArrayStruct.failure(
          array.path(), "at most " + Integer.MAX_VALUE + " rows", String.valueOf(length));
    }
    return (int) length;
  }

  /// The null slots among the `rows` from slot `offset` on, counted; what the struct states must be
  /// consistent with them.
  private static int nullCount(ArrayStruct array, long offset, int rows) {
    long stated = array.nullCount();
    boolean bitmap = array.buffer(0) != 0;
    if (!bitmap && stated > 0) {
      throw ArrayStruct.failure(array.path(), "a validity bitmap for " + stated + " nulls", "NULL");
    }
    if (!bitmap || rows == 0) {
      return 0;
    }
    long size = Bitmaps.bytes(offset + rows);
    int counted = rows - Bitmaps.ones(NativeAccess.view(array.buffer(0), size), offset, rows);
    long unseen = array.length() - rows;
    if (stated >= 0 && (counted > stated || counted < stated - unseen)) {
      throw ArrayStruct.failure(
          array.path(),
          "a null count of " + stated,
          "a validity bitmap with " + counted + " nulls in " + rows + " rows");
    }
    return counted;
  }
}

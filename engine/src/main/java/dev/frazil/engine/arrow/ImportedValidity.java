package dev.frazil.engine.arrow;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.engine.ArrowImportException;
import java.lang.foreign.MemorySegment;

/// The validity bitmap of an exported array, and the nulls in it.
///
/// @param bits the bitmap up to the last slot, or a segment of size 0 where there are no nulls
/// @param nullCount the null slots among those that are looked at, counted
record ImportedValidity(MemorySegment bits, int nullCount) {
  private static final ImportedValidity NO_NULLS = new ImportedValidity(MemorySegment.NULL, 0);

  /// The first buffer of an array, whose presence has been checked.
  ///
  /// @throws ArrowImportException if what the struct states is not consistent with it
  static ImportedValidity of(ImportedSlots slots) {
    ArrayStruct array = slots.array();
    long stated = array.nullCount();
    boolean bitmap = array.buffer(0) != 0;
    if (!bitmap && stated > 0) {
      throw ArrayStruct.failure(array.path(), "a validity bitmap for " + stated + " nulls", "NULL");
    }
    int count = slots.count();
    if (!bitmap || count == 0) {
      return NO_NULLS;
    }
    MemorySegment bits = NativeAccess.view(array.buffer(0), Bitmaps.bytes(slots.end()));
    int counted = count - Bitmaps.ones(bits, slots.start(), count);
    long unseen = array.length() - count;
    if (stated >= 0 && (counted > stated || counted < stated - unseen)) {
      throw ArrayStruct.failure(
          array.path(),
          "a null count of " + stated,
          "a validity bitmap with " + counted + " nulls in " + count + " rows");
    }
    return counted == 0 ? NO_NULLS : new ImportedValidity(bits, counted);
  }
}

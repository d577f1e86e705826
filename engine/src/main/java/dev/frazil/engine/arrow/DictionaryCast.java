package dev.frazil.engine.arrow;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Casts dictionary-encoded columns by their entries and leaves the indices alone. Null entries
/// become null slots.
///
/// Owns the memory of its results; see [ColumnCast].
final class DictionaryCast implements AutoCloseable {
  private final ArrowField to;
  private final ArrowType.Int indexType;
  private final ColumnCast entries;
  private final Slab indices = new Slab();
  private final Slab validity = new Slab();

  private DictionaryCast(ArrowField to, ArrowType.Int indexType, ColumnCast entries) {
    this.to = to;
    this.indexType = indexType;
    this.entries = entries;
  }

  /// @throws dev.frazil.engine.SchemaException if the indices have another type, or if there is no
  ///   exact conversion of the entries
  static DictionaryCast of(ArrowField from, ArrowField to, CastOptions options, String path) {
    ArrowType.Int indexType = from.indexType();
    if (indexType == null || !indexType.equals(to.indexType())) {
      throw Conversion.refusal(from, to, path);
    }
    return new DictionaryCast(to, indexType, ColumnCast.of(entry(from), entry(to), options, path));
  }

  private static ArrowField entry(ArrowField field) {
    return new ArrowField(field.name(), field.type(), true, field.metadata(), null);
  }

  ArrowColumn apply(ArrowColumn column, CastSite site) {
    ArrowColumn dictionary = column.dictionary();
    if (dictionary == null) {
      throw new IllegalArgumentException(
          "cast: " + site.path() + ": expected a dictionary, got plain values");
    }
    ReachedSlots used = site.reached().entries(column);
    ArrowColumn cast = entries.apply(dictionary, used, site.path() + ".dictionary");
    if (dictionary.nullCount() == 0) {
      return column(
          column, column.offset(), column.nullCount(), column.validity(), column.values(), cast);
    }
    int length = column.length();
    MemorySegment bits = validity.ensure(Bitmaps.bytes(length), 0);
    MemorySegment rows = indices.ensure((long) length * Integer.BYTES, 0);
    DictionaryIndices.toInts(column, indexType, dictionary.length(), rows);
    SlotGather.validity(column, dictionary, rows, bits);
    int nullCount = length - Bitmaps.ones(bits, 0, length);
    long start = column.offset() * (indexType.bitWidth() / Byte.SIZE);
    return column(column, 0, nullCount, bits, column.values().asSlice(start), cast);
  }

  private ArrowColumn column(
      ArrowColumn source,
      long offset,
      int nullCount,
      MemorySegment bits,
      MemorySegment values,
      ArrowColumn cast) {
    return new ArrowColumn(
        to,
        source.length(),
        offset,
        nullCount,
        bits,
        values,
        MemorySegment.NULL,
        List.of(),
        cast,
        List.of());
  }

  @Override
  public void close() {
    entries.close();
    indices.close();
    validity.close();
  }
}

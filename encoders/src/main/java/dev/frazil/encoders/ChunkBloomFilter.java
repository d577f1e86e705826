package dev.frazil.encoders;

import dev.frazil.encoders.internal.bloom.BloomFilterBuilder;
import java.lang.foreign.MemorySegment;

/// The bloom filter of a chunk: fed with the entries of its dictionary, or page by page where there
/// is none. Where the options say how many different values to expect, that is its size.
final class ChunkBloomFilter implements AutoCloseable {
  private final LeafColumn column;
  private final BloomFilterBuilder builder;

  /// Different values to size the filter for, or 0 for as many as there are.
  private final long expected;

  private boolean sized;

  ChunkBloomFilter(LeafColumn column, BloomFilterOptions options) {
    if (column.type() == PhysicalType.BOOLEAN) {
      throw new IllegalArgumentException(
          "bloom filter: "
              + column.displayName()
              + ": expected a type with more than two values, got BOOLEAN");
    }
    this.column = column;
    expected = options.distinctValues();
    builder = new BloomFilterBuilder(options.falsePositiveRate(), options.maxBytes());
  }

  /// Sizes the filter for so many different values, before any comes, but for what the options say.
  void size(long distinct) {
    builder.start(expected > 0 ? expected : distinct);
    sized = true;
  }

  /// Inserts values in PLAIN: those of a page, or the entries of the dictionary.
  void insert(MemorySegment plain, int count) {
    if (expected > 0 && !sized) {
      size(expected);
    }
    switch (column.type()) {
      case INT32 -> builder.insertInts(plain, 0, count);
      case INT64 -> builder.insertLongs(plain, 0, count);
      case FLOAT -> builder.insertFloats(plain, 0, count);
      case DOUBLE -> builder.insertDoubles(plain, 0, count);
      case BYTE_ARRAY -> builder.insertByteArrays(plain, 0, count);
      case FIXED_LEN_BYTE_ARRAY -> {
        if (column.order().floating()) {
          builder.insertFloat16s(plain, 0, count);
        } else {
          builder.insertFixedBytes(plain, 0, count, column.typeLength());
        }
      }
      case BOOLEAN -> throw new IllegalStateException("bloom filter of booleans");
    }
  }

  /// The bitset; valid until the next call.
  MemorySegment bits() {
    return builder.finish();
  }

  void reset() {
    builder.reset();
    sized = false;
  }

  @Override
  public void close() {
    builder.close();
  }
}

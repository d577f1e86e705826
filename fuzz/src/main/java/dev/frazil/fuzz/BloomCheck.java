package dev.frazil.fuzz;

import dev.frazil.encoders.BloomFilterOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/// The bloom filter of a chunk against its values, hashed and looked up by parquet-java
/// (BloomFilter.md).
final class BloomCheck {
  private static final int TRIALS = 2_000;
  private static final int SMALLEST = 32;

  private BloomCheck() {}

  static void verify(
      byte[] file, ColumnMetaData meta, ExpectedLeaf leaf, @Nullable BloomFilterOptions options)
      throws IOException {
    Set<Bytes> distinct = new HashSet<>();
    for (Object value : leaf.values()) {
      if (value != null) {
        distinct.add(Bytes.of(leaf.column().plain(value)));
      }
    }
    if (options == null) {
      Expect.that("bloom filter: expected none", !meta.isSetBloom_filter_offset());
      return;
    }
    if (!meta.isSetBloom_filter_offset()) {
      Expect.that("bloom filter: expected one", distinct.isEmpty() || !filterable(leaf.column()));
      return;
    }
    int start = Math.toIntExact(meta.getBloom_filter_offset());
    ByteArrayInputStream in = new ByteArrayInputStream(file, start, meta.getBloom_filter_length());
    BloomFilterHeader header = Util.readBloomFilterHeader(in);
    int size = header.getNumBytes();
    Expect.equal("bytes behind the header of a bloom filter", size, in.available());
    Expect.that(
        "size of a bloom filter: expected a power of two, got " + size,
        size >= SMALLEST && Integer.bitCount(size) == 1);
    Expect.that(
        "size of a bloom filter: expected at most the limit, got " + size,
        size <= Math.max(SMALLEST, options.maxBytes()));
    int end = start + meta.getBloom_filter_length();
    BlockSplitBloomFilter filter =
        new BlockSplitBloomFilter(Arrays.copyOfRange(file, end - size, end));
    verifyAnswers(filter, leaf, distinct, options);
  }

  private static boolean filterable(ParquetColumn column) {
    return switch (column.type().getPrimitiveTypeName()) {
      case BOOLEAN -> false;
      default -> true;
    };
  }

  private static void verifyAnswers(
      BlockSplitBloomFilter filter,
      ExpectedLeaf leaf,
      Set<Bytes> distinct,
      BloomFilterOptions options) {
    for (Bytes value : distinct) {
      Expect.that(
          "bloom filter: expected " + value + " in it",
          filter.findHash(hash(filter, leaf.column(), value.toArray())));
    }
    // Where the limit cuts the filter short, the rate cannot be asked for.
    long needed =
        BlockSplitBloomFilter.optimalNumOfBits(
                Math.max(1, distinct.size()), options.falsePositiveRate())
            / 8;
    if (needed > options.maxBytes()) {
      return;
    }
    SplittableRandom random = new SplittableRandom(distinct.size());
    int wrong = 0;
    for (int i = 0; i < TRIALS; i++) {
      wrong += filter.findHash(random.nextLong()) ? 1 : 0;
    }
    double most = 3 * options.falsePositiveRate() + 0.02;
    Expect.that(
        "bloom filter: expected at most %f of absent values, got %d of %d in %d bytes for %d values"
            .formatted(most, wrong, TRIALS, filter.getBitsetSize(), distinct.size()),
        wrong <= most * TRIALS);
  }

  private static long hash(BlockSplitBloomFilter filter, ParquetColumn column, byte[] plain) {
    Object value = column.value(plain);
    return switch (column.type().getPrimitiveTypeName()) {
      case INT32 -> filter.hash(((Long) value).intValue());
      case INT64 -> filter.hash((long) (Long) value);
      case FLOAT -> filter.hash(Float.intBitsToFloat(((Long) value).intValue()));
      case DOUBLE -> filter.hash(Double.longBitsToDouble((Long) value));
      case BINARY, FIXED_LEN_BYTE_ARRAY -> filter.hash(Binary.fromConstantByteArray(plain));
      case BOOLEAN, INT96 -> throw new AssertionError("bloom filter of " + column.type());
    };
  }
}

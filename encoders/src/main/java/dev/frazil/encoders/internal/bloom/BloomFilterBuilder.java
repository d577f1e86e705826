package dev.frazil.encoders.internal.bloom;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;

/// The bloom filter of one column chunk, in memory that this object owns.
///
/// Values are hashed in PLAIN, without the length of a byte array. Where it is known how many
/// distinct ones come, the filter gets its size first; else it starts at the largest size and
/// [#finish] halves it while the rate of false positives stays within the target.
///
/// A zero of a floating-point number is inserted with both signs: readers ask for either.
public final class BloomFilterBuilder implements AutoCloseable {
  /// The smallest size in bytes, one block.
  public static final int MIN_BYTES = SplitBlocks.BLOCK;

  /// The largest size in bytes that readers accept.
  public static final int MAX_BYTES = 128 << 20;

  private final Slab slab = new Slab();
  private final double targetRate;
  private final int maxBytes;
  private long size;
  private boolean sized;

  /// Builds filters for a rate of false positives and of a size in bytes at most.
  ///
  /// @param targetRate between 0 and 1, both excluded
  /// @param maxBytes from [#MIN_BYTES] to [#MAX_BYTES]; what is no power of two is rounded down
  public BloomFilterBuilder(double targetRate, int maxBytes) {
    if (!(targetRate > 0 && targetRate < 1)) {
      throw new IllegalArgumentException(
          "false-positive rate: expected more than 0 and less than 1, got " + targetRate);
    }
    if (maxBytes < MIN_BYTES || maxBytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "bloom filter bytes: expected %d to %d, got %d"
              .formatted(MIN_BYTES, MAX_BYTES, maxBytes));
    }
    this.targetRate = targetRate;
    this.maxBytes = Integer.highestOneBit(maxBytes);
  }

  /// Bytes of a filter that finds so many distinct values within a rate of false positives: a power
  /// of two, at least [#MIN_BYTES] and at most [#MAX_BYTES].
  public static int bytesFor(long distinct, double rate) {
    // Eight bits a value, one in each word (BloomFilter.md, "Sizing an SBBF").
    double bits = -8.0 * distinct / Math.log1p(-Math.pow(rate, 1.0 / 8));
    double bytes = Math.clamp(bits / Byte.SIZE, MIN_BYTES, MAX_BYTES);
    int floor = Integer.highestOneBit((int) bytes);
    return floor < bytes ? floor << 1 : floor;
  }

  /// Sizes the filter for exactly so many distinct values and empties it.
  public void start(long distinct) {
    empty(Math.min(maxBytes, bytesFor(distinct, targetRate)));
    sized = true;
  }

  private void empty(long bytes) {
    slab.ensure(bytes, 0).asSlice(0, bytes).fill((byte) 0);
    size = bytes;
  }

  private MemorySegment bits() {
    if (size == 0) {
      empty(maxBytes);
    }
    return slab.segment();
  }

  /// Inserts `count` values of INT32.
  public void insertInts(MemorySegment plain, long at, int count) {
    MemorySegment bits = bits();
    long blocks = size / SplitBlocks.BLOCK;
    for (int i = 0; i < count; i++) {
      int value = plain.get(INT, at + ((long) i << 2));
      SplitBlocks.insert(bits, blocks, XxHash64.ofInt(value));
    }
  }

  /// Inserts `count` values of INT64.
  public void insertLongs(MemorySegment plain, long at, int count) {
    MemorySegment bits = bits();
    long blocks = size / SplitBlocks.BLOCK;
    for (int i = 0; i < count; i++) {
      long value = plain.get(LONG, at + ((long) i << 3));
      SplitBlocks.insert(bits, blocks, XxHash64.ofLong(value));
    }
  }

  /// Inserts `count` values of FLOAT.
  public void insertFloats(MemorySegment plain, long at, int count) {
    MemorySegment bits = bits();
    long blocks = size / SplitBlocks.BLOCK;
    for (int i = 0; i < count; i++) {
      int value = plain.get(INT, at + ((long) i << 2));
      SplitBlocks.insert(bits, blocks, XxHash64.ofInt(value));
      if (value << 1 == 0) {
        SplitBlocks.insert(bits, blocks, XxHash64.ofInt(value ^ Integer.MIN_VALUE));
      }
    }
  }

  /// Inserts `count` values of DOUBLE.
  public void insertDoubles(MemorySegment plain, long at, int count) {
    MemorySegment bits = bits();
    long blocks = size / SplitBlocks.BLOCK;
    for (int i = 0; i < count; i++) {
      long value = plain.get(LONG, at + ((long) i << 3));
      SplitBlocks.insert(bits, blocks, XxHash64.ofLong(value));
      if (value << 1 == 0) {
        SplitBlocks.insert(bits, blocks, XxHash64.ofLong(value ^ Long.MIN_VALUE));
      }
    }
  }

  /// Inserts `count` values of BYTE_ARRAY, each with its length of four bytes in front.
  public void insertByteArrays(MemorySegment plain, long at, int count) {
    MemorySegment bits = bits();
    long blocks = size / SplitBlocks.BLOCK;
    long value = at + Integer.BYTES;
    for (int i = 0; i < count; i++) {
      long length = plain.get(INT, value - Integer.BYTES);
      SplitBlocks.insert(bits, blocks, XxHash64.of(plain, value, length));
      value += length + Integer.BYTES;
    }
  }

  /// Inserts `count` values of FIXED_LEN_BYTE_ARRAY of `width` bytes.
  public void insertFixedBytes(MemorySegment plain, long at, int count, int width) {
    MemorySegment bits = bits();
    long blocks = size / SplitBlocks.BLOCK;
    for (int i = 0; i < count; i++) {
      SplitBlocks.insert(bits, blocks, XxHash64.of(plain, at + (long) i * width, width));
    }
  }

  /// Inserts `count` values of FLOAT16, that is FIXED_LEN_BYTE_ARRAY of two bytes.
  public void insertFloat16s(MemorySegment plain, long at, int count) {
    MemorySegment bits = bits();
    long blocks = size / SplitBlocks.BLOCK;
    for (int i = 0; i < count; i++) {
      short value = plain.get(SHORT, at + ((long) i << 1));
      SplitBlocks.insert(bits, blocks, XxHash64.ofShort(value));
      if ((value & Short.MAX_VALUE) == 0) {
        SplitBlocks.insert(bits, blocks, XxHash64.ofShort((short) (value ^ Short.MIN_VALUE)));
      }
    }
  }

  /// The filter of all values since the last reset, which need be none.
  ///
  /// @return the bits, valid until the next call
  public MemorySegment finish() {
    MemorySegment bits = bits();
    while (!sized
        && size > MIN_BYTES
        && SplitBlocks.rateWhenFolded(bits, size / SplitBlocks.BLOCK) <= targetRate) {
      SplitBlocks.fold(bits, size / SplitBlocks.BLOCK);
      size >>>= 1;
    }
    return bits.asSlice(0, size);
  }

  /// Forgets all values and the size; memory is kept.
  public void reset() {
    size = 0;
    sized = false;
  }

  @Override
  public void close() {
    slab.close();
    reset();
  }
}

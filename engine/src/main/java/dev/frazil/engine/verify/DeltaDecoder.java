package dev.frazil.engine.verify;

import java.util.Arrays;

/// The DELTA encodings (Encodings.md).
final class DeltaDecoder {
  private static final int LONGEST_EXPANSION = 1 << 30;

  private DeltaDecoder() {}

  /// DELTA_BINARY_PACKED.
  ///
  /// @param bits where the block starts; stands behind it afterwards
  /// @param count how many values there must be
  static long[] integers(Bits bits, int count) throws Undecodable {
    long blockSize = bits.readVarint();
    long miniblocks = bits.readVarint();
    long total = bits.readVarint();
    long value = bits.readZigZag();
    if (total != count) {
      throw new Undecodable(Long.toUnsignedString(total) + " values in the header");
    }
    if (miniblocks <= 0
        || blockSize <= 0
        || blockSize % miniblocks != 0
        || blockSize / miniblocks % 32 != 0) {
      throw new Undecodable("blocks of %d values in %d parts".formatted(blockSize, miniblocks));
    }
    long[] values = new long[count];
    if (count > 0) {
      values[0] = value;
    }
    int perMiniblock = (int) Math.min(blockSize / miniblocks, Integer.MAX_VALUE);
    for (int filled = 1; filled < count; ) {
      filled = block(bits, values, filled, miniblocks, perMiniblock);
    }
    return values;
  }

  /// Reads the deltas of a block, and adds them up.
  private static int block(Bits bits, long[] values, int from, long miniblocks, int perMiniblock)
      throws Undecodable {
    long min = bits.readZigZag();
    int widths = bits.skip(miniblocks);
    int filled = from;
    for (int m = 0; m < miniblocks && filled < values.length; m++) {
      int width = bits.array()[widths + m] & 0xff;
      if (width > Long.SIZE) {
        throw new Undecodable("a width of " + width + " bits");
      }
      int count = Math.min(perMiniblock, values.length - filled);
      bits.unpack((long) perMiniblock * width / 8, width, values, filled, count);
      for (int i = filled; i < filled + count; i++) {
        values[i] += min + values[i - 1];
      }
      filled += count;
    }
    return filled;
  }

  /// DELTA_LENGTH_BYTE_ARRAY.
  static Values.Strings lengths(Bits bits, int count) throws Undecodable {
    int[] lengths = lengthsOf(integers(bits, count));
    int[] starts = new int[count];
    for (int i = 0; i < count; i++) {
      starts[i] = bits.skip(lengths[i]);
    }
    return new Values.Strings(bits.array(), starts, lengths);
  }

  /// DELTA_BYTE_ARRAY: lengths of prefixes shared with the value before, then the suffixes.
  static Values.Strings prefixes(Bits bits, int count) throws Undecodable, Unsupported {
    int[] prefixes = lengthsOf(integers(bits, count));
    Values.Strings suffixes = lengths(bits, count);
    long size = 0;
    int[] starts = new int[count];
    int[] lengths = new int[count];
    for (int i = 0; i < count; i++) {
      if (prefixes[i] > (i == 0 ? 0 : lengths[i - 1])) {
        throw new Undecodable(
            "a prefix of %d bytes of a value of %d"
                .formatted(prefixes[i], i == 0 ? 0 : lengths[i - 1]));
      }
      starts[i] = (int) size;
      lengths[i] = prefixes[i] + suffixes.lengths()[i];
      size += lengths[i];
      if (size > LONGEST_EXPANSION) {
        throw new Unsupported("DELTA_BYTE_ARRAY pages of more than 1 GiB");
      }
    }
    byte[] data = new byte[(int) size];
    for (int i = 0; i < count; i++) {
      if (prefixes[i] > 0) {
        System.arraycopy(data, starts[i - 1], data, starts[i], prefixes[i]);
      }
      System.arraycopy(
          suffixes.data(),
          suffixes.starts()[i],
          data,
          starts[i] + prefixes[i],
          suffixes.lengths()[i]);
    }
    return new Values.Strings(data, starts, lengths);
  }

  private static int[] lengthsOf(long[] values) throws Undecodable {
    // A length is an INT32, and its deltas wrap at that width.
    int[] lengths = Arrays.stream(values).mapToInt(value -> (int) value).toArray();
    for (int length : lengths) {
      if (length < 0) {
        throw new Undecodable("a length of " + length);
      }
    }
    return lengths;
  }
}

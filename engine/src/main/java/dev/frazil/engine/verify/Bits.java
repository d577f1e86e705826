package dev.frazil.engine.verify;

import java.util.Arrays;

/// Bytes of a page from a position on: integers, varints, packed bits and runs (Encodings.md).
/// Every read checks that the bytes are there. Not thread-safe.
final class Bits {
  private final byte[] bytes;
  private final int end;
  private int position;

  /// Looks at a part of an array.
  ///
  /// @param from where it starts
  /// @param end where it ends, within the array
  Bits(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.position = from;
    this.end = end;
  }

  byte[] array() {
    return bytes;
  }

  int position() {
    return position;
  }

  int remaining() {
    return end - position;
  }

  /// Passes over bytes.
  ///
  /// @return where they start in the array
  int skip(long count) throws Undecodable {
    if (count < 0 || count > remaining()) {
      throw new Undecodable("%d bytes where %d are needed".formatted(remaining(), count));
    }
    int start = position;
    position += (int) count;
    return start;
  }

  /// The next bytes as bytes of their own.
  Bits slice(long count) throws Undecodable {
    int start = skip(count);
    return new Bits(bytes, start, position);
  }

  int readByte() throws Undecodable {
    return bytes[skip(1)] & 0xff;
  }

  /// An integer of up to eight bytes, little-endian, not sign-extended.
  long readLittleEndian(int width) throws Undecodable {
    return littleEndian(bytes, skip(width), width);
  }

  static long littleEndian(byte[] bytes, int at, int width) {
    long value = 0;
    for (int i = width - 1; i >= 0; i--) {
      value = (value << 8) | (bytes[at + i] & 0xff);
    }
    return value;
  }

  /// An unsigned varint (ULEB128).
  long readVarint() throws Undecodable {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = readByte();
      value |= (long) (next & 0x7f) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw new Undecodable("a varint without an end");
  }

  long readZigZag() throws Undecodable {
    long value = readVarint();
    return (value >>> 1) ^ -(value & 1);
  }

  /// Unpacks numbers of one width, least significant bit first, from whole bytes.
  ///
  /// @param packed bytes that the numbers take, of which the last ones may be missing if the
  ///   numbers do not reach into them
  /// @param width bits of a number, 0 to 64
  void unpack(long packed, int width, long[] target, int from, int count) throws Undecodable {
    long needed = ((long) count * width + 7) / 8;
    int start = position;
    skip(needed);
    position = (int) Math.min(end, start + packed);
    long mask = width == Long.SIZE ? -1 : (1L << width) - 1;
    long bit = 0;
    for (int i = 0; i < count; i++, bit += width) {
      target[from + i] = number(start + (int) (bit >>> 3), (int) (bit & 7), width) & mask;
    }
  }

  private long number(int at, int shift, int width) {
    int whole = (shift + width + 7) >>> 3;
    long value = littleEndian(bytes, at, Math.min(whole, Long.BYTES)) >>> shift;
    return whole > Long.BYTES
        ? value | ((long) (bytes[at + Long.BYTES] & 0xff) << (Long.SIZE - shift))
        : value;
  }

  /// Numbers in the hybrid of runs and packed groups of eight.
  ///
  /// @param width bits of a number, 0 to 32
  int[] readHybrid(int width, int count) throws Undecodable {
    if (width > Integer.SIZE) {
      throw new Undecodable("a width of " + width + " bits");
    }
    int[] result = new int[count];
    long[] group = new long[0];
    for (int filled = 0; filled < count; ) {
      long header = readVarint();
      if ((header & 1) == 0) {
        int value = (int) readLittleEndian((width + 7) / 8);
        int run = (int) Math.min(header >>> 1, count - filled);
        if (run == 0) {
          throw new Undecodable("a run of no values");
        }
        Arrays.fill(result, filled, filled + run, value);
        filled += run;
      } else {
        long groups = header >>> 1;
        if (groups == 0 || groups > Integer.MAX_VALUE) {
          throw new Undecodable("a run of %d groups".formatted(groups));
        }
        int run = (int) Math.min(groups * 8, count - filled);
        group = group.length < run ? new long[run] : group;
        unpack(groups * width, width, group, 0, run);
        for (int i = 0; i < run; i++) {
          result[filled + i] = (int) group[i];
        }
        filled += run;
      }
    }
    return result;
  }
}

package dev.frazil.engine.verify;

/// XXH64 with the seed 0, by the specification of xxHash. Not the encoders' own: the judge shares
/// no code with what it judges.
final class XxHash64 {
  private static final long P1 = 0x9e3779b185ebca87L;
  private static final long P2 = 0xc2b2ae3d27d4eb4fL;
  private static final long P3 = 0x165667b19e3779f9L;
  private static final long P4 = 0x85ebca77c2b2ae63L;
  private static final long P5 = 0x27d4eb2f165667c5L;
  private static final int STRIPE = 32;

  private XxHash64() {}

  /// The hash of a part of an array.
  static long of(byte[] bytes, int from, int length) {
    int at = from;
    int end = from + length;
    long hash = P5;
    if (length >= STRIPE) {
      long a = 0x60ea27eeadc0b5d6L; // P1 + P2, which overflows
      long b = P2;
      long c = 0;
      long d = -P1;
      for (; at + STRIPE <= end; at += STRIPE) {
        a = round(a, word(bytes, at));
        b = round(b, word(bytes, at + 8));
        c = round(c, word(bytes, at + 16));
        d = round(d, word(bytes, at + 24));
      }
      hash =
          Long.rotateLeft(a, 1)
              + Long.rotateLeft(b, 7)
              + Long.rotateLeft(c, 12)
              + Long.rotateLeft(d, 18);
      hash = merge(merge(merge(merge(hash, a), b), c), d);
    }
    hash += length;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      hash = eight(hash, word(bytes, at));
    }
    if (at + Integer.BYTES <= end) {
      hash = four(hash, Bits.littleEndian(bytes, at, Integer.BYTES));
      at += Integer.BYTES;
    }
    for (; at < end; at++) {
      hash = Long.rotateLeft(hash ^ ((bytes[at] & 0xff) * P5), 11) * P1;
    }
    return avalanche(hash);
  }

  /// The hash of four bytes, little-endian.
  static long ofInt(int value) {
    return avalanche(four(P5 + Integer.BYTES, value & 0xffff_ffffL));
  }

  /// The hash of eight bytes, little-endian.
  static long ofLong(long value) {
    return avalanche(eight(P5 + Long.BYTES, value));
  }

  private static long word(byte[] bytes, int at) {
    return Bits.littleEndian(bytes, at, Long.BYTES);
  }

  private static long round(long lane, long input) {
    return Long.rotateLeft(lane + input * P2, 31) * P1;
  }

  private static long merge(long hash, long lane) {
    return (hash ^ round(0, lane)) * P1 + P4;
  }

  private static long eight(long hash, long input) {
    return Long.rotateLeft(hash ^ round(0, input), 27) * P1 + P4;
  }

  private static long four(long hash, long input) {
    return Long.rotateLeft(hash ^ (input * P1), 23) * P2 + P3;
  }

  private static long avalanche(long hash) {
    long mixed = (hash ^ (hash >>> 33)) * P2;
    mixed = (mixed ^ (mixed >>> 29)) * P3;
    return mixed ^ (mixed >>> 32);
  }
}

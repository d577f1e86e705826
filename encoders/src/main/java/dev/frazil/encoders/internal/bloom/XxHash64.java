package dev.frazil.encoders.internal.bloom;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;

/// XXH64 with seed 0 (the xxHash specification, version 0.1.1), the hash of BloomFilter.md. Nothing
/// outside a value is read.
final class XxHash64 {
  private static final long PRIME_1 = 0x9E37_79B1_85EB_CA87L;
  private static final long PRIME_2 = 0xC2B2_AE3D_27D4_EB4FL;
  private static final long PRIMES_1_AND_2 = 0x60EA_27EE_ADC0_B5D6L;
  private static final long PRIME_3 = 0x1656_67B1_9E37_79F9L;
  private static final long PRIME_4 = 0x85EB_CA77_C2B2_AE63L;
  private static final long PRIME_5 = 0x27D4_EB2F_1656_67C5L;

  /// Bytes that go through the four lanes together.
  private static final long STRIPE = 32;

  private XxHash64() {}

  /// The hash of the two bytes of a number.
  static long ofShort(short value) {
    return avalanche(oneByte(oneByte(PRIME_5 + Short.BYTES, value), value >> 8));
  }

  /// The hash of the four bytes of a number.
  static long ofInt(int value) {
    return avalanche(fourBytes(PRIME_5 + Integer.BYTES, value));
  }

  /// The hash of the eight bytes of a number.
  static long ofLong(long value) {
    return avalanche(eightBytes(PRIME_5 + Long.BYTES, value));
  }

  /// The hash of `length` bytes.
  static long of(MemorySegment bytes, long at, long length) {
    long stripes = length & -STRIPE;
    long hash = (stripes == 0 ? PRIME_5 : stripes(bytes, at, stripes)) + length;
    long i = at + stripes;
    long end = at + length;
    for (; i + Long.BYTES <= end; i += Long.BYTES) {
      hash = eightBytes(hash, bytes.get(LONG, i));
    }
    if (i + Integer.BYTES <= end) {
      hash = fourBytes(hash, bytes.get(INT, i));
      i += Integer.BYTES;
    }
    for (; i < end; i++) {
      hash = oneByte(hash, bytes.get(BYTE, i));
    }
    return avalanche(hash);
  }

  private static long stripes(MemorySegment bytes, long at, long length) {
    long a = PRIMES_1_AND_2;
    long b = PRIME_2;
    long c = 0;
    long d = -PRIME_1;
    for (long i = 0; i < length; i += STRIPE) {
      a = round(a, bytes.get(LONG, at + i));
      b = round(b, bytes.get(LONG, at + i + 8));
      c = round(c, bytes.get(LONG, at + i + 16));
      d = round(d, bytes.get(LONG, at + i + 24));
    }
    long hash =
        Long.rotateLeft(a, 1)
            + Long.rotateLeft(b, 7)
            + Long.rotateLeft(c, 12)
            + Long.rotateLeft(d, 18);
    return merge(merge(merge(merge(hash, a), b), c), d);
  }

  private static long round(long lane, long word) {
    return Long.rotateLeft(lane + word * PRIME_2, 31) * PRIME_1;
  }

  private static long merge(long hash, long lane) {
    return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
  }

  private static long eightBytes(long hash, long word) {
    return Long.rotateLeft(hash ^ round(0, word), 27) * PRIME_1 + PRIME_4;
  }

  private static long fourBytes(long hash, int word) {
    return Long.rotateLeft(hash ^ ((word & 0xffff_ffffL) * PRIME_1), 23) * PRIME_2 + PRIME_3;
  }

  private static long oneByte(long hash, int value) {
    return Long.rotateLeft(hash ^ ((value & 0xffL) * PRIME_5), 11) * PRIME_1;
  }

  private static long avalanche(long hash) {
    hash = (hash ^ (hash >>> 33)) * PRIME_2;
    hash = (hash ^ (hash >>> 29)) * PRIME_3;
    return hash ^ (hash >>> 32);
  }
}

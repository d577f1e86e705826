package dev.frazil.encoders.internal.codec;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.CompressionPolicy.Codec;
import dev.frazil.encoders.memory.Slab;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SnappyWordsTest {
  private static final long SEED = 0x5a4b_0001;

  /// Columns, as the number of a row.
  enum Numbers {
    SMALL_INTEGERS,
    CENTS,
    SORTED_SECONDS,
    FEW_IN_TURN,
    SMALL_IN_TURN,
    MORE_THAN_A_WINDOW_IN_TURN,
    CONSTANT,
    CHANGING_HALVES,
    NOISE;

    long at(int row, SplittableRandom random) {
      return switch (this) {
        case SMALL_INTEGERS -> random.nextLong(1L << 20);
        case CENTS -> Double.doubleToLongBits(random.nextInt(1_000_000) / 100.0);
        case SORTED_SECONDS -> 1_700_000_000_000_000L + 1_000_000L * (row + random.nextInt(5));
        case FEW_IN_TURN -> 0x0123_4567_89ab_cdefL * (row % 300);
        case SMALL_IN_TURN -> 5_000_000 + row % 1_000 * 7_919L % 100_000;
        case MORE_THAN_A_WINDOW_IN_TURN -> 0x0123_4567_89ab_cdefL * (row % 9_000);
        case CONSTANT -> 42;
        case CHANGING_HALVES ->
            (row / 3_000 & 1) == 0 ? random.nextLong(1L << 12) : random.nextLong() << 40 | 7;
        case NOISE -> random.nextLong();
      };
    }
  }

  /// Bytes of levels, then numbers.
  private static byte[] page(int head, int count, Numbers numbers, SplittableRandom random) {
    ByteBuffer page = ByteBuffer.allocate(head + count * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < head; i++) {
      page.put((byte) random.nextInt(3));
    }
    for (int row = 0; row < count; row++) {
      page.putLong(numbers.at(row, random));
    }
    return page.array();
  }

  private static Slab slab(byte[] page, int from) {
    Slab slab = new Slab();
    MemorySegment.copy(page, 0, slab.ensure(from + page.length, 0), JAVA_BYTE, from, page.length);
    return slab;
  }

  private static byte[] bytes(Slab slab, int length) {
    return slab.segment().asSlice(0, length).toArray(JAVA_BYTE);
  }

  @ParameterizedTest
  @EnumSource
  void pagesOfNumbersDecompressByTheLibraryAndAreHardlyLarger(Numbers numbers) throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    try (PageCompressor codec = new SnappyCompressor();
        Slab target = new Slab()) {
      for (int trial = 0; trial < 40; trial++) {
        int head = random.nextInt(100);
        int count = 4_000 + random.nextInt(25_000);
        int from = random.nextInt(20);
        String label = "seed %x, trial %d: %d + 8 * %d".formatted(SEED, trial, head, count);
        byte[] page = page(head, count, numbers, random);
        try (Slab source = slab(page, from)) {
          int length = codec.compressWords(source, from, page.length, target);
          byte[] stored = bytes(target, length);
          assertArrayEquals(page, PeerCodecs.decompress(Codec.SNAPPY, stored, page.length), label);
          int library = codec.compress(source, from, page.length, target);
          assertTrue(length <= library + library / 16, label + ", " + length + ", " + library);
        }
      }
    }
  }

  @Test
  void blocksOfFewWordsDecompressByTheLibrary() throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    SnappyWords words = new SnappyWords();
    try (Slab target = new Slab()) {
      for (int length = 16; length < 300; length++) {
        byte[] page = page(length & 7, length >> 3, Numbers.SMALL_INTEGERS, random);
        target.ensure(SnappyCompressor.maxCompressedLength(length), 0);
        try (Slab source = slab(page, 0)) {
          int stored = words.compress(source.segment(), 0, length, target.segment());
          byte[] peer = PeerCodecs.decompress(Codec.SNAPPY, bytes(target, stored), length);
          assertArrayEquals(page, peer, "length " + length);
        }
      }
    }
  }

  /// What is left of other pages in the target is not in the sample.
  @Test
  void samplesAreOfTheirPageAlone() {
    int longest = 140_000;
    try (Slab source =
        slab(page(0, longest / Long.BYTES, Numbers.NOISE, new SplittableRandom(SEED)), 0)) {
      for (int length = SnappyWords.MIN_BYTES; length <= longest; length += 250) {
        int bytes = SnappyWords.sampleWords(length) * Long.BYTES;
        MemorySegment clean = MemorySegment.ofArray(new byte[bytes]);
        byte[] used = new byte[bytes];
        Arrays.fill(used, (byte) 1);
        SnappyWords.gather(source.segment(), 0, length, clean, 0);
        SnappyWords.gather(source.segment(), 0, length, MemorySegment.ofArray(used), 0);
        assertArrayEquals(clean.toArray(JAVA_BYTE), used, "length " + length);
      }
    }
  }

  /// By hand from the format's description: length, literal of 8, and twice a copy of 4 bytes from
  /// 8 bytes before with a literal of 4.
  @Test
  void equalFourBytesAreACopyAndTheOthersALiteral() {
    byte[] page =
        HexFormat.of().parseHex("0100000000000000" + "0100000005000000" + "01000000ff000000");
    try (Slab source = slab(page, 0);
        Slab target = new Slab()) {
      target.ensure(SnappyCompressor.maxCompressedLength(page.length), 0);
      int length = new SnappyWords().compress(source.segment(), 0, page.length, target.segment());
      assertEquals(
          "18" + "1c0100000000000000" + "0108" + "0c05000000" + "0108" + "0cff000000",
          HexFormat.of().formatHex(bytes(target, length)));
    }
  }

  @Test
  void smallIntegersAreOneLookUpEach() {
    SplittableRandom random = new SplittableRandom(SEED);
    byte[] page = page(5, 20_000, Numbers.SMALL_INTEGERS, random);
    try (PageCompressor codec = new SnappyCompressor();
        Slab source = slab(page, 0);
        Slab words = new Slab();
        Slab library = new Slab()) {
      int length = codec.compressWords(source, 0, page.length, words);
      byte[] other = bytes(library, codec.compress(source, 0, page.length, library));
      byte[] stored = bytes(words, length);
      assertTrue(!Arrays.equals(stored, other), "expected not to be the library's bytes");
      assertTrue(length < page.length * 0.65, "bytes: " + length);
    }
  }
}

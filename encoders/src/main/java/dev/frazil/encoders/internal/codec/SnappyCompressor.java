package dev.frazil.encoders.internal.codec;

import dev.frazil.encoders.EncoderException;
import dev.frazil.encoders.memory.Slab;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyError;

/// Raw Snappy blocks by the native library, on addresses, and of eight-byte numbers by
/// [SnappyWords] where a sample says that the library would not make them smaller by much.
final class SnappyCompressor implements PageCompressor {
  private @Nullable SnappyWords words;

  /// Whether the native library loads; asking fails where the whole library is not there.
  static boolean loads() {
    try {
      return Snappy.maxCompressedLength(1) > 0;
    } catch (SnappyError e) {
      return false;
    }
  }

  /// Bytes that a compressed page can take at most (`MaxCompressedLength` of Snappy): more than a
  /// 32-bit number holds where the page is near 2 GiB.
  static long maxCompressedLength(int length) {
    return 32L + length + length / 6;
  }

  @Override
  public int compress(Slab source, int from, int length, Slab target) {
    target.ensure(maxCompressedLength(length), 0);
    return rawCompress(source, from, length, target);
  }

  @Override
  public int compressWords(Slab source, int from, int length, Slab target) {
    target.ensure(maxCompressedLength(length), 0);
    int compressed = length < SnappyWords.MIN_BYTES ? 0 : tryWords(source, from, length, target);
    return compressed > 0 ? compressed : rawCompress(source, from, length, target);
  }

  /// Compresses a page as words, or returns 0 where the library is to do it: where words save less
  /// than a quarter of a sample, since it may then make much more of the whole page than of the
  /// sample; where it makes the sample smaller by more than 4 %; where many numbers recur as a
  /// whole; and where the page is not like its sample, but larger by more than a sixteenth.
  private int tryWords(Slab source, int from, int length, Slab target) {
    SnappyWords own = words();
    int count = SnappyWords.sampleWords(length);
    int sampleBytes = count << 3;
    int at = length - sampleBytes; // far behind what the library makes of the sample
    SnappyWords.gather(source.segment(), from, length, target.segment(), at);
    int sample = own.sample(target.segment(), at, count);
    if (sample > sampleBytes - (sampleBytes >> 2)) {
      return 0;
    }
    int library = rawCompress(target, at, sampleBytes, target);
    if (sample > library + library / 24 || own.recur(source.segment(), from, length)) {
      return 0;
    }
    long compressed = own.compress(source.segment(), from, length, target.segment());
    long expected = (long) length * sample / sampleBytes;
    return compressed <= expected + (expected >> 4) ? (int) compressed : 0;
  }

  private SnappyWords words() {
    SnappyWords own = words;
    if (own == null) {
      own = new SnappyWords();
      words = own;
    }
    return own;
  }

  private static int rawCompress(Slab source, long from, int length, Slab target) {
    try {
      long compressed =
          Snappy.rawCompress(source.segment().address() + from, length, target.segment().address());
      if (compressed > Integer.MAX_VALUE) {
        throw new EncoderException(
            "expected at most %d bytes of snappy, got %d".formatted(Integer.MAX_VALUE, compressed));
      }
      return (int) compressed;
    } catch (IOException e) {
      throw new EncoderException(
          "expected a page of " + length + " bytes to become snappy, got " + e, e);
    }
  }

  @Override
  public void close() {}
}

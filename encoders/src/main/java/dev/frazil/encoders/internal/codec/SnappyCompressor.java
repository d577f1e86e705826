package dev.frazil.encoders.internal.codec;

import dev.frazil.encoders.EncoderException;
import dev.frazil.encoders.memory.Slab;
import java.io.IOException;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyError;

/// Raw Snappy blocks by the native library, on addresses.
final class SnappyCompressor implements PageCompressor {
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

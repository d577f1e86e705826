package dev.frazil.encoders.internal.codec;

import dev.frazil.encoders.EncoderException;
import dev.frazil.encoders.memory.Slab;
import io.airlift.compress.v3.Compressor;

/// A codec of aircompressor, native or in Java, between exactly sized segments.
final class SegmentCompressor implements PageCompressor {
  private final String codec;
  private final Compressor compressor;

  SegmentCompressor(String codec, Compressor compressor) {
    this.codec = codec;
    this.compressor = compressor;
  }

  @Override
  public int compress(Slab source, int from, int length, Slab target) {
    int bound = compressor.maxCompressedLength(length);
    // The sum overflows where the page is near 2 GiB.
    int room = bound < length ? Integer.MAX_VALUE - (int) Slab.SLACK : bound;
    target.ensure(room, 0);
    try {
      return compressor.compress(
          source.segment().asSlice(from, length), target.segment().asSlice(0, room));
    } catch (IllegalArgumentException e) {
      throw new EncoderException(
          "expected a page of %d bytes to become %s, got %s".formatted(length, codec, e), e);
    }
  }

  @Override
  public void close() {}
}

package dev.frazil.encoders.internal.codec;

import dev.frazil.encoders.memory.Slab;

/// One codec at one level. Not thread-safe.
public sealed interface PageCompressor extends AutoCloseable
    permits SnappyCompressor,
        ZstdCompressor,
        SegmentCompressor,
        GzipCompressor,
        BrotliCompressor,
        LentCompressor {

  /// Compresses `length` bytes of one slab, from `from`, to the start of another.
  ///
  /// @return bytes of the compressed form
  /// @throws dev.frazil.encoders.EncoderException if the codec fails; the caller adds the column
  int compress(Slab source, int from, int length, Slab target);

  /// Compresses as [#compress(Slab, int, int, Slab)] does, and may be faster at a small price in
  /// bytes, since what is given ends in numbers of eight bytes in PLAIN layout.
  ///
  /// @return bytes of the compressed form
  /// @throws dev.frazil.encoders.EncoderException if the codec fails; the caller adds the column
  default int compressWords(Slab source, int from, int length, Slab target) {
    return compress(source, from, length, target);
  }

  @Override
  void close();
}

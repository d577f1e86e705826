package dev.frazil.encoders.internal.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.frazil.encoders.EncoderException;
import dev.frazil.encoders.memory.Slab;

/// Zstandard frames by the native library, on one context that is reused for every page.
final class ZstdCompressor implements PageCompressor {
  private final ZstdCompressCtx context;

  /// Creates the context at a level.
  ZstdCompressor(int level) {
    context = new ZstdCompressCtx();
    context.setLevel(level);
  }

  @Override
  public int compress(Slab source, int from, int length, Slab target) {
    int bound = (int) Math.min(Zstd.compressBound(length), Integer.MAX_VALUE - Slab.SLACK);
    target.ensure(bound, 0);
    try {
      return context.compressDirectByteBuffer(
          target.buffer(), 0, bound, source.buffer(), from, length);
    } catch (ZstdException e) {
      throw new EncoderException(
          "expected a page of " + length + " bytes to become zstd, got " + e, e);
    }
  }

  @Override
  public void close() {
    context.close();
  }
}

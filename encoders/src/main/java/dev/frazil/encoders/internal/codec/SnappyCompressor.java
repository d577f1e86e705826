package dev.frazil.encoders.internal.codec;

import dev.frazil.encoders.EncoderException;
import dev.frazil.encoders.memory.Slab;
import java.io.IOException;
import org.xerial.snappy.Snappy;

/// Raw Snappy blocks by the native library, on addresses.
public final class SnappyCompressor implements PageCompressor {
  @Override
  public int compress(Slab source, int length, Slab target) {
    target.ensure(Snappy.maxCompressedLength(length), 0);
    try {
      return (int)
          Snappy.rawCompress(source.segment().address(), length, target.segment().address());
    } catch (IOException e) {
      throw new EncoderException("snappy: cannot compress a page of " + length + " bytes", e);
    }
  }

  @Override
  public void close() {}
}

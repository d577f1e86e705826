package dev.frazil.encoders.internal.codec;

import dev.frazil.encoders.memory.Slab;
import java.util.function.Supplier;

/// The compressor that whoever works at the moment has lent, asked for anew at every page. Owns
/// none.
///
/// @param lender knows it
public record LentCompressor(Supplier<PageCompressor> lender) implements PageCompressor {
  @Override
  public int compress(Slab source, int from, int length, Slab target) {
    return lender.get().compress(source, from, length, target);
  }

  @Override
  public int compressWords(Slab source, int from, int length, Slab target) {
    return lender.get().compressWords(source, from, length, target);
  }

  /// Leaves the lent compressor alone.
  @Override
  public void close() {}
}

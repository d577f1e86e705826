package dev.frazil.encoders;

import dev.frazil.encoders.internal.codec.CodecLibraries;
import dev.frazil.encoders.internal.codec.PageCompressor;
import dev.frazil.encoders.memory.Slab;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Scratch memory and codec contexts that the column encoders of one writer share, since they
/// finish pages one at a time.
///
/// Owned by the writer, which closes it after its encoders. Any thread may use it, one at a time.
public final class EncoderWorkspace implements AutoCloseable {
  private final Slab compacted = new Slab();
  private final Slab levels = new Slab();
  private final Slab encoded = new Slab();
  private final Slab encodingScratch = new Slab();
  private final Slab body = new Slab();
  private final Slab compressed = new Slab();
  private final Map<CompressionPolicy, PageCompressor> compressors = new HashMap<>();

  /// Creates a workspace that holds no memory yet.
  public EncoderWorkspace() {}

  /// Scratch for the values of one batch without its nulls.
  Slab compacted() {
    return compacted;
  }

  /// Scratch for the encoded levels of one page.
  Slab levels() {
    return levels;
  }

  /// Scratch for the encoded values of one page.
  Slab encoded() {
    return encoded;
  }

  /// Scratch of the encodings themselves.
  Slab encodingScratch() {
    return encodingScratch;
  }

  /// Scratch for the uncompressed body of one page.
  Slab body() {
    return body;
  }

  /// Scratch for the compressed body of one page.
  Slab compressed() {
    return compressed;
  }

  /// The shared context of a codec at a level, or null for no compression.
  ///
  /// @throws EncoderException if no library of the codec loads
  @Nullable PageCompressor compressor(CompressionPolicy policy) {
    return policy.codec() == CompressionPolicy.Codec.UNCOMPRESSED
        ? null
        : compressors.computeIfAbsent(policy, CodecLibraries::compressor);
  }

  /// Frees the memory and the contexts.
  @Override
  public void close() {
    compacted.close();
    levels.close();
    encoded.close();
    encodingScratch.close();
    body.close();
    compressed.close();
    compressors.values().forEach(PageCompressor::close);
    compressors.clear();
  }
}

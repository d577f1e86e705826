package dev.frazil.encoders;

import dev.frazil.encoders.internal.codec.CodecLibraries;
import dev.frazil.encoders.internal.codec.LentCompressor;
import dev.frazil.encoders.internal.codec.PageCompressor;
import dev.frazil.encoders.internal.dictionary.CodeTables;
import dev.frazil.encoders.internal.stats.NativeBounds;
import dev.frazil.encoders.internal.values.CodedEntries;
import dev.frazil.encoders.memory.Slab;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Scratch memory and codec contexts for column encoders, which need them within a call only.
///
/// Encoders that work one at a time share one workspace. Where they work at the same time each has
/// a [#lent] one, and every thread a workspace that it exchanges for that of the encoder which it
/// works on: memory and contexts are then as many as threads.
///
/// Owned by the writer, which closes it after its encoders. Any thread may use it, one at a time.
public final class EncoderWorkspace implements AutoCloseable {
  private final Slab compacted = new Slab();
  private final CodedEntries coded = new CodedEntries();
  private final CodeTables tables = new CodeTables();
  private final Slab plain = new Slab();
  private final Slab levels = new Slab();
  private final Slab encoded = new Slab();
  private final Slab encodingScratch = new Slab();
  private final Slab body = new Slab();
  private final Slab compressed = new Slab();
  private final NativeBounds bounds = NativeBounds.of(ValueOrder.UNDEFINED);
  private final boolean lent;
  private Map<CompressionPolicy, PageCompressor> compressors = new HashMap<>();

  /// Creates a workspace that holds no memory yet.
  public EncoderWorkspace() {
    this(false);
  }

  private EncoderWorkspace(boolean lent) {
    this.lent = lent;
  }

  /// A workspace for an encoder that works with what is exchanged for this.
  ///
  /// @return a workspace without memory
  public static EncoderWorkspace lent() {
    return new EncoderWorkspace(true);
  }

  /// Exchanges memory and codec contexts with another workspace.
  ///
  /// @param other a workspace; of the two only a [#lent] one may have encoders
  public void exchange(EncoderWorkspace other) {
    compacted.exchange(other.compacted);
    coded.exchange(other.coded);
    tables.exchange(other.tables);
    plain.exchange(other.plain);
    levels.exchange(other.levels);
    encoded.exchange(other.encoded);
    encodingScratch.exchange(other.encodingScratch);
    body.exchange(other.body);
    compressed.exchange(other.compressed);
    bounds.exchange(other.bounds);
    Map<CompressionPolicy, PageCompressor> own = compressors;
    compressors = other.compressors;
    other.compressors = own;
  }

  /// Scratch for the values of one batch without its nulls.
  Slab compacted() {
    return compacted;
  }

  /// Scratch for the values of one batch that come as numbers of a dictionary.
  CodedEntries coded() {
    return coded;
  }

  /// Tables of the dictionaries of numbers, for as long as no other column takes them.
  CodeTables tables() {
    return tables;
  }

  /// Scratch for the PLAIN values of the pages of a chunk that loses its dictionary at its end.
  Slab plain() {
    return plain;
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

  /// Scratch for the bounds of one page, which are merged into others only.
  NativeBounds bounds() {
    return bounds;
  }

  /// The context of a codec at a level, or null for no compression.
  ///
  /// @throws EncoderException if no library of the codec loads
  @Nullable PageCompressor compressor(CompressionPolicy policy) {
    if (policy.codec() == CompressionPolicy.Codec.UNCOMPRESSED) {
      return null;
    }
    PageCompressor context = context(policy);
    return lent ? new LentCompressor(() -> context(policy)) : context;
  }

  private PageCompressor context(CompressionPolicy policy) {
    return compressors.computeIfAbsent(policy, CodecLibraries::compressor);
  }

  /// Frees the memory and the contexts.
  @Override
  public void close() {
    compacted.close();
    coded.close();
    plain.close();
    levels.close();
    encoded.close();
    encodingScratch.close();
    body.close();
    compressed.close();
    bounds.close();
    compressors.values().forEach(PageCompressor::close);
    compressors.clear();
  }
}

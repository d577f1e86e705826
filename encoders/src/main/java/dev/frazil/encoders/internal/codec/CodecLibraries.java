package dev.frazil.encoders.internal.codec;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.github.luben.zstd.Zstd;
import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.CompressionPolicy.Codec;
import dev.frazil.encoders.EncoderException;
import io.airlift.compress.v3.lz4.Lz4JavaCompressor;
import io.airlift.compress.v3.lz4.Lz4NativeCompressor;
import io.airlift.compress.v3.snappy.SnappyJavaCompressor;
import io.airlift.compress.v3.zstd.ZstdJavaCompressor;
import java.util.function.Predicate;

/// The library of each codec: a native one where it loads on this platform, else one in Java. Only
/// brotli has none in Java.
public final class CodecLibraries {
  private CodecLibraries() {}

  /// A compressor of a codec other than UNCOMPRESSED. The Java library of zstd has one level and
  /// takes every other for it.
  ///
  /// @throws EncoderException if no library of the codec loads; the caller adds the column
  public static PageCompressor compressor(CompressionPolicy policy) {
    return compressor(policy, CodecLibraries::loads);
  }

  static PageCompressor compressor(CompressionPolicy policy, Predicate<Codec> loads) {
    Codec codec = policy.codec();
    boolean isNative = loads.test(codec);
    return switch (codec) {
      case UNCOMPRESSED -> throw new IllegalArgumentException("uncompressed: expected a codec");
      case SNAPPY ->
          isNative
              ? new SnappyCompressor()
              : new SegmentCompressor("snappy", new SnappyJavaCompressor());
      case ZSTD ->
          isNative
              ? new ZstdCompressor(policy.level())
              : new SegmentCompressor("zstd", new ZstdJavaCompressor());
      case LZ4_RAW ->
          new SegmentCompressor(
              "lz4_raw", isNative ? new Lz4NativeCompressor() : new Lz4JavaCompressor());
      case GZIP -> new GzipCompressor(policy.level());
      case BROTLI -> {
        if (!isNative) {
          throw new EncoderException(
              ("expected com.aayushatharva.brotli4j:brotli4j and its native-* artefact for %s on"
                      + " %s, got none that loads")
                  .formatted(System.getProperty("os.name"), System.getProperty("os.arch")));
        }
        yield new BrotliCompressor(policy.level());
      }
    };
  }

  /// Whether the codec's native library is there and loads.
  private static boolean loads(Codec codec) {
    try {
      return switch (codec) {
        case UNCOMPRESSED, GZIP -> true;
        case SNAPPY -> SnappyCompressor.loads();
        case ZSTD -> Zstd.compressBound(1) > 0;
        case LZ4_RAW -> Lz4NativeCompressor.isEnabled();
        case BROTLI -> Brotli4jLoader.isAvailable();
      };
    } catch (LinkageError e) {
      return false;
    }
  }
}

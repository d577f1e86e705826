package dev.frazil.encoders;

import java.util.Locale;

/// The codec of a column chunk and its level.
///
/// @param codec the codec
/// @param level the codec's level; 0 for a codec without levels
public record CompressionPolicy(Codec codec, int level) {

  /// Codecs of the Parquet format that Frazil writes.
  public enum Codec {
    /// Pages as they are.
    UNCOMPRESSED,
    /// Raw Snappy blocks.
    SNAPPY,
    /// Zstandard frames.
    ZSTD
  }

  /// The lowest level of [Codec#ZSTD] that is accepted.
  public static final int ZSTD_MIN_LEVEL = -7;

  /// The highest level of [Codec#ZSTD].
  public static final int ZSTD_MAX_LEVEL = 22;

  /// No compression.
  public static final CompressionPolicy UNCOMPRESSED = new CompressionPolicy(Codec.UNCOMPRESSED, 0);

  /// Snappy.
  public static final CompressionPolicy SNAPPY = new CompressionPolicy(Codec.SNAPPY, 0);

  /// Zstandard at level 1, the default of Frazil.
  public static final CompressionPolicy ZSTD = new CompressionPolicy(Codec.ZSTD, 1);

  /// Checks the level.
  ///
  /// @throws IllegalArgumentException if the codec has no such level
  public CompressionPolicy {
    if (codec == Codec.ZSTD
        ? level < ZSTD_MIN_LEVEL || level > ZSTD_MAX_LEVEL || level == 0
        : level != 0) {
      throw new IllegalArgumentException(
          codec == Codec.ZSTD
              ? "compression level: expected %d to %d and not 0, got %d"
                  .formatted(ZSTD_MIN_LEVEL, ZSTD_MAX_LEVEL, level)
              : "compression level: %s has no levels, got %d"
                  .formatted(codec.name().toLowerCase(Locale.ROOT), level));
    }
  }

  /// Parses `uncompressed` (or `none`), `snappy`, `zstd` or `zstd:LEVEL`, in any case.
  ///
  /// @param text the name, with a level after a colon where the codec has levels
  /// @return the policy
  /// @throws IllegalArgumentException if the name or the level is unknown; the message lists the
  ///   known ones
  public static CompressionPolicy parse(String text) {
    int colon = text.indexOf(':');
    String name = (colon < 0 ? text : text.substring(0, colon)).toLowerCase(Locale.ROOT);
    Codec codec =
        switch (name) {
          case "uncompressed", "none" -> Codec.UNCOMPRESSED;
          case "snappy" -> Codec.SNAPPY;
          case "zstd" -> Codec.ZSTD;
          default ->
              throw new IllegalArgumentException(
                  "compression codec: expected uncompressed, snappy, zstd or zstd:LEVEL, got "
                      + text);
        };
    if (colon < 0) {
      return new CompressionPolicy(codec, codec == Codec.ZSTD ? ZSTD.level : 0);
    }
    try {
      return new CompressionPolicy(codec, Integer.parseInt(text, colon + 1, text.length(), 10));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "compression level: expected a whole number after the colon, got " + text, e);
    }
  }
}

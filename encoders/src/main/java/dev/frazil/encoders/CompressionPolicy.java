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
    ZSTD(ZSTD_MIN_LEVEL, ZSTD_MAX_LEVEL, 1),
    /// Raw LZ4 blocks, without the frame of the deprecated LZ4 codec.
    LZ4_RAW,
    /// One gzip member a page.
    GZIP(0, 9, 6),
    /// One brotli stream a page. Needs brotli4j on the class path, an optional dependency.
    BROTLI(0, 11, 4);

    private final int minLevel;
    private final int maxLevel;
    private final int defaultLevel;

    Codec() {
      this(0, 0, 0);
    }

    Codec(int minLevel, int maxLevel, int defaultLevel) {
      this.minLevel = minLevel;
      this.maxLevel = maxLevel;
      this.defaultLevel = defaultLevel;
    }

    /// Whether the codec has levels.
    ///
    /// @return false where the only level is 0
    public boolean hasLevels() {
      return minLevel < maxLevel;
    }

    /// The name in options.
    ///
    /// @return the name that [CompressionPolicy#parse] takes, in lower case
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /// Zstandard's 0 stands for its own default, which is another level.
    private boolean hasLevel(int level) {
      return level >= minLevel && level <= maxLevel && (level != 0 || this != ZSTD);
    }
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
    if (!codec.hasLevel(level)) {
      throw new IllegalArgumentException(
          codec.hasLevels()
              ? "compression level: expected %d to %d%s, got %d"
                  .formatted(
                      codec.minLevel,
                      codec.maxLevel,
                      codec == Codec.ZSTD ? " and not 0" : "",
                      level)
              : "compression level: %s has no levels, got %d".formatted(codec.label(), level));
    }
  }

  /// Parses `uncompressed`, `snappy`, `lz4_raw`, or `zstd`, `gzip` or `brotli` with or without a
  /// level as in `zstd:3`, in any case. `none` is another name of `uncompressed`, `lz4` of
  /// `lz4_raw`.
  ///
  /// @param text the name, with a level after a colon where the codec has levels
  /// @return the policy; without a level at the codec's default: 1 of `zstd`, 6 of `gzip`, 4 of
  ///   `brotli`
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
          case "lz4_raw", "lz4" -> Codec.LZ4_RAW;
          case "gzip" -> Codec.GZIP;
          case "brotli" -> Codec.BROTLI;
          default ->
              throw new IllegalArgumentException(
                  "compression codec: expected uncompressed, snappy, zstd[:LEVEL], lz4_raw,"
                      + " gzip[:LEVEL] or brotli[:LEVEL], got "
                      + text);
        };
    if (colon < 0) {
      return new CompressionPolicy(codec, codec.defaultLevel);
    }
    try {
      return new CompressionPolicy(codec, Integer.parseInt(text, colon + 1, text.length(), 10));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "compression level: expected a whole number after the colon, got " + text, e);
    }
  }
}

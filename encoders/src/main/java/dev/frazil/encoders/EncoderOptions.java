package dev.frazil.encoders;

/// How a column chunk is encoded.
///
/// @param compression codec and level of all pages
/// @param dictionary whether a dictionary is tried; it is kept only where the chunk comes out
///   smaller
/// @param dictionaryMaxBytes largest dictionary page body in bytes, 1 or more
/// @param pageTargetBytes a page ends when its encoded, uncompressed values reach this many bytes,
///   1 or more
/// @param pageTargetRows a page ends when it has this many rows, 1 or more
public record EncoderOptions(
    CompressionPolicy compression,
    boolean dictionary,
    int dictionaryMaxBytes,
    int pageTargetBytes,
    int pageTargetRows) {

  /// Zstandard 1, dictionaries up to 2 MiB, pages of 1 MiB or 20,000 rows.
  public static final EncoderOptions DEFAULT =
      new EncoderOptions(CompressionPolicy.ZSTD, true, 2 << 20, 1 << 20, 20_000);

  /// Checks the limits.
  ///
  /// @throws IllegalArgumentException if a limit is not positive
  public EncoderOptions {
    requirePositive("dictionaryMaxBytes", dictionaryMaxBytes);
    requirePositive("pageTargetBytes", pageTargetBytes);
    requirePositive("pageTargetRows", pageTargetRows);
  }

  private static void requirePositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + ": expected 1 or more, got " + value);
    }
  }
}

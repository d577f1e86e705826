package dev.frazil.encoders;

/// How the split-block bloom filter of a column chunk is made (BloomFilter.md).
///
/// @param falsePositiveRate the share of absent values that the filter may call present, above 0
///   and below 1
/// @param maxBytes the largest bitset in bytes, 32 or more; where it is too small for the values,
///   the filter answers "present" more often than the rate says
public record BloomFilterOptions(double falsePositiveRate, int maxBytes) {
  /// One in a hundred, up to 1 MiB.
  public static final BloomFilterOptions DEFAULT = new BloomFilterOptions(0.01, 1 << 20);

  /// Checks the limits.
  ///
  /// @throws IllegalArgumentException if one is out of range
  public BloomFilterOptions {
    if (!(falsePositiveRate > 0 && falsePositiveRate < 1)) {
      throw new IllegalArgumentException(
          "bloom filter: expected a false-positive rate above 0 and below 1, got "
              + falsePositiveRate);
    }
    if (maxBytes < 32) {
      throw new IllegalArgumentException(
          "bloom filter: expected at least 32 bytes, got " + maxBytes);
    }
  }
}

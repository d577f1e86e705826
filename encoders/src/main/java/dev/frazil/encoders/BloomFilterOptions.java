package dev.frazil.encoders;

/// How the split-block bloom filter of a column chunk is made (BloomFilter.md).
///
/// @param falsePositiveRate the share of absent values that the filter may call present, above 0
///   and below 1
/// @param maxBytes the largest bitset in bytes, 32 or more; where it is too small for the values,
///   the filter answers "present" more often than the rate says
/// @param distinctValues different values of a chunk that the filter is sized for, or 0 for as many
///   as there are
public record BloomFilterOptions(double falsePositiveRate, int maxBytes, long distinctValues) {
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
    if (distinctValues < 0) {
      throw new IllegalArgumentException(
          "bloom filter: expected 0 or more distinct values, got " + distinctValues);
    }
  }

  /// Options of a filter that is sized for the values that there are.
  ///
  /// @param falsePositiveRate the share of absent values that it may call present
  /// @param maxBytes the largest bitset in bytes, 32 or more
  public BloomFilterOptions(double falsePositiveRate, int maxBytes) {
    this(falsePositiveRate, maxBytes, 0);
  }
}

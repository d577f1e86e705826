package dev.frazil.encoders;

import java.util.Arrays;

/// How large a column is apart from its encoding (parquet.thrift, `SizeStatistics`). Immutable.
public final class SizeStatistics {
  private final long unencodedByteArrayBytes;
  private final long[] definitionLevels;
  private final long[] repetitionLevels;

  /// Takes ownership of both arrays.
  ///
  /// @param unencodedByteArrayBytes bytes of all BYTE_ARRAY values without their lengths; 0 for
  ///   other types
  /// @param definitionLevels slots at each definition level, from 0 to the largest
  /// @param repetitionLevels slots at each repetition level, from 0 to the largest
  public SizeStatistics(
      long unencodedByteArrayBytes, long[] definitionLevels, long[] repetitionLevels) {
    this.unencodedByteArrayBytes = unencodedByteArrayBytes;
    this.definitionLevels = definitionLevels;
    this.repetitionLevels = repetitionLevels;
  }

  /// Bytes of all BYTE_ARRAY values, without their lengths and before any dictionary.
  ///
  /// @return a size in bytes; 0 for other types
  public long unencodedByteArrayBytes() {
    return unencodedByteArrayBytes;
  }

  /// Slots at each definition level.
  ///
  /// @return a copy, from level 0 to the largest of the column
  public long[] definitionLevels() {
    return definitionLevels.clone();
  }

  /// Slots at each repetition level; those at 0 are the rows.
  ///
  /// @return a copy, from level 0 to the largest of the column
  public long[] repetitionLevels() {
    return repetitionLevels.clone();
  }

  /// The sizes of both parts together.
  ///
  /// @param other another part of the same column
  /// @return the sums
  public SizeStatistics merge(SizeStatistics other) {
    return new SizeStatistics(
        unencodedByteArrayBytes + other.unencodedByteArrayBytes,
        sum(definitionLevels, other.definitionLevels),
        sum(repetitionLevels, other.repetitionLevels));
  }

  private static long[] sum(long[] a, long[] b) {
    long[] sums = a.clone();
    for (int i = 0; i < sums.length; i++) {
      sums[i] += b[i];
    }
    return sums;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SizeStatistics sizes
        && unencodedByteArrayBytes == sizes.unencodedByteArrayBytes
        && Arrays.equals(definitionLevels, sizes.definitionLevels)
        && Arrays.equals(repetitionLevels, sizes.repetitionLevels);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Long.hashCode(unencodedByteArrayBytes) + Arrays.hashCode(definitionLevels))
        + Arrays.hashCode(repetitionLevels);
  }

  @Override
  public String toString() {
    return "%d bytes, definition levels %s, repetition levels %s"
        .formatted(
            unencodedByteArrayBytes,
            Arrays.toString(definitionLevels),
            Arrays.toString(repetitionLevels));
  }
}

package dev.frazil.jmh;

import java.util.OptionalLong;

/// One point of a curve, as measured.
///
/// @param rows rows of all files together
/// @param columns columns of each file
/// @param files files of a write
/// @param pieces rows of one batch that go to one file, of a write
/// @param micros time of one write that the writing thread and the garbage collector were at work,
///   which other work on the machine disturbs least; the median of the samples
/// @param noisePercent how far the samples are apart: from the lower quartile to the upper one, in
///   per cent of the median
/// @param wallMicros the same by the clock on the wall
/// @param fileBytes bytes of all files
/// @param memory what a write by a new writer takes
record ScalePoint(
    long rows,
    int columns,
    int files,
    int pieces,
    double micros,
    double noisePercent,
    double wallMicros,
    long fileBytes,
    Memory memory) {

  /// Memory of one write by a writer that is new.
  ///
  /// @param nativeBytes the most native memory of slabs
  /// @param nativeBound what it must not exceed by the options and the input
  /// @param residentBytes the most that the process had resident: with the heap, the Arrow vectors
  ///   and the other writers of the curve
  /// @param residentGrowth by how much that is more than before the writer was made
  record Memory(
      long nativeBytes, long nativeBound, OptionalLong residentBytes, OptionalLong residentGrowth) {

    /// Whether native memory stays within its bound.
    boolean bounded() {
      return nativeBytes <= nativeBound;
    }
  }
}

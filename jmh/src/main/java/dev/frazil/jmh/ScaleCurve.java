package dev.frazil.jmh;

import java.util.List;
import java.util.stream.Stream;

/// Points to be measured whose times are to be fitted by the same terms.
///
/// @param name what the points differ in
/// @param input what is written
/// @param terms what the time is thought to grow with first of all
/// @param furtherTerms what it grows with as well, for a reason that is known
/// @param fewestFiles files of a point from which on it is fitted; those of fewer are shown beside
///   the fit
/// @param cases the points, in the order in which they are measured
record ScaleCurve(
    String name,
    String input,
    List<ScaleTerm> terms,
    List<ScaleTerm> furtherTerms,
    int fewestFiles,
    List<Case> cases) {
  /// One point.
  ///
  /// @param rows rows of all files together
  /// @param columns columns of each file
  /// @param nativeBound the most native memory that the write may take, in bytes
  /// @param opening makes the work
  record Case(long rows, int columns, long nativeBound, ScaleWork.Opening opening) {}

  /// All terms.
  List<ScaleTerm> allTerms() {
    return Stream.concat(terms.stream(), furtherTerms.stream()).toList();
  }

  /// Whether a point is fitted.
  boolean fits(ScalePoint point) {
    return point.files() >= fewestFiles;
  }
}

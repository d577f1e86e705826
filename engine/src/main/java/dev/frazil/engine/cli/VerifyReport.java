package dev.frazil.engine.cli;

import dev.frazil.engine.verify.Lie;
import dev.frazil.engine.verify.Verification;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What `verify` prints for machines about one file.
///
/// @param path the file
/// @param lies statements that are not true, in the order of the file
/// @param rowGroups row groups
/// @param columnChunks column chunks
/// @param pages data pages of which the values were decoded
/// @param values slots of those pages, nulls included
/// @param checksums pages of which the checksum was computed
/// @param columnIndexes column indexes
/// @param offsetIndexes offset indexes
/// @param bloomFilters bloom filters in which every value was looked up
/// @param unverified what could not be compared: each reason with the paths of its columns
record VerifyReport(
    String path,
    List<Statement> lies,
    long rowGroups,
    long columnChunks,
    long pages,
    long values,
    long checksums,
    long columnIndexes,
    long offsetIndexes,
    long bloomFilters,
    Map<String, List<String>> unverified) {

  /// A statement that is not true.
  ///
  /// @param column dotted path of the leaf
  /// @param rowGroup the row group from 0
  /// @param page the data page in its chunk from 0
  /// @param what name of the statement in the specification
  /// @param expected what it would be if it were true
  /// @param got what it is
  record Statement(
      @Nullable String column,
      @Nullable Integer rowGroup,
      @Nullable Integer page,
      String what,
      String expected,
      String got) {}

  /// The report of a file.
  ///
  /// @param path the file
  /// @param verification what was compared
  /// @param lies what was not true
  /// @return the report
  static VerifyReport of(String path, Verification verification, List<Lie> lies) {
    return new VerifyReport(
        path,
        lies.stream()
            .map(lie ->
                new Statement(
                    lie.place().column(),
                    lie.place().rowGroup(),
                    lie.place().page(),
                    lie.what(),
                    lie.expected(),
                    lie.got()))
            .toList(),
        verification.rowGroups(),
        verification.columnChunks(),
        verification.pages(),
        verification.values(),
        verification.checksums(),
        verification.columnIndexes(),
        verification.offsetIndexes(),
        verification.bloomFilters(),
        verification.unverified());
  }
}

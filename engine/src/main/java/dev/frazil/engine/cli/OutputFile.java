package dev.frazil.engine.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// The one Parquet file that a command writes.
final class OutputFile {
  private OutputFile() {}

  /// Checks that a file may appear under a name.
  ///
  /// @param output the name
  /// @param inputs files that the command reads, none of which is replaced
  /// @param force whether another file of that name is replaced
  /// @throws CommandFailure if it may not
  static void requireFree(Path output, List<Path> inputs, boolean force) throws IOException {
    if (!Files.exists(output)) {
      return;
    }
    for (Path input : inputs) {
      if (Files.exists(input) && Files.isSameFile(input, output)) {
        throw new CommandFailure("output: " + output + ": expected another file than the input");
      }
    }
    if (!Files.isRegularFile(output)) {
      throw new CommandFailure("output: " + output + ": expected a regular file");
    }
    if (!force) {
      throw new CommandFailure(
          "output: " + output + ": expected no such file, found one; --force replaces it");
    }
  }

  /// What was written, in a line.
  static String summary(Path output, long rows, int rowGroups, long bytes) {
    return String.format(
        Locale.ROOT,
        "%s: %,d rows in %s, %,d bytes",
        Printable.line(output.toString()),
        rows,
        rowGroups == 1 ? "1 row group" : rowGroups + " row groups",
        bytes);
  }
}

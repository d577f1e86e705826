package dev.frazil.engine.cli;

import java.io.PrintStream;
import java.nio.channels.ReadableByteChannel;

/// What a command reads and prints on.
///
/// @param in standard input
/// @param out standard output: results only
/// @param err standard error: progress and failures
/// @param progress whether `err` is a terminal that may show progress
record CommandStreams(ReadableByteChannel in, PrintStream out, PrintStream err, boolean progress) {

  /// Checks that a report has left on standard output.
  ///
  /// @param done what the command did, which stays done without its report
  /// @throws CommandFailure if it has not
  void requirePrinted(String done) {
    if (out.checkError()) {
      throw new CommandFailure("standard output: cannot be written, but " + done);
    }
  }
}

package dev.frazil.engine.cli;

import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import java.io.IOException;
import picocli.CommandLine.Option;

/// The rows that a command of the store takes in.
final class StoreInput {
  @Option(
      names = {"-i", "--input"},
      required = true,
      paramLabel = "FILE",
      description =
          "Arrow IPC file or stream, Parquet file, or CSV with a header; - is standard input.")
  private String input = "";

  /// What is done with the rows.
  interface Use<T> {
    /// Uses the rows.
    ///
    /// @param rows the input; closed by the caller too, so that it may be closed here
    T apply(BatchInput rows) throws IOException;
  }

  /// Opens the input and uses it. What is wrong with its rows is said with its name.
  ///
  /// @param streams where `-` comes from and progress goes to
  /// @param use what is done with it
  <T> T use(CommandStreams streams, Use<T> use) throws IOException {
    try (Progress progress = new Progress(streams.err(), streams.progress());
        BatchInput rows = BatchInput.open(input, streams.in(), progress)) {
      try {
        return use.apply(rows);
      } catch (ArrowImportException | SchemaException | WriteException e) {
        throw rows.named(e);
      }
    }
  }
}

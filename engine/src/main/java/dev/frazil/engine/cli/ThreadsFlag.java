package dev.frazil.engine.cli;

import dev.frazil.engine.file.ColumnThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `--threads`: by how many threads a command encodes columns.
final class ThreadsFlag {
  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = FlagReader.Count.class,
      description =
          "Threads that encode the columns of a file, which is the same for any number of them"
              + " (default: 1).")
  private int threads = 1;

  /// The threads, which end with the close.
  ///
  /// @param executor those beside the command's own, or null for none
  /// @param columns what a writer takes
  record Started(@Nullable ExecutorService executor, ColumnThreads columns)
      implements AutoCloseable {
    @Override
    public void close() {
      if (executor != null) {
        executor.close();
      }
    }
  }

  /// Starts the threads.
  ///
  /// @return the threads, to be closed by the caller
  Started start() {
    if (threads == 1) {
      return new Started(null, ColumnThreads.CALLER);
    }
    ExecutorService executor = Executors.newFixedThreadPool(threads - 1);
    return new Started(executor, new ColumnThreads(executor, threads));
  }
}

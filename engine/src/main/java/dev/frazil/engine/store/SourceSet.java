package dev.frazil.engine.store;

import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Sources that are closed together, each of them whatever becomes of the others. Not thread-safe.
final class SourceSet implements AutoCloseable {
  private final List<RecordBatchSource> sources;
  private boolean made;

  /// @param sources the sources, which then belong to the set
  SourceSet(Collection<RecordBatchSource> sources) {
    this.sources = List.copyOf(sources);
  }

  /// Says that the rows are where they were to be: a source that cannot be closed is no failure of
  /// the call then (spec C2, write 7).
  ///
  /// @param <T> the type of the result
  /// @param result what came of the rows
  /// @return the result
  <T> T made(T result) {
    made = true;
    return result;
  }

  @Override
  public void close() throws IOException {
    Throwable failure = null;
    for (RecordBatchSource source : sources) {
      try {
        source.close();
      } catch (IOException | RuntimeException e) {
        failure = suppress(failure, e);
      }
    }
    if (made) {
      return;
    }
    switch (failure) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }

  private static Throwable suppress(@Nullable Throwable first, Throwable next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }
}

package dev.frazil.engine.store;

import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Sources that are closed together, each of them whatever becomes of the others.
///
/// @param sources the sources
record SourceSet(List<RecordBatchSource> sources) implements AutoCloseable {
  SourceSet(Collection<RecordBatchSource> sources) {
    this(List.copyOf(sources));
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

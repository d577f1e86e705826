package dev.frazil.engine.iceberg;

import org.jspecify.annotations.Nullable;

/// Takes every step of a clean-up, whichever of them fail, for want of memory as well: each step
/// frees some.
final class Cleanup {
  private @Nullable Throwable failure;

  /// Takes a step. Its failure waits for [#finish()].
  void attempt(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      if (failure == null) {
        failure = e;
      } else if (e instanceof RuntimeException) { // an error may be the first one thrown again
        failure.addSuppressed(e);
      }
    }
  }

  /// Throws the first failure, with the others suppressed.
  void finish() {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
  }
}

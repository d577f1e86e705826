package dev.frazil.engine.iceberg;

import org.jspecify.annotations.Nullable;

/// Takes every step of a clean-up, whichever of them fail.
final class Cleanup {
  private @Nullable RuntimeException failure;

  /// Takes a step. Its failure waits for [#finish()].
  void attempt(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      if (failure == null) {
        failure = e;
      } else {
        failure.addSuppressed(e);
      }
    }
  }

  /// Throws the first failure, with the others suppressed.
  void finish() {
    if (failure != null) {
      throw failure;
    }
  }
}

package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Clean-ups whose steps fail.
class CleanupTest {
  @Test
  void takesTheStepsBehindOneThatHasNoMemory() {
    List<String> taken = new ArrayList<>();
    OutOfMemoryError full = new OutOfMemoryError("Java heap space");
    IllegalStateException other = new IllegalStateException("closed");
    Cleanup cleanup = new Cleanup();
    for (int i = 0; i < 2; i++) {
      cleanup.attempt(() -> {
        throw full;
      });
    }
    cleanup.attempt(() -> {
      throw other;
    });
    cleanup.attempt(() -> taken.add("last"));
    assertEquals(List.of("last"), taken);
    assertSame(full, assertThrows(OutOfMemoryError.class, cleanup::finish));
    assertArrayEquals(new Throwable[] {other}, full.getSuppressed());
  }
}

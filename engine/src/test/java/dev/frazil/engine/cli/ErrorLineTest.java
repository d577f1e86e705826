package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.file.FileFailure;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The line on standard error that a failure becomes.
class ErrorLineTest {
  @Test
  void aSignalBlamesNoFile() {
    ClosedByInterruptException closed = new ClosedByInterruptException();
    assertEquals("interrupted", ErrorLine.of(closed));
    assertEquals("interrupted", ErrorLine.of(new RuntimeException(closed)));
    assertEquals("interrupted", ErrorLine.of(new IOException("in.arrow: not whole", closed)));
  }

  @Test
  void whatSaysThatItWasInterruptedSaysWhere() {
    IOException stopped =
        FileFailure.of("compact", Path.of("data"), new ClosedByInterruptException());
    assertEquals("compact: data: interrupted", ErrorLine.of(stopped));
    assertEquals("other", ErrorLine.of(new IOException("other", new IOException("cause"))));
  }
}

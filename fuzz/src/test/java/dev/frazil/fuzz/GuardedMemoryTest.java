package dev.frazil.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Reading what must not be read ends the process: shown in processes of their own.
@DisabledOnOs(OS.WINDOWS)
class GuardedMemoryTest {
  private static final String CRASH = "crash.log";

  @TempDir private Path folder;

  @Test
  void everyByteOfABufferCanBeRead() throws Exception {
    assertEquals(FaultyReader.SURVIVED, exitOf("inside"));
    assertFalse(crashed());
  }

  @Test
  void theByteBehindABufferCannotBeRead() throws Exception {
    assertNotEquals(FaultyReader.SURVIVED, exitOf("behind"));
    assertTrue(crashed());
  }

  @Test
  void aReleasedBufferCannotBeRead() throws Exception {
    assertNotEquals(FaultyReader.SURVIVED, exitOf("released"));
    assertTrue(crashed());
  }

  /// Whether the virtual machine left its report of a fatal error.
  private boolean crashed() {
    return Files.exists(folder.resolve(CRASH));
  }

  private int exitOf(String read) throws IOException, InterruptedException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + folder.resolve(CRASH),
                "-cp",
                System.getProperty("java.class.path"),
                FaultyReader.class.getName(),
                read))
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("output.txt").toFile())
        .start()
        .waitFor();
  }
}

package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `/proc` tells of processes, and what it keeps to itself.
class LinuxProcessTableTest {
  private static final long INIT = 1;
  private static final long OTHER = 4_000_001;

  @TempDir private Path proc;

  @BeforeEach
  void fill() throws IOException {
    Files.createDirectories(proc.resolve("self/ns"));
    Files.createSymbolicLink(proc.resolve("self/ns/pid"), Path.of("pid:[7]"));
    Path random = Files.createDirectories(proc.resolve("sys/kernel/random"));
    Files.writeString(random.resolve("boot_id"), "boot\n");
    start(ProcessHandle.current().pid(), 500);
  }

  private void start(long pid, long time) throws IOException {
    Path directory = Files.createDirectories(proc.resolve(Long.toString(pid)));
    Files.writeString(
        directory.resolve("stat"), pid + " (a) b) S" + " 0".repeat(18) + " " + time + " 0\n");
  }

  private static ProcessIdentity process(long pid, long time) {
    return new ProcessIdentity("boot pid:[7]", pid, time);
  }

  @Test
  void aProcessIsDeadWhenItsNumberIsFreeOrAnothers() throws IOException {
    start(INIT, 1);
    start(OTHER, 900);
    LinuxProcessTable table = new LinuxProcessTable(proc);
    assertEquals(process(ProcessHandle.current().pid(), 500), table.self());
    assertFalse(table.isDead(process(OTHER, 900)));
    assertTrue(table.isDead(process(OTHER, 800)));
    assertTrue(table.isDead(process(OTHER + 1, 900)));
    assertFalse(table.isDead(new ProcessIdentity("boot pid:[8]", OTHER + 1, 900)));
  }

  @Test
  void whereProcessesOfOthersAreHiddenNobodyIsTakenForDead() throws IOException {
    LinuxProcessTable table = new LinuxProcessTable(proc);
    assertFalse(table.isDead(process(OTHER, 900)));
    assertFalse(table.isDead(new ProcessIdentity("", OTHER, 900)));
  }
}

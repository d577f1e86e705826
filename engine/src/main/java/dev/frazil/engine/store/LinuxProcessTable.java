package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Scanner;

/// The process table as `/proc` shows it (proc(5)); on a machine without `/proc` it knows nothing.
final class LinuxProcessTable implements ProcessTable {
  private static final Path PROC = Path.of("/proc");
  private static final long NO_PROCESS = -1;

  /// Fields of `stat` between the command's closing parenthesis and `starttime`, the 22nd.
  private static final int FIELDS_BEFORE_START_TIME = 19;

  private final Path proc;
  private final ProcessIdentity self;

  LinuxProcessTable() {
    this(PROC);
  }

  /// The table of another place.
  ///
  /// @param proc what is as `/proc`
  LinuxProcessTable(Path proc) {
    this.proc = proc;
    long pid = ProcessHandle.current().pid();
    this.self = new ProcessIdentity(boot(), pid, ownStartTime(pid));
  }

  @Override
  public ProcessIdentity self() {
    return self;
  }

  @Override
  public boolean isDead(ProcessIdentity process) {
    if (self.boot().isEmpty() || self.startTime() < 0 || !self.boot().equals(process.boot())) {
      return false;
    }
    try {
      return startTime(process.pid()) != process.startTime();
    } catch (IOException e) {
      return false;
    }
  }

  private String boot() {
    try {
      if (!Files.exists(proc.resolve("1"))) {
        // Processes of other users are hidden here (`hidepid`), and would be taken for dead.
        return "";
      }
      // Containers of one machine share the boot, but not the numbers of their processes.
      Path processIds = Files.readSymbolicLink(proc.resolve("self/ns/pid"));
      return Files.readString(proc.resolve("sys/kernel/random/boot_id")).strip() + " " + processIds;
    } catch (IOException | UnsupportedOperationException e) {
      return "";
    }
  }

  private long ownStartTime(long pid) {
    try {
      return startTime(pid);
    } catch (IOException e) {
      return NO_PROCESS;
    }
  }

  /// When a process started, in ticks; [#NO_PROCESS] if there is none.
  private long startTime(long pid) throws IOException {
    String stat;
    try {
      byte[] bytes = Files.readAllBytes(proc.resolve(Long.toString(pid)).resolve("stat"));
      stat = new String(bytes, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      return NO_PROCESS;
    }
    try (Scanner fields = new Scanner(stat.substring(stat.lastIndexOf(')') + 1))) {
      for (int i = 0; i < FIELDS_BEFORE_START_TIME && fields.hasNext(); i++) {
        fields.next();
      }
      return fields.hasNextLong() ? fields.nextLong() : NO_PROCESS;
    }
  }
}

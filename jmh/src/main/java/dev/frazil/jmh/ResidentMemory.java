package dev.frazil.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/// How much memory the process has resident, heap and native memory together, as Linux tells it.
final class ResidentMemory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Path CLEAR = Path.of("/proc/self/clear_refs");

  /// Sets the peak back to what is resident at the moment (proc_pid_clear_refs(5)).
  private static final String RESET_PEAK = "5";

  private ResidentMemory() {}

  /// The most bytes since the process began or [#resetPeak] was called; empty where the system does
  /// not tell.
  static OptionalLong peak() throws IOException {
    if (!Files.isReadable(STATUS)) {
      return OptionalLong.empty();
    }
    for (String line : Files.readAllLines(STATUS)) {
      if (line.startsWith("VmHWM:")) {
        return OptionalLong.of(Long.parseLong(line.replaceAll("\\D", "")) << 10);
      }
    }
    return OptionalLong.empty();
  }

  /// Begins a new peak.
  ///
  /// @return whether the system can do that
  static boolean resetPeak() {
    try {
      Files.writeString(CLEAR, RESET_PEAK);
      return true;
    } catch (IOException _) {
      return false;
    }
  }
}

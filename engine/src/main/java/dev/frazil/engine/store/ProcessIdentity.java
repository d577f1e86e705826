package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/// One run of a process on one boot of one machine.
///
/// @param boot the kernel's `boot_id` and the process's name space of process ids; empty where the
///   machine tells neither
/// @param pid the process's id
/// @param startTime when it started, in the kernel's ticks since boot; -1 where not known
record ProcessIdentity(String boot, long pid, long startTime) {
  /// Adds the members to a document.
  void write(ObjectNode document) {
    document.put("boot_id", boot);
    document.put("pid", pid);
    document.put("start_time", startTime);
  }

  /// The process that a document names.
  ///
  /// @param document a document, perhaps of another program's
  /// @return the process; null if it names none that could be known again
  static @Nullable ProcessIdentity read(ObjectNode document) {
    String boot = StoreJson.text(document, "boot_id");
    Long pid = StoreJson.number(document, "pid");
    Long start = StoreJson.number(document, "start_time");
    return boot == null || boot.isEmpty() || pid == null || start == null || start < 0
        ? null
        : new ProcessIdentity(boot, pid, start);
  }
}

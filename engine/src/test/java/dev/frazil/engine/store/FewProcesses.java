package dev.frazil.engine.store;

import java.util.Set;

/// The processes of a machine on which some have died.
///
/// @param self this one
/// @param dead the ids of those that are known to be dead
record FewProcesses(ProcessIdentity self, Set<Long> dead) implements ProcessTable {
  /// A process that knows of some others that they are dead.
  static FewProcesses of(long pid, Long... dead) {
    return new FewProcesses(new ProcessIdentity("boot", pid, pid), Set.of(dead));
  }

  @Override
  public boolean isDead(ProcessIdentity process) {
    return dead.contains(process.pid());
  }
}

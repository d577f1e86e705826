package dev.frazil.engine.store;

/// Which processes of this machine are alive, as far as it can be known. Where nothing is known,
/// only the age of what a process left behind tells (spec C2, "platform fallbacks"). Thread-safe.
interface ProcessTable {
  /// This process.
  ///
  /// @return its identity
  ProcessIdentity self();

  /// Whether a process is known to have ended.
  ///
  /// @param process any process
  /// @return false also when nothing is known of it
  boolean isDead(ProcessIdentity process);
}

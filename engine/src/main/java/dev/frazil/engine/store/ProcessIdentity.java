package dev.frazil.engine.store;

/// One run of a process on one boot of one machine.
///
/// @param boot the kernel's `boot_id` and the process's name space of process ids; empty where the
///   machine tells neither
/// @param pid the process's id
/// @param startTime when it started, in the kernel's ticks since boot; -1 where not known
record ProcessIdentity(String boot, long pid, long startTime) {}

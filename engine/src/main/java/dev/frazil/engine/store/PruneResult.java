package dev.frazil.engine.store;

import java.util.List;

/// What pruning a profile came to. Immutable.
///
/// @param pruned the versions that went, ascending; those that would have gone, in a dry run
/// @param held versions that every rule let go, but that somebody reads or appends to, or whose
///   leases cannot be judged on this file system: they stay, ascending
public record PruneResult(List<Long> pruned, List<Long> held) {
  /// Copies the lists.
  public PruneResult {
    pruned = List.copyOf(pruned);
    held = List.copyOf(held);
  }
}

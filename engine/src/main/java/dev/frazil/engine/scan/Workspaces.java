package dev.frazil.engine.scan;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// The workspaces of an open scan, used again once they are given back. Closing frees those that
/// are idle at once, and each of the others when it is given back. Thread-safe.
final class Workspaces implements AutoCloseable {
  private final ScanPlan plan;
  private final Deque<Workspace> idle = new ArrayDeque<>();
  private boolean closed;

  Workspaces(ScanPlan plan) {
    this.plan = plan;
  }

  /// A workspace that nobody else uses, to be given back.
  Workspace take() {
    Workspace used = poll();
    return used == null ? new Workspace(plan) : used;
  }

  private synchronized @Nullable Workspace poll() {
    return idle.pollLast();
  }

  void give(Workspace workspace) {
    synchronized (this) {
      if (!closed) {
        idle.addLast(workspace);
        return;
      }
    }
    workspace.close();
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    for (Workspace next = poll(); next != null; next = poll()) {
      next.close();
    }
  }
}

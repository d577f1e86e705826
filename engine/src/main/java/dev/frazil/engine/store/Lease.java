package dev.frazil.engine.store;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// The promise that a version keeps its path until the lease is closed. Thread-safe.
final class Lease implements AutoCloseable, Runnable {
  private final @Nullable LeaseTable table;
  private final @Nullable Object file;
  private final AtomicBoolean closed = new AtomicBoolean();

  /// A lease that a table gave out.
  Lease(LeaseTable table, Object file) {
    this.table = table;
    this.file = file;
  }

  private Lease() {
    this.table = null;
    this.file = null;
  }

  /// A lease that protects nothing, where there are no locks.
  static Lease unprotected() {
    return new Lease();
  }

  /// Whether anything keeps the version from being pruned.
  boolean isProtected() {
    return table != null;
  }

  /// Gives the lease back; a second call does nothing.
  @Override
  public void close() {
    if (table != null && file != null && closed.compareAndSet(false, true)) {
      table.release(file);
    }
  }

  /// Closes, for a cleaner.
  @Override
  public void run() {
    close();
  }
}

package dev.frazil.engine.cli;

import java.io.PrintStream;
import java.util.Locale;

/// Rows so far, on one line of a terminal that is rewritten in place and erased at the end. Without
/// a terminal it prints nothing. Not thread-safe.
final class Progress implements AutoCloseable {
  private static final long INTERVAL_NANOS = 100_000_000;
  private static final String ERASE_LINE = "\r\u001b[K";

  private final PrintStream terminal;
  private final boolean enabled;
  private long rows;
  private long shownAt = System.nanoTime() - INTERVAL_NANOS;
  private boolean shown;

  /// Starts at no rows.
  ///
  /// @param terminal where the line goes
  /// @param enabled whether that is a terminal
  Progress(PrintStream terminal, boolean enabled) {
    this.terminal = terminal;
    this.enabled = enabled;
  }

  /// Counts rows, and shows the count unless it was shown a moment ago.
  ///
  /// @param count rows that were read since the last call
  void advance(long count) {
    rows += count;
    long now = System.nanoTime();
    if (enabled && now - shownAt >= INTERVAL_NANOS) {
      terminal.print(ERASE_LINE + String.format(Locale.ROOT, "%,d rows", rows));
      terminal.flush();
      shownAt = now;
      shown = true;
    }
  }

  /// Erases the line.
  @Override
  public void close() {
    if (shown) {
      terminal.print(ERASE_LINE);
      terminal.flush();
      shown = false;
    }
  }
}

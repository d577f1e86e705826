package dev.frazil.engine.cli;

import java.io.PrintStream;
import java.util.Locale;

/// Rows or values so far, on one line of a terminal that is rewritten in place and erased at the
/// end. Without a terminal it prints nothing. Not thread-safe.
final class Progress implements AutoCloseable {
  private static final long INTERVAL_NANOS = 100_000_000;
  private static final String ERASE_LINE = "\r\u001b[K";

  private final PrintStream terminal;
  private final boolean enabled;
  private final String unit;
  private long count;
  private long shownAt = System.nanoTime() - INTERVAL_NANOS;
  private boolean shown;

  /// Starts at no rows.
  ///
  /// @param terminal where the line goes
  /// @param enabled whether that is a terminal
  Progress(PrintStream terminal, boolean enabled) {
    this(terminal, enabled, "rows");
  }

  /// Starts at nothing.
  ///
  /// @param terminal where the line goes
  /// @param enabled whether that is a terminal
  /// @param unit what is counted, in the plural
  Progress(PrintStream terminal, boolean enabled, String unit) {
    this.unit = unit;
    this.terminal = terminal;
    this.enabled = enabled;
  }

  /// Counts, and shows the count unless it was shown a moment ago.
  ///
  /// @param more what was read since the last call
  void advance(long more) {
    count += more;
    long now = System.nanoTime();
    if (enabled && now - shownAt >= INTERVAL_NANOS) {
      terminal.print(ERASE_LINE + String.format(Locale.ROOT, "%,d %s", count, unit));
      terminal.flush();
      shownAt = now;
      shown = true;
    }
  }

  /// Erases the line until there is more to show.
  void erase() {
    if (shown) {
      terminal.print(ERASE_LINE);
      terminal.flush();
      shown = false;
    }
  }

  /// Erases the line.
  @Override
  public void close() {
    erase();
  }
}

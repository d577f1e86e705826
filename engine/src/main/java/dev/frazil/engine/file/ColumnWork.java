package dev.frazil.engine.file;

import dev.frazil.encoders.EncoderWorkspace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Work that is done for every column of a row group, by one thread in their order or by several at
/// once. Owns the encoders' workspaces: one for all columns, or one a thread.
final class ColumnWork implements AutoCloseable {
  /// Bytes of work below which other threads are not worth their waking.
  private static final long WORTH_SHARING = 256 * 1024;

  /// Bits of a column's number behind its time in a key of the order.
  private static final int NUMBER_BITS = 20;

  private static final long LONGEST = Long.MAX_VALUE >>> NUMBER_BITS;

  private final ColumnThreads threads;
  private final int columns;

  /// One a thread; that of the calling thread comes first.
  private final List<EncoderWorkspace> workspaces = new ArrayList<>();

  /// One a column where there are several threads.
  private final List<EncoderWorkspace> lent = new ArrayList<>();

  /// How long each column took the last time, in nanoseconds: the longest ones come first, so that
  /// no thread is left with one of them at the end.
  private final long[] nanos;

  /// Calls for other threads that none of them has answered yet, of whatever round: an executor
  /// that is busy for long must not collect them.
  private final AtomicInteger unanswered = new AtomicInteger();

  private volatile @Nullable Round current;

  ColumnWork(ColumnThreads threads, int columns) {
    this.threads = threads;
    this.columns = columns;
    this.nanos = new long[columns];
    int workers = Math.clamp(columns, 1, threads.threads());
    for (int i = 0; i < workers; i++) {
      workspaces.add(new EncoderWorkspace());
    }
    for (int i = 0; i < columns && workers > 1; i++) {
      lent.add(EncoderWorkspace.lent());
    }
  }

  /// Makes the encoder of a column, with the codec contexts of the calling thread.
  ///
  /// @param encoder gets the workspace that the encoder is to have
  void make(int column, Consumer<EncoderWorkspace> encoder) {
    EncoderWorkspace first = workspaces.getFirst();
    if (!shared()) {
      encoder.accept(first);
      return;
    }
    EncoderWorkspace own = lent.get(column);
    own.exchange(first);
    try {
      encoder.accept(own);
    } finally {
      own.exchange(first);
    }
  }

  /// Whether there are several threads, and so no order of columns.
  boolean shared() {
    return !lent.isEmpty();
  }

  /// Works on all columns. If some of them fail, the error is that of the first one; where there
  /// are several threads the others have been worked on nevertheless.
  ///
  /// @param bytes about how much work there is
  /// @param task works on the column of a number
  void run(long bytes, IntConsumer task) {
    if (!shared()) {
      for (int i = 0; i < columns; i++) {
        task.accept(i);
      }
      return;
    }
    Round round = new Round(task);
    current = round;
    try {
      call(bytes < WORTH_SHARING ? 0 : workspaces.size() - 1);
      round.work(0);
    } finally {
      current = null;
      round.end();
    }
    round.requireNoFailure();
  }

  /// Asks for other threads, but for those that have been asked for already.
  private void call(int others) {
    try {
      for (int i = unanswered.get(); i < others; i++) {
        unanswered.incrementAndGet();
        boolean accepted = false;
        try {
          threads.executor().execute(this::answer);
          accepted = true;
        } finally {
          if (!accepted) {
            unanswered.decrementAndGet();
          }
        }
      }
    } catch (RejectedExecutionException _) {
      // The calling thread does what nobody else does.
    }
  }

  /// What a thread of the executor does.
  private void answer() {
    unanswered.decrementAndGet();
    Round round = current;
    if (round != null) {
      round.join(workspaces.size() - 1);
    }
  }

  /// One call of [#run].
  private final class Round {
    private final IntConsumer task;
    private final long[] order = new long[columns];
    private final AtomicInteger next = new AtomicInteger(columns);
    private final @Nullable Throwable[] failures = new Throwable[columns];
    private int begun;
    private int working;
    private boolean over;

    Round(IntConsumer task) {
      this.task = task;
      for (int i = 0; i < columns; i++) {
        order[i] = Math.min(nanos[i], LONGEST) << NUMBER_BITS | (columns - 1 - i);
      }
      Arrays.sort(order);
    }

    /// Lets another thread work, unless it comes too late or so many others do.
    void join(int others) {
      int worker;
      synchronized (this) {
        if (over || begun == others) {
          return;
        }
        working++;
        worker = ++begun;
      }
      try {
        work(worker);
      } finally {
        synchronized (this) {
          working--;
          notifyAll();
        }
      }
    }

    /// Works on columns that nobody has taken, as long as there are any.
    void work(int worker) {
      EncoderWorkspace workspace = workspaces.get(worker);
      for (int at = next.decrementAndGet(); at >= 0; at = next.decrementAndGet()) {
        int column = columns - 1 - (int) (order[at] & ((1 << NUMBER_BITS) - 1));
        long start = System.nanoTime();
        lent.get(column).exchange(workspace);
        try {
          task.accept(column);
        } catch (Throwable t) {
          failures[column] = t;
        } finally {
          lent.get(column).exchange(workspace);
        }
        nanos[column] = System.nanoTime() - start;
      }
    }

    /// Waits for the threads that have begun; others come too late from here on.
    synchronized void end() {
      over = true;
      boolean interrupted = false;
      while (working > 0) {
        try {
          wait();
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    void requireNoFailure() {
      for (Throwable failure : failures) {
        if (failure instanceof Error e) {
          throw e;
        }
        if (failure instanceof RuntimeException e) {
          throw e;
        }
      }
    }
  }

  @Override
  public void close() {
    lent.forEach(EncoderWorkspace::close);
    workspaces.forEach(EncoderWorkspace::close);
  }
}

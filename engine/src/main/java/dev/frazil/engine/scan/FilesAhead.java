package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The rows of files one after the other, with several files read ahead by threads of their own.
///
/// There is a lane for each file from the one whose batches are handed out now, as many as there
/// are threads, and each holds [#LANE_BATCHES] batches at most: that bounds the memory. A failure
/// is thrown when all batches before it have been handed out, and thereafter again. The threads
/// start with the first batch and end when the last file is read, or with [#close()], which waits
/// for them.
final class FilesAhead implements RecordBatchSource {
  private static final int LANE_BATCHES = 2;

  /// What a thread has read of a file and nobody has taken. Guarded by the lock.
  private static final class Lane {
    private final Queue<RecordBatch> batches = new ArrayDeque<>();
    private boolean ended;
    private @Nullable Throwable failure;
  }

  private final ArrowSchema schema;
  private final List<ScanFile> files;
  private final FileOpening opening;
  private final List<Thread> threads = new ArrayList<>();
  private final List<Lane> lanes = new ArrayList<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /// The file whose batches are handed out, and the next one that no thread has begun. Guarded by
  /// the lock.
  private int current;

  private int unread;
  private boolean closed;

  /// Files read ahead; none is opened yet.
  ///
  /// @param opening opens each file, on any of the threads
  /// @param count how many threads, 1 or more
  FilesAhead(ArrowSchema schema, List<ScanFile> files, FileOpening opening, int count) {
    this.schema = schema;
    this.files = files;
    this.opening = opening;
    files.forEach(_ -> lanes.add(new Lane()));
    for (int i = 0; i < Math.min(count, files.size()); i++) {
      threads.add(Thread.ofPlatform().daemon().name("frazil-scan-" + i).unstarted(this::read));
    }
  }

  @Override
  public ArrowSchema schema() {
    return schema;
  }

  @Override
  public @Nullable RecordBatch next() throws IOException {
    lock.lock();
    try {
      for (Thread thread : threads) {
        if (!closed && thread.getState() == Thread.State.NEW) {
          thread.start();
        }
      }
      while (!closed && current < files.size()) {
        Lane lane = lanes.get(current);
        RecordBatch batch = lane.batches.poll();
        if (batch != null) {
          changed.signalAll();
          return batch;
        }
        if (lane.failure != null) {
          throw failure(lane.failure);
        }
        if (lane.ended) {
          current++;
          changed.signalAll();
        } else {
          changed.await();
        }
      }
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      IOException interrupted =
          new InterruptedIOException("scan: " + files.get(current).path() + ": interrupted");
      interrupted.initCause(e);
      throw interrupted;
    } finally {
      lock.unlock();
    }
  }

  /// What a thread of the scan threw, for the thread that takes the batches.
  private static IOException failure(Throwable failure) {
    return switch (failure) {
      case IOException e -> e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> new IOException("scan: " + failure.getMessage(), failure);
    };
  }

  private void read() {
    for (int i = begin(); i >= 0; i = begin()) {
      Lane lane = lanes.get(i);
      Throwable failure = null;
      try (RecordBatchSource rows = opening.open(files.get(i))) {
        if (rows != null) {
          fill(lane, rows);
        }
      } catch (Throwable e) {
        failure = e;
      }
      end(lane, failure);
    }
  }

  /// The next file to be read, as soon as it is near enough to the one that is handed out; -1 when
  /// there is none.
  private int begin() {
    lock.lock();
    try {
      while (!closed && unread < files.size() && unread >= current + threads.size()) {
        changed.awaitUninterruptibly();
      }
      return closed || unread == files.size() ? -1 : unread++;
    } finally {
      lock.unlock();
    }
  }

  private void fill(Lane lane, RecordBatchSource rows) throws IOException {
    for (RecordBatch batch = rows.next(); batch != null; batch = rows.next()) {
      if (!put(lane, batch)) {
        batch.close();
        return;
      }
    }
  }

  private boolean put(Lane lane, RecordBatch batch) {
    lock.lock();
    try {
      while (!closed && lane.batches.size() == LANE_BATCHES) {
        changed.awaitUninterruptibly();
      }
      if (!closed) {
        lane.batches.add(batch);
        changed.signalAll();
      }
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  private void end(Lane lane, @Nullable Throwable failure) {
    lock.lock();
    try {
      lane.ended = true;
      lane.failure = failure;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
    }
    for (Lane lane : lanes) {
      lane.batches.forEach(RecordBatch::close);
      lane.batches.clear();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

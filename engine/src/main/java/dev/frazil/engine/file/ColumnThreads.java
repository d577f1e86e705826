package dev.frazil.engine.file;

import java.util.concurrent.Executor;

/// The threads that encode the columns of a file: the one that calls the writer, and those of an
/// executor of the caller's beside it. The bytes of a file are the same for any number of them.
///
/// All work is done when a call of the writer returns, on every path. The calling thread works as
/// well and waits only for what another thread has begun, so that an executor which is busy, or
/// rejects work, makes calls slower and never stops them; one executor may serve any number of
/// writers. Interrupting the caller does not end a call while others work for it. Platform threads,
/// as many as cores, are best: native calls pin the carriers of virtual ones.
///
/// Each thread takes scratch memory of its own, of about three pages, and codec contexts. Batches
/// of less than 256 KiB are encoded by the calling thread alone. Columns whose memory belongs to a
/// confined arena cannot be read by others: nothing that a
/// [dev.frazil.engine.arrow.RecordBatchSource] gives is.
///
/// @param executor runs work of the writer; never shut down by it
/// @param threads how many work at once, the calling one included, 1 or more
public record ColumnThreads(Executor executor, int threads) {

  /// The calling thread alone.
  public static final ColumnThreads CALLER = new ColumnThreads(Runnable::run, 1);

  /// Checks the number.
  ///
  /// @throws IllegalArgumentException if there are no threads
  public ColumnThreads {
    if (threads < 1) {
      throw new IllegalArgumentException("column threads: expected 1 or more, got " + threads);
    }
  }
}

package dev.frazil.engine.file;

import dev.frazil.encoders.memory.SlabCount;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.FlightRecorder;
import org.apache.parquet.format.RowGroup;
import org.jspecify.annotations.Nullable;

/// Writes record batches of one schema to one Parquet file after the other.
///
/// A file begins with the constructor or with [#reset], takes batches by [#append], and is
/// published by [#finish] alone. The first error of any kind ends it: the sink is aborted, nothing
/// is published, and the writer takes nothing more before a [#reset]. So does [#close] before
/// [#finish]: an exception inside try-with-resources never publishes part of a file. An interrupt
/// of the calling thread is such an error; the thread stays interrupted.
///
/// The writer owns the sink from the moment it is given it, and native memory until [#close]: the
/// finished pages of the open row group and one open page a column. It keeps that memory across row
/// groups and files. Not thread-safe, but any thread may use it, one at a time.
public final class ParquetFileWriter implements AutoCloseable {
  private enum State {
    OPEN,
    FINISHED,
    FAILED,
    CLOSED
  }

  private final FileLayout layout;
  private final RowGroupWriter rowGroup;
  private final SlabCount memory = new SlabCount();
  private final FileTail tail = memory.count(FileTail::new);
  private final RowGroupCopy copy = memory.count(RowGroupCopy::new);
  private final List<WrittenRowGroup> written = new ArrayList<>();
  private final PositionedSink sink;
  private State state = State.OPEN;
  private @Nullable Throwable failure;
  private @Nullable FileEvent event;

  /// Creates a writer and begins a file.
  ///
  /// @param sink where the file goes; the writer ends it, also when this constructor fails
  /// @param schema the schema of the file and of the batches
  /// @param options how the file is written
  /// @throws IOException if the sink cannot be written
  /// @throws dev.frazil.engine.SchemaException if the options ask for what a column cannot have, or
  ///   for a column that is not there; the message names its path
  public ParquetFileWriter(ByteSink sink, ParquetSchema schema, WriterOptions options)
      throws IOException {
    this(sink, schema, options, ColumnThreads.CALLER);
  }

  /// Creates a writer whose columns are encoded by several threads, and begins a file.
  ///
  /// @param sink where the file goes; the writer ends it, also when this constructor fails
  /// @param schema the schema of the file and of the batches
  /// @param options how the file is written
  /// @param threads encode the columns; the file is the same for any number of them
  /// @throws IOException if the sink cannot be written
  /// @throws dev.frazil.engine.SchemaException if the options ask for what a column cannot have, or
  ///   for a column that is not there; the message names its path
  public ParquetFileWriter(
      ByteSink sink, ParquetSchema schema, WriterOptions options, ColumnThreads threads)
      throws IOException {
    this(sink, layout(sink, schema, options), threads);
  }

  private static FileLayout layout(ByteSink sink, ParquetSchema schema, WriterOptions options) {
    try {
      return FileLayout.of(schema, options);
    } catch (Throwable t) {
      sink.abort();
      throw t;
    }
  }

  /// Creates one of many writers of the same layout, and begins a file.
  ///
  /// @param sink where the file goes; the writer ends it, also when this constructor fails
  /// @param layout what the writers share
  /// @param threads encode the columns; the file is the same for any number of them
  /// @throws IOException if the sink cannot be written
  public ParquetFileWriter(ByteSink sink, FileLayout layout, ColumnThreads threads)
      throws IOException {
    this.sink = new PositionedSink(sink);
    this.layout = layout;
    try {
      this.rowGroup = memory.count(() -> new RowGroupWriter(layout, threads));
    } catch (Throwable t) {
      sink.abort();
      throw t;
    }
    try {
      begin();
    } catch (Throwable t) {
      close();
      throw t;
    }
  }

  private void begin() throws IOException {
    try {
      event = FlightRecorder.isInitialized() ? FileEvent.begun() : null;
      tail.begin(sink);
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  /// Encodes the rows of a batch and closes it, on every path. When this returns nothing refers to
  /// the batch.
  ///
  /// @param batch columns of the schema's types, in its order, laid out in any way: as values,
  ///   dictionaries or runs, with offsets of either width or as views
  /// @throws IOException if the sink cannot be written, or the thread is interrupted
  /// @throws dev.frazil.engine.SchemaException if the columns are not those of the schema
  /// @throws WriteException if a value cannot be written, or the file has already failed
  /// @throws IllegalStateException if the file is finished or the writer closed
  public void append(RecordBatch batch) throws IOException {
    try (batch) {
      appendRows(batch, 0, batch.rowCount(), Long.MAX_VALUE);
    }
  }

  /// Encodes rows of a batch until the file has a length, by the estimate of [#length()]: so exact
  /// as that one is, and but for the rows that the estimate of the row group lets through at once.
  /// The file may be continued beyond the length by further calls, each of which takes at least one
  /// row.
  ///
  /// @param batch as for [#append(RecordBatch)], but it stays open and the caller's
  /// @param from the first row
  /// @param end the row behind the last one, above `from`
  /// @param targetBytes the length at which the file takes no further row, in bytes
  /// @return the row behind the last one that was taken: `end`, or less where the file has the
  ///   length
  /// @throws IOException if the sink cannot be written, or the thread is interrupted
  /// @throws dev.frazil.engine.SchemaException if the columns are not those of the schema
  /// @throws WriteException if a value cannot be written, or the file has already failed
  /// @throws IllegalStateException if the file is finished or the writer closed
  public int appendRows(RecordBatch batch, int from, int end, long targetBytes) throws IOException {
    try {
      requireOpen("append");
      open(batch);
      int row = from;
      while (row < end && (row == from || length() < targetBytes)) {
        int count = rowGroup.sliceRows(row, end, targetBytes - length());
        rowGroup.append(row, count);
        row += count;
        if (rowGroup.full()) {
          writeRowGroup();
        }
      }
      return row;
    } catch (Throwable t) {
      fail(t);
      throw t;
    } finally {
      rowGroup.release();
    }
  }

  /// Casts and layouts are made for the first batch, and for one that comes in another form.
  private void open(RecordBatch batch) {
    SlabCount before = memory.enter();
    try {
      rowGroup.open(batch);
    } finally {
      SlabCount.leave(before);
    }
  }

  /// Ends the open row group and appends those of a file behind it, of any writer, without decoding
  /// them: with their pages, codecs, statistics, bloom filters, indexes and sorting columns as they
  /// are. Its key-value metadata is left behind, and row groups without rows are left out.
  ///
  /// The receipt holds of these row groups what their footer says: see [FileReceipt.LeafReceipt].
  ///
  /// @param source the file; read during the call only, and left open
  /// @throws IOException if the source cannot be read, is damaged or encrypted, the sink cannot be
  ///   written, or the thread is interrupted
  /// @throws dev.frazil.engine.SchemaException if the file has another schema, other orders of
  ///   bounds, or another `ARROW:schema`; the message names the difference
  /// @throws WriteException if the file has already failed
  /// @throws IllegalStateException if the file is finished or the writer closed
  public void appendRowGroups(ByteSource source) throws IOException {
    try {
      requireOpen("append row groups");
      AppendedFile file = AppendedFile.open(source);
      FooterWriter footer = layout.footer();
      file.requireFits(SchemaFields.of(footer.schema()), footer.columnOrders());
      file.requireArrowSchema(footer.arrowSchema());
      writeRowGroup();
      for (RowGroup group : file.rowGroups()) {
        written.add(WrittenRowGroup.appended(sink.position(), group, layout.leaves()));
        copy.copy(source, group, sink, tail);
      }
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  /// Ends the open row group now, if it has rows.
  ///
  /// @throws IOException if the sink cannot be written, or the thread is interrupted
  /// @throws WriteException if the row group cannot be written, or the file has already failed
  /// @throws IllegalStateException if the file is finished or the writer closed
  public void flush() throws IOException {
    try {
      requireOpen("flush");
      writeRowGroup();
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  private void writeRowGroup() throws IOException {
    if (rowGroup.rowCount() > 0) {
      written.add(rowGroup.write(sink, tail));
    }
  }

  /// Ends the file: the open row group, the footer, and the sink. A file without rows has no row
  /// group.
  ///
  /// @return what was written
  /// @throws IOException if the file cannot be written or published, or the thread is interrupted
  /// @throws WriteException if the file has already failed
  /// @throws IllegalStateException if the file is already finished or the writer closed
  public FileReceipt finish() throws IOException {
    try {
      requireOpen("finish");
      writeRowGroup();
      FileReceipt receipt = receipt(tail.write(sink, layout.footer()));
      sink.complete();
      state = State.FINISHED;
      if (event != null) {
        event.record(sink, receipt);
      }
      return receipt;
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  private FileReceipt receipt(int footerLength) {
    FileReceipt.RowGroupReceipt[] groups = new FileReceipt.RowGroupReceipt[written.size()];
    long rows = 0;
    for (int i = 0; i < groups.length; i++) {
      groups[i] = written.get(i).receipt();
      rows += groups[i].rowCount();
    }
    FileReceipt.LeafReceipt[] receipts = new FileReceipt.LeafReceipt[layout.leaves().size()];
    for (int i = 0; i < receipts.length; i++) {
      receipts[i] = WrittenRowGroup.receipt(layout.leaves().get(i), written, i);
    }
    return new FileReceipt(
        layout.schema(), sink.position(), footerLength, rows, List.of(groups), List.of(receipts));
  }

  /// Begins the next file with the same schema, options, memory and codec contexts.
  ///
  /// @param next where the next file goes
  /// @throws IOException if the sink cannot be written
  /// @throws IllegalStateException if the current file is neither finished nor failed, or the
  ///   writer is closed; `next` is then still the caller's
  public void reset(ByteSink next) throws IOException {
    if (state != State.FINISHED && state != State.FAILED) {
      throw new IllegalStateException(
          "reset: expected a finished or failed file, got " + described());
    }
    sink.reset(next);
    state = State.OPEN;
    failure = null;
    written.clear();
    tail.reset();
    begin();
  }

  /// Bytes of the file so far: what was written, and what the open row group holds encoded but
  /// perhaps not yet compressed.
  ///
  /// @return a size in bytes; the exact length of the file once it is finished. Before that the
  ///   finished file is shorter by what compression takes from the open row group, and by
  ///   dictionaries that come to nothing in the end; and longer by the footer, the indexes and the
  ///   bloom filters
  public long length() {
    return sink.position() + bufferedBytes();
  }

  /// Encoded, uncompressed bytes of the open row group, which are in memory.
  ///
  /// @return a size in bytes, 0 where no file is open
  public long bufferedBytes() {
    return state == State.OPEN ? rowGroup.bufferedBytes() : 0;
  }

  /// Native memory that the writer holds at the moment, open pages, finished pages of the open row
  /// group, dictionaries, indexes and scratch; not the contexts of codec libraries, of which a
  /// thread has one a codec and level.
  ///
  /// It is kept until [#close], so that after a file this is about the most that the file took. Two
  /// bounds hold, for a thread:
  ///
  /// - by the options, `2 * (rowGroupTargetBytes + columns * (pageTargetBytes + dictionaryMaxBytes
  ///   + 2 * rowGroupTargetRows) + 3 * pageTargetBytes)`: the finished pages, for a column its open
  ///     page, its dictionary and the indices into it, scratch of three pages for each thread, and
  ///     twice all of that since slabs grow by doubling. What waits for the footer comes on top:
  ///     some tens of bytes a page, and some hundreds a column and row group;
  /// - by what is written, under `compatible`, 8 KiB a leaf column and six times the bytes of the
  ///   Arrow buffers: small files take little.
  ///
  /// @return a size in bytes, 0 once the writer is closed
  public long nativeBytes() {
    return memory.bytes();
  }

  /// Frees the memory. A file that is not finished is aborted. A second call does nothing.
  @Override
  public void close() {
    if (state == State.CLOSED) {
      return;
    }
    boolean open = state == State.OPEN;
    state = State.CLOSED;
    rowGroup.close();
    tail.close();
    copy.close();
    written.clear();
    if (open) {
      sink.abort();
    }
  }

  private void requireOpen(String call) throws IOException {
    Throwable cause = failure;
    if (cause != null) {
      throw new WriteException(
          call + ": expected an open file, got one that failed: " + cause, cause);
    }
    if (state != State.OPEN) {
      throw new IllegalStateException(call + ": expected an open file, got " + described());
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException(call + ": the thread is interrupted");
    }
  }

  private String described() {
    return switch (state) {
      case OPEN -> "an open one";
      case FINISHED -> "a finished one";
      case FAILED -> "one that failed";
      case CLOSED -> "a closed writer";
    };
  }

  /// Ends an open file on its first error; later ones change nothing.
  private void fail(Throwable error) {
    if (state == State.OPEN) {
      state = State.FAILED;
      failure = error;
      rowGroup.reset();
      tail.reset();
      written.clear();
      try {
        sink.abort();
      } catch (RuntimeException e) {
        error.addSuppressed(e);
      }
    }
  }
}

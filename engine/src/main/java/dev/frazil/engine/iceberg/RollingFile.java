package dev.frazil.engine.iceberg;

import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.file.ColumnThreads;
import dev.frazil.engine.file.FileLayout;
import dev.frazil.engine.file.FileReceipt;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.partition.RowOrder;
import dev.frazil.engine.partition.RowSelection;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.OutputFile;
import org.jspecify.annotations.Nullable;

/// One file after the other of one partition at a time: the next one begins, with the first row
/// that it gets, when the one before has the target size. Rows of a file that are not in the
/// declared order are refused.
///
/// Owns the memory of one [ParquetFileWriter], which serves all its files, and the open file; those
/// that are whole are the [WrittenFiles]'.
final class RollingFile implements AutoCloseable {
  /// What all files of a write share.
  ///
  /// @param layout of the files, whose rows have the declared order
  /// @param order makes checks of the declared order, one a file that is open at a time
  /// @param targetBytes a file takes no further row when its length, as far as it is known then,
  ///   reaches this many bytes
  record Settings(
      FileIO io,
      DataFileLocations locations,
      FileLayout layout,
      ColumnThreads threads,
      Supplier<RowOrder> order,
      long targetBytes) {}

  private final Settings settings;
  private final WrittenFiles written;
  private final RowOrder order;
  private @Nullable StructLike partition;
  private @Nullable ParquetFileWriter writer;

  /// Where the open file lies, or null without one.
  private @Nullable String location;

  RollingFile(Settings settings, WrittenFiles written) {
    this.settings = settings;
    this.written = written;
    this.order = settings.order().get();
  }

  /// Turns to a partition, with no file open.
  ///
  /// @param next the partition of the rows to come, or null without partitioning
  void begin(@Nullable StructLike next) {
    partition = next;
  }

  /// Writes rows of the partition. They stay the caller's.
  void append(RecordBatch rows, RowSelection selection) throws IOException {
    order.wrap(rows, selection);
    int sorted = 0;
    int row = 0;
    while (row < rows.rowCount()) {
      ParquetFileWriter parquet = open();
      order.requireNext(row);
      if (row == sorted) {
        sorted = order.runEnd(row, rows.rowCount());
      }
      row = parquet.appendRows(rows, row, sorted, settings.targetBytes());
      order.keep(row - 1);
      if (parquet.length() >= settings.targetBytes()) {
        end();
      }
    }
  }

  private ParquetFileWriter open() throws IOException {
    ParquetFileWriter parquet = writer;
    if (parquet != null && location != null) {
      return parquet;
    }
    OutputFile file = settings.locations().next(partition);
    OutputFileSink sink = new OutputFileSink(settings.io(), file);
    if (parquet == null) {
      parquet = new ParquetFileWriter(sink, settings.layout(), settings.threads());
      writer = parquet;
    } else {
      parquet.reset(sink);
    }
    location = file.location();
    return parquet;
  }

  /// Ends the open file, if there is one.
  void end() throws IOException {
    String whole = location;
    if (writer != null && whole != null) {
      FileReceipt receipt = writer.finish();
      location = null;
      order.reset();
      written.add(whole, receipt, partition);
    }
  }

  /// Encoded bytes of the open file that are in memory.
  long bufferedBytes() {
    return writer == null ? 0 : writer.bufferedBytes();
  }

  /// Frees the memory and aborts an open file.
  @Override
  public void close() {
    ParquetFileWriter parquet = writer;
    writer = null;
    location = null;
    if (parquet != null) {
      parquet.close();
    }
  }
}

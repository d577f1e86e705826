package dev.frazil.engine.cli;

import dev.frazil.engine.file.ByteSinkStream;
import dev.frazil.engine.file.ChannelSink;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowReader;

/// Rows in an Arrow IPC file (Columnar Format, "IPC File Format"), which appears when it is
/// complete.
final class IpcOutput {
  private IpcOutput() {}

  /// Writes all batches that are left of a reader.
  ///
  /// @param rows the batches; stays open
  /// @param path the file; one of that name is replaced
  /// @param progress counts the rows
  /// @return how many rows
  /// @throws IOException if the rows cannot be read or the file not be written; then there is no
  ///   file, or the one that was there
  static long write(ArrowReader rows, Path path, Progress progress) throws IOException {
    ChannelSink sink = ChannelSink.open(path);
    try (ByteSinkStream stream = new ByteSinkStream(sink);
        ArrowFileWriter writer =
            new ArrowFileWriter(rows.getVectorSchemaRoot(), rows, Channels.newChannel(stream))) {
      long count = 0;
      writer.start();
      while (rows.loadNextBatch()) {
        count += rows.getVectorSchemaRoot().getRowCount();
        writer.writeBatch();
        progress.advance(rows.getVectorSchemaRoot().getRowCount());
      }
      writer.end();
      stream.flush();
      sink.complete();
      return count;
    } finally {
      sink.abort();
    }
  }
}

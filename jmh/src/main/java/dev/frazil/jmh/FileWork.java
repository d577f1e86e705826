package dev.frazil.jmh;

import dev.frazil.engine.file.ByteSink;
import dev.frazil.engine.file.ChannelSink;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// One file of batches, repeated until it has its rows, whose bytes are dropped or go to a file of
/// a folder.
final class FileWork implements ScaleWork {
  private final FrazilWriter writer;
  private final int batches;
  private final int repeats;
  private final @Nullable Path file;
  private long fileBytes;

  /// @param batches the input
  /// @param repeats how often all of the batches are written
  /// @param folder where the file is made, anew for each write; or null for none
  FileWork(Batches batches, int repeats, WriterOptions options, @Nullable Path folder)
      throws IOException {
    this.writer = new FrazilWriter(batches, options);
    this.batches = batches.roots().size();
    this.repeats = repeats;
    this.file = folder == null ? null : folder.resolve("scale.parquet");
  }

  @Override
  public void write() throws IOException {
    fileBytes = writer.write(sink(), repeats);
  }

  private ByteSink sink() throws IOException {
    Path path = file;
    if (path == null) {
      return new DroppingSink();
    }
    Files.deleteIfExists(path);
    return ChannelSink.open(path);
  }

  @Override
  public int files() {
    return 1;
  }

  @Override
  public int pieces() {
    return repeats * batches;
  }

  @Override
  public long fileBytes() {
    return fileBytes;
  }

  @Override
  public long nativeBytes() {
    return writer.nativeBytes();
  }

  @Override
  public void close() {
    writer.close();
  }
}

package dev.frazil.engine.iceberg;

import dev.frazil.engine.file.ByteSink;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.OutputFile;
import org.jspecify.annotations.Nullable;

/// A file of Iceberg that is opened late: with the first bytes after its magic number, that is when
/// its first row group is full or the file ends. An error before that has nothing to take back.
///
/// Whoever implements Iceberg's writer interfaces is given an [OutputFile], which cannot delete. An
/// open file that fails is therefore deleted only if the [FileIO] is known or it is a local one of
/// [LocalFileIO]. Else its stream is dropped and never closed, since closing is what publishes an
/// object in most stores.
final class DeferredSink implements ByteSink {
  private static final int MAGIC_BYTES = 4;

  private final @Nullable FileIO io;
  private final OutputFile file;
  private final boolean overwrite;
  private byte[] magic = new byte[0];
  private @Nullable OutputFileSink open;

  DeferredSink(@Nullable FileIO io, OutputFile file, boolean overwrite) {
    this.io = io;
    this.file = file;
    this.overwrite = overwrite;
  }

  @Override
  public String location() {
    return file.location();
  }

  @Override
  public void write(MemorySegment bytes) throws IOException {
    OutputFileSink sink = open;
    if (sink == null) {
      if (magic.length == 0 && bytes.byteSize() == MAGIC_BYTES) {
        magic = bytes.toArray(ValueLayout.JAVA_BYTE);
        return;
      }
      sink = new OutputFileSink(io, file, overwrite);
      open = sink;
      sink.write(MemorySegment.ofArray(magic));
    }
    sink.write(bytes);
  }

  @Override
  public void complete() throws IOException {
    OutputFileSink sink = open;
    if (sink == null) {
      throw new IllegalStateException(
          "publish: " + location() + ": expected bytes of a file, got none");
    }
    sink.complete();
  }

  @Override
  public void abort() {
    OutputFileSink sink = open;
    if (sink != null) {
      sink.abort();
    }
  }
}

package dev.frazil.engine.iceberg;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/// Fails the write of a byte of the third file, and publishes whatever is closed as most do.
final class FullDisk implements FileIO {
  private static final long serialVersionUID = 1;
  final transient InMemoryFileIO memory = new InMemoryFileIO();
  final transient List<String> created = new ArrayList<>();

  @Override
  public InputFile newInputFile(String location) {
    return memory.newInputFile(location);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    OutputFile file = memory.newOutputFile(location);
    created.add(location);
    boolean full = created.size() == 3;
    return new OutputFile() {
      @Override
      public PositionOutputStream create() {
        PositionOutputStream stream = file.create();
        return full ? new FullStream(stream) : stream;
      }

      @Override
      public PositionOutputStream createOrOverwrite() {
        return create();
      }

      @Override
      public String location() {
        return location;
      }

      @Override
      public InputFile toInputFile() {
        return file.toInputFile();
      }
    };
  }

  @Override
  public void deleteFile(String location) {
    memory.deleteFile(location);
  }

  private static final class FullStream extends PositionOutputStream {
    private final PositionOutputStream stream;

    FullStream(PositionOutputStream stream) {
      this.stream = stream;
    }

    @Override
    public long getPos() throws IOException {
      return stream.getPos();
    }

    @Override
    public void write(int value) throws IOException {
      throw new IOException("the disk is full");
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }
}

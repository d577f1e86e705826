package dev.frazil.engine.iceberg;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableOperations;
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

  /// The table with files on a disk.
  static Table under(FullDisk disk, Table table) {
    TableOperations operations = ((HasTableOperations) table).operations();
    TableOperations onDisk =
        (TableOperations)
            Proxy.newProxyInstance(
                FullDisk.class.getClassLoader(),
                new Class<?>[] {TableOperations.class},
                (_, method, arguments) -> {
                  if (method.getName().equals("io")) {
                    return disk;
                  }
                  try {
                    return method.invoke(operations, arguments);
                  } catch (InvocationTargetException e) {
                    throw Objects.requireNonNull(e.getCause());
                  }
                });
    return new BaseTable(onDisk, table.name());
  }

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

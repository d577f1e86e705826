package dev.frazil.engine.store;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.iceberg.ValueBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.jspecify.annotations.Nullable;

/// Rows of one column of 64-bit integers, to be put into a store and found there again by
/// parquet-java, which shares no code with the store.
final class StoreRows {
  private StoreRows() {}

  /// Rows of the column `id`.
  static RecordBatchSource ids(long... values) {
    return column("id", values);
  }

  /// Rows of a column of any name.
  static RecordBatchSource column(String name, long... values) {
    ArrowSchema schema =
        new ArrowSchema(List.of(new ArrowField(name, new ArrowType.Int(64, true), true)));
    List<Long> column = Arrays.stream(values).boxed().toList();
    return ValueBatch.source(schema, ValueBatch.of(schema, List.of(column)));
  }

  /// Rows of a source that cannot be closed, and yet gives its memory free.
  static RecordBatchSource unclosable(long... values) {
    RecordBatchSource rows = ids(values);
    return new RecordBatchSource() {
      @Override
      public ArrowSchema schema() {
        return rows.schema();
      }

      @Override
      public @Nullable RecordBatch next() throws IOException {
        return rows.next();
      }

      @Override
      public void close() throws IOException {
        rows.close();
        throw new IOException("the source cannot be closed");
      }
    };
  }

  /// Rows that end with an error after those of `values`.
  static RecordBatchSource failing(String message, long... values) {
    RecordBatchSource rows = ids(values);
    return new RecordBatchSource() {
      private boolean first = true;

      @Override
      public ArrowSchema schema() {
        return rows.schema();
      }

      @Override
      public @Nullable RecordBatch next() throws IOException {
        if (first) {
          first = false;
          return rows.next();
        }
        throw new IOException(message);
      }

      @Override
      public void close() throws IOException {
        rows.close();
      }
    };
  }

  /// The values of `id` that a snapshot shows, file by file in the order of the indexes.
  static List<Long> ids(DatasetStore store, Path directory, ProfileKey key, ReadRequest request)
      throws IOException {
    try (Snapshot snapshot = store.read(key, request)) {
      return ids(directory, snapshot);
    }
  }

  /// The values of `id` in the files of a snapshot of a store in a directory.
  static List<Long> ids(Path directory, Snapshot snapshot) {
    Path version =
        directory
            .resolve(String.join("/", snapshot.key().parts()))
            .resolve("v" + snapshot.version());
    String extension = snapshot.format().extension();
    List<Long> ids = new ArrayList<>();
    for (long index : snapshot.indexes()) {
      ids.addAll(file(version.resolve(index + "." + extension)));
    }
    return ids;
  }

  /// The values of `id` in a data file.
  static List<Long> file(Path file) {
    try {
      if (file.toString().endsWith(".csv")) {
        return Files.readAllLines(file).stream().skip(1).map(Long::valueOf).toList();
      }
      List<Long> ids = new ArrayList<>();
      try (ParquetReader<Group> reader = new Reader(new LocalInputFile(file)).build()) {
        for (Group row = reader.read(); row != null; row = reader.read()) {
          ids.add(row.getLong("id", 0));
        }
      }
      return ids;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Reader extends ParquetReader.Builder<Group> {
    Reader(InputFile file) {
      super(file, new PlainParquetConfiguration());
    }

    @Override
    protected ReadSupport<Group> getReadSupport() {
      return new GroupReadSupport();
    }
  }
}

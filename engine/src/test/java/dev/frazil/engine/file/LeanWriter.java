package dev.frazil.engine.file;

import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A program that writes a Parquet file, for a JVM with few libraries.
final class LeanWriter {
  private LeanWriter() {}

  /// Writes C structs to a file, and reports libraries that should not be there.
  ///
  /// @param arguments the file, then names of classes that must be missing
  public static void main(String[] arguments) throws IOException {
    requireAbsent(arguments);
    CDataColumn batch =
        CDataColumn.batch(
            3,
            CDataColumn.ints("i", 1, null, 3),
            CDataColumn.strings("s", "a", "b", null),
            CDataColumn.doubles("d", 0.5, 1.5, null));
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(batch);
        ParquetFileWriter writer =
            new ParquetFileWriter(
                ChannelSink.open(Path.of(arguments[0])),
                ParquetSchema.of(source.schema()),
                WriterOptions.DEFAULT)) {
      for (RecordBatch next = source.next(); next != null; next = source.next()) {
        writer.append(next);
      }
      writer.finish();
    }
  }

  /// Reports libraries that should not be there.
  ///
  /// @param arguments whatever, then names of classes that must be missing
  static void requireAbsent(String[] arguments) {
    for (int i = 1; i < arguments.length; i++) {
      if (present(arguments[i])) {
        throw new IllegalStateException("expected no " + arguments[i] + ", got one");
      }
    }
  }

  private static boolean present(String name) {
    @Nullable Class<?> found;
    try {
      found = Class.forName(name);
    } catch (ClassNotFoundException e) {
      found = null;
    }
    return found != null;
  }
}

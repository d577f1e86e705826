package dev.frazil.fuzz.readers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/// A reader of whole files, used from one thread.
public interface RowReader extends AutoCloseable {
  /// Reads a file.
  ///
  /// @param file the file
  /// @param schema its schema: tells what the values mean where the reader's own types do not
  /// @return its rows, each a map from column to value in the order of the schema
  /// @throws IOException if the reader refuses the file, with the reader's message
  List<Map<String, @Nullable Object>> rows(Path file, MessageType schema) throws IOException;

  @Override
  default void close() throws IOException {}
}

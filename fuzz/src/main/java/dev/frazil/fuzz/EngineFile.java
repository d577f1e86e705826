package dev.frazil.fuzz;

import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.util.SplittableRandom;
import org.apache.parquet.schema.MessageType;

/// A file that the engine wrote.
public final class EngineFile {
  private final byte[] content;
  private final MessageType schema;

  private EngineFile(byte[] content, MessageType schema) {
    this.content = content;
    this.schema = schema;
  }

  /// The whole file.
  ///
  /// @return its bytes, not a copy
  public byte[] content() {
    return content;
  }

  /// The schema that it must have.
  ///
  /// @return the schema
  public MessageType schema() {
    return schema;
  }

  /// Writes rows in a few batches whose layout is drawn at random, and checks that each batch was
  /// released exactly once.
  ///
  /// @param rows the rows, at least one
  /// @param options how to write
  /// @param seed of the layout
  /// @return the file
  /// @throws IOException if the sink fails
  public static EngineFile of(BatchValues rows, WriterOptions options, long seed)
      throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    try (EngineRun run = new EngineRun(options)) {
      for (int start = 0; start < rows.rowCount(); ) {
        int end = Math.min(rows.rowCount(), start + random.nextInt(1, rows.rowCount() + 1));
        run.append(BatchData.of(slice(rows, start, end), random), random);
        start = end;
      }
      return new EngineFile(
          run.finish().bytes(),
          ExpectedSchema.of(
              rows.columns().stream().map(ColumnValues::field).toList(),
              options.ieee754TotalOrder()));
    }
  }

  private static BatchValues slice(BatchValues rows, int start, int end) {
    return new BatchValues(
        rows.columns().stream()
            .map(column -> new ColumnValues(column.field(), column.values().subList(start, end)))
            .toList(),
        end - start);
  }
}

package dev.frazil.fuzz;

import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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

  /// Writes rows in a few batches whose layout is drawn at random. Checks that each batch was
  /// released exactly once, and everything that [ParquetJavaOracle] judges: levels, statistics,
  /// indexes, bloom filters and checksums against what the rows say.
  ///
  /// @param rows the rows, at least one
  /// @param options how to write
  /// @param seed of the layout
  /// @return the file
  /// @throws IOException if the sink fails
  public static EngineFile of(BatchValues rows, WriterOptions options, long seed)
      throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    List<BatchValues> batches = new ArrayList<>();
    try (EngineRun run = new EngineRun(options)) {
      for (int start = 0; start < rows.rowCount(); ) {
        int end = Math.min(rows.rowCount(), start + random.nextInt(1, rows.rowCount() + 1));
        BatchValues batch = slice(rows, start, end);
        run.append(BatchData.of(batch, random), random);
        batches.add(batch);
        start = end;
      }
      WrittenFile written = run.finish();
      ExpectedFile expected =
          ExpectedFile.of(
              rows.columns().stream().map(ColumnValues::field).toList(), batches, options);
      ParquetJavaOracle.verify(written, expected);
      return new EngineFile(written.bytes(), expected.schema());
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

package dev.frazil.jmh;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.ChannelSink;
import dev.frazil.engine.file.FileReceipt;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Writes many GiB of Arrow batches to one file and says how much memory the process had at most:
/// the memory of a writer is that of its open row group, whatever the file becomes.
///
/// A few generated batches are written again and again. Linux alone tells the peak.
public final class LargeFileRun {
  private static final int BATCHES = 6;
  private static final int ROWS = 40_000;

  private LargeFileRun() {}

  /// Writes the file and prints a line of Markdown.
  ///
  /// @param args the input (any that is generated), the GiB of Arrow buffers to write, the codec,
  ///   and the file, which is deleted afterwards
  /// @throws IOException if the file cannot be written
  public static void main(String[] args) throws IOException {
    String input = args[0];
    long target = Long.parseLong(args[1]) << 30;
    Path file = Path.of(args[3]);
    WriterOptions options =
        WriterOptions.builder()
            .compression(CompressionPolicy.parse(args[2]))
            .rowGroupTargetBytes(128L << 20)
            .rowGroupTargetRows(Integer.MAX_VALUE)
            .build();
    try (Batches batches = Batches.of(input, file, BATCHES * ROWS, ROWS)) {
      long start = System.nanoTime();
      Written written = write(batches, target, options, file);
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %.1f | %,d | %,d | %,d | %.0f | %s |%n",
          input,
          args[2],
          written.arrowBytes() / (double) (1L << 30),
          written.receipt().rowCount(),
          written.receipt().splitOffsets().size(),
          written.receipt().length(),
          seconds,
          peak());
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private record Written(FileReceipt receipt, long arrowBytes) {}

  private static Written write(Batches batches, long target, WriterOptions options, Path file)
      throws IOException {
    ParquetSchema schema;
    try (RecordBatchSource source =
        RecordBatchSource.of(batches.roots().getFirst(), batches.allocator())) {
      schema = ParquetSchema.of(source.schema());
    }
    long bytes = 0;
    try (ParquetFileWriter writer =
        new ParquetFileWriter(ChannelSink.open(file), schema, options)) {
      for (int i = 0; bytes < target; i++) {
        VectorSchemaRoot root = batches.roots().get(i % BATCHES);
        try (RecordBatchSource source = RecordBatchSource.of(root, batches.allocator())) {
          RecordBatch batch = Objects.requireNonNull(source.next());
          writer.append(batch);
        }
        bytes += root.getFieldVectors().stream().mapToLong(FieldVector::getBufferSize).sum();
      }
      return new Written(writer.finish(), bytes);
    }
  }

  private static String peak() throws IOException {
    OptionalLong bytes = ResidentMemory.peak();
    return bytes.isPresent() ? "%d MiB".formatted(bytes.getAsLong() >> 20) : "not known";
  }
}

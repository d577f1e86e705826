package dev.frazil.jmh;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.engine.file.ColumnThreads;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/// The time of one file with its columns encoded by several threads, to memory. Not to be pinned to
/// one core.
public class CoresBenchmark extends WriterBenchmark {
  /// Threads, the calling one included.
  @Param({"1", "2"})
  public int threads;

  /// The input.
  @Param("taxi")
  public String input = "taxi";

  /// Rows of the file.
  @Param("2000000")
  public int rows;

  /// The codec.
  @Param("zstd:1")
  public String codec = "zstd:1";

  private Batches batches;
  private FrazilWriter frazil;
  private ExecutorService executor;

  /// Created by JMH.
  public CoresBenchmark() {}

  /// Makes the vectors, the threads and the writer.
  ///
  /// @throws IOException never, from memory
  @Setup(Level.Trial)
  public void open() throws IOException {
    batches = Batches.of(input, Path.of(""), rows);
    executor = Executors.newFixedThreadPool(threads);
    WriterOptions options =
        WriterOptions.builder().compression(CompressionPolicy.parse(codec)).build();
    frazil = new FrazilWriter(batches, options, new ColumnThreads(executor, threads));
  }

  /// Frees the vectors and the writer, and ends the threads.
  @TearDown(Level.Trial)
  public void close() {
    frazil.close();
    executor.close();
    batches.close();
  }

  /// Frazil.
  ///
  /// @param output the size of the file
  /// @throws IOException never, onto memory
  @Benchmark
  public void frazil(BatchToFileBenchmark.Output output) throws IOException {
    frazil.write();
    output.arrowBytes = batches.arrowBytes();
    output.fileBytes = frazil.sink().length();
  }
}

package dev.frazil.jmh;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.engine.file.ColumnThreads;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// The time of one file with its columns encoded by several threads, to memory. Not to be pinned to
/// one core.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "-Xms2g",
      "-Xmx2g",
      "-XX:+UseSerialGC",
      "--enable-native-access=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "-Darrow.enable_unsafe_memory_access=true",
      "-Darrow.enable_null_check_for_get=false"
    })
public class CoresBenchmark {
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

package dev.frazil.jmh;

import java.io.IOException;
import java.nio.file.Path;
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

/// How long a fresh JVM takes for its first file, classes and native libraries loaded on the way:
/// from vectors that are there, over a new writer, to the complete file in memory. One shot a JVM.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(
    value = 20,
    jvmArgsAppend = {
      "-Xms1g",
      "-Xmx1g",
      "-XX:+UseSerialGC",
      "--enable-native-access=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "-Darrow.enable_unsafe_memory_access=true",
      "-Darrow.enable_null_check_for_get=false"
    })
public class FirstFileBenchmark {
  /// The input.
  @Param("taxi")
  public String input = "taxi";

  /// Rows of the file, which is one batch.
  @Param("1000")
  public int rows;

  /// Codec of both writers.
  @Param("snappy")
  public String codec = "snappy";

  private Batches batches;

  /// Created by JMH.
  public FirstFileBenchmark() {}

  /// Makes the vectors.
  ///
  /// @throws IOException never, from memory
  @Setup(Level.Trial)
  public void open() throws IOException {
    batches = Batches.of(input, Path.of(""), rows);
  }

  /// Frees the vectors.
  @TearDown(Level.Trial)
  public void close() {
    batches.close();
  }

  /// Frazil.
  ///
  /// @return the size of the file
  /// @throws IOException never, onto memory
  @Benchmark
  public long frazil() throws IOException {
    try (FrazilWriter writer = new FrazilWriter(batches, codec)) {
      writer.write();
      return writer.sink().length();
    }
  }

  /// parquet-java.
  ///
  /// @return the size of the file
  /// @throws IOException never, onto memory
  @Benchmark
  public long parquetJava() throws IOException {
    MemoryOutputFile file = new MemoryOutputFile();
    new ParquetJavaWriter(batches.roots(), codec).write(file);
    return file.length();
  }
}

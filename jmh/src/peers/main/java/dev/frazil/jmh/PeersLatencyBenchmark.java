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

/// What [LatencyBenchmark] measures, for the other writers of the JVM.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 4)
@Measurement(iterations = 5, time = 4)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "-Xms2g",
      "-Xmx2g",
      "-XX:+UseSerialGC",
      "--enable-native-access=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--add-modules=jdk.incubator.vector",
      "-Darrow.enable_unsafe_memory_access=true",
      "-Darrow.enable_null_check_for_get=false"
    })
public class PeersLatencyBenchmark {
  /// The input.
  @Param("taxi")
  public String input = "taxi";

  /// Rows of the file, which is one batch.
  @Param({"1000", "10000"})
  public int rows;

  /// Codec of all writers.
  @Param("snappy")
  public String codec = "snappy";

  private Batches batches;
  private IcebergWriter iceberg;
  private TrinoWriter trino;
  private final MemoryOutputFile file = new MemoryOutputFile();

  /// Created by JMH.
  public PeersLatencyBenchmark() {}

  /// Makes the vectors and the writers.
  ///
  /// @throws IOException never, from memory
  @Setup(Level.Trial)
  public void open() throws IOException {
    batches = Batches.of(input, Path.of(""), rows);
    iceberg = new IcebergWriter(batches.roots(), codec, DataSet.ROW_GROUP_ROWS);
    trino = new TrinoWriter(batches.roots(), codec, DataSet.ROW_GROUP_ROWS);
  }

  /// Frees the vectors.
  @TearDown(Level.Trial)
  public void close() {
    batches.close();
  }

  /// Iceberg's generic writer, up to the `DataFile`.
  ///
  /// @throws IOException never, onto memory
  @Benchmark
  public void iceberg() throws IOException {
    iceberg.write(file);
  }

  /// Trino's writer.
  ///
  /// @throws IOException never, onto memory
  @Benchmark
  public void trino() throws IOException {
    trino.write(file.create(0));
  }
}

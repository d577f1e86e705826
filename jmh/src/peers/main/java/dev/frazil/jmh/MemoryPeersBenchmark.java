package dev.frazil.jmh;

import dev.frazil.encoders.EncodingPolicy;
import java.io.IOException;
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

/// Frazil beside the writers of the JVM: the time from 130 to 280 MB of Arrow batches to one
/// complete Parquet file in memory that is used again, in row groups of a million rows.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "-Xms6g",
      "-Xmx6g",
      "-XX:+UseSerialGC",
      "--enable-native-access=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--add-modules=jdk.incubator.vector",
      "-Darrow.enable_unsafe_memory_access=true",
      "-Darrow.enable_null_check_for_get=false"
    })
public class MemoryPeersBenchmark {
  /// The input and the codec; the levels of Trino's codecs are its own.
  @Param({
    "taxi/snappy",
    "taxi/zstd:1",
    "taxi/uncompressed",
    "ints/uncompressed",
    "doubles/uncompressed",
    "strings_low/snappy",
    "strings_high/uncompressed",
    "nested/snappy"
  })
  public String data = "taxi/snappy";

  private Batches batches;
  private FrazilWriter frazil;
  private FrazilWriter smallest;
  private ParquetJavaWriter parquetJava;
  private IcebergWriter iceberg;
  private TrinoWriter trino;
  private final MemoryOutputFile file = new MemoryOutputFile();

  /// Created by JMH.
  public MemoryPeersBenchmark() {}

  /// Makes the vectors and the writers.
  ///
  /// @throws IOException never, from memory
  @Setup(Level.Trial)
  public void open() throws IOException {
    DataSet set = DataSet.parse(data);
    int rows = DataSet.ROW_GROUP_ROWS;
    batches = set.batches();
    frazil = new FrazilWriter(batches, set.options(new EncodingPolicy.Compatible(), rows));
    smallest = new FrazilWriter(batches, set.options(new EncodingPolicy.Smallest(), rows));
    parquetJava = new ParquetJavaWriter(batches.roots(), set.codec(), rows);
    iceberg = new IcebergWriter(batches.roots(), set.codec(), rows);
    trino = new TrinoWriter(batches.roots(), set.codec(), rows);
  }

  /// Frees the vectors and Frazil's writers.
  @TearDown(Level.Trial)
  public void close() {
    smallest.close();
    frazil.close();
    batches.close();
  }

  /// Frazil at its defaults.
  ///
  /// @param output the size of the file
  /// @throws IOException never, onto memory
  @Benchmark
  public void frazil(BatchToFileBenchmark.Output output) throws IOException {
    frazil.write();
    output.arrowBytes = batches.arrowBytes();
    output.fileBytes = frazil.sink().length();
  }

  /// Frazil with the encodings that make the smallest file.
  ///
  /// @param output the size of the file
  /// @throws IOException never, onto memory
  @Benchmark
  public void frazilSmallest(BatchToFileBenchmark.Output output) throws IOException {
    smallest.write();
    output.arrowBytes = batches.arrowBytes();
    output.fileBytes = smallest.sink().length();
  }

  /// parquet-java.
  ///
  /// @param output the size of the file
  /// @throws IOException never, onto memory
  @Benchmark
  public void parquetJava(BatchToFileBenchmark.Output output) throws IOException {
    parquetJava.write(file);
    output.arrowBytes = batches.arrowBytes();
    output.fileBytes = file.length();
  }

  /// Iceberg's generic writer, up to the `DataFile`.
  ///
  /// @param output the size of the file
  /// @throws IOException never, onto memory
  @Benchmark
  public void iceberg(BatchToFileBenchmark.Output output) throws IOException {
    iceberg.write(file);
    output.arrowBytes = batches.arrowBytes();
    output.fileBytes = file.length();
  }

  /// Trino's writer.
  ///
  /// @param output the size of the file
  /// @throws IOException never, onto memory
  @Benchmark
  public void trino(BatchToFileBenchmark.Output output) throws IOException {
    trino.write(file.create(0));
    output.arrowBytes = batches.arrowBytes();
    output.fileBytes = file.length();
  }
}

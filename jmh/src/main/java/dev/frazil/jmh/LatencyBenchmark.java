package dev.frazil.jmh;

import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// How long one small file takes, from a batch in arrow-java's vectors to the complete file in
/// memory, file by file: the percentiles are those of single files.
@BenchmarkMode(Mode.SampleTime)
@Warmup(iterations = 5, time = 4)
@Measurement(iterations = 5, time = 4)
public class LatencyBenchmark extends WriterBenchmark {
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
  private FrazilWriter frazil;
  private ParquetJavaWriter parquetJava;
  private final MemoryOutputFile file = new MemoryOutputFile();

  /// Created by JMH.
  public LatencyBenchmark() {}

  /// Makes the vectors and both writers.
  ///
  /// @throws IOException never, from memory
  @Setup(Level.Trial)
  public void open() throws IOException {
    batches = Batches.of(input, Path.of(""), rows);
    frazil = new FrazilWriter(batches, codec);
    parquetJava = new ParquetJavaWriter(batches.roots(), codec);
  }

  /// Frees the vectors and the writer.
  @TearDown(Level.Trial)
  public void close() {
    frazil.close();
    batches.close();
  }

  /// Frazil with a writer that is used again, from the buffers of a root that is kept.
  ///
  /// @throws IOException never, onto memory
  @Benchmark
  public void frazil() throws IOException {
    frazil.write();
  }

  /// The same through the C Data Interface: export, import and file.
  ///
  /// @throws IOException never, onto memory
  @Benchmark
  public void frazilExported() throws IOException {
    frazil.writeExported();
  }

  /// parquet-java.
  ///
  /// @throws IOException never, onto memory
  @Benchmark
  public void parquetJava() throws IOException {
    parquetJava.write(file);
  }
}

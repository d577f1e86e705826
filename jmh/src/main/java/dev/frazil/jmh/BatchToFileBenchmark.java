package dev.frazil.jmh;

import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// The time from Arrow batches to one complete Parquet file in memory, beside parquet-java on the
/// same vectors in the same run. Both write onto a reused sink.
public class BatchToFileBenchmark extends WriterBenchmark {
  /// Generated taxi trips, lists and maps, strings that are all distinct, integers, doubles,
  /// strings of few values or of many; or the flights of the samples from their start again and
  /// again.
  @Param({"taxi", "flights", "nested", "strings", "ints", "doubles", "strings_low", "strings_high"})
  public String input = "taxi";

  /// Rows of the file.
  @Param({"1000", "10000", "1000000"})
  public int rows;

  /// Codec of both writers.
  @Param({"uncompressed", "snappy", "zstd:1"})
  public String codec = "snappy";

  /// The flights sample, relative to the folder the benchmark is started in.
  @Param("engine/samples/flights-100k.arrow")
  public String flights = "";

  private Batches batches;
  private FrazilWriter frazil;
  private ParquetJavaWriter parquetJava;
  private final MemoryOutputFile file = new MemoryOutputFile();

  /// Sizes of the batches and of the file beside the time it took.
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Output {
    /// Bytes of the Arrow buffers.
    public long arrowBytes;

    /// Bytes of the last file.
    public long fileBytes;

    /// Starts without a file.
    public Output() {}
  }

  /// Created by JMH.
  public BatchToFileBenchmark() {}

  /// Makes the vectors and both writers.
  ///
  /// @throws IOException if the sample cannot be read
  @Setup(Level.Trial)
  public void open() throws IOException {
    batches = Batches.of(input, Path.of(flights), rows);
    frazil = new FrazilWriter(batches, codec);
    parquetJava = new ParquetJavaWriter(batches.roots(), codec);
  }

  /// Frees the vectors and the writer.
  @TearDown(Level.Trial)
  public void close() {
    frazil.close();
    batches.close();
  }

  /// Frazil.
  ///
  /// @param output the size of the file
  /// @throws IOException never, onto memory
  @Benchmark
  public void frazil(Output output) throws IOException {
    frazil.write();
    output.arrowBytes = batches.arrowBytes();
    output.fileBytes = frazil.sink().length();
  }

  /// parquet-java.
  ///
  /// @param output the size of the file
  /// @throws IOException never, onto memory
  @Benchmark
  public void parquetJava(Output output) throws IOException {
    parquetJava.write(file);
    output.arrowBytes = batches.arrowBytes();
    output.fileBytes = file.length();
  }
}

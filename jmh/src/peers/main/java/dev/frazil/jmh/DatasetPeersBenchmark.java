package dev.frazil.jmh;

import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.engine.file.ChannelSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/// Frazil beside Arrow C++ behind arrow-java's dataset interface, which writes uncompressed files
/// in row groups of 32,768 rows only: the time from 130 to 280 MB of Arrow batches to one complete
/// Parquet file in a file system in memory.
public class DatasetPeersBenchmark extends WriterBenchmark {
  /// The input and the codec.
  @Param({
    "taxi/uncompressed",
    "ints/uncompressed",
    "doubles/uncompressed",
    "strings_high/uncompressed"
  })
  public String data = "taxi/uncompressed";

  /// Where the files are written.
  @Param("/dev/shm")
  public String folder = "/dev/shm";

  private Batches batches;
  private FrazilWriter frazil;
  private ArrowDatasetWriter dataset;
  private Path own;

  /// Created by JMH.
  public DatasetPeersBenchmark() {}

  /// Makes the vectors and the writers.
  ///
  /// @throws IOException if the folder is not there
  @Setup(Level.Trial)
  public void open() throws IOException {
    DataSet set = DataSet.parse(data);
    int rows = ArrowDatasetWriter.ROW_GROUP_ROWS;
    batches = set.batches();
    own = Files.createTempDirectory(Path.of(folder), "peers");
    frazil = new FrazilWriter(batches, set.options(new EncodingPolicy.Compatible(), rows));
    dataset = new ArrowDatasetWriter(batches, own);
  }

  /// Frees the vectors and the writer, and deletes the file.
  ///
  /// @throws IOException if it cannot be deleted
  @TearDown(Level.Trial)
  public void close() throws IOException {
    frazil.close();
    batches.close();
    Files.deleteIfExists(dataset.file());
    Files.delete(own);
  }

  /// Frazil at its defaults.
  ///
  /// @param output the size of the file
  /// @throws IOException if the file cannot be written
  @Benchmark
  public void frazil(BatchToFileBenchmark.Output output) throws IOException {
    Files.deleteIfExists(dataset.file());
    frazil.write(ChannelSink.open(dataset.file()));
    output.arrowBytes = batches.arrowBytes();
    output.fileBytes = Files.size(dataset.file());
  }

  /// Arrow C++.
  ///
  /// @param output the size of the file
  /// @throws IOException if the file cannot be written
  @Benchmark
  public void arrowDataset(BatchToFileBenchmark.Output output) throws IOException {
    dataset.write();
    output.arrowBytes = batches.arrowBytes();
    output.fileBytes = Files.size(dataset.file());
  }
}

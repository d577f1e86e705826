package dev.frazil.jmh;

import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.engine.file.ChannelSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/// Frazil beside DuckDB with one thread, which writes files only: the time from 130 to 280 MB of
/// Arrow batches to one complete Parquet file in a file system in memory, in row groups of a
/// million rows.
public class FilePeersBenchmark extends WriterBenchmark {
  /// The input and the codec.
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

  /// Where the files are written.
  @Param("/dev/shm")
  public String folder = "/dev/shm";

  private Batches batches;
  private FrazilWriter frazil;
  private DuckDbWriter duckDb;
  private Path file;

  /// Created by JMH.
  public FilePeersBenchmark() {}

  /// Makes the vectors and the writers.
  ///
  /// @throws IOException if the folder is not there
  /// @throws SQLException if DuckDB does not start
  @Setup(Level.Trial)
  public void open() throws IOException, SQLException {
    DataSet set = DataSet.parse(data);
    int rows = DataSet.ROW_GROUP_ROWS;
    batches = set.batches();
    file = Files.createTempFile(Path.of(folder), "peers", ".parquet");
    frazil = new FrazilWriter(batches, set.options(new EncodingPolicy.Compatible(), rows));
    duckDb = new DuckDbWriter(batches, set.codec(), rows, file);
  }

  /// Frees the vectors and the writers, and deletes the file.
  ///
  /// @throws IOException if it cannot be deleted
  /// @throws SQLException if DuckDB does not end
  @TearDown(Level.Trial)
  public void close() throws IOException, SQLException {
    duckDb.close();
    frazil.close();
    batches.close();
    Files.deleteIfExists(file);
  }

  /// Frazil at its defaults.
  ///
  /// @param output the size of the file
  /// @throws IOException if the file cannot be written
  @Benchmark
  public void frazil(BatchToFileBenchmark.Output output) throws IOException {
    Files.deleteIfExists(file);
    frazil.write(ChannelSink.open(file));
    output.arrowBytes = batches.arrowBytes();
    output.fileBytes = Files.size(file);
  }

  /// DuckDB's `COPY`.
  ///
  /// @param output the size of the file
  /// @throws IOException if the file cannot be deleted
  /// @throws SQLException if the file cannot be written
  @Benchmark
  public void duckDb(BatchToFileBenchmark.Output output) throws IOException, SQLException {
    Files.deleteIfExists(file);
    duckDb.write();
    output.arrowBytes = batches.arrowBytes();
    output.fileBytes = Files.size(file);
  }
}

package dev.frazil.jmh;

import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.store.AppendRequest;
import dev.frazil.engine.store.DatasetStore;
import dev.frazil.engine.store.ProfileKey;
import dev.frazil.engine.store.ReadRequest;
import dev.frazil.engine.store.Snapshot;
import dev.frazil.engine.store.StoreOptions;
import dev.frazil.engine.store.WriteRequest;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// One profile of a dataset store, and the single calls that are measured on it.
@State(Scope.Benchmark)
public abstract class StoreGround {
  private static final int ROWS = 100;

  /// Where the store is.
  @Param("target/store-cost")
  public String directory = "";

  /// The flights sample, relative to the folder the benchmark is started in.
  @Param("engine/samples/flights-100k.arrow")
  public String flights = "";

  private Batches batches;
  private DatasetStore store;
  private ProfileKey profile;

  /// The latest version after the profile was filled.
  private Path version;

  /// Created by JMH.
  protected StoreGround() {}

  /// The key of the profile.
  abstract String key();

  /// Makes what the profile lacks.
  abstract void fill() throws IOException;

  /// Opens the store and fills the profile.
  ///
  /// @throws IOException if the sample cannot be read, or the profile not be made
  @Setup(Level.Trial)
  public void open() throws IOException {
    batches = Batches.file(Path.of(flights), ROWS);
    store = DatasetStore.open(Path.of(directory), StoreOptions.DEFAULT);
    profile = ProfileKey.of(key());
    fill();
    version =
        Path.of(directory, profile.parts().toArray(String[]::new))
            .resolve("v" + latest().orElseThrow());
  }

  /// Frees the vectors.
  @TearDown(Level.Trial)
  public void close() {
    batches.close();
  }

  private RecordBatchSource rows() {
    return RecordBatchSource.of(batches.roots().getFirst(), batches.allocator());
  }

  /// Makes a version and returns its number.
  final long write() throws IOException {
    return store.write(profile, rows(), WriteRequest.DEFAULT).version();
  }

  /// Adds a file and returns its index.
  final long append() throws IOException {
    return store.append(profile, rows(), AppendRequest.DEFAULT).index();
  }

  final OptionalLong latest() throws IOException {
    return store.latest(profile);
  }

  /// Opens the latest version and counts its files.
  final int files() throws IOException {
    try (Snapshot snapshot = store.read(profile, ReadRequest.latest())) {
      return snapshot.indexes().size();
    }
  }

  /// Counts the names in the directory of the version that was the latest one at first.
  final int names() throws IOException {
    int names = 0;
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(version)) {
      for (Path _ : stream) {
        names++;
      }
    }
    return names;
  }
}

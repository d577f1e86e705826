package dev.frazil.jmh;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// What single calls of the dataset store cost, by how much is there already: in a profile of so
/// many versions, and in a version of so many files. Each file has 100 flights. What is written is
/// forced to the disk, so the disk of the store's directory is measured as well.
///
/// Profiles are made once and used again by later runs on the same directory, which add to them.
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 40)
@Measurement(iterations = 60)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "-Xmx1g",
      "-XX:+UseSerialGC",
      "--enable-native-access=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow",
      "--add-opens=java.base/java.nio=ALL-UNNAMED"
    })
public class StoreCostBenchmark {
  /// Created by JMH.
  public StoreCostBenchmark() {}

  /// A profile of many versions with one file each.
  @State(Scope.Benchmark)
  public static class ManyVersions extends StoreGround {
    /// Versions that were there at first.
    @Param({"10", "100", "1000"})
    public int versions = 1;

    /// Created by JMH.
    public ManyVersions() {}

    @Override
    String key() {
      return "versions-" + versions;
    }

    @Override
    void fill() throws IOException {
      while (latest().orElse(-1) + 1 < versions) {
        write();
      }
    }
  }

  /// A version of many files.
  @State(Scope.Benchmark)
  public static class ManyFiles extends StoreGround {
    /// Files that were there at first.
    @Param({"10", "1000", "10000"})
    public int files = 1;

    /// Created by JMH.
    public ManyFiles() {}

    @Override
    String key() {
      return "files-" + files;
    }

    @Override
    void fill() throws IOException {
      if (latest().isEmpty()) {
        write();
      }
      for (long there = files(); there < files; there++) {
        append();
      }
    }
  }

  /// Makes a version with one file.
  ///
  /// @param ground the profile
  /// @return its number
  /// @throws IOException if it cannot be written
  @Benchmark
  public long write(ManyVersions ground) throws IOException {
    return ground.write();
  }

  /// Adds a file to the latest of many versions.
  ///
  /// @param ground the profile
  /// @return its index
  /// @throws IOException if it cannot be written
  @Benchmark
  public long appendToLatest(ManyVersions ground) throws IOException {
    return ground.append();
  }

  /// Finds the latest of many versions and lists its files.
  ///
  /// @param ground the profile
  /// @return the number of files
  /// @throws IOException if it cannot be read
  @Benchmark
  public int openLatest(ManyVersions ground) throws IOException {
    return ground.files();
  }

  /// Adds a file to many.
  ///
  /// @param ground the profile
  /// @return its index
  /// @throws IOException if it cannot be written
  @Benchmark
  public long append(ManyFiles ground) throws IOException {
    return ground.append();
  }

  /// Finds the latest version, which has many files.
  ///
  /// @param ground the profile
  /// @return its number
  /// @throws IOException if it cannot be read
  @Benchmark
  public OptionalLong latest(ManyFiles ground) throws IOException {
    return ground.latest();
  }

  /// Opens a snapshot of many files: their schema and the list of them.
  ///
  /// @param ground the profile
  /// @return the number of files
  /// @throws IOException if it cannot be read
  @Benchmark
  public int openRead(ManyFiles ground) throws IOException {
    return ground.files();
  }

  /// The names in the directory of many files, by a bare directory stream.
  ///
  /// @param ground the profile
  /// @return the number of names
  /// @throws IOException if it cannot be read
  @Benchmark
  public int bareDirectoryStream(ManyFiles ground) throws IOException {
    return ground.names();
  }
}

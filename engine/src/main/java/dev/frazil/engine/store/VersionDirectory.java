package dev.frazil.engine.store;

import dev.frazil.engine.scan.DataFormat;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The directory `vN` of one version, and what its files are called (spec A, C2). All but the data
/// files are hidden, and passed over by the Python original. Immutable and thread-safe.
///
/// @param platform the file system
/// @param number N
/// @param path the directory, which need not exist
record VersionDirectory(Platform platform, long number, Path path) {
  /// What was decided about the version, a [CommitRecord].
  static final String COMMIT = ".commit";

  /// The file that readers lock while they read.
  static final String LEASE = ".lease";

  /// There from the beginning if a store made the version, and not the Python original.
  static final String WRITER = ".writer";

  private static final int MAX_LISTINGS = 100;

  /// Longer than a tick of the clock by which a file system tells when a directory was changed.
  private static final Duration QUIET = Duration.ofMillis(100);

  /// A data file.
  ///
  /// @param index 0 or more
  /// @param format its format
  /// @return `N.ext`
  Path data(long index, DataFormat format) {
    return path.resolve(index + "." + format.extension());
  }

  /// The file by which an index is claimed; index 0 belongs to the version's writer.
  ///
  /// @param index 1 or more
  /// @param format the format of the data file
  /// @return `.N.ext.claim`
  Path claim(long index, DataFormat format) {
    return path.resolve("." + index + "." + format.extension() + ".claim");
  }

  /// Counts and bounds of a data file.
  ///
  /// @param index 1 or more; those of index 0 are in the commit record
  /// @return `.N.stats`
  Path statistics(long index) {
    return path.resolve("." + index + ".stats");
  }

  /// The mark that an index was closed for whoever claimed it: see [Fences].
  ///
  /// @param index 1 or more
  /// @return `.N.fence`
  Path fence(long index) {
    return path.resolve("." + index + ".fence");
  }

  Path commit() {
    return path.resolve(COMMIT);
  }

  Path lease() {
    return path.resolve(LEASE);
  }

  Path writer() {
    return path.resolve(WRITER);
  }

  /// What was decided about the version.
  ///
  /// @return its commit record; null if nothing was decided, or there is no such directory
  /// @throws DamagedStoreException if the record has not the form of one
  /// @throws IOException if it cannot be read
  @Nullable CommitRecord commitRecord() throws IOException {
    try {
      return CommitRecord.read(commit(), platform.files().read(commit()));
    } catch (NoSuchFileException e) {
      return null;
    } catch (FileSystemException e) {
      if (platform.files().attributes(path).isDirectory()) {
        throw e;
      }
      // A file that somebody gave a version's name.
      return null;
    }
  }

  /// Decides about the version, if nothing is decided.
  ///
  /// @param record the decision
  /// @return whether it is decided so; false if another decision was made before
  /// @throws NoSuchFileException if the version was pruned
  /// @throws IOException if it cannot be decided
  boolean decide(CommitRecord record) throws IOException {
    return platform.putIfAbsent(commit(), record.text());
  }

  /// The indexes of the data files, all there at one moment: by two listings in a row that are
  /// equal (spec C2, "double collect"), or by one in whose time the directory was not changed.
  ///
  /// @param format which files
  /// @return indexes, ascending
  /// @throws NoSuchFileException if the version was pruned
  /// @throws IOException if the directory cannot be listed
  SortedSet<Long> indexes(DataFormat format) throws IOException {
    Instant before = changed();
    boolean quiet = platform.local() && before.plus(QUIET).isBefore(Instant.now());
    SortedSet<Long> indexes = listed(format);
    if (quiet && before.equals(changed())) {
      return indexes;
    }
    for (int i = 0; i < MAX_LISTINGS; i++) {
      SortedSet<Long> again = listed(format);
      if (again.equals(indexes)) {
        break;
      }
      // Files are only ever added: each set has all that was there before its listing began.
      indexes = again;
    }
    return indexes;
  }

  private Instant changed() throws IOException {
    return platform.files().attributes(path).lastModifiedTime().toInstant();
  }

  private SortedSet<Long> listed(DataFormat format) throws IOException {
    platform.files().barrier(path);
    return indexes(platform.files().list(path), format);
  }

  /// The indexes of the data files among some names.
  static SortedSet<Long> indexes(List<String> names, DataFormat format) {
    String suffix = "." + format.extension();
    long[] indexes =
        names.stream()
            .filter(name -> name.endsWith(suffix))
            .mapToLong(name -> VersionNumbers.parse(name, 0, name.length() - suffix.length()))
            .filter(index -> index >= 0)
            .sorted()
            .toArray();
    // A tree grows fastest in order.
    SortedSet<Long> ascending = new TreeSet<>();
    for (long index : indexes) {
      ascending.add(index);
    }
    return ascending;
  }

  /// The data file with the lowest index, of a version without a commit record.
  ///
  /// @param format which files, or null for any
  /// @return the file; null if there is none, or no such directory
  /// @throws IOException if the directory cannot be listed
  @Nullable DataFile firstFileOf(@Nullable DataFormat format) throws IOException {
    List<DataFormat> formats = format == null ? List.of(DataFormat.values()) : List.of(format);
    for (DataFormat candidate : formats) {
      if (platform.files().exists(data(0, candidate))) {
        return new DataFile(0, candidate);
      }
    }
    List<String> names;
    try {
      names = platform.files().list(path);
    } catch (NoSuchFileException e) {
      return null;
    }
    return formats.stream()
        .flatMap(candidate ->
            indexes(names, candidate).stream().map(index -> new DataFile(index, candidate)))
        .min(Comparator.comparingLong(DataFile::index))
        .orElse(null);
  }

  /// The data file with the lowest index, of a version that can be read.
  ///
  /// @param state the version's state
  /// @return the file; null if there is none
  /// @throws IOException if the directory cannot be listed
  @Nullable DataFile firstFile(VersionState state) throws IOException {
    return state instanceof VersionState.Committed(VersionFacts facts)
        ? new DataFile(0, facts.format())
        : firstFileOf(null);
  }

  /// A data file of a version.
  ///
  /// @param index its index
  /// @param format its format
  record DataFile(long index, DataFormat format) {}

  /// An index that no file and no claim has, by doubling and halving: as many looks as the
  /// logarithm of the number of files (spec C2, "galloping"). Whoever takes it must still claim it.
  ///
  /// @param format the format of the data files
  /// @return an index, 1 or more
  long freeIndex(DataFormat format) {
    platform.files().barrier(path);
    long free = 1;
    while (isTaken(free, format)) {
      free *= 2;
    }
    long taken = free / 2;
    while (free - taken > 1) {
      long middle = (free + taken) / 2;
      if (isTaken(middle, format)) {
        taken = middle;
      } else {
        free = middle;
      }
    }
    return free;
  }

  private boolean isTaken(long index, DataFormat format) {
    return platform.files().exists(claim(index, format))
        || platform.files().exists(data(index, format));
  }
}

package dev.frazil.engine.store;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.scan.DataFormat;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Indexes of a version that were claimed and have no file yet, and the way to close them: a file
/// without rows under their name (spec C2, "compact"). An append that comes too late finds the name
/// taken, and takes another index; so the files of a version become a set that is final.
///
/// A fence is announced by `.N.fence` before it is made. So it is enough to look into the few files
/// that have such a mark to tell fences from rows.
///
/// @param version the version, under a lease
/// @param format the format of its files
record Fences(VersionDirectory version, DataFormat format) {
  private static final String FENCE = ".fence";
  private static final String CLAIM = ".claim";
  private static final int MAX_LISTINGS = 100;

  /// The indexes of a version at one moment.
  ///
  /// @param published those that have a file
  /// @param unpublished those that were claimed and have none
  record Indexes(SortedSet<Long> published, SortedSet<Long> unpublished) {
    /// The files before which no other one will come: those below the first index that may yet get
    /// one.
    SortedSet<Long> settled() {
      return unpublished.isEmpty() ? published : published.headSet(unpublished.first());
    }
  }

  /// The indexes by two listings in a row that are equal.
  ///
  /// @return the indexes
  /// @throws IOException if the version cannot be listed
  Indexes indexes() throws IOException {
    Indexes indexes = listed();
    for (int i = 0; i < MAX_LISTINGS; i++) {
      Indexes again = listed();
      if (again.equals(indexes)) {
        break;
      }
      indexes = again;
    }
    return indexes;
  }

  private Indexes listed() throws IOException {
    version.platform().files().barrier(version.path());
    List<String> names = version.platform().files().list(version.path());
    String suffix = "." + format.extension() + CLAIM;
    SortedSet<Long> unpublished = new TreeSet<>();
    for (String name : names) {
      if (name.startsWith(".") && name.endsWith(suffix)) {
        long index = VersionNumbers.parse(name, 1, name.length() - suffix.length());
        if (index >= 0) {
          unpublished.add(index);
        }
      }
    }
    SortedSet<Long> published = VersionDirectory.indexes(names, format);
    unpublished.removeAll(published);
    return new Indexes(published, unpublished);
  }

  /// Closes all indexes that were claimed and have no file. One that the Python original has
  /// claimed gets its file a moment later, or, if its process has died, never; it knows no fence
  /// and would replace it. So such an index is closed only when it had no file for a while.
  ///
  /// @param schema the columns of the version
  /// @param patience how long an index of the Python original is waited for
  /// @param mark an index that is never to have a file; -1 if there is none
  /// @throws IOException if the version cannot be listed, or an index not be closed
  void closeUnpublished(ArrowSchema schema, Duration patience, long mark) throws IOException {
    long end = System.nanoTime() + patience.toNanos();
    SortedSet<Long> open = listed().unpublished();
    open.remove(mark);
    while (true) {
      boolean patient = System.nanoTime() < end;
      for (long index : List.copyOf(open)) {
        if (!patient || !isForeign(index)) {
          close(index, schema);
          open.remove(index);
        }
      }
      if (open.isEmpty()) {
        return;
      }
      version.platform().files().pause(Seals.POLL);
      open.retainAll(listed().unpublished());
    }
  }

  /// Whether an index was claimed by the Python original: its claims are empty.
  ///
  /// @param index an index
  /// @return false also if it was not claimed
  /// @throws IOException if the claim cannot be looked at
  boolean isForeign(long index) throws IOException {
    Path claim = version.claim(index, format);
    return version.platform().files().exists(claim)
        && version.platform().files().attributes(claim).size() == 0;
  }

  /// Closes an index, unless it gets its rows just now.
  ///
  /// @param index a claimed index
  /// @param schema the columns of the version
  /// @throws IOException if no file can be put there
  private void close(long index, ArrowSchema schema) throws IOException {
    try {
      version.platform().createEmpty(version.fence(index));
    } catch (FileAlreadyExistsException e) {
      // Announced before, by a compaction that may have died.
    }
    version.platform().forceNames(version.path());
    try (DataFileWriter.Written empty =
        DataFileWriter.write(new NoRows(schema), version, format, WriterOptions.DEFAULT)) {
      empty.file().publish(version.data(index, format));
    }
  }

  /// The indexes that were closed.
  ///
  /// @return indexes, ascending
  /// @throws IOException if the version cannot be read
  SortedSet<Long> closed() throws IOException {
    SortedSet<Long> indexes = new TreeSet<>();
    for (String name : version.platform().files().list(version.path())) {
      if (name.startsWith(".") && name.endsWith(FENCE)) {
        long index = VersionNumbers.parse(name, 1, name.length() - FENCE.length());
        if (index >= 0 && isClosed(index)) {
          indexes.add(index);
        }
      }
    }
    return indexes;
  }

  /// Whether an index that has a file was closed: whoever claimed it has appended nothing.
  ///
  /// @param index an index with a file
  /// @return true if the file has no rows and stands where a fence was announced
  /// @throws IOException if the file cannot be read
  boolean isClosed(long index) throws IOException {
    return version.platform().files().exists(version.fence(index))
        && version.platform().files().exists(version.data(index, format))
        && FileFacts.countRows(version.data(index, format), format) == 0;
  }

  private record NoRows(ArrowSchema schema) implements RecordBatchSource {
    @Override
    public @Nullable RecordBatch next() {
      return null;
    }

    @Override
    public void close() {}
  }
}

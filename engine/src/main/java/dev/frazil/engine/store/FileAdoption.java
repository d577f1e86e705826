package dev.frazil.engine.store;

import dev.frazil.engine.scan.DataFormat;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Taking data files of one version over into another one of the same profile that is being made:
/// by a second name, or by a copy where a file can have no more names (spec C2, "rollback").
///
/// An index of the new version is claimed before it has its file. Without the claim a process of
/// the Python original might take the index, and rename its own file over the one that both
/// versions have.
///
/// @param from the version that has the files, under a lease
/// @param to the version that is being made
/// @param format the format of both
record FileAdoption(VersionDirectory from, VersionDirectory to, DataFormat format) {
  /// Takes one file over, with its statistics.
  ///
  /// @param index its index
  /// @param as the index it is to have, which is free
  /// @throws IOException if it can be neither linked nor copied
  void adopt(long index, long as) throws IOException {
    if (as > 0) {
      to.platform().createEmpty(to.claim(as, format));
    }
    take(index, as);
  }

  /// Takes one file over into a version that others append to, too.
  ///
  /// @param index its index
  /// @throws IOException if it can be neither linked nor copied
  void adoptNext(long index) throws IOException {
    for (long as = to.freeIndex(format); ; as++) {
      try {
        to.platform().createEmpty(to.claim(as, format));
        take(index, as);
        return;
      } catch (FileAlreadyExistsException e) {
        // Another appender's index.
      }
    }
  }

  private void take(long index, long as) throws IOException {
    Platform platform = to.platform();
    if (as > 0) {
      adoptStatistics(index, as);
    }
    Path data = from.data(index, format);
    Path name = to.data(as, format);
    if (!platform.linkIfPossible(data, name)) {
      try (StagedFile copy = copy(data)) {
        if (!copy.publish(name)) {
          throw new IOException("copy: " + name + ": expected a free name, got a file");
        }
      }
    }
  }

  /// The statistics of the first file are in the commit record; those of others are a sidecar,
  /// which says what file it belongs to. Without one the file is opened by every scan.
  private void adoptStatistics(long index, long as) throws IOException {
    Path sidecar = from.statistics(index);
    try {
      if (to.platform().files().exists(sidecar)
          && !to.platform().linkIfPossible(sidecar, to.statistics(as))) {
        try (StagedFile copy = copy(sidecar)) {
          copy.publish(to.statistics(as));
        }
      }
    } catch (NoSuchFileException e) {
      // Taken away in between: nothing depends on it.
    }
  }

  private StagedFile copy(Path file) throws IOException {
    try (FileChannel source = FileChannel.open(file, StandardOpenOption.READ)) {
      return StagedFile.copy(source, to);
    }
  }
}

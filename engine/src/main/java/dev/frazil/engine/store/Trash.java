package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Where versions go before they are deleted: one rename takes them away from every reader, and
/// deleting may take its time, or be taken up by any later `prune` (spec C2).
final class Trash {
  private static final String PREFIX = ".trash-";
  private static final Duration IN_USE = Duration.ofHours(24);

  private final Profile profile;
  private final Platform platform;

  /// The trash of one profile.
  ///
  /// @param profile the profile
  Trash(Profile profile) {
    this.profile = profile;
    this.platform = profile.platform();
  }

  /// Takes a version away. Nobody may have a lease on it but the caller.
  ///
  /// @param version the version
  /// @return where its files are
  /// @throws NoSuchFileException if it is gone
  /// @throws IOException if it cannot be renamed
  Path add(VersionDirectory version) throws IOException {
    String name = PREFIX + VersionNumbers.name(version.number()) + "-" + UUID.randomUUID();
    Path directory = profile.path().resolve(name);
    platform.files().rename(version.path(), directory);
    platform.forceNames(profile.path());
    platform.settle(profile.path());
    return directory;
  }

  /// Deletes all that is in the trash and can be deleted.
  ///
  /// @throws IOException if the profile cannot be listed
  void empty() throws IOException {
    platform.files().barrier(profile.path());
    for (String name : platform.files().list(profile.path())) {
      if (name.startsWith(PREFIX)) {
        delete(profile.path().resolve(name));
      }
    }
  }

  /// Deletes hidden files of processes that have died while they wrote them: those that nobody has
  /// written to for a day. What is younger may be in use.
  ///
  /// @param now the time of the file server
  /// @throws IOException if the profile cannot be listed
  void sweep(Instant now) throws IOException {
    Instant oldest = now.minus(IN_USE);
    List<Path> directories = new ArrayList<>(List.of(profile.path()));
    directories.add(profile.path().resolve(Tokens.DIRECTORY));
    directories.add(profile.path().resolve(Tags.DIRECTORY));
    for (long number : profile.numbers()) {
      directories.add(profile.version(number).path());
    }
    for (Path directory : directories) {
      try {
        sweep(directory, oldest);
      } catch (NoSuchFileException e) {
        // Pruned since it was listed, or not there at all.
      }
    }
  }

  private void sweep(Path directory, Instant oldest) throws IOException {
    for (String name : platform.files().list(directory)) {
      Path file = directory.resolve(name);
      if (Platform.isTemporary(name)
          && !platform.files().attributes(file).lastModifiedTime().toInstant().isAfter(oldest)) {
        platform.discard(file);
      }
    }
  }

  /// Deletes a directory of the trash. What cannot be deleted, such as a file that is open on some
  /// platforms, is left to a later `prune`.
  ///
  /// @param directory what [#add] returned
  void delete(Path directory) {
    try {
      for (String name : platform.files().list(directory)) {
        platform.discard(directory.resolve(name));
      }
    } catch (IOException e) {
      // Another process deletes it too, or it cannot be read: it stays, or goes without us.
    }
    platform.discard(directory);
  }
}

package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Names that versions of a profile were given: one file a name in `.tags`, put there if it is not
/// there (spec C2). A tag is given while the version is leased, and `prune` looks at the tags once
/// more when nobody can lease it any longer: so no tag is given to a version that is going.
final class Tags {
  static final String DIRECTORY = ".tags";
  private static final String VERSION = "version";
  private static final int MAX_LENGTH = 200;

  private final Profile profile;
  private final Platform platform;
  private final Path directory;

  /// The tags of one profile.
  ///
  /// @param profile the profile, which need not exist
  Tags(Profile profile) {
    this.profile = profile;
    this.platform = profile.platform();
    this.directory = profile.path().resolve(DIRECTORY);
  }

  /// Gives a version a name. Does nothing if it has it already.
  ///
  /// @param name the tag
  /// @param number a version that can be read
  /// @throws InvalidTagException if the name cannot be one
  /// @throws TagConflictException if it is another version's
  /// @throws VersionNotFoundException if the version was never committed
  /// @throws VersionPrunedException if it is gone or going
  /// @throws IOException if the tag cannot be made
  void put(String name, long number) throws IOException {
    Path file = file(name);
    try (Lease _ = profile.lease(number)) {
      platform.createDirectories(directory);
      ObjectNode document = StoreJson.object();
      document.put(VERSION, number);
      document.put("created_ms", System.currentTimeMillis());
      if (!platform.putIfAbsent(file, StoreJson.text(document))) {
        requireSame(name, number);
      }
      platform.forceNames(directory);
      platform.settle(directory);
      requirePresent(name, number);
    } catch (NoSuchFileException e) {
      throw profile.pruned(number);
    }
  }

  private void requireSame(String name, long number) throws IOException {
    long present = version(name);
    if (present != number) {
      throw new TagConflictException(
          "tag: "
              + file(name)
              + ": expected a free name, got that of "
              + VersionNumbers.name(present));
    }
  }

  /// Where there are no locks, a version may have gone while the tag was made.
  private void requirePresent(String name, long number) throws IOException {
    platform.files().barrier(profile.path());
    if (!platform.files().exists(profile.version(number).path())) {
      platform.discard(file(name));
      throw profile.pruned(number);
    }
  }

  /// Takes a name away; its version stays, until it is pruned.
  ///
  /// @param name the tag
  /// @throws TagNotFoundException if there is no such tag
  /// @throws IOException if it cannot be taken away
  void delete(String name) throws IOException {
    try {
      platform.files().delete(file(name));
    } catch (NoSuchFileException e) {
      throw absent(name);
    }
    platform.forceNames(directory);
    platform.settle(directory);
  }

  /// The version that has a name.
  ///
  /// @param name the tag
  /// @return the version, which may have been pruned since
  /// @throws TagNotFoundException if there is no such tag
  /// @throws IOException if the tag cannot be read
  long version(String name) throws IOException {
    Path file = file(name);
    platform.files().barrier(directory);
    try {
      return StoreJson.requireNumber(
          file, StoreJson.object(file, platform.files().read(file)), VERSION);
    } catch (NoSuchFileException e) {
      throw absent(name);
    }
  }

  private TagNotFoundException absent(String name) {
    return new TagNotFoundException("tag: " + file(name) + ": expected a tag, got none");
  }

  /// All tags.
  ///
  /// @return the version of each name
  /// @throws IOException if they cannot be read
  SortedMap<String, Long> all() throws IOException {
    platform.files().barrier(directory);
    SortedMap<String, Long> tags = new TreeMap<>();
    try {
      for (String name : platform.files().list(directory)) {
        if (!name.startsWith(".")) {
          putIfPresent(tags, name);
        }
      }
    } catch (NoSuchFileException e) {
      return tags;
    }
    return tags;
  }

  private void putIfPresent(Map<String, Long> tags, String name) throws IOException {
    try {
      tags.put(name, version(name));
    } catch (TagNotFoundException e) {
      // Taken away since it was listed.
    }
  }

  private Path file(String name) {
    boolean control =
        name.chars().anyMatch(c -> c < ' ' || c == 0x7f || "/\\:*?\"<>|".indexOf(c) >= 0);
    if (name.isEmpty()
        || name.length() > MAX_LENGTH
        || name.startsWith(".")
        || name.endsWith(".")
        || !name.equals(name.strip())
        || control) {
      throw new InvalidTagException(
          "tag: '"
              + name
              + "': expected 1 to "
              + MAX_LENGTH
              + " characters that a file's name may"
              + " have everywhere, without a dot at either end");
    }
    return directory.resolve(name);
  }
}

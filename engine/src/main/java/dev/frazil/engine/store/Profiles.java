package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The profiles of a store, found by a walk of its directory: those with a manifest, or with a
/// version that can be read and that nobody has put into a manifest yet. The walk enters no
/// version, no hidden directory and no symbolic link (spec C2).
final class Profiles {
  private final Platform platform;
  private final Path root;

  /// The profiles of one store.
  ///
  /// @param platform the file system
  /// @param root the directory of the store
  Profiles(Platform platform, Path root) {
    this.platform = platform;
    this.root = root;
  }

  /// The profile of a key.
  ///
  /// @param key the key
  /// @return the profile, which need not exist
  /// @throws EscapedKeyException if its directory is not within that of the store
  /// @throws IOException if the path cannot be looked at
  Profile of(ProfileKey key) throws IOException {
    return new Profile(platform, root, key, key.directory(root, platform.files()));
  }

  /// The commits of several of the profiles.
  Transactions transactions() {
    return new Transactions(platform, root);
  }

  /// The profiles at a key and below it.
  ///
  /// @param prefix the key, itself a profile or not; null for all profiles
  /// @return their keys, parents before children, in the order of their names
  /// @throws EscapedKeyException if the prefix is not within the store
  /// @throws IOException if a directory cannot be listed
  List<ProfileKey> below(@Nullable ProfileKey prefix) throws IOException {
    List<ProfileKey> keys = new ArrayList<>();
    walk(prefix == null ? root : prefix.directory(root, platform.files()), keys);
    return keys;
  }

  private void walk(Path directory, List<ProfileKey> keys) throws IOException {
    List<String> names;
    try {
      platform.files().barrier(directory);
      names = new ArrayList<>(platform.files().list(directory));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return;
    }
    Collections.sort(names);
    if (!directory.equals(root)) {
      ProfileKey key = ProfileKey.ofPath(root.relativize(directory));
      if (key != null && isProfile(key, directory, names)) {
        keys.add(key);
      }
    }
    for (String name : names) {
      if (!name.startsWith(".")
          && VersionNumbers.ofName(name) < 0
          && isOwnDirectory(directory, name)) {
        walk(directory.resolve(name), keys);
      }
    }
  }

  private boolean isProfile(ProfileKey key, Path directory, List<String> names) throws IOException {
    return names.contains(Manifest.NAME)
        || (names.stream().anyMatch(name -> VersionNumbers.ofName(name) >= 0)
            && !new Profile(platform, root, key, directory).latest().isNone());
  }

  /// Whether a name in a directory is a directory, and no symbolic link to one.
  private boolean isOwnDirectory(Path directory, String name) throws IOException {
    FileCalls files = platform.files();
    Path path = directory.resolve(name);
    try {
      // A link is told first, since one that leads around cannot be followed. Only the real path
      // tells a junction of Windows.
      return !files.isSymbolicLink(path)
          && files.attributes(path).isDirectory()
          && files.realPath(path).equals(files.realPath(directory).resolve(name));
    } catch (NoSuchFileException e) {
      return false;
    }
  }
}

package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The name of a profile: a path of one part or more below the directory of a store. Immutable; two
/// keys are equal when they name the same path, however it was cut into parts.
public final class ProfileKey {
  private static final Pattern SLASH = Pattern.compile("/");
  private static final Pattern VERSION = Pattern.compile("[vV][0-9]+");
  private static final Pattern DEVICE =
      Pattern.compile("(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?");
  private static final Set<String> RESERVED = Set.of("manifest.json", "manifest.json.write_lock");

  private final List<String> given;
  private final List<String> parts;
  private final boolean escaping;

  private ProfileKey(List<String> given, List<String> parts, boolean escaping) {
    this.given = given;
    this.parts = parts;
    this.escaping = escaping;
  }

  /// A key of parts, each of which may be a path of parts with slashes between them: `of("sales",
  /// "orders")` and `of("sales/orders")` are equal.
  ///
  /// A part is not empty, begins with no dot, has no backslash and no control character, and is not
  /// what a store calls files and directories of its own: `v` with a number, `manifest.json` or its
  /// lock. Nor is it a name that Windows keeps for devices, or ends as no name does there: a store
  /// may be shared. A key that leads out of the directory, such as `..` or `/etc`, is refused by
  /// the store, which knows it, by an [EscapedKeyException].
  ///
  /// @param partsOrPaths one or more
  /// @return the key
  /// @throws InvalidKeyException if there is no part, or one cannot be used
  public static ProfileKey of(String... partsOrPaths) {
    if (partsOrPaths.length == 0) {
      throw new InvalidKeyException("At least one key is required");
    }
    List<String> given = List.of(partsOrPaths);
    List<String> parts = given.stream().flatMap(SLASH::splitAsStream).toList();
    boolean escaping = escapes(given, parts);
    if (!escaping) {
      given.forEach(key -> requireWhole(given, key));
      parts.forEach(part -> requirePart(given, part));
    }
    return new ProfileKey(given, parts, escaping);
  }

  /// The key of a path that a walk of the store's directory came upon.
  ///
  /// @param relative a path below the store's directory
  /// @return the key; null if no key stands for it
  static @Nullable ProfileKey ofPath(Path relative) {
    List<String> names = new ArrayList<>();
    relative.forEach(name -> names.add(name.toString()));
    try {
      return of(names.toArray(String[]::new));
    } catch (InvalidKeyException e) {
      return null;
    }
  }

  /// Whether the path is absolute, or the steps up are as many as those down or more.
  private static boolean escapes(List<String> given, List<String> parts) {
    if (given.stream().anyMatch(key -> key.startsWith("/"))) {
      return true;
    }
    int depth = 0;
    int lowest = 0;
    boolean dots = false;
    for (String part : parts) {
      dots |= part.equals(".") || part.equals("..");
      depth += part.equals("..") ? -1 : part.isEmpty() || part.equals(".") ? 0 : 1;
      lowest = Math.min(lowest, depth);
    }
    return dots && (depth <= 0 || lowest < 0);
  }

  private static void requireWhole(List<String> given, String key) {
    if (key.isEmpty() || key.endsWith("/")) {
      throw refused(given, "expected parts that are not empty");
    }
  }

  private static void requirePart(List<String> given, String part) {
    String name = part.toLowerCase(Locale.ROOT);
    if (part.isEmpty()) {
      throw refused(given, "expected parts that are not empty");
    }
    if (part.startsWith(".") || VERSION.matcher(part).matches() || RESERVED.contains(name)) {
      throw refused(
          given, "expected no name that a store keeps for itself, got " + PythonText.repr(part));
    }
    if (part.chars().anyMatch(c -> c < ' ' || c == '\\' || c == 0x7f)) {
      throw refused(
          given, "expected no backslash and no control character, got " + PythonText.repr(part));
    }
    if (DEVICE.matcher(name).matches() || part.endsWith(".") || part.endsWith(" ")) {
      throw refused(
          given, "expected a name that Windows can have as well, got " + PythonText.repr(part));
    }
  }

  private static InvalidKeyException refused(List<String> given, String reason) {
    return new InvalidKeyException("key: " + tuple(given) + ": " + reason);
  }

  /// The parts of the path, in order.
  ///
  /// @return one or more
  public List<String> parts() {
    return parts;
  }

  /// The profile's directory.
  ///
  /// @param root the directory of the store
  /// @param files follows symbolic links
  /// @return a path below the root, which need not exist
  /// @throws EscapedKeyException if it is not within the root
  /// @throws InvalidKeyException if the platform has no such path
  /// @throws IOException if the path cannot be looked at
  Path directory(Path root, FileCalls files) throws IOException {
    Path directory = root;
    try {
      for (String key : given) {
        directory = directory.resolve(key);
      }
    } catch (InvalidPathException e) {
      throw refused(given, "expected a path of this platform, got " + e.getReason());
    }
    if (escaping || leadsOut(root, files)) {
      throw new EscapedKeyException(
          "Profile directory " + directory + " is not within data directory " + root);
    }
    return directory;
  }

  /// Whether what there is of the path is elsewhere in truth.
  private boolean leadsOut(Path root, FileCalls files) throws IOException {
    Path existing = root;
    for (String part : parts) {
      Path next = existing.resolve(part);
      if (!files.exists(next)) {
        break;
      }
      existing = next;
    }
    if (existing.equals(root)) {
      return false;
    }
    Path real = files.realPath(existing);
    Path realRoot = files.realPath(root);
    return !real.startsWith(realRoot) || real.equals(realRoot);
  }

  /// The keys as they were given, as Python shows a tuple of strings.
  ///
  /// @return `('sales', 'orders')`; `('sales',)` for a single one
  @Override
  public String toString() {
    return tuple(given);
  }

  private static String tuple(List<String> keys) {
    String joined = keys.stream().map(PythonText::repr).collect(Collectors.joining(", "));
    return keys.size() == 1 ? "(" + joined + ",)" : "(" + joined + ")";
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ProfileKey key && key.parts.equals(parts) && key.escaping == escaping;
  }

  @Override
  public int hashCode() {
    return Objects.hash(parts, escaping);
  }
}

package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The lock of a profile's manifest, which it shares with the Python original: the file
/// `manifest.json.write_lock`. It is there for the original's sake. Were it broken, a manifest
/// might go back, and the next call would mend it; no decision of the store rests on it (spec C2).
///
/// A store's lock says whose it is; the original's is empty. One whose owner is known to be dead is
/// taken away at once, any other when it is older than a lock may be.
final class ManifestLock {
  /// The name of the file.
  static final String NAME = "manifest.json.write_lock";

  private static final Duration POLL = Duration.ofMillis(4);

  private final Platform platform;
  private final Path path;
  private final String uuid = UUID.randomUUID().toString();

  /// A lock that is not yet taken.
  ///
  /// @param profile the profile
  ManifestLock(Profile profile) {
    this.platform = profile.platform();
    this.path = profile.path().resolve(NAME);
  }

  /// Takes the lock.
  ///
  /// @param timeout how long to wait for it
  /// @param steal whether a lock that was left behind is taken away
  /// @return null if it was taken; otherwise what is in the way
  /// @throws IOException if locks cannot be made here
  @Nullable Holder acquire(Duration timeout, boolean steal) throws IOException {
    Path directory = Objects.requireNonNull(path.getParent());
    Path temporary = platform.createTemporary(directory, "lock", text());
    long end = System.nanoTime() + timeout.toNanos();
    try {
      while (true) {
        if (platform.putIfAbsent(temporary, path)) {
          return null;
        }
        Holder holder = holder();
        boolean gone = holder == null || steal && isLeftBehind(holder, temporary) && remove(holder);
        if (!gone) {
          if (System.nanoTime() >= end) {
            return holder;
          }
          platform.files().pause(POLL);
        }
      }
    } finally {
      platform.discard(temporary);
    }
  }

  private String text() {
    ObjectNode document = StoreJson.object();
    document.put("uuid", uuid);
    platform.processes().self().write(document);
    return StoreJson.text(document);
  }

  /// Gives the lock back, unless somebody has taken it away.
  void release() {
    try {
      Holder holder = holder();
      if (holder != null && uuid.equals(holder.uuid())) {
        platform.discard(path);
      }
    } catch (IOException e) {
      // It stays until somebody finds this process dead, or the lock too old.
    }
  }

  private @Nullable Holder holder() throws IOException {
    try {
      BasicFileAttributes attributes = platform.files().attributes(path);
      return new Holder(identity(attributes), platform.files().read(path));
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static String identity(BasicFileAttributes attributes) {
    return attributes.fileKey() + " " + attributes.lastModifiedTime();
  }

  private boolean isLeftBehind(Holder holder, Path fresh) throws IOException {
    ProcessIdentity owner = holder.owner();
    // This process holds no other lock of the profile while it waits for this one, so one of its
    // own is what an error kept it from giving back.
    return owner != null
            && (platform.processes().isDead(owner) || owner.equals(platform.processes().self()))
        || platform.isStale(fresh, path);
  }

  /// Takes a lock away that was judged, and no other one: what comes away with the name is compared
  /// with what was judged, and put back if it is another.
  private boolean remove(Holder judged) throws IOException {
    Path stale = path.resolveSibling(".stale_lock." + UUID.randomUUID());
    try {
      platform.files().rename(path, stale);
    } catch (NoSuchFileException e) {
      return true;
    }
    Holder taken =
        new Holder(identity(platform.files().attributes(stale)), platform.files().read(stale));
    boolean same = taken.isSame(judged);
    if (!same) {
      platform.putIfAbsent(stale, path);
    }
    platform.discard(stale);
    return same;
  }

  /// Who has the lock.
  ///
  /// @param identity the lock file and its time
  /// @param content what it says
  record Holder(String identity, byte[] content) {
    boolean isSame(Holder other) {
      return identity.equals(other.identity) && Arrays.equals(content, other.content);
    }

    @Nullable String uuid() {
      return document() instanceof ObjectNode document ? StoreJson.text(document, "uuid") : null;
    }

    /// The process that took it; null if it does not say.
    @Nullable ProcessIdentity owner() {
      ObjectNode document = document();
      return document == null ? null : ProcessIdentity.read(document);
    }

    private @Nullable ObjectNode document() {
      return StoreJson.parse(content) instanceof ObjectNode document ? document : null;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Holder holder && isSame(holder);
    }

    @Override
    public int hashCode() {
      return Objects.hash(identity, Arrays.hashCode(content));
    }
  }
}

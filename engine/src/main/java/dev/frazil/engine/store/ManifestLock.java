package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
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

  /// How often a taken name may have no file: a link to nowhere has none, ever.
  private static final int MAX_VANISHED = 1000;

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
  @Nullable FileIdentity acquire(Duration timeout, boolean steal) throws IOException {
    Path directory = Objects.requireNonNull(path.getParent());
    Path temporary = platform.createTemporary(directory, "lock", text(), false);
    long end = System.nanoTime() + timeout.toNanos();
    int vanished = 0;
    try {
      while (true) {
        if (platform.putIfAbsent(temporary, path)) {
          return null;
        }
        FileIdentity other = FileIdentity.read(platform.files(), path);
        if (other == null && ++vanished == MAX_VANISHED) {
          throw new IOException(
              "lock: " + path + ": expected a free name or a lock, got a name that cannot be read");
        }
        boolean gone =
            other == null
                || (steal && isLeftBehind(other, temporary) && platform.remove(path, other));
        if (!gone) {
          if (System.nanoTime() >= end) {
            return other;
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

  /// Whether nobody has taken the lock away.
  ///
  /// @return true if it is still there and says that it is this one
  /// @throws IOException if it cannot be read
  boolean isHeld() throws IOException {
    FileIdentity present = FileIdentity.read(platform.files(), path);
    return present != null && present.content().equals(text());
  }

  /// Gives the lock back, unless somebody has taken it away.
  void release() {
    try {
      if (isHeld()) {
        platform.discard(path);
      }
    } catch (IOException e) {
      // It stays until somebody finds this process dead, or the lock too old.
    }
  }

  private boolean isLeftBehind(FileIdentity lock, Path fresh) throws IOException {
    ProcessIdentity owner = owner(lock.content());
    // This process holds no other lock of the profile while it waits for this one, so one of its
    // own is what an error kept it from giving back.
    boolean dead =
        owner != null
            && (platform.processes().isDead(owner) || owner.equals(platform.processes().self()));
    return dead || platform.isStale(fresh, path);
  }

  /// The process that took a lock; null if it does not say.
  private static @Nullable ProcessIdentity owner(String content) {
    if (!(StoreJson.parse(content.getBytes(StandardCharsets.UTF_8))
        instanceof ObjectNode document)) {
      return null;
    }
    return ProcessIdentity.read(document);
  }
}

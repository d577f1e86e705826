package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The turn to move a profile's manifest: that of this thread among the process's threads, and that
/// of this process among all processes by [ManifestLock]. Its owner closes it, in the same thread.
final class ManifestTurn implements AutoCloseable {
  /// Keeps the threads of this process apart, by the profile's real path.
  private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

  /// Locks of other processes that were waited for in vain: nobody waits for the same one twice.
  private static final Map<Path, FileIdentity> WAITED_FOR = new ConcurrentHashMap<>();

  private final Profile profile;
  private final ReentrantLock thread;
  private final ManifestLock lock;

  private ManifestTurn(Profile profile, ReentrantLock thread, ManifestLock lock) {
    this.profile = profile;
    this.thread = thread;
    this.lock = lock;
  }

  /// Waits for the turn, as long as the options allow. A lock that was left behind is taken away.
  ///
  /// @param profile the profile, which is there
  /// @return the turn; null if others had theirs all the time
  /// @throws IOException if locks cannot be made here
  static @Nullable ManifestTurn take(Profile profile) throws IOException {
    Duration timeout = profile.platform().options().lockTimeout();
    Path path = profile.platform().files().realPath(profile.path());
    ReentrantLock thread = thread(path, timeout);
    if (thread == null) {
      return null;
    }
    boolean taken = false;
    try {
      ManifestLock lock = new ManifestLock(profile);
      FileIdentity before = WAITED_FOR.get(path);
      FileIdentity holder = lock.acquire(before == null ? timeout : Duration.ZERO, true);
      if (holder != null && before != null && !holder.equals(before)) {
        holder = lock.acquire(timeout, true);
      }
      if (holder != null) {
        WAITED_FOR.put(path, holder);
        return null;
      }
      WAITED_FOR.remove(path);
      taken = true;
      return new ManifestTurn(profile, thread, lock);
    } finally {
      if (!taken) {
        thread.unlock();
      }
    }
  }

  /// Waits for the turn in the original's way: whoever has the lock keeps it, alive or dead.
  ///
  /// @param profile the profile, which is there
  /// @param timeout how long to wait
  /// @return the turn
  /// @throws ProfileLockedException if others had theirs all the time
  /// @throws IOException if locks cannot be made here
  static ManifestTurn strict(Profile profile, Duration timeout) throws IOException {
    Path path = profile.platform().files().realPath(profile.path());
    ReentrantLock thread = thread(path, timeout);
    if (thread != null) {
      boolean taken = false;
      try {
        ManifestLock lock = new ManifestLock(profile);
        taken = lock.acquire(timeout, false) == null;
        if (taken) {
          return new ManifestTurn(profile, thread, lock);
        }
      } finally {
        if (!taken) {
          thread.unlock();
        }
      }
    }
    throw new ProfileLockedException(
        "lock: %s: expected a free lock, got one that was held for more than %s"
            .formatted(profile.path().resolve(ManifestLock.NAME), timeout));
  }

  private static @Nullable ReentrantLock thread(Path path, Duration timeout) {
    ReentrantLock thread = THREADS.computeIfAbsent(path, _ -> new ReentrantLock());
    try {
      return thread.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS) ? thread : null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /// Moves the manifest forward to a version; never back.
  ///
  /// @param number a committed version
  /// @throws IOException if it cannot be moved, or not be forced to the disk
  void move(long number) throws IOException {
    if (profile.manifest().version() >= number) {
      return;
    }
    Platform platform = profile.platform();
    Path temporary = platform.createTemporary(profile.path(), Manifest.NAME, Manifest.text(number));
    try {
      platform.files().rename(temporary, profile.manifestPath());
    } catch (IOException e) {
      platform.discard(temporary);
      throw e;
    }
    if (!lock.isHeld()) {
      // It was taken away in a long pause, and others may have moved the manifest further: what
      // they pruned meanwhile would keep their versions from being found.
      long greatest = profile.greatest();
      if (greatest > number) {
        move(greatest);
        return;
      }
    }
    platform.forceNames(profile.path());
    platform.settle(profile.path());
  }

  @Override
  public void close() {
    try {
      lock.release();
    } finally {
      thread.unlock();
    }
  }
}

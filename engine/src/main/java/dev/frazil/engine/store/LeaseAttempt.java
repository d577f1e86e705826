package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What came of asking the operating system for a lock on `vN/.lease`.
sealed interface LeaseAttempt {
  /// The lock is there as long as the channel is open.
  ///
  /// @param channel the channel, for the receiver to close
  record Locked(FileChannel channel) implements LeaseAttempt {}

  /// Another process has a lock that does not go with this one.
  record Taken() implements LeaseAttempt {}

  /// There are no locks here, or their server does not answer.
  record Unknown() implements LeaseAttempt {}

  /// Asks for a lock. A server that has just been started again keeps everybody waiting for a
  /// minute or longer, those as well that only try (spec C.2); so on a share the wait is bounded.
  ///
  /// @param version the version
  /// @param shared whether others may have shared locks as well
  /// @param late takes the channel when there was no answer in time, with a lock or without
  /// @return what came of it
  /// @throws NoSuchFileException if the version was pruned
  static LeaseAttempt of(VersionDirectory version, boolean shared, Consumer<FileChannel> late)
      throws NoSuchFileException {
    Platform platform = version.platform();
    FileChannel channel;
    try {
      channel = platform.files().openLease(version.lease());
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      return new Unknown();
    }
    if (platform.local()) {
      return closedUnlessLocked(lock(platform.files(), channel, shared), channel);
    }
    CompletableFuture<LeaseAttempt> attempt = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("frazil-lease")
        .start(() -> {
          if (!attempt.complete(lock(platform.files(), channel, shared))) {
            late.accept(channel);
          }
        });
    LeaseAttempt answer = within(platform.options().lockTimeout().toNanos(), attempt);
    return answer == null ? new Unknown() : closedUnlessLocked(answer, channel);
  }

  /// @return null if there was no answer in time: then the channel goes to whoever takes late ones
  private static @Nullable LeaseAttempt within(
      long nanos, CompletableFuture<LeaseAttempt> attempt) {
    try {
      return attempt.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // No answer in time.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return attempt.complete(new Unknown()) ? null : attempt.join();
  }

  private static LeaseAttempt lock(FileCalls files, FileChannel channel, boolean shared) {
    try {
      return files.tryLock(channel, shared) == null ? new Taken() : new Locked(channel);
    } catch (IOException | OverlappingFileLockException e) {
      return new Unknown();
    }
  }

  private static LeaseAttempt closedUnlessLocked(LeaseAttempt attempt, FileChannel channel) {
    if (!(attempt instanceof Locked)) {
      try {
        channel.close();
      } catch (IOException e) {
        // Nothing was written to it.
      }
    }
    return attempt;
  }
}

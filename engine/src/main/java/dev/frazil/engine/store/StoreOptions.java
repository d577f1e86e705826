package dev.frazil.engine.store;

import dev.frazil.engine.file.WriterOptions;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How a store is used. Immutable; made by [#builder()].
///
/// @param writer how Parquet files are written where a request does not say
/// @param lockTimeout how long a call waits to move `manifest.json` forward while another process
///   has its lock; the write is committed all the same
/// @param lockLease age, by the file server's clock, from which a lock of a process that cannot be
///   seen is taken for left behind
/// @param strictLockTimeout null for the store's own way, in which no lock ever keeps a write from
///   being made. Otherwise a write takes the lock before it commits and fails with
///   [ProfileLockedException] when it does not come by it within this time: the original's way
public record StoreOptions(
    WriterOptions writer,
    Duration lockTimeout,
    Duration lockLease,
    @Nullable Duration strictLockTimeout) {
  /// Locks are waited for 2 seconds, and are left behind after 30.
  public static final StoreOptions DEFAULT =
      new StoreOptions(WriterOptions.DEFAULT, Duration.ofSeconds(2), Duration.ofSeconds(30), null);

  /// Checks the times.
  ///
  /// @throws IllegalArgumentException if a time is negative
  public StoreOptions {
    Objects.requireNonNull(writer, "writer");
    requireTime("lockTimeout", lockTimeout);
    requireTime("lockLease", lockLease);
    if (strictLockTimeout != null) {
      requireTime("strictLockTimeout", strictLockTimeout);
    }
  }

  private static void requireTime(String name, Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException(name + ": expected 0 or more, got " + time);
    }
  }

  /// A builder that starts at [#DEFAULT].
  ///
  /// @return a new builder
  public static Builder builder() {
    return new Builder();
  }

  /// Collects options one by one. Not thread-safe.
  public static final class Builder {
    private WriterOptions writer = DEFAULT.writer;
    private Duration lockTimeout = DEFAULT.lockTimeout;
    private Duration lockLease = DEFAULT.lockLease;
    private @Nullable Duration strictLockTimeout;

    private Builder() {}

    /// Sets [StoreOptions#writer()].
    ///
    /// @param options how Parquet files are written
    /// @return this
    public Builder writer(WriterOptions options) {
      writer = options;
      return this;
    }

    /// Sets [StoreOptions#lockTimeout()].
    ///
    /// @param time 0 or more
    /// @return this
    public Builder lockTimeout(Duration time) {
      lockTimeout = time;
      return this;
    }

    /// Sets [StoreOptions#lockLease()].
    ///
    /// @param time 0 or more; shorter than a process may pause risks a `manifest.json` that goes
    ///   back until the next call mends it
    /// @return this
    public Builder lockLease(Duration time) {
      lockLease = time;
      return this;
    }

    /// Sets [StoreOptions#strictLockTimeout()].
    ///
    /// @param time 0 or more
    /// @return this
    public Builder strictLockTimeout(Duration time) {
      strictLockTimeout = time;
      return this;
    }

    /// The options.
    ///
    /// @return what was set
    /// @throws IllegalArgumentException if a time is negative
    public StoreOptions build() {
      return new StoreOptions(writer, lockTimeout, lockLease, strictLockTimeout);
    }
  }
}

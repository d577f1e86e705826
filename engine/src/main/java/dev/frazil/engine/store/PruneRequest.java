package dev.frazil.engine.store;

import java.time.Duration;

/// Which versions of a profile may go. A version goes only if every rule lets it go; the latest
/// version, and the newest one of each format, stay in any case. Immutable.
///
/// @param keep how many of the newest versions of each format stay, 1 or more
/// @param olderThan how long a version must have been superseded, by the clock of the file server;
///   not negative. It is what protects readers that take no lease, above all those of the Python
///   original, so zero is for directories that have none
/// @param keepTags whether a version with a tag stays
/// @param dryRun whether to say only what would go, and to change nothing
public record PruneRequest(int keep, Duration olderThan, boolean keepTags, boolean dryRun) {
  /// Keeps the newest version of each format, what is tagged, and what was superseded in the last
  /// 24 hours.
  public static final PruneRequest DEFAULT = builder().build();

  /// Checks the numbers.
  ///
  /// @throws IllegalArgumentException if `keep` is below 1 or `olderThan` negative
  public PruneRequest {
    if (keep < 1) {
      throw new IllegalArgumentException("keep: expected 1 or more, got " + keep);
    }
    if (olderThan.isNegative()) {
      throw new IllegalArgumentException("olderThan: expected 0 or more, got " + olderThan);
    }
  }

  /// Begins with the defaults.
  ///
  /// @return a builder
  public static Builder builder() {
    return new Builder();
  }

  /// Collects rules. Not thread-safe.
  public static final class Builder {
    private int keep = 1;
    private Duration olderThan = Duration.ofHours(24);
    private boolean keepTags = true;
    private boolean dryRun;

    private Builder() {}

    /// Sets [PruneRequest#keep()].
    ///
    /// @param versions how many of the newest versions of each format stay
    /// @return this
    public Builder keep(int versions) {
      keep = versions;
      return this;
    }

    /// Sets [PruneRequest#olderThan()].
    ///
    /// @param age how long a version must have been superseded
    /// @return this
    public Builder olderThan(Duration age) {
      olderThan = age;
      return this;
    }

    /// Sets [PruneRequest#keepTags()].
    ///
    /// @param keepThem whether versions with tags stay
    /// @return this
    public Builder keepTags(boolean keepThem) {
      keepTags = keepThem;
      return this;
    }

    /// Sets [PruneRequest#dryRun()].
    ///
    /// @param dry whether to change nothing
    /// @return this
    public Builder dryRun(boolean dry) {
      dryRun = dry;
      return this;
    }

    /// The rules so far.
    ///
    /// @return immutable ones
    /// @throws IllegalArgumentException if `keep` is below 1 or `olderThan` negative
    public PruneRequest build() {
      return new PruneRequest(keep, olderThan, keepTags, dryRun);
    }
  }
}

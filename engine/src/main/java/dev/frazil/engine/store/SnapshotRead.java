package dev.frazil.engine.store;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.scan.ScanFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One call of `read` (spec C2, "read"): chooses a version, takes a lease of it, and lists its
/// files as they are at one moment.
final class SnapshotRead {
  private static final int MAX_ATTEMPTS = 100;
  private static final Duration POLL = Duration.ofMillis(5);

  private final Profile profile;
  private final ReadRequest request;

  SnapshotRead(Profile profile, ReadRequest request) {
    this.profile = profile;
    this.request = request;
  }

  Snapshot read() throws IOException {
    return switch (request.selection()) {
      case ReadRequest.Latest _ -> latest();
      case ReadRequest.Version(long number) -> version(number, null);
      case ReadRequest.AsOf asOf ->
          version(new Versions(profile).asOf(asOf.time(), request.format()), null);
      case ReadRequest.Tag(String name) -> version(new Tags(profile).version(name), null);
      case ReadRequest.Token(String text) -> {
        SnapshotToken token = SnapshotToken.parse(text);
        yield version(token.version(), token.indexes());
      }
    };
  }

  /// The latest version, which may be pruned before it is under a lease only when there is a later
  /// one by then.
  private Snapshot latest() throws IOException {
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      VersionDirectory version = profile.version(newest(profile.publishedLatest()));
      try {
        return snapshot(version.number(), null, profile.platform().leases().share(version));
      } catch (NoSuchFileException e) {
        if (profile.platform().files().exists(version.path())) {
          throw e;
        }
      } catch (VersionPrunedException e) {
        // Soon there will be a later one, or this one is left after all.
        profile.platform().files().pause(POLL);
      }
    }
    throw new IOException(
        "read: "
            + profile.path()
            + ": expected a version that stays, got "
            + MAX_ATTEMPTS
            + " that were pruned");
  }

  /// The newest version of the format that was asked for.
  private long newest(Profile.Latest latest) throws IOException {
    Long newest = new Versions(profile).newest(latest, request.format());
    if (newest == null) {
      throw profile.notFound();
    }
    return newest;
  }

  /// One version, and of its files either those of a token or all.
  private Snapshot version(long number, @Nullable SortedSet<Long> wanted) throws IOException {
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      Lease lease = profile.lease(number);
      try {
        return snapshot(number, wanted, lease);
      } catch (NoSuchFileException e) {
        if (profile.platform().files().exists(profile.version(number).path())) {
          throw e;
        }
      }
    }
    throw profile.pruned(number);
  }

  /// Opens a version.
  ///
  /// @param lease the version's, which goes to the snapshot or is given back
  private Snapshot snapshot(long number, @Nullable SortedSet<Long> wanted, Lease lease)
      throws IOException {
    VersionDirectory version = profile.version(number);
    try {
      VersionState state = profile.requireReadable(number);
      DataFormat format = format(version, state);
      SortedSet<Long> present = version.indexes(format);
      requireFirst(version, state, format, present);
      if (wanted != null && !present.containsAll(wanted)) {
        throw new VersionPrunedException(
            "read: %s: expected the files %s, got %s"
                .formatted(
                    version.path(),
                    new SnapshotToken(number, wanted).text(),
                    new SnapshotToken(number, present).text()));
      }
      SortedSet<Long> indexes = wanted == null ? present : wanted;
      if (indexes.isEmpty()) {
        throw profile.notFound();
      }
      VersionDirectory.DataFile first = new VersionDirectory.DataFile(present.first(), format);
      ArrowSchema schema = VersionSchema.of(version, state, first);
      SnapshotToken token = new SnapshotToken(number, indexes);
      Supplier<List<ScanFile>> listing =
          () -> StoredStatistics.files(version, state, format, indexes);
      return new Snapshot(profile.key(), format, token, schema, listing, lease);
    } catch (Throwable t) {
      lease.close();
      throw t;
    }
  }

  /// A committed version had its first file before it was committed. Where that is gone, rows are
  /// missing, be it only because somebody deletes the version at this moment.
  private void requireFirst(
      VersionDirectory version, VersionState state, DataFormat format, SortedSet<Long> present)
      throws IOException {
    if (state instanceof VersionState.Committed && !present.contains(0L)) {
      Path first = version.data(0, format);
      if (!profile.platform().files().exists(version.path())) {
        throw new NoSuchFileException(first.toString());
      }
      throw new DamagedStoreException(
          "read: " + first + ": expected the first file of a committed version, got none");
    }
  }

  private DataFormat format(VersionDirectory version, VersionState state) throws IOException {
    if (state instanceof VersionState.Committed(VersionFacts facts)) {
      if (request.format() != null && request.format() != facts.format()) {
        throw profile.notFound();
      }
      return facts.format();
    }
    VersionDirectory.DataFile first = version.firstFileOf(request.format());
    if (first == null) {
      throw profile.notFound();
    }
    return first.format();
  }
}

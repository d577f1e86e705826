package dev.frazil.engine.store;

import dev.frazil.engine.arrow.ArrowSchemaMessage;
import dev.frazil.engine.scan.DataFormat;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// Making an old version the latest one again: as a new version with the files of the old one (spec
/// C2, "rollback"). So versions only ever go forward, for the Python original as well, and what was
/// the latest version before is still there.
final class Rollback {
  private static final int MAX_ATTEMPTS = 100;

  private final Profile profile;
  private final Platform platform;
  private final long source;

  /// A rollback.
  ///
  /// @param profile the profile
  /// @param source the version whose files are to be the latest ones
  Rollback(Profile profile, long source) {
    this.profile = profile;
    this.platform = profile.platform();
    this.source = source;
  }

  /// Makes the new version.
  ///
  /// @return the version
  /// @throws VersionNotFoundException if the source was never committed
  /// @throws VersionPrunedException if it is gone
  /// @throws IOException if the version cannot be made
  WriteResult run() throws IOException {
    VersionDirectory from = profile.version(source);
    try (Lease _ = profile.lease(source)) {
      VersionState state = profile.requireReadable(source);
      VersionDirectory.DataFile first = from.firstFile(state);
      if (first == null) {
        throw profile.notFound();
      }
      Adopted adopted = new Adopted(from, state, first, from.indexes(first.format()));
      for (int i = 0; i < MAX_ATTEMPTS; i++) {
        WriteResult result = attempt(adopted);
        if (result != null) {
          return result;
        }
      }
    } catch (NoSuchFileException e) {
      if (platform.files().exists(from.path())) {
        throw e;
      }
      throw profile.pruned(source);
    }
    throw new IOException(
        "rollback: "
            + profile.path()
            + ": expected a version that is not given up, got "
            + MAX_ATTEMPTS
            + " that were");
  }

  /// The files of the source as they were when the call began.
  private record Adopted(
      VersionDirectory from,
      VersionState state,
      VersionDirectory.DataFile first,
      SortedSet<Long> indexes) {
    DataFormat format() {
      return first.format();
    }
  }

  /// @return null if somebody gave the version up
  private @Nullable WriteResult attempt(Adopted adopted) throws IOException {
    DataFormat format = adopted.format();
    try (VersionClaim claim = VersionClaim.claim(profile)) {
      boolean undecided = true;
      try {
        FileAdoption adoption = new FileAdoption(adopted.from(), claim.version(), format);
        long as = 0;
        for (long index : adopted.indexes()) {
          adoption.adopt(index, as++);
        }
        claim.force();
        VersionFacts facts = facts(adopted, claim);
        undecided = !claim.commit(new CommitRecord.Committed(facts));
        return undecided ? null : committed(claim.version().number(), facts.firstFile());
      } catch (NoSuchFileException e) {
        if (platform.files().exists(claim.version().path())) {
          throw e;
        }
        return null;
      } finally {
        if (undecided) {
          claim.giveUp(data(claim, adopted));
        }
      }
    }
  }

  private static Path[] data(VersionClaim claim, Adopted adopted) {
    Path[] data = new Path[adopted.indexes().size()];
    for (int i = 0; i < data.length; i++) {
      data[i] = claim.version().data(i, adopted.format());
    }
    return data;
  }

  private WriteResult committed(long number, FileFacts facts) {
    boolean done = profile.finish(number, null);
    return new WriteResult(
        profile.key(), number, facts.rowCount(), facts.byteCount(), false, false, !done);
  }

  private VersionFacts facts(Adopted adopted, VersionClaim claim) throws IOException {
    VersionFacts.Builder facts =
        adopted.state() instanceof VersionState.Committed(VersionFacts known)
            ? VersionFacts.builder(adopted.format(), known.schema())
                .firstFile(known.firstFile())
                .statistics(known.statistics())
            : foreignFacts(adopted);
    return facts.writer(claim.uuid()).parent(claim.parent()).rollbackOf(source).build();
  }

  private VersionFacts.Builder foreignFacts(Adopted adopted) throws IOException {
    String schema =
        ArrowSchemaMessage.base64(
            VersionSchema.of(adopted.from(), adopted.state(), adopted.first()));
    Path first = adopted.from().data(adopted.first().index(), adopted.format());
    return VersionFacts.builder(adopted.format(), schema)
        .firstFile(FileFacts.measure(first, adopted.format()));
  }
}

package dev.frazil.engine.store;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowSchemaMessage;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.scan.Scan;
import dev.frazil.engine.scan.ScanFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Merging the files of the latest version into one, as a new version with the same rows in the
/// same order (spec C2, "compact").
///
/// No append that is acknowledged meanwhile is lost, and none waits for the copy. The files that
/// are there at the beginning are copied first. Then the source is sealed ([Seals]) for a moment,
/// the indexes that were claimed and not used are closed ([Fences]), the files that came during the
/// copy are taken over as they are ([FileAdoption]), and the new version is committed. Who meets
/// the seal waits for that, and appends to the new version.
///
/// A compaction that dies leaves an uncommitted version, and perhaps a seal that the next append
/// breaks. One that is overtaken by a write gives its version up: it must not bring old rows back.
final class Compaction {
  private static final int MAX_ATTEMPTS = 100;
  private static final long NO_INDEX = -1;

  private final Profile profile;
  private final Platform platform;
  private final CompactRequest request;
  private final WriterOptions options;

  /// A compaction.
  ///
  /// @param profile the profile
  /// @param request how it is compacted
  Compaction(Profile profile, CompactRequest request) {
    this.profile = profile;
    this.platform = profile.platform();
    this.request = request;
    this.options = Objects.requireNonNullElse(request.writer(), platform.options().writer());
  }

  /// Compacts.
  ///
  /// @return what came of it
  /// @throws ProfileNotFoundException if the profile has no version
  /// @throws VersionConflictException if another compaction is under way
  /// @throws IOException if the rows cannot be copied; the source is then as it was
  CompactResult run() throws IOException {
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      long number = profile.publishedLatest().number();
      if (number == Manifest.NONE) {
        throw profile.notFound();
      }
      try (Lease _ = profile.lease(number)) {
        CompactResult result = compact(source(number));
        if (result != null) {
          return result;
        }
      } catch (NoSuchFileException | VersionPrunedException e) {
        if (platform.files().exists(profile.version(number).path())) {
          throw e;
        }
      }
    }
    throw new IOException(
        "compact: "
            + profile.path()
            + ": expected a version that stays the latest one, got "
            + MAX_ATTEMPTS
            + " that did not");
  }

  /// The version that is compacted.
  ///
  /// @param version its directory, under a lease
  /// @param state its state
  /// @param schema its columns
  /// @param format the format of its files
  private record Source(
      VersionDirectory version, VersionState state, ArrowSchema schema, DataFormat format) {
    Fences fences() {
      return new Fences(version, format);
    }

    List<ScanFile> files(SortedSet<Long> indexes) {
      return StoredStatistics.files(version, state, format, indexes);
    }
  }

  private Source source(long number) throws IOException {
    VersionDirectory version = profile.version(number);
    VersionState state = profile.requireReadable(number);
    VersionDirectory.DataFile first = version.firstFile(state);
    if (first == null) {
      throw profile.notFound();
    }
    return new Source(version, state, VersionSchema.of(version, state, first), first.format());
  }

  /// @return null if the source is not the latest version any more
  private @Nullable CompactResult compact(Source source) throws IOException {
    Fences fences = source.fences();
    fences.closeUnpublished(source.schema(), platform.options().lockTimeout(), NO_INDEX);
    SortedSet<Long> copied = new TreeSet<>(fences.indexes().settled());
    copied.removeAll(fences.closed());
    if (copied.size() < request.minFiles()) {
      long number = source.version().number();
      int files = copied.size();
      return new CompactResult(profile.key(), number, number, files, files, false);
    }
    try (VersionClaim claim = VersionClaim.claim(profile)) {
      List<Path> data = new ArrayList<>();
      boolean undecided = true;
      try {
        requireNoForeignWrite(source, claim);
        VersionFacts facts = copy(source, copied, claim, data);
        SortedSet<Long> taken = seal(source, copied, claim, data);
        if (taken == null || isOvertaken(source, claim)) {
          return null;
        }
        claim.force();
        undecided = !claim.commit(new CommitRecord.Committed(facts));
        return undecided ? null : committed(source, claim.version(), taken, copied, data);
      } finally {
        if (undecided) {
          claim.giveUp(data.toArray(Path[]::new));
        }
        new Seals(profile, source.version()).end(claim.version().number());
      }
    }
  }

  /// Whether the new version would come after a later one than its source. Other versions in
  /// between are given up, which costs their writers another attempt.
  private boolean isOvertaken(Source source, VersionClaim claim) throws IOException {
    long number = source.version().number();
    return profile.giveUpBetween(number, claim.version().number()) != Manifest.NONE;
  }

  /// Refuses to compact while a process of the Python original writes a version between the source
  /// and the new one: it does not ask whether its version was given up, and its rows would be
  /// hidden by older ones. A directory of its that nothing has changed in for long is one of a dead
  /// process.
  private void requireNoForeignWrite(Source source, VersionClaim claim) throws IOException {
    long number = claim.version().number();
    long end = System.nanoTime() + platform.options().lockTimeout().toNanos();
    for (long between = source.version().number() + 1; between < number; between++) {
      while (isForeignWrite(profile.version(between), claim.version())) {
        if (System.nanoTime() >= end) {
          throw new VersionConflictException(
              "compact: "
                  + profile.path()
                  + ": expected no write of the Python original, got "
                  + VersionNumbers.name(between)
                  + " under way");
        }
        platform.files().pause(Seals.POLL);
      }
    }
  }

  private boolean isForeignWrite(VersionDirectory version, VersionDirectory own)
      throws IOException {
    if (!(profile.state(version.number()) instanceof VersionState.Pending)
        || platform.files().exists(version.writer())) {
      return false;
    }
    Path fresh = platform.createTemporary(own.path(), "clock", "", false);
    try {
      for (String name : platform.files().list(version.path())) {
        if (!platform.isStale(fresh, version.path().resolve(name))) {
          return true;
        }
      }
      return !platform.isStale(fresh, version.path());
    } catch (NoSuchFileException e) {
      return false;
    } finally {
      platform.discard(fresh);
    }
  }

  /// Writes the rows of files as the new version's first one.
  private VersionFacts copy(
      Source source, SortedSet<Long> indexes, VersionClaim claim, List<Path> data)
      throws IOException {
    Scan scan = Scan.of(source.schema(), source.files(indexes));
    Path name = claim.version().data(0, source.format());
    try (RecordBatchSource rows = scan.open();
        DataFileWriter.Written file =
            DataFileWriter.write(rows, claim.version(), source.format(), options)) {
      if (!file.file().publish(name)) {
        throw new IOException("compact: " + name + ": expected a free name, got a taken one");
      }
      data.add(name);
      return VersionFacts.builder(source.format(), ArrowSchemaMessage.base64(source.schema()))
          .firstFile(file.facts())
          .statistics(StoredStatistics.document(file.statistics()))
          .writer(claim.uuid())
          .parent(source.version().number())
          .compactionOf(source.version().number())
          .note(request.note())
          .build();
    }
  }

  /// Closes the source for appends, and takes over what came while its rows were copied.
  ///
  /// @return the indexes of the source that the new version has; null if the source is not the
  ///   latest version any more
  private @Nullable SortedSet<Long> seal(
      Source source, SortedSet<Long> copied, VersionClaim claim, List<Path> data)
      throws IOException {
    VersionDirectory version = source.version();
    OptionalLong mark = new Seals(profile, version).put(claim.version().number(), source.format());
    if (mark.isEmpty()) {
      if (profile.latest().number() != version.number()) {
        return null;
      }
      throw new VersionConflictException(
          "compact: " + version.path() + ": expected no other compaction, got one under way");
    }
    Fences fences = source.fences();
    fences.closeUnpublished(source.schema(), platform.options().lockTimeout(), mark.getAsLong());
    SortedSet<Long> all = version.indexes(source.format());
    SortedSet<Long> late = new TreeSet<>(all);
    late.removeAll(copied);
    late.removeAll(fences.closed());
    for (long index : late) {
      adopt(source, index, claim.version(), data);
    }
    return all;
  }

  private static void adopt(Source source, long index, VersionDirectory version, List<Path> data)
      throws IOException {
    data.add(version.data(data.size(), source.format()));
    new FileAdoption(source.version(), version, source.format()).adopt(index, data.size() - 1);
  }

  private CompactResult committed(
      Source source,
      VersionDirectory version,
      SortedSet<Long> taken,
      SortedSet<Long> copied,
      List<Path> data) {
    boolean done = profile.finish(version.number(), null);
    int foreign = 0;
    try {
      foreign = adoptForeign(source, version, taken);
    } catch (IOException e) {
      done = false;
    }
    return new CompactResult(
        profile.key(),
        source.version().number(),
        version.number(),
        copied.size() + data.size() - 1 + foreign,
        data.size() + foreign,
        !done);
  }

  /// Takes over what processes of the Python original, which know no seal, have appended to the
  /// source before they could see the new version.
  ///
  /// @return how many files
  private int adoptForeign(Source source, VersionDirectory version, SortedSet<Long> taken)
      throws IOException {
    int files = 0;
    for (long index : source.version().indexes(source.format())) {
      if (!taken.contains(index) && source.fences().isForeign(index)) {
        new FileAdoption(source.version(), version, source.format()).adoptNext(index);
        files++;
      }
    }
    if (files > 0) {
      platform.forceNames(version.path());
      platform.settle(version.path());
    }
    return files;
  }
}

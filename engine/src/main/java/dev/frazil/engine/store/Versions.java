package dev.frazil.engine.store;

import dev.frazil.engine.scan.DataFormat;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// The versions of a profile that can be read, and when they came to be (spec C2). Times are those
/// of the file server: a client's clock decides nothing.
final class Versions {
  private final Profile profile;
  private final FileCalls files;

  /// The versions of one profile.
  ///
  /// @param profile the profile
  Versions(Profile profile) {
    this.profile = profile;
    this.files = profile.platform().files();
  }

  /// All versions that can be read.
  ///
  /// @return the versions, ascending
  /// @throws ProfileNotFoundException if there is none
  /// @throws IOException if they cannot be listed
  List<CommittedVersion> list() throws IOException {
    Profile.Latest latest = profile.latest();
    SortedMap<String, Long> tags = new Tags(profile).all();
    List<CommittedVersion> versions = new ArrayList<>();
    for (long number : profile.numbers()) {
      // A version above the latest was committed since, and may not be in the manifest yet.
      if (number <= latest.number()) {
        CommittedVersion version = describe(number, latest.manifest(), tags);
        if (version != null) {
          versions.add(version);
        }
      }
    }
    if (versions.isEmpty()) {
      throw profile.notFound();
    }
    profile.publish(latest.number());
    return versions;
  }

  private @Nullable CommittedVersion describe(
      long number, long manifest, SortedMap<String, Long> tags) throws IOException {
    VersionState state = profile.state(number, manifest);
    if (!state.isReadable()) {
      return null;
    }
    VersionDirectory version = profile.version(number);
    VersionFacts facts = state instanceof VersionState.Committed(VersionFacts known) ? known : null;
    try {
      DataFormat format = format(number, state);
      if (format == null) {
        return null;
      }
      int count = 0;
      long bytes = 0;
      for (long index : version.indexes(format)) {
        bytes += files.attributes(version.data(index, format)).size();
        count++;
      }
      List<String> names =
          tags.entrySet().stream()
              .filter(tag -> tag.getValue() == number)
              .map(Map.Entry::getKey)
              .toList();
      return new CommittedVersion(
          number,
          format,
          committedAt(number),
          count,
          bytes,
          facts == null ? null : facts.parent(),
          facts == null ? null : facts.rollbackOf(),
          facts == null ? null : facts.compactionOf(),
          facts == null ? null : facts.note(),
          names);
    } catch (NoSuchFileException e) {
      // Pruned while it was looked at.
      return null;
    }
  }

  /// When a version that can be read was committed: the time of its commit record, or of the
  /// outcome of its transaction; for one of the Python original, that of its first data file.
  ///
  /// @param number the version
  /// @return a time of the file server
  /// @throws NoSuchFileException if the version was pruned
  /// @throws IOException if the time cannot be read
  Instant committedAt(long number) throws IOException {
    VersionDirectory version = profile.version(number);
    return files.attributes(decision(version)).lastModifiedTime().toInstant();
  }

  private Path decision(VersionDirectory version) throws IOException {
    CommitRecord record = version.commitRecord();
    return switch (record) {
      case null -> firstFile(version);
      case CommitRecord.Committed _ -> version.commit();
      case CommitRecord.InTransaction(String transaction, VersionFacts _) ->
          profile.transactions().outcome(transaction);
      case CommitRecord.Aborted _ -> firstFile(version);
    };
  }

  private Path firstFile(VersionDirectory version) throws IOException {
    VersionDirectory.DataFile first = version.firstFileOf(null);
    return first == null ? version.path() : version.data(first.index(), first.format());
  }

  /// The newest version of a format.
  ///
  /// @param latest the latest version
  /// @param format the format; null for any
  /// @return its number; null if there is none
  /// @throws IOException if the versions cannot be looked at
  @Nullable Long newest(Profile.Latest latest, @Nullable DataFormat format) throws IOException {
    if (latest.isNone()) {
      return null;
    }
    if (format == null || hasFormat(latest.number(), latest.manifest(), format)) {
      return latest.number();
    }
    for (long number : profile.numbers().reversed()) {
      if (number < latest.number() && hasFormat(number, latest.manifest(), format)) {
        return number;
      }
    }
    return null;
  }

  /// Whether a version can be read, and has a format.
  private boolean hasFormat(long number, long manifest, @Nullable DataFormat format)
      throws IOException {
    return switch (profile.state(number, manifest)) {
      case VersionState.Committed(VersionFacts facts) -> format == null || facts.format() == format;
      case VersionState.Foreign _ -> profile.version(number).firstFileOf(format) != null;
      case VersionState.Pending _, VersionState.Aborted _, VersionState.Absent _ -> false;
    };
  }

  /// The latest version at a time of the past: the one with the greatest number of those that were
  /// committed by then.
  ///
  /// @param time a time of the file server
  /// @param format the format of the version; null for any
  /// @return its number
  /// @throws VersionNotFoundException if there was none, or all of that time were pruned
  /// @throws IOException if the versions cannot be looked at
  long asOf(Instant time, @Nullable DataFormat format) throws IOException {
    Profile.Latest latest = profile.latest();
    for (long number : profile.numbers().reversed()) {
      if (number <= latest.number()
          && hasFormat(number, latest.manifest(), format)
          && !isAfter(number, time)) {
        return number;
      }
    }
    throw new VersionNotFoundException(
        "read: " + profile.path() + ": expected a version of " + time + " or before, got none");
  }

  private boolean isAfter(long number, Instant time) throws IOException {
    try {
      return committedAt(number).isAfter(time);
    } catch (NoSuchFileException e) {
      return true;
    }
  }

  /// The format of a version that can be read.
  ///
  /// @param number the version
  /// @param state its state
  /// @return its format; null if the version has no file, or is gone
  /// @throws IOException if its directory cannot be listed
  @Nullable DataFormat format(long number, VersionState state) throws IOException {
    VersionDirectory.DataFile first = profile.version(number).firstFile(state);
    return first == null ? null : first.format();
  }
}

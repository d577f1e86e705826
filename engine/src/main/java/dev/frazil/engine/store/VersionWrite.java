package dev.frazil.engine.store;

import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One call of `write` (spec C2, "write"): claims a version, puts the rows into it, and commits it
/// by one name that must not exist. Whoever is told that the version was given up meanwhile takes
/// another number, with the same file. Used once, by one thread.
final class VersionWrite {
  private static final int MAX_ATTEMPTS = 100;

  private final Profile profile;
  private final Platform platform;
  private final WriteRequest request;
  private final WriterOptions options;
  private final Tokens tokens;
  private int tokenAttempt;
  private DataFileWriter.@Nullable Written written;

  VersionWrite(Profile profile, WriteRequest request) {
    this.profile = profile;
    this.platform = profile.platform();
    this.request = request;
    this.options = Objects.requireNonNullElse(request.writer(), platform.options().writer());
    this.tokens = new Tokens(profile);
  }

  /// Writes the version.
  ///
  /// @param rows its rows, which stay the caller's to close
  /// @return the version
  WriteResult write(RecordBatchSource rows) throws IOException {
    DataFileWriter.requireWritable(rows.schema(), request.format());
    try {
      for (int i = 0; i < MAX_ATTEMPTS; i++) {
        WriteResult result = resume(rows);
        if (result == null) {
          requireParent();
          result = attempt(rows);
        }
        if (result != null) {
          return result;
        }
      }
      throw new IOException(
          "write: "
              + profile.path()
              + ": expected a version that is not given up, got "
              + MAX_ATTEMPTS
              + " that were");
    } finally {
      if (written != null) {
        written.close();
      }
    }
  }

  private void requireParent() throws IOException {
    Long expected = request.expectedParent();
    if (expected != null) {
      long latest = profile.latest().number();
      if (latest != expected) {
        throw conflict(expected, latest);
      }
    }
  }

  private VersionConflictException conflict(long expected, long latest) {
    return new VersionConflictException(
        "write: %s: expected %s to be the latest version, got %s"
            .formatted(profile.path(), shown(expected), shown(latest)));
  }

  private static String shown(long version) {
    return version == Manifest.NONE ? "none" : VersionNumbers.name(version);
  }

  /// A version of this writer, up to its decision.
  ///
  /// @return null if somebody else gave it up
  private @Nullable WriteResult attempt(RecordBatchSource rows) throws IOException {
    try (VersionClaim claim = VersionClaim.claim(profile)) {
      Path data = claim.version().data(0, request.format());
      boolean undecided = true;
      try {
        DataFileWriter.Written file = stage(rows, claim.version());
        if (!file.file().publish(data)) {
          throw new IOException("write: " + data + ": expected a free name, got a taken one");
        }
        claim.force();
        if (request.token() != null) {
          undecided = false;
          if (!placed(claim, file)) {
            claim.giveUp(data);
            return null;
          }
        }
        WriteResult result = decide(claim, file);
        undecided = result == null;
        return result;
      } catch (NoSuchFileException e) {
        if (platform.files().exists(claim.version().path())) {
          throw e;
        }
        return null;
      } finally {
        if (undecided) {
          claim.giveUp(data);
        }
      }
    }
  }

  /// The rows as a file in a version's directory: written the first time, copied later.
  private DataFileWriter.Written stage(RecordBatchSource rows, VersionDirectory version)
      throws IOException {
    DataFileWriter.Written before = written;
    written =
        before == null
            ? DataFileWriter.write(rows, version, request.format(), options)
            : before.moveTo(version);
    return written;
  }

  /// Whether the token's place is this version: from then on a retry may commit it, and nobody
  /// gives it up who is not entitled to.
  private boolean placed(VersionClaim claim, DataFileWriter.Written file) throws IOException {
    long number = claim.version().number();
    Tokens.Place place = new Tokens.Place(number, 0, file.facts());
    String token = Objects.requireNonNull(request.token());
    return tokens.put(token, tokenAttempt, place).version() == number;
  }

  /// @return null if somebody else gave the version up
  private @Nullable WriteResult decide(VersionClaim claim, DataFileWriter.Written file)
      throws IOException {
    long number = claim.version().number();
    try (ManifestTurn turn = strictTurn()) {
      if (request.expectedParent() != null) {
        requireDirect(request.expectedParent(), number);
      }
      if (!claim.commit(record(claim.uuid(), claim.parent(), file))) {
        return null;
      }
      return committed(number, file, false, turn);
    }
  }

  private @Nullable ManifestTurn strictTurn() throws IOException {
    var timeout = platform.options().strictLockTimeout();
    return timeout == null ? null : ManifestTurn.strict(profile, timeout);
  }

  /// Makes sure that no version between the expected parent and this one is committed any more.
  private void requireDirect(long parent, long number) throws IOException {
    long between = profile.giveUpBetween(parent, number);
    if (between != Manifest.NONE) {
      throw conflict(parent, between);
    }
  }

  private CommitRecord record(String uuid, long parent, DataFileWriter.Written file) {
    return new CommitRecord.Committed(file.describe(request, uuid, parent));
  }

  /// What follows the commit. From here on an error is no failure: the version is there (spec C2,
  /// write 7).
  private WriteResult committed(
      long number, DataFileWriter.Written file, boolean already, @Nullable ManifestTurn turn) {
    boolean done = profile.finish(number, turn);
    return new WriteResult(
        profile.key(),
        number,
        file.facts().rowCount(),
        file.facts().byteCount(),
        already,
        false,
        !done);
  }

  /// What an earlier attempt with the token came to, completed if need be.
  ///
  /// @return null if there was none, or its version was given up before it was read
  private @Nullable WriteResult resume(RecordBatchSource rows) throws IOException {
    String token = request.token();
    if (token == null) {
      return null;
    }
    for (; ; tokenAttempt++) {
      Tokens.Place place = tokens.find(token, tokenAttempt);
      if (place == null) {
        return null;
      }
      place.requireKind(token, true);
      WriteResult result = resume(rows, token, place);
      if (result != null) {
        return result;
      }
    }
  }

  private @Nullable WriteResult resume(RecordBatchSource rows, String token, Tokens.Place place)
      throws IOException {
    VersionDirectory version = profile.version(place.version());
    VersionState state = stateOrGivenUp(place.version());
    if (state instanceof VersionState.Aborted) {
      return null;
    }
    if (state instanceof VersionState.Absent) {
      return gone(place);
    }
    try (Lease _ = platform.leases().share(version)) {
      DataFileWriter.Written file = stage(rows, version);
      place.require(token, file.facts());
      if (!state.isReadable()) {
        complete(version, file);
        state = profile.state(place.version());
      }
      return switch (state) {
        case VersionState.Committed _, VersionState.Foreign _ ->
            committed(place.version(), file, true, null);
        case VersionState.Absent _ -> gone(place);
        case VersionState.Aborted _ -> null;
        case VersionState.Pending _ ->
            throw new VersionConflictException(
                "write: %s: expected a version that is decided, got one of a transaction that is not"
                    .formatted(version.path()));
      };
    } catch (NoSuchFileException | VersionPrunedException e) {
      if (platform.files().exists(version.path())) {
        throw e;
      }
      return gone(place);
    }
  }

  /// The state of the version of an earlier attempt. One that is not committed, and can no longer
  /// follow the expected parent since it comes before it, is given up: the token gets another
  /// place.
  private VersionState stateOrGivenUp(long number) throws IOException {
    VersionState state = profile.state(number);
    Long expected = request.expectedParent();
    return state instanceof VersionState.Pending && expected != null && expected >= number
        ? profile.giveUp(number)
        : state;
  }

  /// Commits what an earlier attempt left complete: its file was published before the token was.
  private void complete(VersionDirectory version, DataFileWriter.Written file) throws IOException {
    Long expected = request.expectedParent();
    if (expected != null) {
      requireDirect(expected, version.number());
    }
    long latest = profile.latest().number();
    long parent = latest < version.number() ? latest : Manifest.NONE;
    version.decide(record(UUID.randomUUID().toString(), parent, file));
  }

  /// The version was there, and others came after it: that it is gone changes nothing for whoever
  /// reads the latest one.
  ///
  /// @return null if it was given up before it was gone
  private @Nullable WriteResult gone(Tokens.Place place) {
    if (tokens.isGivenUp(place)) {
      return null;
    }
    return new WriteResult(
        profile.key(),
        place.version(),
        place.facts().rowCount(),
        place.facts().byteCount(),
        true,
        true,
        false);
  }
}

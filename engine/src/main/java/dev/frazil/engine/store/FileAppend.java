package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.scan.DataFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One call of `append` (spec C2, "append"): writes the rows beside the version's files, claims the
/// next index, and gives the file its name, which must not exist. Used once, by one thread.
final class FileAppend {
  private static final int MAX_ATTEMPTS = 100;
  private static final int MAX_CLAIMS = 100_000;

  private final Profile profile;
  private final Platform platform;
  private final AppendRequest request;
  private final WriterOptions options;
  private final Tokens tokens;
  private int tokenAttempt;
  private DataFileWriter.@Nullable Written written;

  FileAppend(Profile profile, AppendRequest request) {
    this.profile = profile;
    this.platform = profile.platform();
    this.request = request;
    this.options = Objects.requireNonNullElse(request.writer(), platform.options().writer());
    this.tokens = new Tokens(profile);
  }

  /// Appends the rows.
  ///
  /// @param rows the rows, which stay the caller's to close
  /// @return where they are
  AppendResult append(RecordBatchSource rows) throws IOException {
    try {
      for (int i = 0; i < MAX_ATTEMPTS; i++) {
        AppendResult result = attempt(rows);
        if (result != null) {
          return result;
        }
      }
      throw new IOException(
          "append: "
              + profile.path()
              + ": expected a version that stays, got "
              + MAX_ATTEMPTS
              + " that were pruned");
    } finally {
      if (written != null) {
        written.close();
      }
    }
  }

  /// @return null if the version was pruned or compacted, and another one will do
  private @Nullable AppendResult attempt(RecordBatchSource rows) throws IOException {
    String token = request.token();
    AppendResult earlier = token == null ? null : resume(rows, token);
    if (earlier != null) {
      return earlier;
    }
    Long requested = request.version();
    long number = requested == null ? latest() : requested;
    VersionDirectory version = profile.version(number);
    try (Lease _ = platform.leases().share(version)) {
      VersionState state = profile.requireReadable(number);
      VersionDirectory.DataFile first = first(version, state);
      DataFileWriter.Written file = stage(rows, version, state, first);
      requireLatest(number);
      return publish(version, first.format(), file);
    } catch (NoSuchFileException | VersionPrunedException e) {
      if (platform.files().exists(version.path()) && e instanceof NoSuchFileException) {
        throw e;
      }
      if (requested != null) {
        profile.requireReadable(number);
        throw profile.pruned(number);
      }
      return null;
    }
  }

  private long latest() throws IOException {
    Profile.Latest latest = profile.publishedLatest();
    if (latest.isNone()) {
      throw profile.notFound();
    }
    return latest.number();
  }

  private void requireLatest(long number) throws IOException {
    if (request.ifLatest()) {
      long latest = profile.latest().number();
      if (latest != number) {
        throw new VersionConflictException(
            "append: %s: expected %s to be the latest version, got %s"
                .formatted(
                    profile.path(), VersionNumbers.name(number), VersionNumbers.name(latest)));
      }
    }
  }

  /// The first file of a version that is there: it has the format and, if need be, the schema.
  private VersionDirectory.DataFile first(VersionDirectory version, VersionState state)
      throws IOException {
    VersionDirectory.DataFile first = version.firstFile(state);
    if (first == null) {
      throw profile.notFound();
    }
    return first;
  }

  /// The rows as a file in the version's directory, in its schema; copied if they have been written
  /// to another one before.
  private DataFileWriter.Written stage(
      RecordBatchSource rows,
      VersionDirectory version,
      VersionState state,
      VersionDirectory.DataFile first)
      throws IOException {
    ArrowSchema schema = VersionSchema.of(version, state, first);
    DataFileWriter.Written before = written;
    if (before == null) {
      try (SourceAlignment aligned =
          SourceAlignment.align(rows, schema, request.castMode(), profile.key())) {
        written = DataFileWriter.write(aligned, version, first.format(), options);
      }
    } else {
      requireSameColumns(before, version, first.format(), schema);
      written = before.moveTo(version);
    }
    return written;
  }

  /// The rows have been read, and have the columns of a version that was pruned meanwhile.
  private void requireSameColumns(
      DataFileWriter.Written file,
      VersionDirectory version,
      DataFormat format,
      ArrowSchema schema) {
    if (file.format() != format || !file.schema().equals(schema)) {
      throw new SchemaException(
          "append: %s: expected the columns of the version that was the latest one, got %s with others, while that was pruned"
              .formatted(profile.path(), VersionNumbers.name(version.number())));
    }
  }

  /// Gives the file a name.
  ///
  /// @return null if another version has taken this one's rows over, and is to have these as well
  private @Nullable AppendResult publish(
      VersionDirectory version, DataFormat format, DataFileWriter.Written file) throws IOException {
    String token = request.token();
    Seals seals = new Seals(profile, version);
    long index = version.freeIndex(format);
    for (int i = 0; i < MAX_CLAIMS; i++) {
      index = claim(version, format, index, file.facts());
      if (seals.await().isPresent() && request.version() == null) {
        return null;
      }
      if (token != null) {
        Tokens.Place mine = new Tokens.Place(version.number(), index, file.facts());
        Tokens.Place place = tokens.put(token, tokenAttempt, mine);
        if (!place.equals(mine)) {
          return complete(null, token, place);
        }
      }
      StoredStatistics.store(version, index, file);
      if (file.file().publish(version.data(index, format))) {
        return result(version, index, file.facts(), false);
      }
      if (token != null) {
        if (!new Fences(version, format).isClosed(index)) {
          return result(version, index, file.facts(), true);
        }
        tokenAttempt++;
      }
      index++;
    }
    throw new IOException(
        "append: "
            + version.path()
            + ": expected a free index, got none in "
            + MAX_CLAIMS
            + " attempts");
  }

  /// Claims the first free index from one on.
  private long claim(VersionDirectory version, DataFormat format, long from, FileFacts facts)
      throws IOException {
    for (long index = from; ; index++) {
      try (FileChannel claim = platform.files().createNew(version.claim(index, format))) {
        ObjectNode document = StoreJson.object();
        document.put("uuid", UUID.randomUUID().toString());
        document.put("created_ms", System.currentTimeMillis());
        if (request.token() != null) {
          document.put("token", request.token());
        }
        facts.write(document);
        byte[] text = StoreJson.text(document).getBytes(StandardCharsets.UTF_8);
        platform.write(claim, version.claim(index, format), ByteBuffer.wrap(text));
        return index;
      } catch (FileAlreadyExistsException e) {
        // Another appender's.
      }
    }
  }

  /// What an earlier attempt with the token came to, completed if need be.
  ///
  /// @return null if there was none, or it was too late for its version
  private @Nullable AppendResult resume(RecordBatchSource rows, String token) throws IOException {
    for (; ; tokenAttempt++) {
      Tokens.Place place = tokens.find(token, tokenAttempt);
      if (place == null) {
        return null;
      }
      AppendResult result = complete(rows, token, place);
      if (result != null) {
        return result;
      }
    }
  }

  /// Does what an earlier attempt with the token has begun, if it did not come to its end. The
  /// token has fixed the name, so of several attempts only one can give it.
  ///
  /// @param rows the rows, which are not looked at when they have been written already
  /// @return null if a compaction has closed the name before
  private @Nullable AppendResult complete(
      @Nullable RecordBatchSource rows, String token, Tokens.Place place) throws IOException {
    place.requireKind(token, false);
    VersionDirectory version = profile.version(place.version());
    try (Lease _ = platform.leases().share(version)) {
      VersionState state = profile.requireReadable(version.number());
      VersionDirectory.DataFile first = first(version, state);
      DataFileWriter.Written file = written;
      if (file == null) {
        file = stage(Objects.requireNonNull(rows), version, state, first);
      }
      place.require(token, file.facts());
      Path name = version.data(place.index(), first.format());
      boolean already = platform.files().exists(name);
      if (!already) {
        StoredStatistics.store(version, place.index(), file);
        already = !file.file().publish(name);
      }
      if (already && new Fences(version, first.format()).isClosed(place.index())) {
        return null;
      }
      return result(version, place.index(), file.facts(), already);
    } catch (NoSuchFileException | VersionPrunedException e) {
      if (platform.files().exists(version.path())) {
        throw e;
      }
      return gone(place);
    }
  }

  /// @return null if nothing was ever read at the place
  private @Nullable AppendResult gone(Tokens.Place place) {
    if (tokens.isGivenUp(place)) {
      return null;
    }
    // The rows went with their version: whoever reads the latest one would not see them anyway.
    return new AppendResult(
        profile.key(),
        place.version(),
        place.index(),
        place.facts().rowCount(),
        place.facts().byteCount(),
        true,
        true,
        false);
  }

  /// What follows the publishing of the file. From here on an error is no failure: the rows are
  /// visible.
  private AppendResult result(
      VersionDirectory version, long index, FileFacts facts, boolean already) {
    boolean superseded = false;
    boolean deferred = false;
    try {
      platform.forceNames(version.path());
      platform.settle(version.path());
      superseded = request.ifLatest() && profile.latest().number() != version.number();
    } catch (IOException e) {
      deferred = true;
    }
    return new AppendResult(
        profile.key(),
        version.number(),
        index,
        facts.rowCount(),
        facts.byteCount(),
        already,
        superseded,
        deferred);
  }
}

package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// What a caller's tokens stand for: each fixes the one name that its rows may get, `.tok/<sha256>`
/// in the profile's directory, put there if it is not there (spec C2, "exactly once").
///
/// @param profile the profile
record Tokens(Profile profile) {
  static final String DIRECTORY = ".tok";

  /// The place that a token gives its rows.
  ///
  /// @param version the version
  /// @param index the index of the data file: 0 for a write, 1 or more for an append
  /// @param facts size and checksum of the data file
  record Place(long version, long index, FileFacts facts) {
    /// Refuses a payload that is not the one the token was given to.
    ///
    /// @param token the token
    /// @param payload what was written in this attempt
    /// @throws TokenConflictException if it is another one
    void require(String token, FileFacts payload) {
      if (!payload.equals(facts)) {
        throw new TokenConflictException(
            "token: "
                + token
                + ": expected the rows of the first attempt ("
                + facts.rowCount()
                + " rows, "
                + facts.byteCount()
                + " bytes), got others ("
                + payload.rowCount()
                + " rows, "
                + payload.byteCount()
                + " bytes)");
      }
    }

    /// Refuses a token of an append for a write, and the other way round.
    ///
    /// @param token the token
    /// @param write whether it is used for a write
    /// @throws TokenConflictException if it was used for the other
    void requireKind(String token, boolean write) {
      if (write != (index == 0)) {
        throw new TokenConflictException(
            "token: "
                + token
                + ": expected a token of "
                + (write ? "a write" : "an append")
                + ", got one of "
                + (write ? "an append" : "a write"));
      }
    }
  }

  /// The place of a token.
  ///
  /// @param token the token
  /// @param attempt 0, or how many places of the token were given up before they were read
  /// @return its place; null if it has none
  /// @throws IOException if it cannot be read
  @Nullable Place find(String token, int attempt) throws IOException {
    profile.platform().files().barrier(profile.path());
    profile.platform().files().barrier(directory());
    Path file = file(token, attempt);
    byte[] bytes;
    try {
      bytes = profile.platform().files().read(file);
    } catch (NoSuchFileException e) {
      return null;
    }
    ObjectNode document = StoreJson.object(file, bytes);
    return new Place(
        StoreJson.requireNumber(file, document, "version"),
        StoreJson.requireNumber(file, document, "index"),
        FileFacts.read(file, document));
  }

  /// Gives a token a place, if it has none, and makes that last.
  ///
  /// @param token the token
  /// @param attempt as for [#find]
  /// @param place the place that this attempt has claimed
  /// @return the place it has: this one, or that of an earlier attempt
  /// @throws IOException if it cannot be written
  Place put(String token, int attempt, Place place) throws IOException {
    profile.platform().createDirectories(directory());
    ObjectNode document = StoreJson.object();
    document.put("version", place.version()).put("index", place.index());
    place.facts().write(document);
    boolean won = profile.platform().putIfAbsent(file(token, attempt), StoreJson.text(document));
    profile.platform().forceNames(directory());
    profile.platform().settle(directory());
    Place placed = won ? place : find(token, attempt);
    if (placed == null) {
      throw new IOException(
          "token: "
              + file(token, attempt)
              + ": expected the place that an earlier attempt gave it, got none");
    }
    return placed;
  }

  /// Remembers of a place that nothing was ever read there, before its version is pruned: whoever
  /// comes back with a token of that place is to try again, not to believe that it was applied.
  ///
  /// @param version the version
  /// @param index the index
  /// @throws IOException if it cannot be written
  void giveUp(long version, long index) throws IOException {
    if (profile.platform().files().exists(directory())) {
      try {
        profile.platform().createEmpty(givenUp(version, index));
      } catch (FileAlreadyExistsException e) {
        // By a pruning that died after that.
      }
      profile.platform().forceNames(directory());
    }
  }

  /// Whether it is known that nothing was ever read at a place.
  ///
  /// @param place a place of a version that is gone
  /// @return true if [#giveUp] said so
  boolean isGivenUp(Place place) {
    profile.platform().files().barrier(directory());
    return profile.platform().files().exists(givenUp(place.version(), place.index()));
  }

  private Path givenUp(long version, long index) {
    return directory().resolve(VersionNumbers.name(version) + "." + index + ".given-up");
  }

  private Path directory() {
    return profile.path().resolve(DIRECTORY);
  }

  private Path file(String token, int attempt) {
    String name = hash(token);
    return directory().resolve(attempt == 0 ? name : name + "." + attempt);
  }

  /// A token as part of a file's name.
  ///
  /// @param token any text
  /// @return its SHA-256 in hexadecimal digits
  static String hash(String token) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = digest.digest(token.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}

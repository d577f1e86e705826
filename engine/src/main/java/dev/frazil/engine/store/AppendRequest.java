package dev.frazil.engine.store;

import dev.frazil.engine.file.WriterOptions;
import org.jspecify.annotations.Nullable;

/// How rows are to be appended. Immutable; [#DEFAULT] is changed by the `with` methods.
///
/// @param version the version to append to; null for the latest one
/// @param token null, or what makes the append happen once: an append that is tried again with the
///   same token and the same rows, after an error or a crash, finds what the first attempt did
/// @param ifLatest whether the rows are appended only while the version is the latest one
/// @param castMode what columns of other types are made into
/// @param writer how Parquet files are written; null for the store's own options
public record AppendRequest(
    @Nullable Long version,
    @Nullable String token,
    boolean ifLatest,
    CastMode castMode,
    @Nullable WriterOptions writer) {
  /// To the latest version, with casts that lose nothing.
  public static final AppendRequest DEFAULT =
      new AppendRequest(null, null, false, CastMode.SAFE, null);

  /// The request for one version.
  ///
  /// @param value a committed version, the latest or an older one
  /// @return a new request
  public AppendRequest withVersion(long value) {
    return new AppendRequest(value, token, ifLatest, castMode, writer);
  }

  /// The request with a token.
  ///
  /// @param value any text, one an append to the profile
  /// @return a new request
  public AppendRequest withToken(String value) {
    return new AppendRequest(version, value, ifLatest, castMode, writer);
  }

  /// The request that is refused by a [VersionConflictException] when its version is not the latest
  /// one. Should another become the latest in the very moment of publishing, the result says so.
  ///
  /// @return a new request
  public AppendRequest withIfLatest() {
    return new AppendRequest(version, token, true, castMode, writer);
  }

  /// The request with other casts.
  ///
  /// @param value what columns of other types are made into
  /// @return a new request
  public AppendRequest withCastMode(CastMode value) {
    return new AppendRequest(version, token, ifLatest, value, writer);
  }

  /// The request with options of its own.
  ///
  /// @param value how Parquet files are written
  /// @return a new request
  public AppendRequest withWriter(WriterOptions value) {
    return new AppendRequest(version, token, ifLatest, castMode, value);
  }
}

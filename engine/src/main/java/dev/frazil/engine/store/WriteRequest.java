package dev.frazil.engine.store;

import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.scan.DataFormat;
import org.jspecify.annotations.Nullable;

/// How a version is to be written. Immutable; [#DEFAULT] is changed by the `with` methods.
///
/// @param format the format of the version's files
/// @param token null, or what makes the write happen once: a write that is tried again with the
///   same token and the same rows, after an error or a crash, finds what the first attempt did
/// @param expectedParent null, or the version that must be the latest one for the write to be made;
///   [#NO_VERSION] for a profile that has none
/// @param note null, or a text that is kept with the version
/// @param writer how Parquet files are written; null for the store's own options
public record WriteRequest(
    DataFormat format,
    @Nullable String token,
    @Nullable Long expectedParent,
    @Nullable String note,
    @Nullable WriterOptions writer) {
  /// Expects a profile without versions.
  public static final long NO_VERSION = Manifest.NONE;

  /// Parquet, whatever the latest version is.
  public static final WriteRequest DEFAULT =
      new WriteRequest(DataFormat.PARQUET, null, null, null, null);

  /// The request with another format.
  ///
  /// @param value the format of the version's files
  /// @return a new request
  public WriteRequest withFormat(DataFormat value) {
    return new WriteRequest(value, token, expectedParent, note, writer);
  }

  /// The request with a token.
  ///
  /// @param value any text, one a write of the profile
  /// @return a new request
  public WriteRequest withToken(String value) {
    return new WriteRequest(format, value, expectedParent, note, writer);
  }

  /// The request that is refused by a [VersionConflictException] unless a version is the latest one
  /// when this one is committed. It holds among stores; a Python process asks nobody.
  ///
  /// @param version a version, or [#NO_VERSION]
  /// @return a new request
  public WriteRequest withExpectedParent(long version) {
    return new WriteRequest(format, token, version, note, writer);
  }

  /// The request with a note.
  ///
  /// @param value any text
  /// @return a new request
  public WriteRequest withNote(String value) {
    return new WriteRequest(format, token, expectedParent, value, writer);
  }

  /// The request with options of its own.
  ///
  /// @param value how Parquet files are written
  /// @return a new request
  public WriteRequest withWriter(WriterOptions value) {
    return new WriteRequest(format, token, expectedParent, note, value);
  }
}

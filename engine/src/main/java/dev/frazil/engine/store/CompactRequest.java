package dev.frazil.engine.store;

import dev.frazil.engine.file.WriterOptions;
import org.jspecify.annotations.Nullable;

/// How a profile is to be compacted. Immutable; [#DEFAULT] is changed by the `with` methods.
///
/// @param minFiles how many files the latest version must have for anything to be done, 2 or more
/// @param note null, or a text that is kept with the version
/// @param writer how Parquet files are written; null for the store's own options
public record CompactRequest(int minFiles, @Nullable String note, @Nullable WriterOptions writer) {
  /// Whenever there are two files.
  public static final CompactRequest DEFAULT = new CompactRequest(2, null, null);

  /// Checks the number.
  ///
  /// @param minFiles how many files the latest version must have
  /// @param note null, or a text that is kept with the version
  /// @param writer how Parquet files are written
  /// @throws IllegalArgumentException if `minFiles` is below 2
  public CompactRequest(int minFiles, @Nullable String note, @Nullable WriterOptions writer) {
    if (minFiles < 2) {
      throw new IllegalArgumentException("minFiles: expected 2 or more, got " + minFiles);
    }
    this.minFiles = minFiles;
    this.note = note;
    this.writer = writer;
  }

  /// The request with another threshold.
  ///
  /// @param value how many files there must be, 2 or more
  /// @return a new request
  public CompactRequest withMinFiles(int value) {
    return new CompactRequest(value, note, writer);
  }

  /// The request with a note.
  ///
  /// @param value any text
  /// @return a new request
  public CompactRequest withNote(String value) {
    return new CompactRequest(minFiles, value, writer);
  }

  /// The request with options of its own.
  ///
  /// @param value how Parquet files are written
  /// @return a new request
  public CompactRequest withWriter(WriterOptions value) {
    return new CompactRequest(minFiles, note, value);
  }
}

package dev.frazil.engine.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// Where the bytes of one file go. Nothing that was written can be seen under the file's name
/// before [#complete()]. Not thread-safe.
///
/// Whoever is handed a sink to write a file owns it, and ends it once: with [#complete()], or with
/// [#abort()].
public interface ByteSink {
  /// What the file is called where events of the Flight Recorder name it.
  ///
  /// @return its location, or an empty text where it has none
  default String location() {
    return "";
  }

  /// Appends bytes; the segment is not kept.
  ///
  /// @param bytes a native segment of any size
  /// @throws IOException if they cannot be written; the sink must then be aborted
  void write(MemorySegment bytes) throws IOException;

  /// Publishes the file.
  ///
  /// @throws IOException if it cannot be published; the sink must then be aborted
  void complete() throws IOException;

  /// Deletes what was written. Does nothing after a successful [#complete()], or when called again.
  ///
  /// @throws java.io.UncheckedIOException if something could not be deleted; the message names it
  void abort();
}

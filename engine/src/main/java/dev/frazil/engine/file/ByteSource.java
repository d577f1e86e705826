package dev.frazil.engine.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/// Where the bytes of one file come from, at any position. Not thread-safe.
public interface ByteSource extends AutoCloseable {

  /// What the file is called, for messages.
  ///
  /// @return a path or another name
  String name();

  /// The size of the file.
  ///
  /// @return a size in bytes
  /// @throws IOException if it cannot be found out
  long length() throws IOException;

  /// Reads bytes of the file.
  ///
  /// @param position where they start, 0 or more
  /// @param count how many, 0 or more
  /// @return exactly that many bytes
  /// @throws IOException if they cannot be read, or the file ends before; the message names the
  ///   file
  byte[] read(long position, int count) throws IOException;

  /// Reads bytes of the file into native memory.
  ///
  /// @param position where they start, 0 or more
  /// @param target a native segment of at most 2 GiB, filled to its end
  /// @throws IOException if they cannot be read, or the file ends before; the message names the
  ///   file
  default void read(long position, MemorySegment target) throws IOException {
    byte[] bytes = read(position, Math.toIntExact(target.byteSize()));
    MemorySegment.copy(bytes, 0, target, ValueLayout.JAVA_BYTE, 0, bytes.length);
  }

  /// Ends the reading.
  ///
  /// @throws IOException if the file cannot be closed
  @Override
  void close() throws IOException;

  /// Opens a file of a file system.
  ///
  /// @param path the file
  /// @return an open source, to be closed
  /// @throws IOException if it cannot be opened; the message names it
  static ByteSource ofPath(Path path) throws IOException {
    return PathSource.open(path);
  }

  /// A file in memory, such as the one of a [MemorySink].
  ///
  /// @param name what to call it in messages
  /// @param file the whole file; not copied, so it must stay valid
  /// @return a source over the segment
  static ByteSource ofSegment(String name, MemorySegment file) {
    return new SegmentSource(name, file);
  }
}

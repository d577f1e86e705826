package dev.frazil.engine.store;

import dev.frazil.engine.file.ByteSink;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/// A data file that nobody sees yet: hidden, in the directory of the version that is to have it.
/// When it is complete it is forced to the disk and may not be written any more; then it can be
/// given its name, or be copied to another version, once or several times.
///
/// Its owner closes it, whatever became of it; the hidden name is then gone. Not thread-safe.
final class StagedFile implements ByteSink, AutoCloseable {
  /// One write is at most this many bytes, so that it fits a byte buffer.
  private static final long LARGEST_WRITE = 1L << 30;

  private static final int COPY_BYTES = 1 << 20;

  private final Platform platform;
  private final Path path;
  private final FileChannel channel;
  private final CRC32C checksum = new CRC32C();
  private long length;
  private boolean complete;

  private StagedFile(Platform platform, Path path, FileChannel channel) {
    this.platform = platform;
    this.path = path;
    this.channel = channel;
  }

  /// Begins a file.
  ///
  /// @param version the version that is to have it; its directory exists
  /// @return an empty file
  /// @throws IOException if it cannot be created
  static StagedFile create(VersionDirectory version) throws IOException {
    Platform platform = version.platform();
    Path path = Platform.temporaryName(version.path(), "data");
    return new StagedFile(platform, path, platform.files().createNew(path));
  }

  @Override
  public String location() {
    return path.toString();
  }

  @Override
  public void write(MemorySegment bytes) throws IOException {
    for (long from = 0; from < bytes.byteSize(); from += LARGEST_WRITE) {
      long size = Math.min(LARGEST_WRITE, bytes.byteSize() - from);
      write(bytes.asSlice(from, size).asByteBuffer());
    }
  }

  private void write(ByteBuffer bytes) throws IOException {
    checksum.update(bytes.duplicate());
    length += bytes.remaining();
    platform.write(channel, path, bytes);
  }

  @Override
  public void complete() throws IOException {
    platform.force(channel, path);
    try {
      platform.files().setReadOnly(path);
    } catch (NoSuchFileException e) {
      // Deleted with its version. It gets no name there, and can be copied to another one: its rows
      // cannot be read a second time.
    }
    complete = true;
  }

  @Override
  public void abort() {
    if (!complete) {
      close();
    }
  }

  /// What is in the file.
  ///
  /// @param rowCount its rows
  /// @return its facts
  FileFacts facts(long rowCount) {
    return new FileFacts(rowCount, length, checksum.getValue());
  }

  /// Gives the complete file a name, if it is free.
  ///
  /// @param name a name in the version's directory
  /// @return whether the file has it; false if another file does
  /// @throws IOException if the name cannot be made
  boolean publish(Path name) throws IOException {
    return platform.putIfAbsent(path, name);
  }

  /// The same content in another version. It works for a version that was pruned meanwhile, too,
  /// but for file systems that forget open files when another machine deletes them.
  ///
  /// @param version the version that is to have it
  /// @return a complete file
  /// @throws IOException if it cannot be read or created
  StagedFile copyTo(VersionDirectory version) throws IOException {
    return copy(channel, version);
  }

  /// The content of a file of another version.
  ///
  /// @param source the file, open to be read
  /// @param version the version that is to have the content
  /// @return a complete file
  /// @throws IOException if it cannot be read or created
  static StagedFile copy(FileChannel source, VersionDirectory version) throws IOException {
    StagedFile copy = create(version);
    try {
      ByteBuffer buffer = ByteBuffer.allocateDirect(COPY_BYTES);
      long position = 0;
      for (int read = source.read(buffer, 0); read > 0; read = source.read(buffer, position)) {
        position += read;
        copy.write(buffer.flip());
        buffer.clear();
      }
      copy.complete();
      return copy;
    } catch (IOException | RuntimeException e) {
      copy.close();
      throw e;
    }
  }

  /// Closes the file and deletes its hidden name.
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // What was to last has been forced before.
    }
    platform.discard(path);
  }
}

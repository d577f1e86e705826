package dev.frazil.engine.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/// A file on a file system. Its bytes go to a temporary file in the same directory, which is forced
/// to the disk and renamed when it is complete: under its name the file is either whole or not
/// there. A file that had the name is replaced at that moment, and not before.
///
/// The temporary file is named `.frazil-PROCESS-NUMBER.tmp`; it outlives only a process that dies.
///
/// An interrupt of the thread that writes ends the file with a [java.io.InterruptedIOException];
/// the thread stays interrupted. Not thread-safe, but any thread may use it, one at a time.
public final class ChannelSink implements ByteSink {
  private static final AtomicLong NUMBER = new AtomicLong();

  /// One write is at most this many bytes, so that it fits a byte buffer.
  private static final long LARGEST_WRITE = 1L << 30;

  private final Path path;
  private final Path temporary;
  private final FileChannel channel;
  private boolean ended;

  ChannelSink(Path path, Path temporary, FileChannel channel) {
    this.path = path;
    this.temporary = temporary;
    this.channel = channel;
  }

  /// Opens a sink; the directory must exist.
  ///
  /// @param path where the complete file will stand
  /// @return an open sink, to be completed or aborted
  /// @throws IOException if the temporary file cannot be created; the message names `path`
  public static ChannelSink open(Path path) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    if (directory == null || Files.isDirectory(path)) {
      throw new IOException("create: " + path + ": expected the path of a file, got a directory");
    }
    while (true) {
      String name =
          ".frazil-%d-%d.tmp".formatted(ProcessHandle.current().pid(), NUMBER.incrementAndGet());
      Path temporary = directory.resolve(name);
      try {
        return new ChannelSink(
            path,
            temporary,
            FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
      } catch (FileAlreadyExistsException e) {
        // Left by a dead process with the same id, or by one on another machine: take the next.
      } catch (IOException e) {
        throw FileFailure.of("create", path, e);
      }
    }
  }

  @Override
  public String location() {
    return path.toString();
  }

  @Override
  public void write(MemorySegment bytes) throws IOException {
    try {
      for (long from = 0; from < bytes.byteSize(); from += LARGEST_WRITE) {
        long size = Math.min(LARGEST_WRITE, bytes.byteSize() - from);
        ByteBuffer buffer = bytes.asSlice(from, size).asByteBuffer();
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
      }
    } catch (IOException e) {
      throw FileFailure.of("write", path, e);
    }
  }

  @Override
  public void complete() throws IOException {
    if (ended) {
      throw new IllegalStateException(
          "complete: " + path + ": expected an open file, got an ended one");
    }
    try {
      channel.force(true);
      channel.close();
      Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw FileFailure.of("publish", path, e);
    }
    ended = true;
    forceDirectory();
  }

  /// Makes the new name last. Best effort: the file is published, and not every platform can open a
  /// directory.
  private void forceDirectory() {
    try (FileChannel directory =
        FileChannel.open(temporary.resolveSibling(""), StandardOpenOption.READ)) {
      directory.force(true);
    } catch (IOException e) {
      // The name then lasts as soon as the operating system writes the directory by itself.
    }
  }

  @Override
  public void abort() {
    if (ended) {
      return;
    }
    ended = true;
    try (channel) {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      throw new UncheckedIOException(FileFailure.of("delete", temporary, e));
    }
  }
}

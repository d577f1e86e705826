package dev.frazil.engine.cli;

import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.FrazilException;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.jspecify.annotations.Nullable;

/// The record batches of one input in an Arrow IPC format (Columnar Format, "Serialization and
/// Interprocess Communication"): a file, told by its magic `ARROW1`, or a stream.
///
/// Owns the input and the memory of what was read from it: batches must be closed before the input
/// is. Whatever a damaged input makes of the reader is an [ArrowImportException].
final class IpcInput implements RecordBatchSource {
  /// The name of standard input.
  static final String STANDARD_INPUT = "-";

  /// How a file begins.
  static final byte[] FILE_MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);

  /// Bytes of a file before its first message, by which an input is told.
  static final int FILE_PROLOGUE = 8;

  /// How a stream begins.
  static final byte[] CONTINUATION = {-1, -1, -1, -1};

  private final String name;
  private final Progress progress;
  private final BufferAllocator allocator;
  private final RecordBatchSource batches;

  private IpcInput(
      String name, Progress progress, BufferAllocator allocator, RecordBatchSource batches) {
    this.name = name;
    this.progress = progress;
    this.allocator = allocator;
    this.batches = batches;
  }

  /// Opens an input and reads its schema.
  ///
  /// @param name a path, or `-`
  /// @param standardInput what `-` means; not closed when it cannot be opened
  /// @param progress counts the rows
  /// @return the input, to be closed by the caller
  /// @throws IOException if it cannot be read
  /// @throws CommandFailure if it is no Arrow IPC, or has columns of unknown types
  static IpcInput open(String name, ReadableByteChannel standardInput, Progress progress)
      throws IOException {
    BufferAllocator allocator = new RootAllocator();
    @Nullable ArrowReader reader = null;
    try {
      reader = reader(name, standardInput, allocator);
      return new IpcInput(name, progress, allocator, RecordBatchSource.of(reader, allocator));
    } catch (IOException | RuntimeException e) {
      closeAfter(e, reader);
      closeAfter(e, allocator);
      throw named(name, damaged(e));
    }
  }

  /// Opens a stream, or a file that cannot be seeked in, and reads its schema.
  ///
  /// @param name what to call it in messages
  /// @param bytes where it stands; belongs to the input, and is closed also when this throws
  /// @param progress counts the rows
  /// @return the input, to be closed by the caller
  /// @throws IOException if it cannot be read
  /// @throws CommandFailure if it is no Arrow IPC, or has columns of unknown types
  static IpcInput ofStream(String name, InputStream bytes, Progress progress) throws IOException {
    BufferAllocator allocator = new RootAllocator();
    try {
      ArrowReader reader = streamReader(bytes, allocator);
      return new IpcInput(name, progress, allocator, RecordBatchSource.of(reader, allocator));
    } catch (IOException | RuntimeException e) {
      closeAfter(e, bytes);
      closeAfter(e, allocator);
      throw named(name, damaged(e));
    }
  }

  private static ArrowReader reader(
      String name, ReadableByteChannel standardInput, BufferAllocator allocator)
      throws IOException {
    if (name.equals(STANDARD_INPUT)) {
      return streamReader(Channels.newInputStream(standardInput), allocator);
    }
    Path path = Path.of(name);
    if (Files.isDirectory(path)) {
      throw notIpc("a directory");
    }
    if (!Files.isRegularFile(path)) {
      return streamReader(Files.newInputStream(path), allocator);
    }
    FileChannel channel = FileChannel.open(path);
    try {
      ByteBuffer head = ByteBuffer.allocate(FILE_PROLOGUE);
      channel.read(head, 0);
      return isFile(Arrays.copyOf(head.array(), head.position()))
          ? new ArrowFileReader(channel, allocator)
          : new ArrowStreamReader(channel, allocator);
    } catch (IOException | RuntimeException e) {
      closeAfter(e, channel);
      throw e;
    }
  }

  /// A file that holds a stream between its magic and its footer is read without seeking. Writers
  /// such as polars put the schema before the first batch in another form, and only the footer has
  /// it whole: such a file is copied first.
  private static ArrowReader streamReader(InputStream bytes, BufferAllocator allocator)
      throws IOException {
    PushbackInputStream input = new PushbackInputStream(bytes, FILE_PROLOGUE);
    byte[] head = input.readNBytes(FILE_PROLOGUE);
    if (!isFile(head)) {
      input.unread(head);
      return new ArrowStreamReader(input, allocator);
    }
    byte[] message = input.readNBytes(CONTINUATION.length);
    input.unread(message);
    return startsWith(message, CONTINUATION)
        ? new ArrowStreamReader(input, allocator)
        : new ArrowFileReader(copy(head, input), allocator);
  }

  /// A temporary file that goes with its channel, also when this process is killed.
  private static FileChannel copy(byte[] head, InputStream rest) throws IOException {
    Path path = Files.createTempFile("frazil-", ".arrow");
    FileChannel channel = null;
    try (rest) {
      channel =
          FileChannel.open(
              path,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
      // not closed: it writes to the channel that is returned
      OutputStream copied = Channels.newOutputStream(channel);
      copied.write(head);
      rest.transferTo(copied);
      return channel.position(0);
    } catch (IOException | RuntimeException e) {
      closeAfter(e, channel);
      Files.deleteIfExists(path);
      throw e;
    }
  }

  private static boolean isFile(byte[] head) {
    if (head.length == FILE_PROLOGUE && startsWith(head, FILE_MAGIC)) {
      return true;
    }
    if (head.length == 0) {
      throw notIpc("no bytes");
    }
    if (!startsWith(head, CONTINUATION)) {
      throw notIpc("bytes that start with " + HexFormat.of().formatHex(head));
    }
    return false;
  }

  /// Whether bytes begin with others.
  static boolean startsWith(byte[] bytes, byte[] start) {
    return bytes.length >= start.length
        && Arrays.equals(bytes, 0, start.length, start, 0, start.length);
  }

  private static ArrowImportException notIpc(String found) {
    return new ArrowImportException("Arrow IPC: expected a file or a stream, got " + found);
  }

  @Override
  public ArrowSchema schema() {
    return batches.schema();
  }

  @Override
  public @Nullable RecordBatch next() throws IOException {
    try {
      RecordBatch batch = batches.next();
      if (batch != null) {
        progress.advance(batch.rowCount());
      }
      return batch;
    } catch (IOException | RuntimeException e) {
      throw damaged(e);
    }
  }

  /// Says of a failure with which input it happened.
  ///
  /// @param failure what was thrown while the input was read or its batches were written
  /// @return a failure whose message starts with the input's name
  CommandFailure named(FrazilException failure) {
    return named(name, failure);
  }

  private static CommandFailure named(String name, FrazilException failure) {
    return new CommandFailure(display(name) + ": " + failure.getMessage(), failure);
  }

  /// What an input is called in messages.
  static String display(String name) {
    return name.equals(STANDARD_INPUT) ? "standard input" : name;
  }

  /// Errors of the engine and the file system say what is wrong; others are how arrow-java stumbles
  /// over bytes that are not what they should be.
  private static FrazilException damaged(Exception e) throws FileSystemException {
    return switch (e) {
      case FrazilException known -> known;
      case FileSystemException known -> throw known;
      default ->
          new ArrowImportException("Arrow IPC: expected a whole file or stream, got: " + e, e);
    };
  }

  private static void closeAfter(Throwable failure, @Nullable AutoCloseable resource) {
    if (resource != null) {
      try {
        resource.close();
      } catch (Exception e) {
        failure.addSuppressed(e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try (allocator) {
      batches.close();
    }
  }
}

package dev.frazil.engine.cli;

import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.FrazilException;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.csv.CsvSource;
import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.scan.Scan;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The record batches of one input of a command: Arrow IPC and Parquet, told by their magic bytes,
/// or CSV with a header line, told by the name `*.csv` of a file, and on standard input and pipes
/// by its being text. The types of CSV columns are found by all of its values.
///
/// Parquet needs to be read from its end: from standard input and pipes it is first copied to a
/// temporary file, as CSV is, which lasts until the input is closed.
///
/// Owns the input and the memory of what was read from it: batches must be closed before the input
/// is.
final class BatchInput implements RecordBatchSource {
  private static final byte[] PARQUET = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ENCRYPTED_PARQUET = "PARE".getBytes(StandardCharsets.US_ASCII);

  private final String name;
  private final RecordBatchSource batches;
  private final @Nullable Progress progress;
  private final @Nullable Path copy;

  private BatchInput(
      String name, RecordBatchSource batches, @Nullable Progress progress, @Nullable Path copy) {
    this.name = name;
    this.batches = batches;
    this.progress = progress;
    this.copy = copy;
  }

  /// Opens an input and reads its schema; all of it, if it is CSV.
  ///
  /// @param name a path, or `-`
  /// @param standardInput what `-` means; not closed when it cannot be opened
  /// @param progress counts the rows
  /// @return the input, to be closed by the caller
  /// @throws IOException if it cannot be read
  /// @throws CommandFailure if it is none of the formats, damaged, or has columns of unknown types
  static BatchInput open(String name, ReadableByteChannel standardInput, Progress progress)
      throws IOException {
    try {
      if (name.equals(IpcInput.STANDARD_INPUT)) {
        return ofStream(name, Channels.newInputStream(standardInput), progress);
      }
      Path path = Path.of(name);
      if (Files.isDirectory(path)) {
        throw unknown("a directory");
      }
      return Files.isRegularFile(path)
          ? ofFile(name, path, standardInput, progress)
          : ofPipe(name, Files.newInputStream(path), progress);
    } catch (FrazilException e) {
      throw named(name, e);
    }
  }

  private static BatchInput ofFile(
      String name, Path path, ReadableByteChannel standardInput, Progress progress)
      throws IOException {
    byte[] head;
    try (InputStream bytes = Files.newInputStream(path)) {
      head = bytes.readNBytes(IpcInput.FILE_PROLOGUE);
    }
    if (isArrow(head)) {
      return new BatchInput(name, IpcInput.open(name, standardInput, progress), null, null);
    }
    if (isParquet(head)) {
      return new BatchInput(name, parquet(path), progress, null);
    }
    if (name.toLowerCase(Locale.ROOT).endsWith(".csv")) {
      return new BatchInput(name, CsvSource.open(path, null), progress, null);
    }
    throw unknown(found(head));
  }

  private static BatchInput ofPipe(String name, InputStream bytes, Progress progress)
      throws IOException {
    try {
      return ofStream(name, bytes, progress);
    } catch (IOException | RuntimeException e) {
      bytes.close();
      throw e;
    }
  }

  private static BatchInput ofStream(String name, InputStream bytes, Progress progress)
      throws IOException {
    byte[] head = bytes.readNBytes(IpcInput.FILE_PROLOGUE);
    InputStream whole = new SequenceInputStream(new ByteArrayInputStream(head), bytes);
    if (isArrow(head)) {
      return new BatchInput(name, IpcInput.ofStream(name, whole, progress), null, null);
    }
    if (isParquet(head)) {
      Path copy = Files.createTempFile("frazil-", ".parquet");
      try (whole) {
        Files.copy(whole, copy, StandardCopyOption.REPLACE_EXISTING);
        return new BatchInput(name, parquet(copy), progress, copy);
      } catch (IOException | FrazilException e) {
        Files.deleteIfExists(copy);
        throw named(name, e, copy);
      } catch (RuntimeException e) {
        Files.deleteIfExists(copy);
        throw e;
      }
    }
    if (isText(head)) {
      return new BatchInput(name, CsvSource.open(whole, null), progress, null);
    }
    throw unknown(found(head));
  }

  private static RecordBatchSource parquet(Path path) throws IOException {
    return Scan.ofFiles(List.of(path), DataFormat.PARQUET).open();
  }

  private static boolean isArrow(byte[] head) {
    return IpcInput.startsWith(head, IpcInput.FILE_MAGIC)
        || IpcInput.startsWith(head, IpcInput.CONTINUATION);
  }

  private static boolean isParquet(byte[] head) {
    return IpcInput.startsWith(head, PARQUET) || IpcInput.startsWith(head, ENCRYPTED_PARQUET);
  }

  /// Whether bytes may be the start of text in UTF-8, whose reader judges the rest.
  private static boolean isText(byte[] head) {
    for (byte b : head) {
      if (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r') {
        return false;
      }
    }
    return head.length > 0;
  }

  private static String found(byte[] head) {
    return head.length == 0
        ? "no bytes"
        : "bytes that start with " + HexFormat.of().formatHex(head);
  }

  private static ArrowImportException unknown(String found) {
    return new ArrowImportException(
        "input: expected Arrow IPC, Parquet, or CSV in a file named *.csv, got " + found);
  }

  @Override
  public ArrowSchema schema() {
    return batches.schema();
  }

  @Override
  public @Nullable RecordBatch next() throws IOException {
    RecordBatch batch;
    try {
      batch = batches.next();
    } catch (IOException e) {
      if (copy == null) {
        throw e;
      }
      throw named(name, e, copy);
    }
    if (batch != null && progress != null) {
      progress.advance(batch.rowCount());
    }
    return batch;
  }

  /// Says of a failure with which input it happened, unless it says so itself.
  ///
  /// @param failure what was thrown while the input was read or its batches were written
  /// @return a failure whose message has the input's name
  CommandFailure named(FrazilException failure) {
    return named(name, failure);
  }

  /// A failure that names a copy of the input, with the name of the input.
  private static CommandFailure named(String name, Exception failure, Path copy) {
    String message =
        String.valueOf(failure.getMessage()).replace(copy.toString(), IpcInput.display(name));
    return new CommandFailure(message, failure);
  }

  private static CommandFailure named(String name, FrazilException failure) {
    String display = IpcInput.display(name);
    String message = String.valueOf(failure.getMessage());
    boolean named = message.contains(display);
    return new CommandFailure(named ? message : display + ": " + message, failure);
  }

  @Override
  public void close() throws IOException {
    try {
      batches.close();
    } finally {
      if (copy != null) {
        Files.deleteIfExists(copy);
      }
    }
  }
}

package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// What one process did to a store, in a file that all processes of a run append to. The order of
/// the lines is the order in time: an operation whose end stands before the begin of another one
/// was over when that one began. Thread-safe.
///
/// A line is `B op=… kind=… profile=… …`, `E op=… …` for an operation that succeeded, `N op=…
/// why=…` for one that was refused and had no effect, or `F op=… why=…` for one that failed; an
/// operation without an end was killed. Every line ends with ` ;`, so that one whose writer was
/// killed in the middle of it is told from a whole one.
final class History implements AutoCloseable {
  private final FileChannel file;
  private final String process;
  private int operations;

  private History(FileChannel file, String process) {
    this.file = file;
    this.process = process;
  }

  /// Opens a history to append to.
  ///
  /// @param file made if it is not there; on a local disk
  /// @param process a name that no other process of the run has
  static History open(Path file, String process) throws IOException {
    return new History(
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND), process);
  }

  /// Says that an operation begins.
  ///
  /// @param fields such as `stamp=7`
  /// @return what the operation is called
  synchronized String begin(Operation.Kind kind, String profile, String... fields)
      throws IOException {
    String operation = process + "-" + operations++;
    line("B", operation, "kind=" + kind + " profile=" + profile + " " + String.join(" ", fields));
    return operation;
  }

  void end(String operation, String... fields) throws IOException {
    line("E", operation, String.join(" ", fields));
  }

  void refused(String operation, Throwable why) throws IOException {
    line("N", operation, "why=" + text(why));
  }

  void failed(String operation, Throwable why) throws IOException {
    line("F", operation, "why=" + text(why));
  }

  private static String text(Throwable why) {
    return why.toString().replaceAll("\\s", "_");
  }

  private void line(String event, String operation, String fields) throws IOException {
    String line = "\n" + event + " op=" + operation + " " + fields.strip() + " ;\n";
    file.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

package dev.frazil.engine.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChannelSinkTest {
  @AutoClose private final Arena arena = Arena.ofConfined();
  @TempDir private Path directory;

  private MemorySegment bytes(String text) {
    return arena.allocateFrom(ValueLayout.JAVA_BYTE, text.getBytes(UTF_8));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  @Test
  void nothingHasTheNameBeforeCompletionAndOnlyTheFileIsLeftAfterIt() throws IOException {
    Path file = directory.resolve("f.parquet");
    ChannelSink sink = ChannelSink.open(file);
    sink.write(bytes("frazil"));
    assertFalse(Files.exists(file));
    sink.complete();
    sink.abort();
    assertEquals("frazil", Files.readString(file));
    assertEquals(List.of("f.parquet"), names());
  }

  @Test
  void aFileWithTheNameStandsUntilItIsReplaced() throws IOException {
    Path file = Files.writeString(directory.resolve("f.parquet"), "before");
    ChannelSink sink = ChannelSink.open(file);
    sink.write(bytes("after"));
    assertEquals("before", Files.readString(file));
    sink.complete();
    assertEquals("after", Files.readString(file));
  }

  @Test
  void abortLeavesTheDirectoryAsItWas() throws IOException {
    Path file = Files.writeString(directory.resolve("f.parquet"), "before");
    ChannelSink sink = ChannelSink.open(file);
    sink.write(bytes("after"));
    sink.abort();
    sink.abort();
    assertEquals("before", Files.readString(file));
    assertEquals(List.of("f.parquet"), names());
    assertThrows(IllegalStateException.class, sink::complete);
  }

  @Test
  void sinksOfOneNameDoNotMeet() throws IOException {
    Path file = directory.resolve("f.parquet");
    ChannelSink first = ChannelSink.open(file);
    ChannelSink second = ChannelSink.open(file);
    first.write(bytes("first"));
    second.write(bytes("second"));
    second.complete();
    first.complete();
    assertEquals("first", Files.readString(file));
    assertEquals(List.of("f.parquet"), names());
  }

  @Test
  void theFileHasThePermissionsOfAnyNewFile() throws IOException {
    Path plain = Files.writeString(directory.resolve("plain"), "");
    Path file = directory.resolve("f.parquet");
    ChannelSink sink = ChannelSink.open(file);
    sink.complete();
    assertEquals(Files.getPosixFilePermissions(plain), Files.getPosixFilePermissions(file));
  }

  @Test
  void openNamesThePathThatCannotBeCreated() {
    Path file = directory.resolve("missing").resolve("f.parquet");
    IOException e = assertThrows(IOException.class, () -> ChannelSink.open(file));
    assertEquals("create: " + file + ": no such file or directory", e.getMessage());
    IOException other = assertThrows(IOException.class, () -> ChannelSink.open(directory));
    assertTrue(
        String.valueOf(other.getMessage()).startsWith("create: " + directory + ": "),
        other.getMessage());
  }

  @Test
  void publishNamesThePathThatCannotBeReplaced() throws IOException {
    Path file = directory.resolve("f.parquet");
    ChannelSink sink = ChannelSink.open(file);
    Files.createDirectories(file.resolve("in the way"));
    IOException e = assertThrows(IOException.class, sink::complete);
    assertTrue(
        String.valueOf(e.getMessage()).startsWith("publish: " + file + ": "), e.getMessage());
    sink.abort();
    assertEquals(List.of("f.parquet"), names());
  }

  @Test
  void aFullDiskIsAnErrorThatNamesThePathAndLeavesNothing() throws IOException {
    Path file = directory.resolve("f.parquet");
    Path temporary = Files.createFile(directory.resolve("t.tmp"));
    // Writes to this device fail as those to a disk without space do.
    FileChannel full = FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE);
    ChannelSink sink = new ChannelSink(file, temporary, full);
    IOException e = assertThrows(IOException.class, () -> sink.write(bytes("x")));
    assertEquals("write: " + file + ": No space left on device", e.getMessage());
    sink.abort();
    assertEquals(List.of(), names());
  }

  @Test
  void anInterruptEndsTheFileAndStaysWithTheThread() throws IOException {
    Path file = directory.resolve("f.parquet");
    ChannelSink sink = ChannelSink.open(file);
    Thread.currentThread().interrupt();
    IOException e = assertThrows(IOException.class, () -> sink.write(bytes("x")));
    assertTrue(Thread.interrupted());
    assertInstanceOf(InterruptedIOException.class, e);
    assertEquals("write: " + file + ": interrupted", e.getMessage());
    sink.abort();
    assertEquals(List.of(), names());
  }
}

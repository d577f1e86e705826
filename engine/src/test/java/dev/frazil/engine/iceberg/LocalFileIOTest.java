package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFileIOTest {
  private static final byte[] BYTES = {1, 2, 3, -1, 5};

  @TempDir Path folder;
  private final LocalFileIO io = new LocalFileIO();

  private List<String> files() throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile)
          .map(path -> folder.relativize(path).toString())
          .sorted()
          .toList();
    }
  }

  private void write(OutputFile file) throws IOException {
    try (PositionOutputStream out = file.create()) {
      out.write(BYTES[0]);
      out.write(BYTES, 1, BYTES.length - 1);
      assertEquals(BYTES.length, out.getPos());
    }
  }

  @Test
  void aFileAppearsWholeWhenItsStreamIsClosed() throws IOException {
    OutputFile file = io.newOutputFile(folder + "/a/b/c.bin");
    try (PositionOutputStream out = file.create()) {
      out.write(BYTES);
      assertFalse(file.toInputFile().exists());
    }
    assertEquals(List.of("a/b/c.bin"), files());
    InputFile in = file.toInputFile();
    assertEquals(BYTES.length, in.getLength());
    try (SeekableInputStream stream = in.newStream()) {
      assertArrayEquals(BYTES, stream.readAllBytes());
      stream.seek(3);
      assertEquals(3, stream.getPos());
      assertEquals(255, stream.read());
      assertEquals(5, stream.read());
      assertEquals(-1, stream.read());
      assertThrows(EOFException.class, () -> stream.seek(BYTES.length + 1));
    }
  }

  @Test
  void aFileWithAFailedWriteNeverAppears() throws IOException {
    MemorySegment gone;
    try (Arena arena = Arena.ofConfined()) {
      gone = arena.allocate(8);
    }
    PositionOutputStream out = io.newOutputFile(folder + "/half.bin").create();
    out.write(BYTES);
    assertThrows(IllegalStateException.class, () -> ((LocalOutputStream) out).write(gone));
    assertThrows(IOException.class, out::close);
    assertEquals(List.of(), files());
  }

  @Test
  void whatFollowsTheSchemeIsThePathAsItStands() throws IOException {
    write(io.newOutputFile("file:" + folder + "/p=a%2Fb+c/1"));
    write(io.newOutputFile("file://" + folder + "/p=a%2Fb+c/2"));
    write(io.newOutputFile("file://localhost" + folder + "/p=a%2Fb+c/3"));
    write(io.newOutputFile(folder + "/p=a%2Fb+c/4"));
    assertEquals(List.of("p=a%2Fb+c/1", "p=a%2Fb+c/2", "p=a%2Fb+c/3", "p=a%2Fb+c/4"), files());
  }

  @Test
  void otherSchemesAreRefused() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> io.newInputFile("s3://b/k"));
    assertEquals(
        "local file: s3://b/k: expected a path or a file: URI, got the scheme s3",
        refusal.getMessage());
  }

  @Test
  void createRefusesANameThatIsTaken() throws IOException {
    OutputFile file = io.newOutputFile(folder + "/taken");
    PositionOutputStream slower = file.create();
    slower.write(9);
    write(file);
    assertThrows(AlreadyExistsException.class, file::create);
    assertThrows(IOException.class, slower::close);
    assertArrayEquals(BYTES, Files.readAllBytes(folder.resolve("taken")));
    assertEquals(List.of("taken"), files());
    try (PositionOutputStream out = file.createOrOverwrite()) {
      out.write(7);
    }
    assertArrayEquals(new byte[] {7}, Files.readAllBytes(folder.resolve("taken")));
  }

  @Test
  void absentFilesAreNotFoundAndAlreadyDeleted() {
    InputFile absent = io.newInputFile(folder + "/absent");
    assertFalse(absent.exists());
    assertThrows(NotFoundException.class, absent::getLength);
    assertThrows(NotFoundException.class, absent::newStream);
    io.deleteFile(folder + "/absent");
  }

  @Test
  void deletedFilesAreGone() throws IOException {
    OutputFile file = io.newOutputFile(folder + "/gone");
    write(file);
    assertTrue(file.toInputFile().exists());
    io.deleteFile(file.location());
    assertEquals(List.of(), files());
  }
}

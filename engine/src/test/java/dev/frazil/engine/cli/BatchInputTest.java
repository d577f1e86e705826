package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.FrazilException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.types.Types;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Inputs of commands by their content and name, and Arrow files as output.
class BatchInputTest {
  private static final byte[] CSV = "n\n1\n2\n".getBytes(StandardCharsets.US_ASCII);

  @TempDir private Path folder;

  @Test
  void arrowIsKnownByItsBytesWhateverItsName() throws IOException {
    byte[] stream = numbers(1, 2);
    assertEquals(List.of("1", "2"), rows(Files.write(folder.resolve("x.csv"), stream)));
    assertEquals(List.of("1", "2"), rows("-", stream));
    Path file = folder.resolve("x.bin");
    assertEquals(2, write(stream, file));
    assertEquals(List.of("1", "2"), rows(file));
    assertEquals(List.of("1", "2"), rows("-", Files.readAllBytes(file)));
  }

  /// polars writes the schema's flatbuffer behind the magic, without the head of a message.
  @Test
  void aFileThatHoldsNoStreamIsReadFromAPipeByItsFooter() throws IOException {
    Path file = folder.resolve("x.arrow");
    assertEquals(2, write(numbers(1, 2), file));
    byte[] bytes = Files.readAllBytes(file);
    bytes[8] = 4;
    Arrays.fill(bytes, 9, 12, (byte) 0);
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    List<Path> before = copies(temporary);
    assertEquals(List.of("1", "2"), rows("-", bytes));
    String message = failure("-", Arrays.copyOf(bytes, bytes.length - 1));
    assertTrue(message.startsWith("standard input: "), message);
    assertEquals(before, copies(temporary));
  }

  @Test
  void csvIsKnownByItsNameOrAsTextOnStandardInput() throws IOException {
    assertEquals(List.of("1", "2"), rows(Files.write(folder.resolve("x.CSV"), CSV)));
    assertEquals(List.of("1", "2"), rows("-", CSV));
    String message = failure(Files.write(folder.resolve("x.txt"), CSV).toString(), new byte[0]);
    assertTrue(
        message.endsWith(
            "x.txt: input: expected Arrow IPC, Parquet, or CSV in a file named *.csv, got bytes"
                + " that start with 6e0a310a320a"),
        message);
  }

  @Test
  void parquetIsKnownByItsBytesAndCopiedFromStandardInput() throws IOException {
    Path arrow = Files.write(folder.resolve("x.arrow"), numbers(1, 2));
    Path parquet = folder.resolve("x");
    CommandRun.of("convert", arrow.toString(), "-o", parquet.toString()).succeeded();
    assertEquals(List.of("1", "2"), rows(parquet));
    byte[] bytes = Files.readAllBytes(parquet);
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    List<Path> before = copies(temporary);
    assertEquals(List.of("1", "2"), rows("-", bytes));
    String message = failure("-", Arrays.copyOf(bytes, bytes.length - 9));
    assertTrue(message.startsWith("Parquet read: standard input: expected a sound"), message);
    assertEquals(before, copies(temporary));
  }

  private static List<Path> copies(Path temporary) throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files
          .filter(file -> file.toString().matches(".*/frazil-[0-9]+[.](parquet|arrow)"))
          .toList();
    }
  }

  @Test
  void otherInputsAreRefusedByWhatTheyAre() throws IOException {
    assertTrue(failure("-", new byte[0]).endsWith("got no bytes"));
    assertTrue(failure("-", new byte[] {0, 1}).startsWith("standard input: input: expected"));
    assertTrue(failure(folder.toString(), CSV).endsWith("got a directory"));
    assertThrows(IOException.class, () -> rows(folder.resolve("absent.csv")));
  }

  @Test
  void failuresNameTheInputOnce() throws IOException {
    Path file = Files.writeString(folder.resolve("x.csv"), "n\n\"1");
    String message = failure(file.toString(), CSV);
    assertTrue(message.startsWith("CSV: " + file + ": line 2: "), message);
    String piped = failure("-", "n\n1,2\n".getBytes(StandardCharsets.US_ASCII));
    assertEquals("standard input: CSV: line 2: expected 1 field, as in the header, got 2", piped);
  }

  @Test
  void aFailedArrowFileDoesNotAppear() throws IOException {
    byte[] stream = numbers(1, 2, 3);
    byte[] cut = Arrays.copyOf(stream, stream.length - 40);
    Path file = folder.resolve("x.arrow");
    assertThrows(Exception.class, () -> write(cut, file));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(), files.toList());
    }
  }

  private static byte[] numbers(long... numbers) {
    return IpcBytes.stream(
        List.of(Field.nullable("n", Types.MinorType.BIGINT.getType())),
        root -> {
          BigIntVector vector = (BigIntVector) root.getVector(0);
          for (int i = 0; i < numbers.length; i++) {
            vector.setSafe(i, numbers[i]);
          }
          root.setRowCount(numbers.length);
        });
  }

  private static long write(byte[] stream, Path file) throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        ArrowStreamReader reader =
            new ArrowStreamReader(new ByteArrayInputStream(stream), allocator)) {
      return IpcOutput.write(reader, file, new Progress(System.err, false));
    }
  }

  private static List<String> rows(Path file) throws IOException {
    return rows(file.toString(), new byte[0]);
  }

  private static List<String> rows(String name, byte[] standardInput) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
    try (Progress progress = new Progress(out, false);
        BatchInput input =
            BatchInput.open(
                name, Channels.newChannel(new ByteArrayInputStream(standardInput)), progress)) {
      try {
        RowOutput.CSV.print(input, out);
      } catch (FrazilException e) {
        throw input.named(e);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8).lines().skip(1).toList();
  }

  private static String failure(String name, byte[] standardInput) {
    return String.valueOf(
        assertThrows(CommandFailure.class, () -> rows(name, standardInput)).getMessage());
  }
}

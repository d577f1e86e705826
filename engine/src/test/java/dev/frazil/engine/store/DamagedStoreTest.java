package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.scan.Filter;
import dev.frazil.engine.scan.Scan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a call says when somebody has changed the store's files by hand: which file it is, and
/// never fewer rows than were written.
class DamagedStoreTest extends StoreTestCase {
  private static void assertDamaged(String message, Executable call) {
    assertEquals(message, assertThrows(DamagedStoreException.class, call).getMessage());
  }

  private void deleteVersion(String version) throws IOException {
    for (String name : names(profile(version))) {
      Files.delete(profile(version, name));
    }
    Files.delete(profile(version));
  }

  @Test
  void aVersionWithoutItsFirstFileIsNotReadWithTheRowsThatAreLeft() throws IOException {
    write(1);
    append(2);
    Path first = profile("v0", "0.parquet");
    Files.delete(first);
    String message =
        "read: " + first + ": expected the first file of a committed version, got none";
    assertDamaged(message, () -> store.read(KEY, ReadRequest.latest()));
    assertDamaged(message, () -> store.read(KEY, ReadRequest.version(0)));
  }

  @ParameterizedTest
  @EnumSource(DataFormat.class)
  void aFirstFileOfAnotherLengthIsNotRead(DataFormat format) throws IOException {
    store.write(KEY, StoreRows.ids(1, 2, 3), WriteRequest.DEFAULT.withFormat(format));
    append(4);
    Path first = profile("v0", "0." + format.extension());
    byte[] whole = Files.readAllBytes(first);
    assertTrue(first.toFile().setWritable(true));
    for (int length : new int[] {0, whole.length - 2, whole.length + 2}) {
      Files.write(first, Arrays.copyOf(whole, length));
      String message =
          "scan: %s: expected a file of %d bytes, got %d".formatted(first, whole.length, length);
      for (Executable call :
          List.<Executable>of(
              () -> rows(scan -> scan),
              () -> rows(scan -> scan.where(Filter.parse("id > 1"))),
              () -> rows(scan -> scan.limit(1)),
              () -> store.compact(KEY, CompactRequest.DEFAULT))) {
        assertEquals(message, assertThrows(IOException.class, call).getMessage());
      }
    }
    Files.write(first, whole);
    assertEquals(List.of(1L, 2L, 3L, 4L), rows(scan -> scan));
  }

  private List<Long> rows(UnaryOperator<Scan> narrowed) throws IOException {
    try (Snapshot snapshot = store.read(KEY, ReadRequest.latest())) {
      return scanned(narrowed.apply(snapshot.scan()));
    }
  }

  @Test
  void aLatestVersionThatIsGoneIsNamed() throws IOException {
    write(1);
    write(2);
    deleteVersion("v1");
    String message =
        "read: "
            + profile("manifest.json")
            + ": expected a version that is there, got v1, which is gone";
    assertDamaged(message, () -> store.read(KEY, ReadRequest.latest()));
    assertDamaged(message, () -> append(3));
    assertDamaged(message, () -> store.compact(KEY, CompactRequest.DEFAULT));
    assertEquals(2, store.rollback(KEY, 0).version());
    assertEquals(List.of(1L), latestIds());
  }

  @Test
  void aCommitRecordWithoutASchemaIsNamed() throws IOException {
    write(1);
    Path commit = profile("v0", ".commit");
    String text =
        Files.readString(commit).replaceFirst("\"schema\":\"[^\"]*\"", "\"schema\":\"?\"");
    Files.writeString(commit, text);
    String message =
        "read: "
            + commit
            + ": Arrow schema: message: expected base64, got 1 characters that are none";
    assertDamaged(message, () -> store.read(KEY, ReadRequest.latest()));
    assertDamaged(message, () -> append(2));
  }

  @Test
  void aDirectoryInTheManifestsPlaceIsNamed() throws IOException {
    write(1);
    Files.delete(profile("manifest.json"));
    Files.createDirectory(profile("manifest.json"));
    IOException error =
        assertThrows(IOException.class, () -> store.read(KEY, ReadRequest.latest()));
    assertEquals("read: " + profile("manifest.json") + ": Is a directory", error.getMessage());
  }
}

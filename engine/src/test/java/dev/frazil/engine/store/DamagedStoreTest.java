package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

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

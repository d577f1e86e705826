package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.scan.ScanFile;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Making an old version the latest one.
class RollbackTest extends StoreTestCase {
  private static final PruneRequest ALL = PruneRequest.builder().olderThan(Duration.ZERO).build();

  private static Object inode(Path file) throws IOException {
    return Objects.requireNonNull(Files.getAttribute(file, "unix:ino"));
  }

  @ParameterizedTest
  @EnumSource(DataFormat.class)
  void theOldVersionIsTheLatestOneAgainUnderAHigherNumber(DataFormat format) throws IOException {
    WriteRequest request = WriteRequest.DEFAULT.withFormat(format);
    store.write(KEY, StoreRows.ids(1, 2), request);
    append(3);
    store.write(KEY, StoreRows.ids(9), request);
    WriteResult result = store.rollback(KEY, 0);
    assertEquals(2, result.version());
    assertFalse(result.publishDeferred());
    assertEquals(List.of(1L, 2L, 3L), latestIds());
    assertEquals(List.of(9L), ids(ReadRequest.version(1)));
    assertEquals(Manifest.text(2), Files.readString(profile("manifest.json")));
    CommittedVersion version = store.versions(KEY).getLast();
    assertEquals(0L, version.rollbackOf());
    assertEquals(1L, version.parent());
    assertEquals(List.of(), leftovers());
  }

  @Test
  void theFilesAreSharedAndStayReadOnlyAndClaimed() throws IOException {
    write(1);
    append(2);
    write(9);
    store.rollback(KEY, 0);
    for (String name : List.of("0.parquet", "1.parquet", ".1.stats")) {
      assertEquals(inode(profile("v0", name)), inode(profile("v2", name)), name);
      String permissions =
          PosixFilePermissions.toString(Files.getPosixFilePermissions(profile("v2", "0.parquet")));
      assertFalse(permissions.contains("w"), permissions);
    }
    // The Python original takes an index by its claim, and renames over what has no claim.
    assertTrue(Files.exists(profile("v2", ".1.parquet.claim")));
    assertEquals(2, append(3).index());
    assertEquals(List.of(1L, 2L, 3L), latestIds());
    assertEquals(List.of(1L, 2L), ids(ReadRequest.version(0)));
  }

  @Test
  void theNewVersionStaysWhenTheOldOneIsPrunedAndTheOtherWayRound() throws IOException {
    write(1);
    append(2);
    write(9);
    store.rollback(KEY, 0);
    assertEquals(List.of(0L, 1L), store.prune(KEY, ALL).pruned());
    assertEquals(List.of(1L, 2L), latestIds());
  }

  @Test
  void gapsOfTheOldVersionAreClosedSoThatEveryIndexIsClaimed() throws IOException {
    write(1);
    claim(0, "1.parquet", "");
    append(2);
    write(9);
    store.rollback(KEY, 0);
    assertEquals(
        List.of("0.parquet", "1.parquet"),
        names(profile("v2")).stream().filter(name -> !name.startsWith(".")).toList());
    assertEquals(List.of(1L, 2L), latestIds());
    assertEquals(2, append(3).index());
  }

  @Test
  void aVersionOfThePythonOriginalIsRolledBackToWithTheSchemaOfItsFile() throws IOException {
    writeForeign(0, "id\n1\n2\n");
    Files.writeString(profile("v0", "1.csv"), "id\n3\n");
    writeCsv(9);
    assertEquals(2, store.rollback(KEY, 0).rowCount());
    assertEquals(List.of(1L, 2L, 3L), latestIds());
    try (Snapshot snapshot = store.read(KEY, ReadRequest.latest())) {
      assertEquals(List.of(1L, 2L, 3L), scanned(snapshot.scan()));
    }
  }

  @Test
  void theStatisticsOfTheFilesGoWithThem() throws IOException {
    write(1);
    append(2);
    write(9);
    store.rollback(KEY, 0);
    try (Snapshot snapshot = store.read(KEY, ReadRequest.latest())) {
      for (ScanFile file : snapshot.files()) {
        assertNotNull(file.statistics(), file::toString);
      }
    }
  }

  @Test
  void aVersionThatIsNotThereIsRefused() throws IOException {
    write(1);
    write(2);
    assertThrows(VersionNotFoundException.class, () -> store.rollback(KEY, 7));
    store.prune(KEY, ALL);
    assertThrows(VersionPrunedException.class, () -> store.rollback(KEY, 0));
    assertEquals(List.of(2L), latestIds());
  }

  @Test
  void filesThatCanHaveNoMoreNamesAreCopied() throws IOException {
    write(1);
    append(2);
    write(9);
    FileCalls files =
        beforeLink((existing, name) -> {
          if (existing.toString().endsWith(".parquet")) {
            throw new FileSystemException(name.toString(), null, "Too many links");
          }
        });
    assertEquals(2, other(files, FewProcesses.of(1)).rollback(KEY, 0).version());
    assertNotEquals(inode(profile("v0", "1.parquet")), inode(profile("v2", "1.parquet")));
    assertEquals(List.of(1L, 2L), latestIds());
    assertEquals(List.of(), leftovers());
  }

  @Test
  void whereThereAreNoHardLinksTheOldVersionKeepsItsFiles() throws IOException {
    write(1);
    append(2);
    write(9);
    FileCalls files =
        beforeLink((_, name) -> {
          throw new FileSystemException(name.toString(), null, "Operation not permitted");
        });
    assertEquals(2, other(files, FewProcesses.of(1)).rollback(KEY, 0).version());
    assertEquals(List.of(1L, 2L), latestIds());
    assertEquals(List.of(1L, 2L), ids(ReadRequest.version(0)));
  }

  @Test
  void anErrorHalfWayLeavesTheLatestVersionAndNoFiles() throws IOException {
    write(1);
    append(2);
    write(9);
    FileCalls files =
        beforeLink((_, name) -> {
          if (name.endsWith("1.parquet")) {
            throw new FileSystemException(name.toString(), null, "Input/output error");
          }
        });
    assertThrows(IOException.class, () -> other(files, FewProcesses.of(1)).rollback(KEY, 0));
    assertEquals(List.of(9L), latestIds());
    assertFalse(Files.exists(profile("v2", "0.parquet")));
    assertEquals(3, store.rollback(KEY, 0).version());
    assertEquals(List.of(1L, 2L), latestIds());
  }
}

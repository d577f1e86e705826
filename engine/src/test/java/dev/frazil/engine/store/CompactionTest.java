package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.arrow.ArrowSchemaMessage;
import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.scan.ScanFile;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Merging the files of a version, and what happens to it meanwhile.
class CompactionTest extends StoreTestCase {
  private CompactResult compact() throws IOException {
    return store.compact(KEY, CompactRequest.DEFAULT);
  }

  @ParameterizedTest
  @EnumSource(DataFormat.class)
  void theSameRowsAreInOneFileInTheSameOrder(DataFormat format) throws IOException {
    store.write(KEY, StoreRows.ids(5, 1), WriteRequest.DEFAULT.withFormat(format));
    for (int i = 0; i < 12; i++) {
      append(100 - i);
    }
    List<Long> rows = latestIds();
    CompactResult result =
        store.compact(KEY, CompactRequest.DEFAULT.withMinFiles(13).withNote("weekly"));
    assertEquals(new CompactResult(KEY, 0, 1, 13, 1, false), result);
    assertTrue(result.isCompacted());
    assertEquals(rows, latestIds());
    assertEquals(rows, ids(ReadRequest.version(0)));
    CommittedVersion version = store.versions(KEY).getLast();
    assertEquals(format, version.format());
    assertEquals(1, version.fileCount());
    assertEquals(0L, version.parent());
    assertEquals(0L, version.compactionOf());
    assertEquals("weekly", version.note());
    assertEquals(Manifest.text(1), Files.readString(profile("manifest.json")));
    assertEquals(List.of(), leftovers());
    append(7);
    assertEquals(7L, latestIds().getLast());
  }

  @Test
  void tooFewFilesAreLeftAsTheyAre() throws IOException {
    writeCsv(1);
    assertEquals(new CompactResult(KEY, 0, 0, 1, 1, false), compact());
    append(2);
    CompactRequest three = CompactRequest.DEFAULT.withMinFiles(3);
    assertFalse(store.compact(KEY, three).isCompacted());
    assertThrows(IllegalArgumentException.class, () -> CompactRequest.DEFAULT.withMinFiles(1));
    assertThrows(
        ProfileNotFoundException.class,
        () -> store.compact(ProfileKey.of("none"), CompactRequest.DEFAULT));
  }

  @Test
  void aVersionOfThePythonOriginalIsCompacted() throws IOException {
    writeForeign(0, "id\n1\n");
    Files.writeString(profile("v0", "1.csv"), "id\n2\n");
    claim(0, "1.csv", "");
    assertEquals(1, compact().version());
    assertEquals(List.of(1L, 2L), latestIds());
    assertEquals("id\n1\n2\n", Files.readString(profile("v1", "0.csv")));
  }

  @Test
  void whatIsAppendedDuringTheCopyIsTakenOverAfterItInOrder() throws IOException {
    writeCsv(1);
    append(2);
    CompactResult result =
        before(
                "v1/0.csv",
                (_, _) -> {
                  append(3);
                  append(4);
                })
            .compact(KEY, CompactRequest.DEFAULT);
    assertEquals(new CompactResult(KEY, 0, 1, 4, 3, false), result);
    assertEquals(List.of(1L, 2L, 3L, 4L), latestIds());
    assertEquals(3, append(5).index());
    assertEquals(List.of(1L, 2L, 3L, 4L, 5L), latestIds());
  }

  @ParameterizedTest
  @EnumSource(DataFormat.class)
  void everyFileOfTheNewVersionHasItsStatistics(DataFormat format) throws IOException {
    store.write(KEY, StoreRows.ids(1), WriteRequest.DEFAULT.withFormat(format));
    append(2);
    before("v1/0." + format.extension(), (_, _) -> append(3)).compact(KEY, CompactRequest.DEFAULT);
    try (Snapshot snapshot = store.read(KEY, ReadRequest.latest())) {
      assertEquals(2, snapshot.files().size());
      for (ScanFile file : snapshot.files()) {
        assertEquals(format == DataFormat.PARQUET, file.statistics() != null, file::toString);
      }
      assertEquals(List.of(1L, 2L, 3L), scanned(snapshot.scan()));
    }
  }

  @Test
  void anIndexThatWasClaimedAndNeverUsedNeitherHoldsUpTheCompactionNorHidesRows()
      throws IOException {
    writeCsv(1);
    claim(0, "1.csv", "{\"uuid\":\"of a dead process\"}");
    append(2);
    assertEquals(List.of(1L, 2L), latestIds());
    assertEquals(1, compact().version());
    assertEquals(List.of(1L, 2L), latestIds());
    assertEquals(List.of("0.csv"), data(1));
  }

  private List<String> data(long version) throws IOException {
    return names(profile("v" + version)).stream().filter(name -> !name.startsWith(".")).toList();
  }

  @Test
  void aWriteThatCameBetweenIsNotHiddenByOldRows() throws IOException {
    writeCsv(1);
    append(2);
    DatasetStore writing = before("v1/0.csv", (_, _) -> compact());
    // The write has v1 and is not decided: the compaction gives it up, and it takes another number.
    assertEquals(3, writing.write(KEY, StoreRows.ids(9), CSV).version());
    assertEquals(List.of(9L), latestIds());
    assertEquals(List.of(1L, 2L), ids(ReadRequest.version(2)));
  }

  @Test
  void aCompactionThatIsOvertakenByAWriteGivesItsVersionUp() throws IOException {
    writeCsv(1);
    append(2);
    Profile profile = new Profiles(platform(), directory).of(KEY);
    try (VersionClaim earlier = VersionClaim.claim(profile)) {
      assertEquals(1, earlier.version().number());
      Files.writeString(earlier.version().data(0, DataFormat.CSV), "id\n9\n");
      CompactResult result =
          before("v2/0.csv", (_, _) -> earlier.commit(new CommitRecord.Committed(facts())))
              .compact(KEY, CompactRequest.DEFAULT);
      assertEquals(new CompactResult(KEY, 1, 1, 1, 1, false), result);
    }
    assertEquals(List.of(9L), latestIds());
  }

  private static VersionFacts facts() {
    return VersionFacts.builder(DataFormat.CSV, schema())
        .firstFile(new FileFacts(1, 5, 0))
        .writer("earlier")
        .build();
  }

  private static String schema() {
    return ArrowSchemaMessage.base64(StoreRows.ids(1).schema());
  }

  @Test
  void aWriteOfThePythonOriginalUnderWayIsNotHiddenAndADeadOneIsNotWaitedFor() throws IOException {
    writeCsv(1);
    append(2);
    Files.createDirectory(profile("v1"));
    StoreOptions impatient = StoreOptions.builder().lockTimeout(Duration.ofMillis(20)).build();
    DatasetStore other = other(new NioFileCalls(), FewProcesses.of(1), impatient);
    assertThrows(VersionConflictException.class, () -> other.compact(KEY, CompactRequest.DEFAULT));
    writeForeign(1, "id\n9\n");
    assertEquals(List.of(9L), latestIds());
    Files.writeString(profile("v1", "1.csv"), "id\n10\n");
    Path dead = Files.createDirectory(profile("v3"));
    Files.setLastModifiedTime(dead, FileTime.from(Instant.now().minusSeconds(60)));
    assertEquals(4, other.compact(KEY, CompactRequest.DEFAULT).version());
    assertEquals(List.of(9L, 10L), latestIds());
  }

  @Test
  void anErrorOfTheDiskLeavesTheSourceAndItsAppends() throws IOException {
    writeCsv(1);
    append(2);
    for (String name : List.of("v1/0.csv", ".seal.0", "v3/.commit")) {
      DatasetStore failing =
          before(
              name,
              (_, link) -> {
                throw new FileSystemException(link.toString(), null, "Input/output error");
              });
      assertThrows(IOException.class, () -> failing.compact(KEY, CompactRequest.DEFAULT), name);
      assertEquals(0, append(3).version(), name);
    }
    List<Long> rows = latestIds();
    assertEquals(5, rows.size());
    assertEquals(4, compact().version());
    assertEquals(rows, latestIds());
    assertEquals(List.of(), leftovers());
  }

  @Test
  void ofTwoCompactionsOneIsRefused() throws IOException {
    writeCsv(1);
    append(2);
    DatasetStore first =
        before("v1/.commit", (_, _) -> assertThrows(VersionConflictException.class, this::compact));
    assertEquals(1, first.compact(KEY, CompactRequest.DEFAULT).version());
    assertEquals(List.of(1L, 2L), latestIds());
  }

  @Test
  void aCompactedVersionIsPrunedWhileTheNewOneStays() throws IOException {
    write(1);
    append(2);
    before("v1/0.parquet", (_, _) -> append(3)).compact(KEY, CompactRequest.DEFAULT);
    PruneRequest all = PruneRequest.builder().olderThan(Duration.ZERO).build();
    assertEquals(List.of(0L), store.prune(KEY, all).pruned());
    assertEquals(List.of(1L, 2L, 3L), latestIds());
  }
}

package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.scan.DataFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Listing versions, and choosing one by a time of the past.
class VersionsTest extends StoreTestCase {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private List<Long> numbers() throws IOException {
    return store.versions(KEY).stream().map(CommittedVersion::number).toList();
  }

  @Test
  void theListTellsWhatEachVersionIs() throws IOException {
    write(1, 2);
    store.write(KEY, StoreRows.ids(3), CSV.withNote("by hand"));
    append(4);
    store.tag(KEY, "b", 1);
    store.tag(KEY, "a", 1);
    date(1, NOON);
    List<CommittedVersion> versions = store.versions(KEY);
    assertEquals(List.of(0L, 1L), versions.stream().map(CommittedVersion::number).toList());
    CommittedVersion first = versions.getFirst();
    assertEquals(DataFormat.PARQUET, first.format());
    assertEquals(1, first.fileCount());
    assertNull(first.parent());
    assertNull(first.note());
    assertEquals(List.of(), first.tags());
    long bytes = Files.size(profile("v1", "0.csv")) + Files.size(profile("v1", "1.csv"));
    assertEquals(
        new CommittedVersion(
            1, DataFormat.CSV, NOON, 2, bytes, 0L, null, null, "by hand", List.of("a", "b")),
        versions.getLast());
  }

  @Test
  void aVersionOfThePythonOriginalIsListedAndOneInTheMakingIsNot() throws IOException {
    writeForeign(3, "id\n1\n");
    Files.setLastModifiedTime(profile("v3", "0.csv"), FileTime.from(NOON));
    Files.createDirectories(profile("v4"));
    Files.writeString(profile("v4", ".writer"), "");
    Files.writeString(profile("v4", "0.csv"), "id\n2\n");
    Files.createDirectories(profile("v5"));
    Files.writeString(profile("v5", ".commit"), new CommitRecord.Aborted("nobody").text());
    assertEquals(
        List.of(
            new CommittedVersion(3, DataFormat.CSV, NOON, 1, 5, null, null, null, null, List.of())),
        store.versions(KEY));
  }

  @Test
  void aProfileWithoutVersionsIsAnErrorAsForAReader() {
    ProfileNotFoundException error =
        assertThrows(ProfileNotFoundException.class, () -> store.versions(KEY));
    assertEquals("Cannot find files for ('sales', 'orders')", error.getMessage());
  }

  @Test
  void theVersionOfATimeIsTheOneThatWasTheLatestThen() throws IOException {
    write(1);
    write(2);
    write(3);
    date(0, NOON);
    date(1, NOON.plusSeconds(60));
    date(2, NOON.plusSeconds(120));
    assertEquals(List.of(1L), ids(ReadRequest.asOf(NOON)));
    assertEquals(List.of(1L), ids(ReadRequest.asOf(NOON.plusSeconds(59))));
    assertEquals(List.of(2L), ids(ReadRequest.asOf(NOON.plusSeconds(60))));
    assertEquals(List.of(3L), ids(ReadRequest.asOf(NOON.plusSeconds(9999))));
    VersionNotFoundException error =
        assertThrows(
            VersionNotFoundException.class, () -> ids(ReadRequest.asOf(NOON.minusMillis(1))));
    assertTrue(
        Objects.requireNonNull(error.getMessage()).contains("2026-03-01T11:59:59.999Z or before"),
        error::toString);
  }

  @Test
  void aVersionThatWasCommittedOutOfTurnHidesTheOneBeforeItFromItsOwnTimeOn() throws IOException {
    write(1);
    write(2);
    date(0, NOON.plusSeconds(60));
    date(1, NOON);
    assertEquals(List.of(2L), ids(ReadRequest.asOf(NOON.plusSeconds(90))));
    assertEquals(List.of(2L), ids(ReadRequest.asOf(NOON)));
  }

  @Test
  void theVersionOfATimeAndAFormatIsOneOfThatFormat() throws IOException {
    write(1);
    writeCsv(2);
    date(0, NOON);
    date(1, NOON.plusSeconds(60));
    ReadRequest later = ReadRequest.asOf(NOON.plusSeconds(90));
    assertEquals(List.of(2L), ids(later));
    assertEquals(List.of(1L), ids(later.withFormat(DataFormat.PARQUET)));
  }

  @Test
  void aVersionOfACommitOfSeveralProfilesIsAsOldAsItsOutcome() throws IOException {
    store.commit(Map.of(KEY, StoreRows.ids(1)), WriteRequest.DEFAULT);
    Path outcome =
        directory
            .resolve(".txn")
            .resolve(
                names(directory.resolve(".txn")).stream()
                    .filter(name -> name.endsWith(".outcome"))
                    .findFirst()
                    .orElseThrow());
    date(0, NOON.minusSeconds(60));
    Files.setLastModifiedTime(outcome, FileTime.from(NOON));
    assertEquals(NOON, store.versions(KEY).getFirst().committedAt());
    assertThrows(VersionNotFoundException.class, () -> ids(ReadRequest.asOf(NOON.minusSeconds(1))));
  }

  @Test
  void theListHealsTheManifestBeforeItShowsAVersionThatIsNotInIt() throws IOException {
    write(1);
    write(2);
    Files.writeString(profile("manifest.json"), Manifest.text(0));
    assertEquals(List.of(0L, 1L), numbers());
    assertEquals(Manifest.text(1), Files.readString(profile("manifest.json")));
  }
}

package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.scan.DataFormat;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// Deleting versions, and what keeps them.
class PruningTest extends StoreTestCase {
  private static final PruneRequest ALL = PruneRequest.builder().olderThan(Duration.ZERO).build();

  private PruneResult prune(PruneRequest request) throws IOException {
    return store.prune(KEY, request);
  }

  @Test
  void theLatestVersionStaysAndTheOthersGoWithAllTheirFiles() throws IOException {
    write(1);
    append(2);
    write(3);
    write(4);
    assertEquals(new PruneResult(List.of(0L, 1L), List.of()), prune(ALL));
    assertEquals(List.of("manifest.json", "v2"), names(profile()));
    assertEquals(List.of(4L), latestIds());
    assertEquals(new PruneResult(List.of(), List.of()), prune(ALL));
    assertEquals(3, write(5));
  }

  @Test
  void asManyOfTheNewestStayAsAreAskedFor() throws IOException {
    for (int i = 0; i < 5; i++) {
      write(i);
    }
    PruneRequest three = PruneRequest.builder().olderThan(Duration.ZERO).keep(3).build();
    assertEquals(List.of(0L, 1L), prune(three).pruned());
    assertThrows(IllegalArgumentException.class, () -> PruneRequest.builder().keep(0).build());
  }

  @Test
  void theNewestOfEachFormatStaysForWhoReadsNothingElse() throws IOException {
    write(1);
    write(2);
    writeCsv(3);
    writeCsv(4);
    assertEquals(List.of(0L, 2L), prune(ALL).pruned());
    assertEquals(List.of(2L), ids(ReadRequest.latest().withFormat(DataFormat.PARQUET)));
  }

  @Test
  void aVersionStaysUntilItWasSupersededForLongEnough() throws IOException {
    write(1);
    write(2);
    write(3);
    Instant now = Instant.now();
    date(0, now.minus(Duration.ofDays(30)));
    date(1, now.minus(Duration.ofHours(25)));
    date(2, now.minus(Duration.ofHours(23)));
    // v1 is old itself, but was the latest one 23 hours ago: somebody may read it.
    assertEquals(List.of(0L), prune(PruneRequest.DEFAULT).pruned());
    date(2, now.minus(Duration.ofHours(25)));
    assertEquals(List.of(1L), prune(PruneRequest.DEFAULT).pruned());
  }

  @Test
  void aTaggedVersionStaysUnlessTagsAreNoReason() throws IOException {
    write(1);
    write(2);
    write(3);
    store.tag(KEY, "keep", 0);
    assertEquals(List.of(1L), prune(ALL).pruned());
    PruneRequest regardless =
        PruneRequest.builder().olderThan(Duration.ZERO).keepTags(false).build();
    assertEquals(List.of(0L), prune(regardless).pruned());
    assertThrows(VersionPrunedException.class, () -> ids(ReadRequest.tag("keep")));
  }

  @Test
  void aDryRunSaysWhatWouldGoAndChangesNothing() throws IOException {
    write(1);
    write(2);
    PruneRequest dry = PruneRequest.builder().olderThan(Duration.ZERO).dryRun(true).build();
    assertEquals(List.of(0L), prune(dry).pruned());
    assertEquals(Set.of(0L, 1L), versions());
  }

  @Test
  void aVersionThatIsReadStays() throws IOException {
    writeCsv(1);
    writeCsv(2);
    try (Snapshot snapshot = store.read(KEY, ReadRequest.version(0))) {
      assertEquals(new PruneResult(List.of(), List.of(0L)), prune(ALL));
      assertEquals(List.of(1L), scanned(snapshot.scan()));
    }
    assertEquals(List.of(0L), prune(ALL).pruned());
  }

  @Test
  void aVersionInTheMakingStaysWhileItsWriterLivesAndGoesAfterThat() throws IOException {
    write(1);
    Profile profile = new Profiles(platform(), directory).of(KEY);
    try (VersionClaim claim = VersionClaim.claim(profile)) {
      write(2);
      assertEquals(new PruneResult(List.of(0L), List.of(1L)), prune(ALL));
      assertTrue(Files.exists(claim.version().path()));
    }
    assertEquals(List.of(1L), prune(ALL).pruned());
    assertEquals(List.of("manifest.json", "v2"), names(profile()));
  }

  @Test
  void aWriterThatComesBackToAPrunedVersionTakesAnotherNumber() throws IOException {
    write(1);
    AtomicBoolean pruned = new AtomicBoolean();
    FileCalls withoutLeases =
        beforeLinkWithoutLocks((_, name) -> {
          if (name.endsWith(".commit") && pruned.compareAndSet(false, true)) {
            write(2);
            assertEquals(List.of(0L, 1L), prune(ALL).pruned());
          }
        });
    DatasetStore paused = other(withoutLeases, FewProcesses.of(1));
    assertEquals(3, paused.write(KEY, StoreRows.ids(3), WriteRequest.DEFAULT).version());
    assertEquals(List.of(3L), latestIds());
  }

  @Test
  void onlyVersionsBeforeThatOfTheManifestGo() throws IOException {
    write(1);
    write(2);
    write(3);
    Files.writeString(profile("manifest.json"), Manifest.text(1));
    Files.writeString(profile("manifest.json.write_lock"), "");
    StoreOptions impatient = StoreOptions.builder().lockTimeout(Duration.ZERO).build();
    DatasetStore other = other(new NioFileCalls(), FewProcesses.of(1), impatient);
    assertEquals(List.of(0L), other.prune(KEY, ALL).pruned());
    assertEquals(Set.of(1L, 2L), versions());
  }

  @Test
  void versionsOfThePythonOriginalGoToo() throws IOException {
    writeForeign(0, "id\n1\n");
    writeForeign(1, "id\n2\n");
    assertEquals(List.of(0L), prune(ALL).pruned());
    assertEquals(List.of("manifest.json", "v1"), names(profile()));
  }

  @Test
  void whatCouldNotBeDeletedIsLeftToALaterCall() throws IOException {
    write(1);
    write(2);
    FileCalls files =
        HookedFileCalls.of(call -> {
          if (call.name().equals("delete") && ((Path) call.argument(0)).endsWith("0.parquet")) {
            throw new AccessDeniedException("0.parquet", null, "it is open");
          }
          return call.proceed();
        });
    assertEquals(List.of(0L), other(files, FewProcesses.of(1)).prune(KEY, ALL).pruned());
    assertEquals(1, leftovers().size());
    assertThrows(VersionPrunedException.class, () -> ids(ReadRequest.version(0)));
    assertEquals(List.of(), prune(ALL).pruned());
    assertEquals(List.of(), leftovers());
  }

  @Test
  void whereNoDirectoryWithAnOpenFileIsRenamedTheLeaseIsGivenBackBefore() throws IOException {
    write(1);
    write(2);
    write(3);
    List<FileChannel> open = new ArrayList<>();
    FileCalls files =
        HookedFileCalls.of(call -> {
          if (call.name().equals("rename")
              && (call.argument(0).toString().endsWith("v1")
                  || open.stream().anyMatch(FileChannel::isOpen))) {
            throw new AccessDeniedException("it is open");
          }
          Object result = call.proceed();
          if (call.name().equals("openLease")) {
            open.add((FileChannel) result);
          }
          return result;
        });
    assertEquals(
        new PruneResult(List.of(0L), List.of(1L)),
        other(files, FewProcesses.of(1)).prune(KEY, ALL));
    assertEquals(Set.of(1L, 2L), versions());
  }

  @Test
  void hiddenFilesThatNobodyHasWrittenToForADayAreDeletedAndOthersStay() throws IOException {
    write(1);
    store.tag(KEY, "a", 0);
    Instant now = Instant.now();
    for (String name :
        List.of("v0/.data.x.tmp", ".manifest.json.x.tmp", ".tags/.put.x.tmp", "v0/.1.stats")) {
      Path old = Files.writeString(profile(name), "");
      Files.setLastModifiedTime(old, FileTime.from(now.minus(Duration.ofHours(25))));
    }
    Path young = Files.writeString(profile("v0/.data.y.tmp"), "");
    Files.setLastModifiedTime(young, FileTime.from(now.minus(Duration.ofHours(23))));
    prune(ALL);
    assertEquals(List.of(".data.y.tmp"), leftovers());
    assertTrue(Files.exists(profile("v0/.1.stats")));
  }

  @Test
  void whereThereAreNoLocksNothingIsTakenFromAReaderThatCannotBeSeen() throws IOException {
    write(1);
    write(2);
    FileCalls files = beforeLinkWithoutLocks((_, _) -> {});
    assertEquals(
        new PruneResult(List.of(), List.of(0L)), other(files, FewProcesses.of(1)).prune(KEY, ALL));
    assertEquals(Set.of(0L, 1L), versions());
  }

  @Test
  void aTokenWhoseVersionWasGivenUpAndPrunedIsWrittenAfterAll() throws IOException {
    write(1);
    WriteRequest request = WriteRequest.DEFAULT.withToken("t");
    FileCalls dying =
        beforeLink((_, name) -> {
          if (name.endsWith(".commit")) {
            throw new AssertionError("the process dies");
          }
        });
    DatasetStore dead = other(dying, FewProcesses.of(1));
    assertThrows(AssertionError.class, () -> dead.write(KEY, StoreRows.ids(5), request));
    write(2);
    assertEquals(List.of(0L, 1L), prune(ALL).pruned());
    WriteResult retried = store.write(KEY, StoreRows.ids(5), request);
    assertFalse(retried.superseded());
    assertEquals(List.of(5L), latestIds());
    assertTrue(store.write(KEY, StoreRows.ids(5), request).alreadyApplied());
  }

  @Test
  void aProfileThatIsNotThereIsAnError() {
    assertThrows(ProfileNotFoundException.class, () -> prune(ALL));
  }
}

package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Appends that meet a compaction: no row is lost, none is there twice, and nobody waits for the
/// dead.
class SealTest extends StoreTestCase {
  private static final AppendRequest TOKEN = AppendRequest.DEFAULT.withToken("t");

  /// The process of a store that dies.
  private static final long DEAD = 77;

  @BeforeEach
  void fill() throws IOException {
    writeCsv(1);
    append(2);
  }

  private CompactResult compact() throws IOException {
    return store.compact(KEY, CompactRequest.DEFAULT);
  }

  private static void die() {
    throw new AssertionError("the process dies");
  }

  /// A store whose process knows that the other one has died.
  private DatasetStore survivor() throws IOException {
    return DatasetStore.open(
        directory,
        StoreOptions.DEFAULT,
        new NioFileCalls(),
        FewProcesses.of(1, DEAD),
        LeaseTable.PROCESS);
  }

  private DatasetStore dying(String name) throws IOException {
    return before(name, FewProcesses.of(DEAD), (_, _) -> die());
  }

  @Test
  void anAppendThatMeetsTheSealWaitsAndGoesToTheNewVersion() throws Exception {
    try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
      AtomicReference<Future<AppendResult>> late = new AtomicReference<>();
      before(
              "v1/.commit",
              (_, _) -> {
                late.set(executor.submit(() -> append(3)));
                awaitClaim(3);
                assertFalse(late.get().isDone());
              })
          .compact(KEY, CompactRequest.DEFAULT);
      AppendResult result = late.get().get();
      assertEquals(1, result.version());
      assertEquals(1, result.index());
      assertEquals(List.of(1L, 2L, 3L), latestIds());
      assertEquals(List.of(1L, 2L), ids(ReadRequest.version(0)));
    }
  }

  /// Waits until an index of v0 is claimed.
  private void awaitClaim(long index) {
    Path claim = profile("v0", "." + index + ".csv.claim");
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!Files.exists(claim) && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertTrue(Files.exists(claim));
  }

  @Test
  void anAppendThatHasClaimedAnIndexDuringTheCopyAndIsSlowGoesToTheNewVersion() throws Exception {
    CountDownLatch compacted = new CountDownLatch(1);
    DatasetStore slow =
        before(
            "v0/2.csv",
            (_, _) -> {
              try {
                compacted.await();
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
            });
    try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
      AtomicReference<Future<AppendResult>> late = new AtomicReference<>();
      before(
              "v1/0.csv",
              (_, _) -> {
                late.set(
                    executor.submit(
                        () -> slow.append(KEY, StoreRows.ids(3), AppendRequest.DEFAULT)));
                awaitClaim(2);
              })
          .compact(KEY, CompactRequest.DEFAULT);
      compacted.countDown();
      assertEquals(1, late.get().get().version());
      assertEquals(List.of(1L, 2L, 3L), latestIds());
    }
  }

  @Test
  void anAppendToTheSealedVersionItselfWaitsAndGoesThere() throws Exception {
    try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
      AtomicReference<Future<AppendResult>> late = new AtomicReference<>();
      AppendRequest old = AppendRequest.DEFAULT.withVersion(0);
      before(
              "v1/.commit",
              (_, _) -> {
                late.set(executor.submit(() -> store.append(KEY, StoreRows.ids(3), old)));
                awaitClaim(3);
              })
          .compact(KEY, CompactRequest.DEFAULT);
      assertEquals(0, late.get().get().version());
      assertEquals(List.of(1L, 2L), latestIds());
      assertEquals(List.of(1L, 2L, 3L), ids(ReadRequest.version(0)));
    }
  }

  @Test
  void anAppendThatHasClaimedAnIndexBeforeTheSealAndComesTooLateGoesToTheNewVersion()
      throws IOException {
    DatasetStore slow = before("v0/2.csv", (_, _) -> compact());
    AppendResult result = slow.append(KEY, StoreRows.ids(3), AppendRequest.DEFAULT);
    assertEquals(1, result.version());
    assertEquals(List.of(1L, 2L, 3L), latestIds());
  }

  @Test
  void anAppendThatIsInTimeIsTakenOver() throws IOException {
    // The file gets its name when the compaction is about to close it.
    claim(0, "2.csv", "{\"uuid\":\"of an append\"}");
    DatasetStore late = before("v0/2.csv", (_, name) -> Files.writeString(name, "id\n3\n"));
    assertEquals(1, late.compact(KEY, CompactRequest.DEFAULT).version());
    assertEquals(List.of(1L, 2L, 3L), latestIds());
  }

  @Test
  void aTokenThatWasTooLateIsAppliedOnceToTheNewVersion() throws IOException {
    DatasetStore slow = before("v0/2.csv", (_, _) -> compact());
    assertEquals(1, slow.append(KEY, StoreRows.ids(3), TOKEN).version());
    AppendResult again = store.append(KEY, StoreRows.ids(3), TOKEN);
    assertTrue(again.alreadyApplied());
    assertEquals(1, again.version());
    assertEquals(List.of(1L, 2L, 3L), latestIds());
  }

  @Test
  void aTokenOfADeadProcessThatWasClosedIsAppliedByItsRetry() throws IOException {
    DatasetStore dead = dying("v0/2.csv");
    assertThrows(AssertionError.class, () -> dead.append(KEY, StoreRows.ids(3), TOKEN));
    compact();
    assertEquals(List.of(1L, 2L), latestIds());
    AppendResult retried = store.append(KEY, StoreRows.ids(3), TOKEN);
    assertEquals(1, retried.version());
    assertFalse(retried.alreadyApplied());
    assertTrue(store.append(KEY, StoreRows.ids(3), TOKEN).alreadyApplied());
    assertEquals(List.of(1L, 2L, 3L), latestIds());
  }

  @Test
  void aTokenThatWasClosedInAVersionThatIsGoneIsAppliedByItsRetry() throws IOException {
    DatasetStore dead = dying("v0/2.csv");
    assertThrows(AssertionError.class, () -> dead.append(KEY, StoreRows.ids(3), TOKEN));
    compact();
    PruneRequest all = PruneRequest.builder().olderThan(Duration.ZERO).build();
    assertEquals(List.of(0L), store.prune(KEY, all).pruned());
    assertEquals(1, store.append(KEY, StoreRows.ids(3), TOKEN).version());
    assertEquals(List.of(1L, 2L, 3L), latestIds());
  }

  @Test
  void aTokenThatWasAppliedBeforeTheCompactionStaysApplied() throws IOException {
    store.append(KEY, StoreRows.ids(3), TOKEN);
    compact();
    assertTrue(store.append(KEY, StoreRows.ids(3), TOKEN).alreadyApplied());
    assertEquals(List.of(1L, 2L, 3L), latestIds());
  }

  @Test
  void theSealOfADeadProcessIsBrokenByTheNextAppend() throws IOException {
    DatasetStore dead = dying("v1/.commit");
    assertThrows(AssertionError.class, () -> dead.compact(KEY, CompactRequest.DEFAULT));
    assertTrue(Files.exists(profile("v0", ".seal.0")));
    AppendResult result = survivor().append(KEY, StoreRows.ids(3), AppendRequest.DEFAULT);
    assertEquals(0, result.version());
    assertEquals(List.of(1L, 2L, 3L), latestIds());
    assertEquals(2, survivor().compact(KEY, CompactRequest.DEFAULT).version());
    assertEquals(List.of(1L, 2L, 3L), latestIds());
  }

  @Test
  void theSealOfADeadProcessIsBrokenByTheNextCompaction() throws IOException {
    DatasetStore dead = dying("v1/.commit");
    assertThrows(AssertionError.class, () -> dead.compact(KEY, CompactRequest.DEFAULT));
    assertEquals(2, survivor().compact(KEY, CompactRequest.DEFAULT).version());
    assertEquals(List.of(1L, 2L), latestIds());
  }

  @Test
  void theSealOfACompactionThatCouldNotBeGivenUpIsBrokenAtOnce() throws IOException {
    AtomicBoolean readOnly = new AtomicBoolean();
    FileCalls files =
        beforeLink((_, name) -> {
          readOnly.compareAndSet(false, name.toString().endsWith("v1/.commit"));
          if (readOnly.get()) {
            throw new FileSystemException(name.toString(), null, "Read-only file system");
          }
        });
    DatasetStore failing = other(files, new LinuxProcessTable());
    assertThrows(IOException.class, () -> failing.compact(KEY, CompactRequest.DEFAULT));
    assertTrue(Files.exists(profile("v0", ".seal.0")));
    assertEquals(0, append(3).version());
    assertEquals(2, compact().version());
    assertEquals(List.of(1L, 2L, 3L), latestIds());
  }

  @Test
  void aSealThatIsTooOldIsBrokenAndItsOwnerFindsOut() throws IOException {
    StoreOptions impatient = StoreOptions.builder().lockLease(Duration.ZERO).build();
    DatasetStore other =
        DatasetStore.open(
            directory, impatient, new NioFileCalls(), FewProcesses.of(1), LeaseTable.PROCESS);
    DatasetStore paused =
        before(
            "v1/.commit",
            (_, _) ->
                assertEquals(
                    0, other.append(KEY, StoreRows.ids(3), AppendRequest.DEFAULT).version()));
    assertEquals(2, paused.compact(KEY, CompactRequest.DEFAULT).version());
    assertEquals(List.of(1L, 2L, 3L), latestIds());
  }

  @Test
  void anAppendOfThePythonOriginalThatKnowsNoSealIsTakenOverAfterTheCommit() throws IOException {
    CompactResult result =
        before(
                "v1/.commit",
                (_, _) -> {
                  Files.writeString(profile("v0", ".3.csv.claim"), "");
                  Files.writeString(profile("v0", "3.csv"), "id\n3\n");
                })
            .compact(KEY, CompactRequest.DEFAULT);
    assertEquals(2, result.filesAfter());
    assertEquals(List.of(1L, 2L, 3L), latestIds());
  }

  @Test
  void anIndexOfThePythonOriginalIsWaitedForAndThenClosed() throws IOException {
    claim(0, "2.csv", "");
    StoreOptions impatient = StoreOptions.builder().lockTimeout(Duration.ofMillis(30)).build();
    DatasetStore other =
        DatasetStore.open(
            directory, impatient, new NioFileCalls(), FewProcesses.of(1), LeaseTable.PROCESS);
    assertEquals(1, other.compact(KEY, CompactRequest.DEFAULT).version());
    assertEquals("id\n", Files.readString(profile("v0", "2.csv")));
    assertEquals(List.of(1L, 2L), latestIds());
  }

  @Test
  void appendsAndCompactionsAtTheSameTimeLoseNothingAndDoubleNothing() throws Exception {
    int threads = 3;
    int each = 15;
    try (ExecutorService executor = Executors.newFixedThreadPool(threads + 1)) {
      List<Future<Integer>> appenders =
          IntStream.range(0, threads)
              .mapToObj(thread -> executor.submit(() -> appendMany(1000L * (thread + 1), each)))
              .toList();
      boolean done = false;
      while (!done) {
        done = appenders.stream().allMatch(Future::isDone);
        compact();
      }
      for (Future<Integer> appender : appenders) {
        assertEquals(each, appender.get());
      }
    }
    List<Long> rows = latestIds();
    assertEquals(2 + threads * each, rows.size());
    assertEquals(rows.size(), rows.stream().distinct().count());
  }

  private int appendMany(long first, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      AppendRequest request =
          i % 2 == 0 ? AppendRequest.DEFAULT : AppendRequest.DEFAULT.withToken("t" + (first + i));
      store.append(KEY, StoreRows.ids(first + i), request);
    }
    return count;
  }
}

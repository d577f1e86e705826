package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// Commits of several profiles at once.
class TransactionCommitTest extends StoreTestCase {
  private static final ProfileKey OTHER = ProfileKey.of("stock");
  private static final PruneRequest ALL = PruneRequest.builder().olderThan(Duration.ZERO).build();

  private static Map<ProfileKey, RecordBatchSource> rows(long id) {
    Map<ProfileKey, RecordBatchSource> rows = new LinkedHashMap<>();
    rows.put(OTHER, StoreRows.ids(id, id));
    rows.put(KEY, StoreRows.ids(id));
    return rows;
  }

  private List<WriteResult> commit(long id) throws IOException {
    return store.commit(rows(id), CSV);
  }

  private static void die() {
    throw new AssertionError("the process dies");
  }

  private List<Long> otherIds() throws IOException {
    return StoreRows.ids(store, directory, OTHER, ReadRequest.latest());
  }

  private void assertLatest(long id) throws IOException {
    assertEquals(List.of(id), latestIds());
    assertEquals(List.of(id, id), otherIds());
  }

  @Test
  void allProfilesHaveTheirVersionInTheOrderOfTheirKeys() throws IOException {
    write(5);
    List<WriteResult> results = commit(1);
    assertEquals(List.of(KEY, OTHER), results.stream().map(WriteResult::key).toList());
    assertEquals(List.of(1L, 0L), results.stream().map(WriteResult::version).toList());
    assertEquals(List.of(1L, 2L), results.stream().map(WriteResult::rowCount).toList());
    assertLatest(1);
    assertEquals(Manifest.text(1), Files.readString(profile("manifest.json")));
    assertEquals(Manifest.text(0), Files.readString(directory.resolve("stock/manifest.json")));
    assertEquals(List.of(), leftovers());
    append(2);
    assertEquals(List.of(1L, 2L), latestIds());
  }

  @Test
  void aProcessThatDiesBeforeTheOutcomeHasWrittenNothingAndIsInNobodysWay() throws IOException {
    commit(1);
    for (String name : List.of("v1/0.csv", "v1/.commit", ".outcome")) {
      DatasetStore dying = before(name, (_, _) -> die());
      assertThrows(AssertionError.class, () -> dying.commit(rows(2), CSV), name);
      assertLatest(1);
    }
    append(3);
    assertEquals(List.of(1L, 3L), latestIds());
    commit(4);
    assertLatest(4);
  }

  @Test
  void aProcessThatDiesAfterTheOutcomeHasWrittenAllOfIt() throws IOException {
    commit(1);
    DatasetStore dying =
        DatasetStore.open(
            directory,
            StoreOptions.DEFAULT,
            HookedFileCalls.of(call -> {
              Object result = call.proceed();
              if (call.name().equals("link") && call.argument(1).toString().endsWith(".outcome")) {
                die();
              }
              return result;
            }),
            new LinuxProcessTable(),
            LeaseTable.PROCESS);
    assertThrows(AssertionError.class, () -> dying.commit(rows(2), CSV));
    assertLatest(2);
    assertEquals(Manifest.text(1), Files.readString(profile("manifest.json")));
  }

  @Test
  void anErrorInOneProfileLeavesAllAsTheyWere() throws IOException {
    commit(1);
    Map<ProfileKey, RecordBatchSource> rows = new LinkedHashMap<>();
    rows.put(KEY, StoreRows.ids(2));
    rows.put(OTHER, StoreRows.failing("the source fails", 2));
    IOException error = assertThrows(IOException.class, () -> store.commit(rows, CSV));
    assertEquals("the source fails", error.getMessage());
    assertLatest(1);
    DatasetStore failing =
        before(
            "v2/.commit",
            (_, link) -> {
              throw new FileSystemException(link.toString(), null, "Input/output error");
            });
    assertThrows(IOException.class, () -> failing.commit(rows(2), CSV));
    assertLatest(1);
    assertEquals(List.of(), leftovers());
    commit(3);
    assertLatest(3);
  }

  @Test
  void anErrorOfWhatFollowsTheOutcomeIsNoFailure() throws IOException {
    commit(1);
    AtomicBoolean over = new AtomicBoolean();
    FileCalls files =
        HookedFileCalls.of(call -> {
          if (over.get() && call.isChange()) {
            throw new IOException("Input/output error");
          }
          Object result = call.proceed();
          if (call.name().equals("link") && call.argument(1).toString().endsWith(".outcome")) {
            over.set(true);
          }
          return result;
        });
    List<WriteResult> results = other(files, FewProcesses.of(1)).commit(rows(2), CSV);
    assertTrue(results.stream().allMatch(WriteResult::publishDeferred));
    assertLatest(2);
  }

  @Test
  void aSourceThatCannotBeClosedAfterTheCommitIsNoFailure() throws IOException {
    assertEquals(0, store.write(KEY, StoreRows.unclosable(1), CSV).version());
    assertEquals(1, store.append(KEY, StoreRows.unclosable(2), AppendRequest.DEFAULT).index());
    assertEquals(List.of(1L, 2L), latestIds());
    store.commit(Map.of(KEY, StoreRows.unclosable(3)), CSV);
    assertEquals(List.of(3L), latestIds());
    WriteRequest refused = CSV.withExpectedParent(0);
    assertThrows(
        VersionConflictException.class, () -> store.write(KEY, StoreRows.unclosable(4), refused));
  }

  @Test
  void aVersionThatOthersGaveUpCostsAnotherAttempt() throws IOException {
    commit(1);
    DatasetStore slow =
        before(
            ".outcome",
            (_, _) ->
                // It follows v0 directly, so v1 of the transaction is given up, and all of it.
                assertEquals(
                    2, store.write(KEY, StoreRows.ids(7), CSV.withExpectedParent(0)).version()));
    List<WriteResult> results = slow.commit(rows(2), CSV);
    assertEquals(List.of(3L, 2L), results.stream().map(WriteResult::version).toList());
    assertLatest(2);
    assertEquals(List.of(7L), ids(ReadRequest.version(2)));
  }

  @Test
  void aWriteThatCommitsMeanwhileStaysTheLatestOneInItsProfile() throws IOException {
    commit(1);
    DatasetStore slow = before(".outcome", (_, _) -> writeCsv(7));
    slow.commit(rows(2), CSV);
    assertEquals(List.of(7L), latestIds());
    assertEquals(List.of(2L), ids(ReadRequest.version(1)));
    assertEquals(List.of(2L, 2L), otherIds());
  }

  @Test
  void aTokenMakesTheWholeCommitHappenOnce() throws IOException {
    WriteRequest request = CSV.withToken("t");
    store.commit(rows(1), request);
    commit(2);
    List<WriteResult> again = store.commit(rows(1), request);
    assertTrue(again.stream().allMatch(WriteResult::alreadyApplied));
    assertEquals(List.of(0L, 0L), again.stream().map(WriteResult::version).toList());
    assertLatest(2);
    assertThrows(TokenConflictException.class, () -> store.commit(rows(3), request));
    assertThrows(
        TokenConflictException.class, () -> store.commit(Map.of(KEY, StoreRows.ids(1)), request));
    assertLatest(2);
  }

  @Test
  void theRetryOfATokenCommitsWhatADeadProcessDidNot() throws IOException {
    WriteRequest request = CSV.withToken("t");
    DatasetStore dying =
        DatasetStore.open(
            directory,
            StoreOptions.DEFAULT,
            beforeLink((_, name) -> {
              if (name.toString().endsWith(".outcome")) {
                die();
              }
            }),
            FewProcesses.of(77),
            LeaseTable.PROCESS);
    assertThrows(AssertionError.class, () -> dying.commit(rows(1), request));
    DatasetStore survivor =
        DatasetStore.open(
            directory,
            StoreOptions.DEFAULT,
            new NioFileCalls(),
            FewProcesses.of(1, 77L),
            LeaseTable.PROCESS);
    assertFalse(survivor.commit(rows(1), request).getFirst().alreadyApplied());
    assertLatest(1);
    assertTrue(survivor.commit(rows(1), request).getFirst().alreadyApplied());
  }

  @Test
  void pruningAMemberLeavesTheOthersAndTheLastOneTakesTheTransactionWithIt() throws IOException {
    commit(1);
    commit(2);
    commit(3);
    assertEquals(6, names(directory.resolve(".txn")).size());
    assertEquals(List.of(0L, 1L), store.prune(KEY, ALL).pruned());
    assertEquals(6, names(directory.resolve(".txn")).size());
    assertEquals(List.of(2L, 2L), StoreRows.ids(store, directory, OTHER, ReadRequest.version(1)));
    assertEquals(List.of(0L, 1L), store.prune(OTHER, ALL).pruned());
    assertEquals(2, names(directory.resolve(".txn")).size());
    assertLatest(3);
  }

  @Test
  void whatADeadProcessLeftIsGivenUpAndPruned() throws IOException {
    commit(1);
    DatasetStore dying = before(".outcome", (_, _) -> die());
    assertThrows(AssertionError.class, () -> dying.commit(rows(2), CSV));
    commit(3);
    assertEquals(List.of(0L, 1L), store.prune(KEY, ALL).pruned());
    assertEquals(List.of(0L, 1L), store.prune(OTHER, ALL).pruned());
    assertLatest(3);
    assertEquals(2, names(directory.resolve(".txn")).size());
  }

  @Test
  void noProfileAnExpectedParentAndAnEscapedKeyAreRefusedAndTheSourcesClosed() throws IOException {
    assertThrows(IllegalArgumentException.class, () -> store.commit(Map.of(), CSV));
    assertThrows(
        IllegalArgumentException.class, () -> store.commit(rows(1), CSV.withExpectedParent(0)));
    assertThrows(
        EscapedKeyException.class,
        () -> store.commit(Map.of(ProfileKey.of(".."), StoreRows.ids(1)), CSV));
    assertEquals(List.of(), store.profiles());
  }
}

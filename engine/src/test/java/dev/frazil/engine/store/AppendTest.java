package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Appending: one file an append, at an index that nobody else has, once for a token.
class AppendTest extends StoreTestCase {
  private static final AppendRequest ONCE = AppendRequest.DEFAULT.withToken("once");

  private DatasetStore hooked(HookedFileCalls.Hook hook) throws IOException {
    return other(HookedFileCalls.of(hook), new LinuxProcessTable());
  }

  /// A store whose next call of a name on a path that ends so fails, once.
  private DatasetStore failingOnce(String name, int argument, String ending) throws IOException {
    AtomicBoolean failed = new AtomicBoolean();
    return hooked(call -> {
      if (call.name().equals(name)
          && call.argument(argument).toString().endsWith(ending)
          && failed.compareAndSet(false, true)) {
        throw new FileSystemException(
            call.argument(argument).toString(), null, "Input/output error");
      }
      return call.proceed();
    });
  }

  private static <T> List<T> all(List<Callable<T>> calls) throws Exception {
    List<T> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (Future<T> future : threads.invokeAll(calls)) {
        results.add(future.get());
      }
    }
    return results;
  }

  @Test
  void eachAppendIsTheNextFileWithItsClaim() throws IOException {
    write(1);
    assertEquals(1, append(2, 3).index());
    AppendResult second = store.append(KEY, StoreRows.ids(4), ONCE);
    Path file = profile("v0", "2.parquet");
    assertEquals(new AppendResult(KEY, 0, 2, 1, Files.size(file), false, false, false), second);
    assertEquals(List.of(1L, 2L, 3L, 4L), latestIds());
    JsonNode claim =
        new ObjectMapper().readTree(Files.readAllBytes(profile("v0", ".2.parquet.claim")));
    assertEquals("once", claim.get("token").textValue());
    assertEquals(1, claim.get("rows").intValue());
    assertEquals(Files.size(file), claim.get("bytes").longValue());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 100})
  void theNextIndexIsFoundWhateverTheNumberOfFiles(int claims) throws IOException {
    write(0);
    for (int i = 1; i < claims; i++) {
      Files.createFile(profile("v0", "." + i + ".parquet.claim"));
    }
    assertEquals(claims, append(1).index());
    assertEquals(List.of(0L, 1L), latestIds());
  }

  @Test
  void theNextIndexIsFoundInFewLooks() throws IOException {
    write(0);
    for (int i = 1; i <= 3000; i++) {
      Files.createFile(profile("v0", "." + i + ".parquet.claim"));
    }
    List<String> looks = Collections.synchronizedList(new ArrayList<>());
    DatasetStore counting =
        hooked(call -> {
          if (call.name().equals("exists") || call.name().equals("list")) {
            looks.add(call.name());
          }
          return call.proceed();
        });
    assertEquals(3001, counting.append(KEY, StoreRows.ids(1), AppendRequest.DEFAULT).index());
    assertTrue(looks.size() < 60, looks.size() + " looks");
    assertFalse(looks.contains("list"), "nothing is listed");
  }

  @Test
  void manyThreadsAppendEachOnItsOwnIndex() throws Exception {
    write(0);
    List<Callable<Long>> calls =
        LongStream.rangeClosed(1, 60)
            .mapToObj(id -> (Callable<Long>) () -> append(id).index())
            .toList();
    assertEquals(60, new TreeSet<>(all(calls)).size());
    List<Long> found = latestIds();
    assertEquals(61, found.size());
    assertEquals(61, new TreeSet<>(found).size());
  }

  @Test
  void manyWritersEachHaveAVersion() throws Exception {
    List<Callable<Long>> calls =
        LongStream.range(0, 30).mapToObj(id -> (Callable<Long>) () -> write(id)).toList();
    List<Long> versions = all(calls);
    assertEquals(LongStream.range(0, 30).boxed().toList(), versions.stream().sorted().toList());
    for (int id = 0; id < versions.size(); id++) {
      assertEquals(List.of((long) id), ids(ReadRequest.version(versions.get(id))));
    }
    assertEquals("{\"latest_data_dir\": \"v29\"}", Files.readString(profile("manifest.json")));
  }

  @Test
  void ofWritersThatExpectTheSameParentOneSucceeds() throws Exception {
    write(0);
    for (int round = 0; round < 10; round++) {
      WriteRequest request =
          WriteRequest.DEFAULT.withExpectedParent(store.latest(KEY).orElseThrow());
      List<Callable<Boolean>> calls = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        long id = i;
        calls.add(() -> {
          try {
            store.write(KEY, StoreRows.ids(id), request);
            return true;
          } catch (VersionConflictException e) {
            return false;
          }
        });
      }
      assertEquals(1, all(calls).stream().filter(won -> won).count(), "round " + round);
    }
  }

  @Test
  void anOlderVersionTakesRowsAsWell() throws IOException {
    write(1);
    write(5);
    AppendResult result = store.append(KEY, StoreRows.ids(2), AppendRequest.DEFAULT.withVersion(0));
    assertEquals(0, result.version());
    assertEquals(List.of(1L, 2L), ids(ReadRequest.version(0)));
    assertEquals(List.of(5L), latestIds());
    assertThrows(
        VersionNotFoundException.class,
        () -> store.append(KEY, StoreRows.ids(2), AppendRequest.DEFAULT.withVersion(9)));
    assertThrows(
        VersionConflictException.class,
        () ->
            store.append(
                KEY, StoreRows.ids(2), AppendRequest.DEFAULT.withVersion(0).withIfLatest()));
    assertEquals(List.of(1L, 2L), ids(ReadRequest.version(0)));
  }

  @Test
  void anAppendThatIsOvertakenWhileItIsPublishedSaysSo() throws IOException {
    write(1);
    DatasetStore slow =
        hooked(call -> {
          Object result = call.proceed();
          if (call.name().equals("link") && call.argument(1).toString().endsWith("1.parquet")) {
            write(9);
          }
          return result;
        });
    AppendResult result = slow.append(KEY, StoreRows.ids(2), AppendRequest.DEFAULT.withIfLatest());
    assertTrue(result.superseded());
    assertEquals(List.of(1L, 2L), ids(ReadRequest.version(0)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.parquet", ".stats", ".tok"})
  void anAppendThatFailedIsCompletedByARetryWithTheToken(String ending) throws IOException {
    write(1);
    DatasetStore broken =
        ending.equals(".tok")
            ? failingOnce("forceDirectory", 0, ending)
            : failingOnce("link", 1, ending);
    try {
      broken.append(KEY, StoreRows.ids(2), ONCE);
    } catch (IOException e) {
      assertTrue(Objects.requireNonNull(e.getMessage()).contains(ending), e.getMessage());
    }
    AppendResult again = store.append(KEY, StoreRows.ids(2), ONCE);
    assertEquals(1, again.index());
    assertTrue(store.append(KEY, StoreRows.ids(2), ONCE).alreadyApplied());
    assertEquals(List.of(1L, 2L), latestIds());
    assertThrows(TokenConflictException.class, () -> store.append(KEY, StoreRows.ids(3), ONCE));
    assertEquals(2, append(4).index());
  }

  @Test
  void aTokenThatIsTakenButCannotBeReadIsNotTakenForThisAttempts() throws IOException {
    write(1);
    DatasetStore stale =
        hooked(call -> {
          if (call.name().equals("link") && call.argument(1).toString().contains(".tok/")) {
            throw new FileAlreadyExistsException(call.argument(1).toString());
          }
          return call.proceed();
        });
    assertThrows(IOException.class, () -> stale.append(KEY, StoreRows.ids(2), ONCE));
    assertEquals(List.of(1L), latestIds());
  }

  @Test
  void ofManyAttemptsWithATokenOneIsMade() throws Exception {
    write(0);
    List<Callable<AppendResult>> calls =
        Collections.nCopies(12, () -> store.append(KEY, StoreRows.ids(7), ONCE));
    List<AppendResult> results = all(calls);
    assertEquals(1, results.stream().filter(result -> !result.alreadyApplied()).count());
    assertEquals(1, results.stream().map(AppendResult::index).distinct().count());
    assertEquals(List.of(0L, 7L), latestIds());
  }

  @Test
  void ofManyWritesWithATokenOneIsMade() throws Exception {
    WriteRequest request = WriteRequest.DEFAULT.withToken("once");
    List<WriteResult> results =
        all(Collections.nCopies(12, () -> store.write(KEY, StoreRows.ids(7), request)));
    assertEquals(
        1, results.stream().map(WriteResult::version).distinct().count(), results.toString());
    assertEquals(List.of(7L), latestIds());
    int committed = 0;
    for (long number = 0; number < 12; number++) {
      try (Snapshot snapshot = store.read(KEY, ReadRequest.version(number))) {
        committed++;
        assertEquals(1, snapshot.indexes().size());
      } catch (VersionNotFoundException e) {
        assertTrue(Objects.requireNonNull(e.getMessage()).contains("v" + number));
      }
    }
    assertEquals(1, committed);
  }

  @Test
  void aTokenWhoseVersionIsGoneCountsAsApplied() throws IOException {
    write(1);
    store.append(KEY, StoreRows.ids(2), ONCE);
    write(3);
    Files.move(profile("v0"), profile(".trash-v0"));
    AppendResult again = store.append(KEY, StoreRows.ids(2), ONCE);
    assertTrue(again.alreadyApplied() && again.superseded());
    assertEquals(List.of(3L), latestIds());
    assertThrows(VersionPrunedException.class, () -> ids(ReadRequest.version(0)));
  }

  @Test
  void aWriteWhoseCommitFailedIsMadeByARetryWithTheToken() throws IOException {
    write(1);
    WriteRequest request = WriteRequest.DEFAULT.withToken("once");
    DatasetStore broken = failingOnce("link", 1, ".commit");
    assertThrows(IOException.class, () -> broken.write(KEY, StoreRows.ids(2), request));
    assertEquals(List.of(1L), latestIds());
    WriteResult again = store.write(KEY, StoreRows.ids(2), request);
    assertEquals(List.of(2L), latestIds());
    assertEquals(again.version(), store.write(KEY, StoreRows.ids(2), request).version());
    assertEquals(List.of(2L), ids(ReadRequest.version(again.version())));
  }

  @Test
  void aWriterThatWasGivenUpMovesItsFileToAnotherVersion() throws IOException {
    write(1);
    DatasetStore slow =
        hooked(call -> {
          if (call.name().equals("link") && call.argument(1).equals(profile("v1", ".commit"))) {
            Files.writeString(profile("v1", ".commit"), new CommitRecord.Aborted("another").text());
          }
          return call.proceed();
        });
    assertEquals(2, slow.write(KEY, StoreRows.ids(2), WriteRequest.DEFAULT).version());
    assertEquals(List.of(2L), latestIds());
    assertFalse(Files.exists(profile("v1", "0.parquet")));
  }

  @Test
  void aWriterWhoseVersionWasDeletedMovesItsFileToAnotherVersion() throws IOException {
    write(1);
    DatasetStore slow =
        hooked(call -> {
          if (call.name().equals("link") && call.argument(1).equals(profile("v1", ".commit"))) {
            write(2);
            Files.move(profile("v1"), profile(".trash-v1"));
          }
          return call.proceed();
        });
    assertEquals(3, slow.write(KEY, StoreRows.ids(3), WriteRequest.DEFAULT).version());
    assertEquals(List.of(3L), latestIds());
  }

  @Test
  void rowsThatBreakOffLeaveNothing() throws IOException {
    write(1);
    List<String> before = names("v0");
    assertThrows(
        IOException.class,
        () -> store.append(KEY, StoreRows.failing("source broke", 2), AppendRequest.DEFAULT));
    assertEquals(before, names("v0"));
    assertThrows(
        ColumnsMismatchException.class,
        () -> store.append(KEY, StoreRows.column("name", 2), AppendRequest.DEFAULT));
    assertEquals(before, names("v0"));
  }

  @Test
  void anErrorAfterTheRowsAreVisibleIsNoFailure() throws IOException {
    write(1);
    DatasetStore broken = failingOnce("forceDirectory", 0, "v0");
    assertTrue(broken.append(KEY, StoreRows.ids(2), AppendRequest.DEFAULT).publishDeferred());
    assertEquals(List.of(1L, 2L), latestIds());
  }

  @Test
  void claimsAndHiddenFilesOfTheOriginalArePassedOver() throws IOException {
    write(1);
    Files.createFile(profile("v0", ".1.parquet.claim"));
    Files.createFile(profile("v0", ".1.parquet.0123.tmp"));
    Files.createFile(profile("v0", "note.parquet"));
    Files.createFile(profile("v0", "007.parquet"));
    assertEquals(2, append(2).index());
    assertEquals(List.of(1L, 2L), latestIds());
  }

  private List<String> names(String version) throws IOException {
    try (var files = Files.list(profile(version))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void anInterruptEndsAWriteWithoutATrace() throws Exception {
    write(1);
    try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Future<?> write =
          thread.submit(() -> {
            Thread.currentThread().interrupt();
            return store.write(KEY, StoreRows.ids(2), WriteRequest.DEFAULT);
          });
      Throwable failure = assertThrows(ExecutionException.class, write::get).getCause();
      assertInstanceOf(InterruptedIOException.class, failure);
    }
    assertEquals(List.of(1L), latestIds());
    write(3);
    assertEquals(List.of(3L), latestIds());
  }
}

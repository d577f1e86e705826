package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.scan.DataFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Versions that are deleted under those who fill them, as the prune recipe of the Python original
/// does, which asks for no lease; and sources whose own files are not there, which is another
/// thing.
class VanishedVersionTest extends StoreTestCase {
  private static final PruneRequest ALL = PruneRequest.builder().olderThan(Duration.ZERO).build();

  /// A store whose version is deleted when its first data file has all its rows.
  private DatasetStore deletedUnder(String version, BeforeLink then) throws IOException {
    AtomicBoolean done = new AtomicBoolean();
    return other(
        HookedFileCalls.of(call -> {
          if (call.name().equals("setReadOnly") && done.compareAndSet(false, true)) {
            Path directory = profile(version);
            for (String name : names(directory)) {
              Files.delete(directory.resolve(name));
            }
            Files.delete(directory);
            then.run(directory, directory);
          }
          return call.proceed();
        }),
        new LinuxProcessTable());
  }

  @ParameterizedTest
  @EnumSource(DataFormat.class)
  void aWriteKeepsItsRows(DataFormat format) throws IOException {
    write(1);
    WriteRequest request = WriteRequest.DEFAULT.withFormat(format);
    WriteResult result = deletedUnder("v1", (_, _) -> {}).write(KEY, StoreRows.ids(2, 3), request);
    assertEquals(2, result.rowCount());
    assertEquals(List.of(2L, 3L), latestIds());
  }

  @Test
  void anAppendTakesItsRowsToTheLatestVersion() throws IOException {
    write(1);
    DatasetStore slow = deletedUnder("v0", (_, _) -> write(7));
    AppendResult result = slow.append(KEY, StoreRows.ids(2, 3), AppendRequest.DEFAULT);
    assertEquals(1, result.version());
    assertEquals(2, result.rowCount());
    assertEquals(List.of(7L, 2L, 3L), latestIds());
  }

  @Test
  void aJointCommitKeepsItsRows() throws IOException {
    write(1);
    deletedUnder("v1", (_, _) -> {}).commit(Map.of(KEY, StoreRows.ids(2, 3)), CSV);
    assertEquals(List.of(2L, 3L), latestIds());
  }

  /// A source whose file was deleted.
  private static RecordBatchSource missing() {
    RecordBatchSource rows = StoreRows.ids(2);
    return new RecordBatchSource() {
      @Override
      public ArrowSchema schema() {
        return rows.schema();
      }

      @Override
      public RecordBatch next() throws IOException {
        throw new NoSuchFileException("input.parquet");
      }

      @Override
      public void close() throws IOException {
        rows.close();
      }
    };
  }

  private void dieBeforeTheCommit(WriteRequest request) throws IOException {
    DatasetStore dying =
        before(
            "v0/.commit",
            (_, _) -> {
              throw new AssertionError("the process dies");
            });
    assertThrows(AssertionError.class, () -> dying.write(KEY, StoreRows.ids(2), request));
  }

  @Test
  void aRetryWhoseSourceIsMissingIsNoSuccess() throws IOException {
    WriteRequest request = WriteRequest.DEFAULT.withToken("t");
    dieBeforeTheCommit(request);
    IOException error = assertThrows(IOException.class, () -> store.write(KEY, missing(), request));
    assertEquals("write: input.parquet: no such file or directory", error.getMessage());
    assertFalse(store.write(KEY, StoreRows.ids(2), request).superseded());
    assertEquals(List.of(2L), latestIds());
  }

  @Test
  void anAppendWhoseSourceIsMissingSaysSo() throws IOException {
    write(1);
    AppendRequest request = AppendRequest.DEFAULT.withVersion(0);
    IOException error =
        assertThrows(IOException.class, () -> store.append(KEY, missing(), request));
    assertEquals("append: input.parquet: no such file or directory", error.getMessage());
  }

  @Test
  void aRetryThatMeetsAPruningDoesNotTakeItsRowsForApplied() throws IOException {
    WriteRequest request = WriteRequest.DEFAULT.withToken("t");
    dieBeforeTheCommit(request);
    write(1);
    DatasetStore pruning =
        before(
            "v0/.commit",
            (_, _) ->
                assertThrows(
                    VersionPrunedException.class,
                    () -> store.write(KEY, StoreRows.ids(2), request)));
    assertEquals(List.of(0L), pruning.prune(KEY, ALL).pruned());
    assertEquals(2, store.write(KEY, StoreRows.ids(2), request).version());
    assertEquals(List.of(2L), latestIds());
  }

  @Test
  void aTokenOfAJointCommitIsRememberedWhenItsVersionsAreGone() throws IOException {
    WriteRequest request = CSV.withToken("t");
    store.commit(Map.of(KEY, StoreRows.ids(1)), request);
    write(2);
    writeCsv(3);
    assertEquals(List.of(0L), store.prune(KEY, ALL).pruned());
    WriteResult again = store.commit(Map.of(KEY, StoreRows.ids(1)), request).getFirst();
    assertEquals(List.of(3L), latestIds());
    assertEquals(List.of(true, true), List.of(again.alreadyApplied(), again.superseded()));
  }

  @Test
  void anAppendWhoseSealNamesAVersionThatIsGoneGoesToTheLatestOne() throws IOException {
    writeCsv(1);
    append(2);
    AtomicBoolean done = new AtomicBoolean();
    DatasetStore slow =
        DatasetStore.open(
            directory,
            StoreOptions.DEFAULT,
            HookedFileCalls.of(call -> {
              if (call.name().equals("createNew")
                  && call.argument(0).toString().endsWith(".claim")
                  && done.compareAndSet(false, true)) {
                assertEquals(1, store.compact(KEY, CompactRequest.DEFAULT).version());
                append(3);
                assertEquals(2, store.compact(KEY, CompactRequest.DEFAULT).version());
                assertEquals(List.of(1L), store.prune(KEY, ALL).pruned());
              }
              return call.proceed();
            }),
            new LinuxProcessTable(),
            LeaseTable.PROCESS);
    slow.append(KEY, StoreRows.ids(4), AppendRequest.DEFAULT);
    assertEquals(List.of(1L, 2L, 3L, 4L), latestIds());
  }

  @Test
  void aManifestThatGoesBackToAVersionThatIsGoneHidesNothing() throws IOException {
    write(1);
    write(2);
    write(3);
    store.prune(KEY, ALL);
    Files.writeString(profile("manifest.json"), Manifest.text(0));
    assertEquals(List.of(3L), latestIds());
    Files.writeString(profile("manifest.json"), Manifest.text(0));
    assertEquals(3, write(4));
    assertEquals(Manifest.text(3), Files.readString(profile("manifest.json")));
  }

  @Test
  void aManifestThatItsOverdueOwnerPutsBackIsMended() throws IOException {
    write(1);
    AtomicBoolean done = new AtomicBoolean();
    DatasetStore overdue =
        DatasetStore.open(
            directory,
            StoreOptions.DEFAULT,
            HookedFileCalls.of(call -> {
              if (call.name().equals("rename")
                  && call.argument(1).toString().endsWith("manifest.json")
                  && done.compareAndSet(false, true)) {
                Files.delete(profile("manifest.json.write_lock"));
                store.tag(KEY, "kept", 1);
                DatasetStore other = other(new NioFileCalls(), FewProcesses.of(1));
                other.write(KEY, StoreRows.ids(3), WriteRequest.DEFAULT);
                Files.writeString(profile("manifest.json"), Manifest.text(2));
                other.write(KEY, StoreRows.ids(4), WriteRequest.DEFAULT);
                Files.writeString(profile("manifest.json"), Manifest.text(3));
                assertEquals(List.of(0L, 2L), store.prune(KEY, ALL).pruned());
              }
              return call.proceed();
            }),
            new LinuxProcessTable(),
            LeaseTable.PROCESS);
    assertEquals(1, overdue.write(KEY, StoreRows.ids(2), WriteRequest.DEFAULT).version());
    assertEquals(List.of(4L), latestIds());
  }
}

package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commits of the same profiles at the same time.
class TransactionOrderTest {
  @TempDir Path folder;

  @Test
  void twoCommitsComeInOneOrderInAllProfiles() throws IOException {
    DatasetStore other = DatasetStore.open(folder, StoreOptions.DEFAULT);
    AtomicBoolean overtaken = new AtomicBoolean();
    HookedFileCalls.Hook hook =
        call -> {
          Object result = call.proceed();
          if (call.name().equals("createDirectory")
              && call.argument(0).toString().endsWith("left/v0")
              && overtaken.compareAndSet(false, true)) {
            commit(other, 2);
          }
          return result;
        };
    DatasetStore store =
        DatasetStore.open(
            folder,
            StoreOptions.DEFAULT,
            HookedFileCalls.of(hook),
            new LinuxProcessTable(),
            LeaseTable.PROCESS);
    commit(store, 1);
    List<String> stamps = new ArrayList<>();
    try (SnapshotSet set = store.readAll(ProfileKey.of("pair"), ReadRequest.latest())) {
      for (Snapshot snapshot : set.snapshots()) {
        stamps.addAll(StampedRows.stamps(snapshot.scan()));
      }
    }
    assertEquals(List.of("1", "1"), stamps);
  }

  private static void commit(DatasetStore store, long stamp) throws IOException {
    Map<ProfileKey, RecordBatchSource> rows = new LinkedHashMap<>();
    rows.put(ProfileKey.of("pair/left"), StampedRows.source(stamp));
    rows.put(ProfileKey.of("pair/right"), StampedRows.source(stamp));
    store.commit(rows, WriteRequest.DEFAULT);
  }
}

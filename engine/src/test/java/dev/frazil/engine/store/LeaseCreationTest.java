package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two threads that are the first to read a version of the Python original (spec C.1).
class LeaseCreationTest {
  private static final Path LOCKS = Path.of("/proc/locks");
  private static final ProfileKey KEY = ProfileKey.of("p");
  private static final long MILLIS = 300;

  @TempDir Path folder;

  @Test
  void whoeverMakesTheLeaseFileTakesNoLockFromOthers() throws Exception {
    assumeTrue(Files.exists(LOCKS), "skipped: no /proc/locks");
    AtomicReference<@Nullable Thread> second = new AtomicReference<>();
    LeaseTable table = new LeaseTable();
    DatasetStore store = open(call -> around(call, second), table);
    store.write(KEY, StampedRows.source(1), WriteRequest.DEFAULT);
    for (String name : new String[] {".lease", ".commit", ".writer"}) {
      Files.deleteIfExists(folder.resolve("p/v0").resolve(name));
    }
    DatasetStore plain = open(HookedFileCalls.Call::proceed, table);
    AtomicReference<@Nullable Snapshot> other = new AtomicReference<>();
    second.set(new Thread(() -> other.set(read(plain))));
    Snapshot first = store.read(KEY, ReadRequest.latest());
    Thread thread = second.get();
    assertTrue(thread != null);
    thread.join();
    first.close();
    Object inode = Files.getAttribute(folder.resolve("p/v0/.lease"), "unix:ino");
    assertTrue(Files.readString(LOCKS).contains(":" + inode + " "), "the second lock is gone");
    Snapshot held = other.get();
    assertTrue(held != null);
    held.close();
  }

  private DatasetStore open(HookedFileCalls.Hook hook, LeaseTable table) throws IOException {
    return DatasetStore.open(
        folder, StoreOptions.DEFAULT, HookedFileCalls.of(hook), new LinuxProcessTable(), table);
  }

  private static Snapshot read(DatasetStore store) {
    try {
      return store.read(KEY, ReadRequest.latest());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Lets the second reader run when the first one has made the file, and not yet closed it.
  private static @Nullable Object around(
      HookedFileCalls.Call call, AtomicReference<@Nullable Thread> second) throws Throwable {
    Object result = call.proceed();
    Thread thread = second.get();
    if (thread != null
        && call.name().equals("createNew")
        && call.argument(0).toString().endsWith(".lease")) {
      thread.start();
      thread.join(MILLIS);
    }
    return result;
  }
}

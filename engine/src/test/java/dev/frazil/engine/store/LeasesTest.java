package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Leases of versions, within a process and between processes.
class LeasesTest {
  private static final ProfileKey KEY = ProfileKey.of("sales");

  @TempDir private Path directory;
  private final LeaseTable table = new LeaseTable();
  private DatasetStore store;

  @BeforeEach
  void open() throws IOException {
    store = store(HookedFileCalls.Call::proceed);
    store.write(KEY, StoreRows.ids(1), WriteRequest.DEFAULT);
  }

  private DatasetStore store(HookedFileCalls.Hook hook) throws IOException {
    return DatasetStore.open(
        directory, StoreOptions.DEFAULT, HookedFileCalls.of(hook), new LinuxProcessTable(), table);
  }

  private VersionDirectory version(Path root, HookedFileCalls.Hook hook) throws IOException {
    Platform platform =
        Platform.open(
            root, StoreOptions.DEFAULT, HookedFileCalls.of(hook), new LinuxProcessTable(), table);
    return new VersionDirectory(platform, 0, root.resolve("sales/v0"));
  }

  private VersionDirectory version() throws IOException {
    return version(directory, HookedFileCalls.Call::proceed);
  }

  private @Nullable Lease exclude() throws IOException {
    return table.exclude(version());
  }

  @Test
  void readersShareAndWhoPrunesIsAlone() throws IOException {
    Lease first = table.share(version());
    Lease second = table.share(version());
    assertTrue(first.isProtected());
    assertNull(exclude());
    first.close();
    first.close();
    assertNull(exclude(), "closing twice gives one lease back");
    second.close();
    try (Lease alone = exclude()) {
      assertNotNull(alone);
      assertNull(exclude());
      assertThrows(VersionPrunedException.class, () -> table.share(version()));
    }
    table.share(version()).close();
  }

  /// Closing any channel on a file gives back all the process's locks on it (spec C.1).
  @Test
  void allLeasesOfAFileHaveOneChannelByWhateverPath() throws IOException {
    AtomicInteger opened = new AtomicInteger();
    HookedFileCalls.Hook counting =
        call -> {
          if (call.name().equals("openLease")) {
            opened.incrementAndGet();
          }
          return call.proceed();
        };
    Path alias = Files.createSymbolicLink(directory.resolve("alias"), directory);
    Lease first = table.share(version(directory, counting));
    Lease second = table.share(version(alias, counting));
    assertNull(table.exclude(version(alias, counting)));
    assertEquals(1, opened.get());
    first.close();
    second.close();
  }

  @Test
  void aSnapshotHoldsItsVersionUntilItIsClosed() throws IOException {
    Snapshot snapshot = store.read(KEY, ReadRequest.latest());
    assertNull(exclude());
    store.append(KEY, StoreRows.ids(2), AppendRequest.DEFAULT);
    assertNull(exclude(), "an append does not end the lease of a reader");
    snapshot.close();
    snapshot.close();
    try (Lease alone = exclude()) {
      assertNotNull(alone);
    }
  }

  @Test
  @Timeout(60)
  void aForgottenSnapshotIsGivenBackWhenItCannotBeReached() throws Exception {
    forget();
    Lease alone = exclude();
    for (; alone == null; alone = exclude()) {
      System.gc();
      Thread.sleep(10);
    }
    alone.close();
  }

  private void forget() throws IOException {
    Snapshot snapshot = store.read(KEY, ReadRequest.latest());
    assertEquals(0, snapshot.version());
  }

  @Test
  void anErrorWhileReadingGivesTheLeaseBack() throws IOException {
    assertThrows(VersionPrunedException.class, () -> store.read(KEY, ReadRequest.token("v0:0-5")));
    assertThrows(
        ColumnsMismatchException.class,
        () -> store.append(KEY, StoreRows.column("name", 1), AppendRequest.DEFAULT));
    try (Lease alone = exclude()) {
      assertNotNull(alone);
    }
  }

  @Test
  void whereThereAreNoLocksReadingGoesOnAndNobodyMayPrune() throws IOException {
    for (String call : new String[] {"tryLock", "openLease"}) {
      HookedFileCalls.Hook refusing =
          made -> {
            if (made.name().equals(call)) {
              throw new AccessDeniedException("no locks");
            }
            return made.proceed();
          };
      DatasetStore lockless = store(refusing);
      try (Snapshot snapshot = lockless.read(KEY, ReadRequest.latest())) {
        assertEquals(0, snapshot.version());
        assertNull(table.exclude(version(directory, refusing)));
      }
      try (Lease lease = table.share(version(directory, refusing))) {
        assertFalse(lease.isProtected());
      }
    }
  }

  @Test
  void aServerThatDoesNotAnswerKeepsNobodyWaiting() throws Exception {
    CountDownLatch grace = new CountDownLatch(1);
    HookedFileCalls.Hook waiting =
        call -> {
          switch (call.name()) {
            case "fileSystemType" -> {
              return "nfs4";
            }
            case "tryLock" -> grace.await();
            default -> {}
          }
          return call.proceed();
        };
    DatasetStore share =
        DatasetStore.open(
            directory,
            StoreOptions.builder().lockTimeout(Duration.ofMillis(20)).build(),
            HookedFileCalls.of(waiting),
            new LinuxProcessTable(),
            table);
    try (Snapshot snapshot = share.read(KEY, ReadRequest.latest())) {
      assertEquals(0, snapshot.version());
    } finally {
      grace.countDown();
    }
    Lease alone = exclude();
    for (; alone == null; alone = exclude()) {
      Thread.sleep(5);
    }
    alone.close();
  }

  @Test
  void anAnswerThatIsTooLateTakesNoLaterLeaseItsLock() throws Exception {
    AtomicInteger locks = new AtomicInteger();
    List<FileChannel> channels = new CopyOnWriteArrayList<>();
    CountDownLatch later = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    HookedFileCalls.Hook slow =
        call -> {
          if (call.name().equals("fileSystemType")) {
            return "nfs4";
          }
          boolean first = call.name().equals("tryLock") && locks.incrementAndGet() == 1;
          if (first) {
            later.await();
          }
          try {
            Object result = call.proceed();
            if (result instanceof FileChannel channel && call.name().equals("openLease")) {
              channels.add(channel);
            }
            return result;
          } finally {
            if (first) {
              answered.countDown();
            }
          }
        };
    try (Lease unanswered = table.share(version(directory, slow))) {
      assertFalse(unanswered.isProtected());
    }
    try (Lease lease = table.share(version(directory, slow))) {
      assertTrue(lease.isProtected());
      later.countDown();
      answered.await();
      Thread.sleep(50);
      assertTrue(channels.stream().allMatch(FileChannel::isOpen), "closing one drops the lock");
    }
    assertTrue(channels.stream().noneMatch(FileChannel::isOpen));
    assertEquals(2, channels.size());
  }

  @Test
  void aVersionThatIsRenamedBetweenTheLookAndTheLockIsGone() throws IOException {
    HookedFileCalls.Hook renaming =
        call -> {
          Object result = call.proceed();
          if (call.name().equals("tryLock")) {
            Files.move(directory.resolve("sales/v0"), directory.resolve("sales/.trash-v0"));
          }
          return result;
        };
    VersionDirectory version = version(directory, renaming);
    assertThrows(NoSuchFileException.class, () -> table.share(version));
    Files.move(directory.resolve("sales/.trash-v0"), directory.resolve("sales/v0"));
    try (Lease alone = exclude()) {
      assertNotNull(alone, "its lock was given back");
    }
  }

  /// Reads a version and keeps the snapshot until it is killed.
  static final class Holder {
    private Holder() {}

    /// Holds it.
    ///
    /// @param arguments the directory of the store
    public static void main(String[] arguments) throws Exception {
      DatasetStore store = DatasetStore.open(Path.of(arguments[0]), StoreOptions.DEFAULT);
      try (Snapshot snapshot = store.read(KEY, ReadRequest.latest())) {
        System.out.write('0' + (int) snapshot.version());
        System.out.flush();
        TimeUnit.MINUTES.sleep(2);
      }
    }
  }

  @Test
  @Timeout(120)
  void aLeaseOfAnotherProcessEndsWithIt() throws Exception {
    Process holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertEquals('0', holder.getInputStream().read(), "it reads");
      assertNull(exclude());
      table.share(version()).close();
      assertNull(exclude(), "shared leases of this process leave it alone");
    } finally {
      holder.destroyForcibly().waitFor();
    }
    try (Lease alone = exclude()) {
      assertNotNull(alone);
    }
  }
}

package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The manifest that only moves forward, and its lock, which stops nobody for long.
class ManifestTest {
  private static final ProfileKey KEY = ProfileKey.of("sales");
  private static final ProcessIdentity SELF = new ProcessIdentity("boot pid:[1]", 100, 5000);

  private static final StoreOptions OPTIONS =
      StoreOptions.builder()
          .lockTimeout(Duration.ofMillis(60))
          .lockLease(Duration.ofSeconds(30))
          .build();

  /// Of the processes with this machine's boot, only the one with the id 7 and the start time 70 is
  /// alive, and this one.
  private static final ProcessTable PROCESSES =
      new ProcessTable() {
        @Override
        public ProcessIdentity self() {
          return SELF;
        }

        @Override
        public boolean isDead(ProcessIdentity process) {
          return process.boot().equals(SELF.boot())
              && !process.equals(SELF)
              && !process.equals(new ProcessIdentity(SELF.boot(), 7, 70));
        }
      };

  @TempDir private Path directory;
  private Path manifest;
  private Path lock;
  private DatasetStore store;

  @BeforeEach
  void open() throws IOException {
    store = store(HookedFileCalls.Call::proceed);
    manifest = directory.resolve("sales/manifest.json");
    lock = directory.resolve("sales/manifest.json.write_lock");
    write(store);
  }

  private DatasetStore store(HookedFileCalls.Hook hook) throws IOException {
    return DatasetStore.open(
        directory, OPTIONS, HookedFileCalls.of(hook), PROCESSES, new LeaseTable());
  }

  private static WriteResult write(DatasetStore store) throws IOException {
    return store.write(KEY, StoreRows.ids(1), WriteRequest.DEFAULT);
  }

  private static String text(long version) {
    return "{\"latest_data_dir\": \"v" + version + "\"}";
  }

  private static String body(ProcessIdentity owner) {
    return "{\"uuid\":\"x\",\"boot_id\":\"%s\",\"pid\":%d,\"start_time\":%d}"
        .formatted(owner.boot(), owner.pid(), owner.startTime());
  }

  private void age(Duration time) throws IOException {
    Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minus(time)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"latest", "read", "append", "version", "write"})
  void whoeverComesNextMovesAManifestThatLagsBehind(String call) throws IOException {
    write(store);
    Files.writeString(manifest, text(0));
    switch (call) {
      case "latest" -> assertEquals(OptionalLong.of(1), store.latest(KEY));
      case "read" -> store.read(KEY, ReadRequest.latest()).close();
      case "append" -> store.append(KEY, StoreRows.ids(1), AppendRequest.DEFAULT);
      case "version" -> store.read(KEY, ReadRequest.version(1)).close();
      default -> assertEquals(2, write(store).version());
    }
    assertEquals(text(call.equals("write") ? 2 : 1), Files.readString(manifest));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{\"latest_data_dir\": \"w1\"}", "[]", "absent"})
  void aManifestThatIsDamagedOrGoneIsMadeAnew(String content) throws IOException {
    write(store);
    Files.writeString(manifest, content);
    if (content.equals("absent")) {
      Files.delete(manifest);
    }
    assertEquals(OptionalLong.of(1), store.latest(KEY));
    assertEquals(text(1), Files.readString(manifest));
  }

  @Test
  void aDamagedManifestOfTheOriginalAloneIsAnError() throws IOException {
    Files.createDirectories(directory.resolve("python/v4"));
    Files.writeString(directory.resolve("python/v4/0.csv"), "id\n1\n");
    Files.writeString(directory.resolve("python/manifest.json"), "");
    String message =
        assertThrows(DamagedStoreException.class, () -> store.latest(ProfileKey.of("python")))
            .getMessage();
    assertTrue(Objects.requireNonNull(message).contains("python/manifest.json: expected"), message);
  }

  @Test
  void anEmptyLockOfTheOriginalStopsNobodyAndIsTakenAwayWhenItIsOld() throws IOException {
    Files.createFile(lock);
    WriteResult result = write(store);
    assertTrue(result.publishDeferred());
    assertEquals(OptionalLong.of(1), store.latest(KEY));
    assertEquals(text(0), Files.readString(manifest));
    assertTrue(Files.exists(lock), "it may belong to somebody");
    age(Duration.ofSeconds(31));
    assertEquals(OptionalLong.of(1), store.latest(KEY));
    assertEquals(text(1), Files.readString(manifest));
    assertFalse(Files.exists(lock));
  }

  @Test
  @Timeout(60)
  void aLockThatIsALinkToNowhereStopsNobody() throws IOException {
    Files.createSymbolicLink(lock, directory.resolve("nowhere"));
    assertTrue(write(store).publishDeferred());
    assertEquals(OptionalLong.of(1), store.latest(KEY));
  }

  @Test
  void nobodyWaitsTwiceForTheSameLock() throws IOException {
    AtomicInteger pauses = new AtomicInteger();
    DatasetStore counting =
        store(call -> {
          if (call.name().equals("pause")) {
            pauses.incrementAndGet();
          }
          return call.proceed();
        });
    Files.createFile(lock);
    write(counting);
    assertTrue(pauses.getAndSet(0) > 1);
    write(counting);
    counting.latest(KEY);
    assertEquals(0, pauses.getAndSet(0));
    Files.delete(lock);
    Files.createFile(lock);
    counting.latest(KEY);
    assertTrue(pauses.get() > 1, "another lock is waited for");
  }

  @Test
  void theLockOfADeadProcessIsTakenAwayAtOnce() throws IOException {
    List<ProcessIdentity> dead =
        List.of(
            new ProcessIdentity(SELF.boot(), 9, 90),
            new ProcessIdentity(SELF.boot(), 7, 71),
            new ProcessIdentity(SELF.boot(), SELF.pid(), 4999),
            SELF);
    for (ProcessIdentity owner : dead) {
      Files.writeString(lock, body(owner));
      assertFalse(write(store).publishDeferred(), owner.toString());
      assertFalse(Files.exists(lock));
    }
  }

  @Test
  void theLockOfAProcessThatMayBeAliveStaysUntilItIsOld() throws IOException {
    List<String> bodies =
        List.of(
            body(new ProcessIdentity(SELF.boot(), 7, 70)),
            body(new ProcessIdentity("other boot", 9, 90)),
            body(new ProcessIdentity("", 9, 90)),
            "{\"pid\":9}",
            "not JSON");
    for (String body : bodies) {
      Files.writeString(lock, body);
      assertTrue(write(store).publishDeferred(), body);
      assertEquals(body, Files.readString(lock));
      age(Duration.ofSeconds(31));
      assertFalse(write(store).publishDeferred(), body);
      assertFalse(Files.exists(lock));
    }
  }

  @Test
  void aLockThatWasTakenSinceItWasJudgedIsPutBack() throws IOException {
    String alive = body(new ProcessIdentity(SELF.boot(), 7, 70));
    DatasetStore late =
        store(call -> {
          if (call.name().equals("rename") && call.argument(0).equals(lock)) {
            Files.delete(lock);
            Files.writeString(lock, alive);
          }
          return call.proceed();
        });
    Files.writeString(lock, body(new ProcessIdentity(SELF.boot(), 9, 90)));
    assertTrue(write(late).publishDeferred());
    assertEquals(alive, Files.readString(lock));
    assertEquals(text(0), Files.readString(manifest));
  }

  @Test
  void aLockThatWasTakenAwayFromThisProcessIsNotGivenBackForItsThief() throws IOException {
    String thief = body(new ProcessIdentity("other boot", 9, 90));
    DatasetStore slow =
        store(call -> {
          Object result = call.proceed();
          if (call.name().equals("rename") && call.argument(1).equals(manifest)) {
            Files.delete(lock);
            Files.writeString(lock, thief);
          }
          return result;
        });
    write(slow);
    assertEquals(thief, Files.readString(lock));
  }

  @Test
  void theManifestDoesNotGoBackWhenAnotherMovedItMeanwhile() throws IOException {
    DatasetStore slow =
        store(call -> {
          Object result = call.proceed();
          if (call.name().equals("link") && call.argument(1).equals(lock)) {
            Files.writeString(manifest, text(17));
          }
          return result;
        });
    write(slow);
    assertEquals(text(17), Files.readString(manifest));
  }

  @Test
  void theOriginalsStrictLockIsThereForWhoeverAsksForIt() throws IOException {
    DatasetStore strict =
        DatasetStore.open(
            directory, StoreOptions.builder().strictLockTimeout(Duration.ofMillis(50)).build());
    write(strict);
    Files.createFile(lock);
    age(Duration.ofHours(1));
    String message = assertThrows(ProfileLockedException.class, () -> write(strict)).getMessage();
    assertTrue(Objects.requireNonNull(message).contains("manifest.json.write_lock"), message);
    assertEquals(text(1), Files.readString(manifest));
    Files.delete(lock);
    assertEquals(OptionalLong.of(1), strict.latest(KEY), "nothing was written");
    assertEquals(3, write(strict).version());
    assertFalse(Files.exists(lock));
  }

  @Test
  void aVersionAboveOneOfADeadWriterIsFound() throws IOException {
    Files.createDirectory(directory.resolve("sales/v1"));
    Files.createFile(directory.resolve("sales/v2"));
    assertEquals(3, write(store).version());
    Files.writeString(manifest, text(0));
    assertEquals(OptionalLong.of(3), store.latest(KEY));
    Files.delete(manifest);
    assertEquals(OptionalLong.of(3), store.latest(KEY));
  }

  @Test
  void aNumberThatWasPrunedDoesNotComeBack() throws IOException {
    AtomicInteger reads = new AtomicInteger();
    DatasetStore slow =
        store(call -> {
          Object result = call.proceed();
          if (call.name().equals("read")
              && call.argument(0).equals(manifest)
              && reads.incrementAndGet() == 2) {
            // Between this writer's look at the manifest and its claim others write and prune.
            for (int i = 0; i < 3; i++) {
              write(store);
            }
            Files.move(directory.resolve("sales/v1"), directory.resolve("sales/.trash-v1"));
          }
          return result;
        });
    assertEquals(4, write(slow).version());
    assertFalse(Files.exists(directory.resolve("sales/v1")));
  }
}

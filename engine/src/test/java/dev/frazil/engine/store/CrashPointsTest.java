package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.store.CrashScenario.Body;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// A process dies before each change of the disk that an operation makes, one after the other (spec
/// E.3). Whoever comes next reads what was there before or what was to be there, and nothing else;
/// finds nothing in its way; and can do the same again, once.
class CrashPointsTest {
  private static final Duration PROMPT = Duration.ofSeconds(2);

  /// Points that are tried at once: in some of them the next process has to wait.
  private static final int THREADS = 6;

  private static final long DEAD = 1;
  private static final long ALIVE = 2;

  /// The age from which what an unknown process left behind is taken away.
  private static final Duration LEASE = Duration.ofMillis(30);

  /// Operations that are tried without hard links as well.
  private static final Set<String> BARE =
      Set.of(
          "next write with a token",
          "append with a token",
          "read that heals",
          "rollback",
          "compact with an index that is claimed");

  /// What tells that the process is dead, and how files get their names.
  private record Ground(String name, boolean links, boolean processTable) {
    DatasetStore store(Path directory, Death death, long pid) throws IOException {
      StoreOptions options =
          processTable
              ? StoreOptions.DEFAULT
              : StoreOptions.builder().lockLease(LEASE).lockTimeout(Duration.ofMillis(500)).build();
      FewProcesses processes =
          processTable && pid == ALIVE ? FewProcesses.of(pid, DEAD) : FewProcesses.of(pid);
      return DatasetStore.open(
          directory, options, HookedFileCalls.of(death), processes, new LeaseTable());
    }
  }

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> everyOperationSurvivesADeathAtEveryPoint() {
    Ground full = new Ground("with links and a process table", true, true);
    Ground bare = new Ground("without links and process table", false, false);
    return CrashScenario.all().stream()
        .flatMap(scenario ->
            BARE.contains(scenario.name())
                ? Stream.of(test(scenario, full), test(scenario, bare))
                : Stream.of(test(scenario, full)));
  }

  private DynamicTest test(CrashScenario scenario, Ground ground) {
    return DynamicTest.dynamicTest(
        scenario.name() + " " + ground.name(), () -> dieEverywhere(scenario, ground));
  }

  private void dieEverywhere(CrashScenario scenario, Ground ground) throws IOException {
    Path whole = folder.resolve(ground.links() + scenario.name());
    perform(scenario.prepare(), ground, whole);
    int points = perform(scenario.act(), ground, whole);
    try (ForkJoinPool pool = new ForkJoinPool(THREADS)) {
      pool.submit(() ->
              IntStream.range(0, points)
                  .parallel()
                  .forEach(point -> dieAt(scenario, ground, point)))
          .join();
    }
    System.out.println("crash points: " + scenario.name() + " " + ground.name() + ": " + points);
  }

  private void dieAt(CrashScenario scenario, Ground ground, int point) {
    try {
      die(scenario, ground, point);
    } catch (IOException | RuntimeException e) {
      throw new AssertionError(scenario.name() + ": point " + point, e);
    }
  }

  private void die(CrashScenario scenario, Ground ground, int point) throws IOException {
    Path directory = folder.resolve(ground.links() + scenario.name() + point);
    perform(scenario.prepare(), ground, directory);
    try (Death death = new Death(point, ground.links())) {
      DatasetStore store = openDying(ground, directory, death);
      if (store != null) {
        assertThrows(Death.Died.class, () -> scenario.act().run(store, directory));
      }
    }
    if (!ground.processTable()) {
      pause(LEASE.plusMillis(5));
    }
    try (Death none = new Death(Death.NEVER, ground.links())) {
      new Aftermath(scenario, ground.store(directory, none, ALIVE), directory).check(point);
    }
  }

  /// Opening a store changes nothing that counts, but a process may die in it.
  private static @Nullable DatasetStore openDying(Ground ground, Path directory, Death death)
      throws IOException {
    try {
      return ground.store(directory, death, DEAD);
    } catch (Death.Died e) {
      return null;
    }
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Does something whole.
  ///
  /// @return how many changes it took, with those of opening the store
  private static int perform(Body body, Ground ground, Path directory) throws IOException {
    try (Death death = new Death(Death.NEVER, ground.links())) {
      body.run(ground.store(directory, death, DEAD), directory);
      return death.changes();
    }
  }

  /// What the next process finds and does.
  private record Aftermath(CrashScenario scenario, DatasetStore store, Path directory) {
    void check(int point) throws IOException {
      String where = scenario.name() + ": point " + point;
      ProfileKey key = ProfileKey.of(scenario.profile());
      List<String> seen = scenario.view().of(store);
      assertTrue(
          seen.equals(scenario.before()) || seen.equals(scenario.after()), where + ": " + seen);
      assertEquals(seen, scenario.view().of(store), where);
      if (!CrashScenario.latest(store, key).isEmpty()) {
        String latest = Manifest.text(store.latest(key).orElseThrow());
        assertEquals(latest, scenario.manifest(directory), where);
      }
      if (scenario.retry()) {
        actAgain(where);
        assertEquals(scenario.after(), scenario.view().of(store), where + ", done again");
        checkTokenOnce(key, where);
      }
      checkNext(key, where);
      checkPrune(key, where);
    }

    /// A process that died between the directory of its version and the mark in it left what may be
    /// a write of the original: a compaction is refused until the directory is old.
    private void actAgain(String where) throws IOException {
      try {
        scenario.act().run(store, directory);
      } catch (VersionConflictException e) {
        List<Path> unmarked = unmarkedVersions();
        assertEquals(1, unmarked.size(), where + ": " + e.getMessage());
        FileTime old = FileTime.from(Instant.now().minusSeconds(60));
        Files.setLastModifiedTime(unmarked.getFirst(), old);
        scenario.act().run(store, directory);
      }
    }

    private List<Path> unmarkedVersions() throws IOException {
      Path profile = directory.resolve(scenario.profile());
      List<Path> unmarked = new ArrayList<>();
      for (String name : StoreTestCase.names(profile)) {
        if (VersionNumbers.ofName(name) >= 0
            && StoreTestCase.names(profile.resolve(name)).isEmpty()) {
          unmarked.add(profile.resolve(name));
        }
      }
      return unmarked;
    }

    /// What was tried again is in one version alone.
    private void checkTokenOnce(ProfileKey key, String where) throws IOException {
      if (scenario.name().contains("token")) {
        long homes = 0;
        for (CommittedVersion version : store.versions(key)) {
          List<String> stamps =
              CrashScenario.stamps(store, key, ReadRequest.version(version.number()));
          homes += stamps.contains(scenario.after().getLast()) ? 1 : 0;
        }
        assertEquals(1, homes, where);
      }
    }

    private void checkNext(ProfileKey key, String where) throws IOException {
      long start = System.nanoTime();
      CrashScenario.write(key, 50, WriteRequest.DEFAULT).run(store, directory);
      CrashScenario.append(key, 51, AppendRequest.DEFAULT).run(store, directory);
      Duration time = Duration.ofNanos(System.nanoTime() - start);
      assertTrue(time.compareTo(PROMPT) < 0, where + ": next write and append: " + time);
      assertEquals(List.of("50", "51"), CrashScenario.latest(store, key), where);
      for (CommittedVersion version : store.versions(key)) {
        List<String> stamps =
            CrashScenario.stamps(store, key, ReadRequest.version(version.number()));
        assertTrue(stamps.stream().noneMatch(stamp -> stamp.startsWith("!")), where + stamps);
      }
    }

    private void checkPrune(ProfileKey key, String where) throws IOException {
      PruneRequest everything =
          PruneRequest.builder().olderThan(Duration.ZERO).keepTags(false).build();
      store.prune(key, everything);
      assertEquals(List.of("50", "51"), CrashScenario.latest(store, key), where);
      try (Stream<Path> files = Files.list(directory.resolve(scenario.profile()))) {
        TreeSet<String> left = new TreeSet<>();
        files.forEach(file -> left.add(file.getFileName().toString()));
        left.removeAll(List.of("manifest.json", ".tok", ".tags"));
        store.versions(key).forEach(one -> left.remove(VersionNumbers.name(one.number())));
        assertTrue(left.stream().noneMatch(name -> name.startsWith("v")), where + ": " + left);
        assertTrue(left.stream().noneMatch(name -> name.contains("trash")), where + ": " + left);
        assertTrue(left.stream().noneMatch(name -> name.endsWith("_lock")), where + ": " + left);
      }
    }
  }
}

package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Several processes on one store, killed at random, and a checker of what they saw (spec E.1); and
/// stores without what makes them safe, which the checker has to catch (spec E.2).
///
/// `-Dfrazil.stress.seconds` makes the run longer, `-Dfrazil.stress.seed` repeats its kills.
class StoreProcessesIT {
  private static final int SECONDS = Integer.getInteger("frazil.stress.seconds", 20);
  private static final String PROFILES = "profiles=a,b/c,csv";
  private static final String FOREVER = "seconds=3600";
  private static final int WORKERS = 4;
  private static final int LEAST_KILLS = 8;

  /// Seconds that a slow machine is waited for.
  private static final int PATIENCE = 120;

  private static final String TASKS =
      "tasks=write:3,write-token:2,append:8,append-token:6,append-twin:6,append-old:2,read:8,hold:3,"
          + "read-old:2,compact:2,prune:2,rollback:1,tag:1,commit:2,read-all:2";

  @TempDir Path folder;

  @Test
  void processesThatAreKilledLoseAndDoubleNothing() throws Exception {
    long seed = Long.getLong("frazil.stress.seed", System.nanoTime());
    Random random = new Random(seed);
    int kills = 0;
    try (WorkerProcesses workers = new WorkerProcesses(folder)) {
      once(workers, "seed");
      for (int i = 0; i < WORKERS; i++) {
        workers.start("w" + i, PROFILES, TASKS, FOREVER);
      }
      long end = System.nanoTime() + SECONDS * 1_000_000_000L;
      while (System.nanoTime() < end || kills < LEAST_KILLS) {
        assertTrue(workers.awaitProgress(500 + random.nextInt(15_000), PATIENCE), "no progress");
        String victim = "w" + random.nextInt(WORKERS);
        workers.kill(victim);
        kills++;
        workers.start(victim, PROFILES, TASKS, FOREVER);
      }
      assertTrue(workers.awaitProgress(10_000, PATIENCE), "no progress");
      workers.killAll();
      once(workers, "audit");
      List<Operation> operations = workers.operations();
      report(operations, kills + " kills, seed " + seed);
      List<String> violations = HistoryCheck.violations(operations);
      assertEquals(List.of(), first(violations), violations.size() + " violations, seed " + seed);
      assertNoLock(workers.store());
    }
  }

  private static void once(WorkerProcesses workers, String what) throws Exception {
    workers.start(what, PROFILES, "tasks=read:1", "seconds=0", "once=" + what);
    assertEquals("", workers.await(PATIENCE));
  }

  private static List<String> first(List<String> violations) {
    return violations.stream().limit(5).toList();
  }

  private static void report(List<Operation> operations, String how) {
    TreeMap<String, Long> counts =
        operations.stream()
            .collect(
                Collectors.groupingBy(
                    operation -> operation.kind() + " " + operation.outcome(),
                    TreeMap::new,
                    Collectors.counting()));
    System.out.println("history: " + operations.size() + " operations, " + how + ": " + counts);
  }

  private static void assertNoLock(Path store) throws Exception {
    try (Stream<Path> files = Files.walk(store)) {
      assertEquals(List.of(), files.filter(file -> file.endsWith(ManifestLock.NAME)).toList());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NO_CLAIM | append:6,read:3",
        "RENAME   | append-twin:1,read:1",
        "NO_LEASE | hold:3,write:3,prune:3"
      })
  void aStoreWithoutWhatMakesItSafeIsCaught(String mutant, String tasks) throws Exception {
    try (WorkerProcesses workers = new WorkerProcesses(folder)) {
      once(workers, "seed");
      for (int i = 0; i < 3; i++) {
        workers.start("w" + i, PROFILES, "tasks=" + tasks, FOREVER, "mutant=" + mutant);
      }
      workers.awaitProgress(60_000, PATIENCE);
      workers.killAll();
      once(workers, "audit");
      List<Operation> operations = workers.operations();
      List<String> violations = HistoryCheck.violations(operations);
      report(operations, mutant + ": " + violations.size() + " violations");
      assertFalse(violations.isEmpty(), mutant);
    }
  }
}

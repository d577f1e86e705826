package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.frazil.engine.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// The file system fails at each call that an operation makes, one after the other (spec E.6). The
/// operation fails with an error that names a path, and then no reader sees anything of it; or it
/// succeeds, and then all do. Afterwards everything works again.
class FaultsTest {
  /// The age from which what a live process could not take back is taken away.
  private static final Duration LEASE = Duration.ofMillis(20);

  private static final StoreOptions OPTIONS =
      StoreOptions.builder().lockTimeout(Duration.ofMillis(200)).lockLease(LEASE).build();

  private static final Set<String> SCENARIOS =
      Set.of(
          "next write with a token",
          "append with a token",
          "append to an old version",
          "read that heals",
          "prune",
          "rollback",
          "commit of two profiles",
          "compact");

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> everyCallFails() {
    List<DynamicTest> tests = new ArrayList<>();
    for (CrashScenario scenario : CrashScenario.all()) {
      if (SCENARIOS.contains(scenario.name())) {
        tests.add(test(scenario, Failure.Kind.EIO, false));
        tests.add(test(scenario, Failure.Kind.EROFS, true));
      }
      if (scenario.name().endsWith("with a token")) {
        tests.add(test(scenario, Failure.Kind.UNSEEN, false));
        tests.add(test(scenario, Failure.Kind.ENOSPC, false));
        tests.add(test(scenario, Failure.Kind.EPERM, false));
        tests.add(test(scenario, Failure.Kind.EACCES, true));
      }
    }
    return tests.stream();
  }

  private DynamicTest test(CrashScenario scenario, Failure.Kind kind, boolean lasting) {
    String name = scenario.name() + ": " + kind + (lasting ? " from each call on" : "");
    return DynamicTest.dynamicTest(name, () -> failEverywhere(name, scenario, kind, lasting));
  }

  private void failEverywhere(
      String name, CrashScenario scenario, Failure.Kind kind, boolean lasting) throws IOException {
    Path whole = folder.resolve(name.replace(":", ""));
    prepare(scenario, whole, kind);
    Failure none = new Failure(kind, Integer.MAX_VALUE, false);
    scenario.act().run(open(whole, none), whole);
    long refused =
        IntStream.range(0, none.calls())
            .parallel()
            .filter(point -> isRefused(name, scenario, kind, lasting, point))
            .count();
    System.out.println("faults: " + name + ": " + none.calls() + " calls, " + refused + " errors");
  }

  private static void prepare(CrashScenario scenario, Path directory, Failure.Kind kind)
      throws IOException {
    scenario.prepare().run(open(directory, new Failure(kind, Integer.MAX_VALUE, false)), directory);
  }

  private boolean isRefused(
      String name, CrashScenario scenario, Failure.Kind kind, boolean lasting, int point) {
    String where = name + ", call " + point;
    Path directory = folder.resolve(name.replace(":", "") + point);
    try {
      prepare(scenario, directory, kind);
      boolean failed = act(scenario, directory, new Failure(kind, point, lasting), where);
      if (lasting) {
        pause(LEASE.plusMillis(5));
      }
      checkAfterwards(scenario, directory, failed, where);
      return failed;
    } catch (IOException e) {
      throw new AssertionError(where, e);
    }
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static DatasetStore open(Path directory, Failure failure) throws IOException {
    return DatasetStore.open(
        directory,
        OPTIONS,
        HookedFileCalls.of(failure),
        new LinuxProcessTable(),
        LeaseTable.PROCESS);
  }

  /// @return whether the operation failed
  private static boolean act(
      CrashScenario scenario, Path directory, Failure failure, String where) {
    try {
      scenario.act().run(open(directory, failure), directory);
      return false;
    } catch (IOException | StoreException e) {
      String message = String.valueOf(e.getMessage());
      boolean typed = e instanceof StoreException || message.contains(directory.toString());
      assertTrue(typed, where + ": expected a path, got " + e);
      return true;
    } catch (RuntimeException e) {
      return fail(where, e);
    }
  }

  private static void checkAfterwards(
      CrashScenario scenario, Path directory, boolean failed, String where) throws IOException {
    try {
      DatasetStore store = open(directory, new Failure(Failure.Kind.EIO, Integer.MAX_VALUE, false));
      List<String> seen = scenario.view().of(store);
      assertEquals(failed ? scenario.before() : scenario.after(), seen, where);
      if (failed && scenario.retry()) {
        scenario.act().run(store, directory);
        assertEquals(scenario.after(), scenario.view().of(store), where + ", done again");
      }
      ProfileKey key = ProfileKey.of(scenario.profile());
      CrashScenario.write(key, 50, WriteRequest.DEFAULT).run(store, directory);
      CrashScenario.append(key, 51, AppendRequest.DEFAULT).run(store, directory);
      assertEquals(List.of("50", "51"), CrashScenario.latest(store, key), where);
    } catch (IOException | RuntimeException e) {
      throw new AssertionError(where, e);
    }
  }
}

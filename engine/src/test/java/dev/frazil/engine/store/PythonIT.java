package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.frazil.engine.Python;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The Python original, by its stand-in, and the store on the same directory at the same time: for
/// 40 seconds, as shorter runs have missed faults (spec E.10b). Skipped where `python3`, or what
/// `-Dfrazil.python` names, has no polars.
class PythonIT {
  private static final int SECONDS = Integer.getInteger("frazil.python.seconds", 40);

  /// No `prune`, from which the original's readers are not safe, and no `compact`, of which its
  /// appenders know nothing.
  private static final String TASKS =
      "tasks=write:2,write-token:1,append:5,append-token:3,append-twin:3,append-old:1,read:6,hold:2,"
          + "rollback:1,tag:1";

  @TempDir Path folder;

  @Test
  void bothLanguagesShareADirectory() throws Exception {
    assumeTrue(Python.withPolars().isPresent(), "no Python with polars");
    Path script = PythonScripts.copy("store_worker.py", folder);
    try (WorkerProcesses workers = new WorkerProcesses(folder)) {
      String profiles = "profiles=a,csv/b";
      workers.start("seed", profiles, "tasks=read:1", "seconds=0", "once=seed");
      assertEquals("", workers.await(120));
      for (int i = 0; i < 2; i++) {
        workers.start("java" + i, profiles, TASKS, "seconds=" + SECONDS);
        workers.launch("python" + i, python(workers, script, i));
      }
      assertEquals("", workers.await(SECONDS + 120));
      workers.start("audit", profiles, "tasks=read:1", "seconds=0", "once=audit");
      assertEquals("", workers.await(120));
      List<Operation> operations = workers.operations();
      List<String> violations = HistoryCheck.violations(operations);
      TreeMap<String, Long> counts =
          operations.stream()
              .collect(
                  Collectors.groupingBy(PythonIT::language, TreeMap::new, Collectors.counting()));
      System.out.println("mixed languages: " + SECONDS + " s, " + counts);
      assertEquals(List.of(), violations.stream().limit(5).toList(), violations.size() + " in all");
      assertTrue(counts.getOrDefault("python READ", 0L) > 0, counts::toString);
    }
  }

  private static String language(Operation operation) {
    return (operation.text("op").startsWith("python") ? "python " : "java ") + operation.kind();
  }

  private static List<String> python(WorkerProcesses workers, Path script, int number) {
    return Python.withPolars()
        .orElseThrow()
        .command(
            script,
            workers.store(),
            workers.history(),
            "python" + number,
            SECONDS,
            (number + 1) * 1_000_000_000L,
            "a",
            "csv/b");
  }
}

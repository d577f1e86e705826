package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Processes that work on one store and write one history. Not thread-safe.
final class WorkerProcesses implements AutoCloseable {
  /// More stamps than one process uses.
  private static final long STAMPS = 1_000_000;

  private final Path folder;
  private final Map<String, Process> running = new LinkedHashMap<>();
  private long started = 1;

  /// @param folder where the store `store`, the file `history` and the workers' errors are
  WorkerProcesses(Path folder) {
    this.folder = folder;
  }

  Path store() {
    return folder.resolve("store");
  }

  Path history() {
    return folder.resolve("history");
  }

  /// Starts a worker.
  ///
  /// @param name its name, which no other running worker has
  /// @param settings those of [StoreWorker#main]
  void start(String name, String... settings) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                StoreWorker.class.getName(),
                "dir=" + store(),
                "history=" + history(),
                "name=" + name,
                "stamp=" + STAMPS * started++));
    command.addAll(List.of(settings));
    launch(name, command);
  }

  /// Starts any process.
  void launch(String name, List<String> command) throws IOException {
    Path errors = folder.resolve(name + ".err");
    running.put(
        name,
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(errors.toFile()))
            .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))
            .start());
  }

  /// Kills a worker (SIGKILL).
  void kill(String name) throws InterruptedException {
    Process process = running.remove(name);
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  /// Waits until the history has grown.
  ///
  /// @param bytes by how much; an operation has some 200 bytes
  /// @param seconds how long at most
  /// @return whether it has
  boolean awaitProgress(long bytes, int seconds) throws IOException, InterruptedException {
    long size = Files.size(history()) + bytes;
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    while (Files.size(history()) < size) {
      if (System.nanoTime() > end) {
        return false;
      }
      Thread.sleep(5);
    }
    return true;
  }

  /// Kills all workers.
  void killAll() throws InterruptedException {
    for (String name : List.copyOf(running.keySet())) {
      kill(name);
    }
  }

  /// Waits for all workers.
  ///
  /// @return what they said, and how they ended if not well: nothing if all is well
  String await(int seconds) throws IOException, InterruptedException {
    StringBuilder said = new StringBuilder();
    for (Map.Entry<String, Process> worker : running.entrySet()) {
      if (!worker.getValue().waitFor(seconds, TimeUnit.SECONDS)) {
        said.append(worker.getKey()).append(" hangs");
      } else if (worker.getValue().exitValue() != 0) {
        said.append(worker.getKey()).append(" ended with ").append(worker.getValue().exitValue());
      }
    }
    running.clear();
    if (said.isEmpty()) {
      return "";
    }
    try (var files = Files.list(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".err")).toList()) {
        said.append(Files.readString(file, StandardCharsets.UTF_8));
      }
    }
    return said.toString();
  }

  List<Operation> operations() throws IOException {
    return Operation.parse(Files.readAllLines(history()));
  }

  @Override
  public void close() {
    running.values().forEach(Process::destroyForcibly);
  }
}

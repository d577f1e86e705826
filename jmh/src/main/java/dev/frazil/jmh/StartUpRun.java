package dev.frazil.jmh;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Measures how long short commands of the command line take, with the ahead-of-time caches of the
/// distribution and without.
public final class StartUpRun {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private static final int RUNS = 20;
  private static final double NANOS_PER_MILLI = 1e6;

  private StartUpRun() {}

  /// Measures and writes the result.
  ///
  /// @param args the launcher of a distribution that has its caches, an Arrow file, and the file of
  ///   the result
  /// @throws IOException if a command cannot be started or fails, or the result cannot be written
  /// @throws InterruptedException if the thread is interrupted
  public static void main(String[] args) throws IOException, InterruptedException {
    Path launcher = Path.of(args[0]).toAbsolutePath();
    if (!Files.exists(launcher.resolveSibling("../lib/frazil-brief.aot"))) {
      throw new IOException(
          launcher + ": expected caches in ../lib: run frazil-make-cache beside it first");
    }
    Path folder = Files.createTempDirectory("start-up");
    String parquet = folder.resolve("rows.parquet").toString();
    ObjectNode root = JSON.createObjectNode();
    measure(root, "--version", launcher, "--version");
    measure(root, "--help", launcher, "--help");
    measure(root, "convert", launcher, "convert", args[1], "-o", parquet, "--force");
    measure(root, "inspect", launcher, "inspect", parquet);
    Files.delete(Path.of(parquet));
    Files.delete(folder);
    Files.writeString(Path.of(args[2]), JSON.writeValueAsString(root) + "\n");
  }

  private static void measure(ObjectNode root, String name, Path launcher, String... arguments)
      throws IOException, InterruptedException {
    ObjectNode command = root.putObject(name);
    command.set("with_cache", times(launcher, "", arguments));
    command.set("without_cache", times(launcher, "-XX:AOTMode=off", arguments));
    System.out.println(name + ": " + command);
  }

  private static ObjectNode times(Path launcher, String options, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    double[] millis = new double[RUNS];
    run(command, options); // fills the caches of the file system
    for (int i = 0; i < RUNS; i++) {
      long start = System.nanoTime();
      run(command, options);
      millis[i] = Math.round((System.nanoTime() - start) / NANOS_PER_MILLI);
    }
    Arrays.sort(millis);
    return JSON.createObjectNode()
        .put("median_ms", millis[RUNS / 2])
        .put("p90_ms", millis[RUNS * 9 / 10])
        .put("runs", RUNS);
  }

  private static void run(List<String> command, String options)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("FRAZIL_OPTS", options);
    int code = builder.start().waitFor();
    if (code != 0) {
      throw new IOException(String.join(" ", command) + ": expected exit code 0, got " + code);
    }
  }
}

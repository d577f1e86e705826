package dev.frazil.engine.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The directory of a store, and commands on it.
///
/// @param folder the directory
record StoreFolder(Path folder) {
  /// 100,000 flights.
  static final String FLIGHTS = "samples/flights-100k.arrow";

  /// Runs `frazil store COMMAND DIR ...`.
  CommandRun run(String command, String... rest) {
    return CommandRun.of(arguments(command, rest));
  }

  /// Runs a command that must succeed without a word on standard error.
  String out(String command, String... rest) {
    return run(command, rest).succeeded().out();
  }

  /// Runs a command with text on standard input.
  CommandRun runWithInput(String input, String command, String... rest) {
    return CommandRun.withInput(input.getBytes(StandardCharsets.UTF_8), arguments(command, rest));
  }

  /// Writes rows of CSV text as a new version, or appends them.
  String putCsv(String csv, String command, String... rest) {
    List<String> all = new ArrayList<>(List.of(rest));
    all.addAll(List.of("--input", "-"));
    return runWithInput(csv, command, all.toArray(String[]::new)).succeeded().out();
  }

  private String[] arguments(String command, String... rest) {
    List<String> all = new ArrayList<>(List.of("store", command, folder.toString()));
    all.addAll(List.of(rest));
    return all.toArray(String[]::new);
  }

  /// Names in a directory below the store's that do not begin with a dot, sorted.
  List<String> visible(String directory) throws IOException {
    return names(directory).stream().filter(name -> !name.startsWith(".")).toList();
  }

  /// All names in a directory below the store's, sorted.
  List<String> names(String directory) throws IOException {
    try (Stream<Path> paths = Files.list(folder.resolve(directory))) {
      return paths.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }
}

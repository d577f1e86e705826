package dev.frazil.engine.cli;

import dev.frazil.engine.iceberg.EmbeddedCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;

/// A warehouse folder that the command line writes to, and what is in it, seen past the command
/// line.
///
/// @param folder the folder
record Warehouse(Path folder) {

  /// Runs `frazil write` into the folder.
  CommandRun write(String table, List<String> inputs, String... options) {
    return write(new byte[0], table, inputs, options);
  }

  /// Runs `frazil write` into the folder, with bytes on standard input.
  CommandRun write(byte[] input, String table, List<String> inputs, String... options) {
    List<String> arguments = new ArrayList<>(List.of("write"));
    arguments.addAll(inputs);
    arguments.addAll(List.of("--warehouse", folder.toString(), "--table", table));
    arguments.addAll(List.of(options));
    return CommandRun.withInput(input, arguments.toArray(String[]::new));
  }

  /// Looks at a table.
  <T> T table(String name, Function<Table, T> look) throws IOException {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(folder.toString())) {
      return look.apply(catalog.catalog().loadTable(TableIdentifier.parse(name)));
    }
  }

  /// Whether there is a table.
  boolean hasTable(String name) throws IOException {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(folder.toString())) {
      return catalog.catalog().tableExists(TableIdentifier.parse(name));
    }
  }

  /// All data files on the disk, committed or not, and what is left of unfinished ones.
  List<Path> dataFiles() throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().contains("/data/"))
          .sorted()
          .toList();
    }
  }
}

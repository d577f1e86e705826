package dev.frazil.engine.cli;

import dev.frazil.engine.file.ByteSink;
import dev.frazil.engine.file.ChannelSink;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// The one Parquet file that a command writes.
final class OutputFile {
  private OutputFile() {}

  /// Checks that a file may appear under a name.
  ///
  /// @param output the name
  /// @param inputs files that the command reads, none of which is replaced
  /// @param force whether another file of that name is replaced
  /// @throws CommandFailure if it may not
  static void requireFree(Path output, List<Path> inputs, boolean force) throws IOException {
    if (!Files.exists(output)) {
      return;
    }
    for (Path input : inputs) {
      if (Files.exists(input) && Files.isSameFile(input, output)) {
        throw new CommandFailure("output: " + output + ": expected another file than the input");
      }
    }
    if (!Files.isRegularFile(output)) {
      throw new CommandFailure("output: " + output + ": expected a regular file");
    }
    if (!force) {
      throw new CommandFailure(
          "output: " + output + ": expected no such file, found one; --force replaces it");
    }
  }

  /// Writes a small file that appears when it is complete.
  ///
  /// @param path its name; a file of that name is replaced
  /// @param text what it holds, in UTF-8
  static void writeText(Path path, String text) throws IOException {
    ByteSink sink = ChannelSink.open(path);
    try (Arena arena = Arena.ofConfined()) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      sink.write(arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes)));
      sink.complete();
    } finally {
      sink.abort();
    }
  }

  /// What was written, in a line.
  static String summary(Path output, long rows, int rowGroups, long bytes) {
    return String.format(
        Locale.ROOT,
        "%s: %s in %s, %s",
        Printable.line(output.toString()),
        Counted.of(rows, "row"),
        Counted.of(rowGroups, "row group"),
        Counted.of(bytes, "byte"));
  }
}

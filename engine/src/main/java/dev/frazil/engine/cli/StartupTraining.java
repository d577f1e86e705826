package dev.frazil.engine.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;

/// Runs what the commands of a group need, and so tells the Java virtual machine which classes
/// their ahead-of-time cache shall hold (JEP 514). The distribution's `frazil-make-cache` starts
/// it.
final class StartupTraining {
  private static final int ROWS = 2_000;

  private StartupTraining() {}

  /// Runs each command of a group on small files; prints nothing.
  ///
  /// @param arguments the group, as the launcher knows it, and a folder. The group `file` leaves
  ///   files there that `brief`, which shall not need the classes that write, and `all` work on
  /// @throws IOException if a small file cannot be written
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[1]);
    Path rows = folder.resolve("rows.arrow");
    if (arguments[0].equals("file")) {
      write(rows);
    }
    if (!arguments[0].equals("brief")) {
      ArrowStart.begin();
    }
    for (List<String> command : commands(arguments[0], folder, rows.toString())) {
      run(command);
    }
  }

  private static List<List<String>> commands(String group, Path folder, String rows) {
    String parquet = folder.resolve("rows.parquet").toString();
    String lake = folder.resolve("lake").toString();
    String store = folder.resolve("store").toString();
    return switch (group) {
      case "file" ->
          List.of(
              List.of("convert", "--help"),
              List.of("convert", rows, "-o", parquet),
              List.of("verify", parquet));
      case "brief" -> List.of(List.of("--version"), List.of("--help"), List.of("inspect", parquet));
      case "all" ->
          List.of(
              List.of("write", rows, "--warehouse", lake, "--table", "training.rows"),
              List.of("inspect", "--warehouse", lake, "--table", "training.rows"),
              List.of("inspect", parquet, "--json"),
              List.of("convert", rows, "-o", parquet, "--force", "--json"),
              List.of("store", "write", store, "rows", "--input", rows),
              List.of("store", "read", store, "rows", "--limit", "1"));
      default ->
          throw new IllegalArgumentException("group: expected file, brief or all, got " + group);
    };
  }

  private static void run(List<String> command) {
    try (PrintStream none =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      int code =
          Main.run(
              Channels.newChannel(new ByteArrayInputStream(new byte[0])),
              none,
              System.err,
              false,
              command.toArray(String[]::new));
      if (code != Main.OK) {
        throw new IllegalStateException(
            String.join(" ", command) + ": expected exit code 0, got " + code);
      }
    }
  }

  private static void write(Path file) throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        BigIntVector number = new BigIntVector("number", allocator);
        Float8Vector price = new Float8Vector("price", allocator);
        VarCharVector name = new VarCharVector("name", allocator);
        VectorSchemaRoot root = VectorSchemaRoot.of(number, price, name);
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        ArrowFileWriter writer = new ArrowFileWriter(root, null, channel)) {
      for (int i = 0; i < ROWS; i++) {
        number.setSafe(i, i);
        price.setSafe(i, i / 100.0);
        name.setSafe(i, ("name " + i % 10).getBytes(StandardCharsets.UTF_8));
      }
      root.setRowCount(ROWS);
      writer.start();
      writer.writeBatch();
      writer.end();
    }
  }
}

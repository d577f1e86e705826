package dev.frazil.engine.cli;

import dev.frazil.engine.FrazilException;
import dev.frazil.engine.file.ByteSource;
import dev.frazil.engine.file.ChannelSink;
import dev.frazil.engine.file.FileConcatenation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `frazil concat`: the row groups of several Parquet files in one.
@Command(
    name = "concat",
    description = {
      "Moves the row groups of Parquet files of one schema into one file, without decoding them.",
      "Pages, statistics, indexes and bloom filters stay as they are; key-value metadata is that of"
          + " the first file. The file appears under its name when it is complete."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  frazil concat -o year.parquet january.parquet february.parquet march.parquet"})
final class ConcatCommand implements Callable<Integer> {
  private final CommandStreams streams;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE.parquet",
      description = "Parquet files of any writer, in the order of their rows.")
  private List<Path> inputs = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE.parquet",
      description = "The file to write. Its folder must exist.")
  private Path output = Path.of("");

  @Option(names = "--force", description = "Replace the file when it exists.")
  private boolean force;

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  /// Creates the command.
  ///
  /// @param streams what it prints on
  ConcatCommand(CommandStreams streams) {
    this.streams = streams;
  }

  /// What `concat` wrote.
  ///
  /// @param path the file
  /// @param rows its rows
  /// @param bytes its length
  /// @param splitOffsets where each row group starts
  /// @param strayKeys keys of metadata that later files have otherwise than the first
  record Report(
      String path, long rows, long bytes, List<Long> splitOffsets, SortedSet<String> strayKeys) {}

  @Override
  public Integer call() throws IOException {
    OutputFile.requireFree(output, inputs, force);
    FileConcatenation.Receipt receipt = concatenate();
    if (json) {
      Json.print(
          streams.out(),
          new Report(
              output.toString(),
              receipt.rowCount(),
              receipt.length(),
              receipt.splitOffsets(),
              receipt.strayKeys()));
    } else {
      print(receipt);
    }
    streams.requirePrinted(output + " is written");
    return Main.OK;
  }

  private FileConcatenation.Receipt concatenate() throws IOException {
    try (FileConcatenation concatenation = new FileConcatenation(ChannelSink.open(output))) {
      for (Path input : inputs) {
        try (ByteSource source = ByteSource.ofPath(input)) {
          concatenation.append(source);
        }
      }
      return concatenation.finish();
    } catch (FrazilException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    }
  }

  private void print(FileConcatenation.Receipt receipt) {
    streams
        .out()
        .println(
            OutputFile.summary(
                output, receipt.rowCount(), receipt.splitOffsets().size(), receipt.length()));
    if (!receipt.strayKeys().isEmpty()) {
      streams
          .out()
          .println(
              "key-value metadata of the first file; others differ in: "
                  + Printable.line(String.join(", ", receipt.strayKeys())));
    }
  }
}

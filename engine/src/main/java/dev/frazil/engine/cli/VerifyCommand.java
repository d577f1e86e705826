package dev.frazil.engine.cli;

import dev.frazil.engine.file.ByteSource;
import dev.frazil.engine.verify.FileVerifier;
import dev.frazil.engine.verify.Lie;
import dev.frazil.engine.verify.Verification;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `frazil verify`: whether Parquet files tell the truth about their values.
@Command(
    name = "verify",
    description = {
      "Decodes the values of Parquet files and compares what is said of them: statistics, sizes,"
          + " offsets, checksums, page indexes, Bloom filters, sort order.",
      "Prints each statement that is not true, and what could not be verified. Reads files of any"
          + " writer."
    },
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing that was verified is untrue",
      "1:something is untrue, or a file cannot be read",
      "2:the command line is not understood"
    },
    footerHeading = "%nExamples:%n",
    footer = {"  frazil verify flights.parquet", "  frazil verify lake/*.parquet --json"})
final class VerifyCommand implements Callable<Integer> {
  private final CommandStreams streams;

  @Parameters(arity = "1..*", paramLabel = "FILE.parquet", description = "The Parquet files.")
  private List<Path> files = List.of();

  @Option(names = "--json", description = "Print the reports as JSON.")
  private boolean json;

  /// Creates the command.
  ///
  /// @param streams what it prints on
  VerifyCommand(CommandStreams streams) {
    this.streams = streams;
  }

  /// What `verify` prints for machines.
  ///
  /// @param files one report a file, in the order of the command line
  record Report(List<VerifyReport> files) {}

  @Override
  public Integer call() {
    List<VerifyReport> reports = new ArrayList<>();
    boolean sound = true;
    try (Progress progress = new Progress(streams.err(), streams.progress(), "values")) {
      for (Path file : files) {
        try (ByteSource source = ByteSource.ofPath(file)) {
          sound &= verify(source, progress, reports);
        } catch (IOException e) {
          progress.erase();
          streams.err().println("frazil: " + ErrorLine.of(e));
          sound = false;
        }
      }
    }
    if (json) {
      Json.print(streams.out(), new Report(reports));
    }
    streams.requirePrinted("the files are verified");
    return sound ? Main.OK : Main.FAILURE;
  }

  /// Only the report for machines holds lies: a file may have more than fit into memory.
  private boolean verify(ByteSource source, Progress progress, List<VerifyReport> reports)
      throws IOException {
    List<Lie> lies = new ArrayList<>();
    Verification verification =
        FileVerifier.verify(
            source,
            lie -> {
              if (json) {
                lies.add(lie);
              } else {
                progress.erase();
                print(source, lie.toString());
              }
            },
            progress::advance);
    progress.erase();
    if (json) {
      reports.add(VerifyReport.of(source.name(), verification, lies));
    } else {
      print(source, summary(verification));
      verification
          .unverified()
          .forEach((reason, columns) ->
              print(
                  source,
                  "not verified: "
                      + reason
                      + (columns.isEmpty() ? "" : ": " + String.join(", ", columns))));
    }
    return verification.lies() == 0;
  }

  private void print(ByteSource source, String line) {
    streams.out().println(Printable.line(source.name() + ": " + line));
  }

  private static String summary(Verification verification) {
    return "%s, verified %s, %s, %s, %s, %s, %s, %s, %s"
        .formatted(
            Counted.of(verification.lies(), "lie"),
            Counted.of(verification.rowGroups(), "row group"),
            Counted.of(verification.columnChunks(), "column chunk"),
            Counted.of(verification.pages(), "page"),
            Counted.of(verification.values(), "value"),
            Counted.of(verification.checksums(), "checksum"),
            Counted.of(verification.columnIndexes(), "column index", "column indexes"),
            Counted.of(verification.offsetIndexes(), "offset index", "offset indexes"),
            Counted.of(verification.bloomFilters(), "Bloom filter"));
  }
}

package dev.frazil.engine.cli;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.store.Snapshot;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `frazil store snapshot`: what is there to be read, without its rows.
@Command(
    name = "snapshot",
    description = {
      "Prints the token of a version's files as they are at this moment, and the columns.",
      "'frazil store read --snapshot' reads the same files by it, however many are appended later."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  frazil store snapshot data flights",
      "  frazil store snapshot data flights --as-of 2026-11-30 --json"
    })
final class StoreSnapshotCommand implements Callable<Integer> {
  private final CommandStreams streams;

  @SuppressWarnings("UnusedVariable") // picocli answers it
  @Mixin
  private HelpFlag help = new HelpFlag();

  @Mixin private ProfileArguments profile = new ProfileArguments();

  @Mixin private VersionChoice choice = new VersionChoice();

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  /// Creates the command.
  ///
  /// @param streams what it prints on
  StoreSnapshotCommand(CommandStreams streams) {
    this.streams = streams;
  }

  /// A snapshot.
  ///
  /// @param profile the key as a path
  /// @param token reads the same files again
  /// @param version the version
  /// @param format `parquet` or `csv`
  /// @param files how many data files
  /// @param columns the columns in order
  record Report(
      String profile, String token, long version, String format, int files, List<Column> columns) {}

  /// A column.
  ///
  /// @param name its name
  /// @param type its Arrow type
  /// @param nullable whether it may hold nulls
  record Column(String name, String type, boolean nullable) {
    private static Column of(ArrowField field) {
      return new Column(field.name(), field.type().toString(), field.nullable());
    }
  }

  @Override
  public Integer call() throws IOException {
    Report report;
    try (Snapshot snapshot = profile.store().openExisting().read(profile.key(), choice.request())) {
      report =
          new Report(
              profile.path(),
              snapshot.token(),
              snapshot.version(),
              snapshot.format().extension(),
              snapshot.indexes().size(),
              snapshot.schema().fields().stream().map(Column::of).toList());
    }
    if (json) {
      Json.print(streams.out(), report);
    } else {
      print(report);
    }
    return Main.OK;
  }

  private void print(Report report) {
    streams
        .out()
        .printf("%s  (%s, %s)%n", report.token, Counted.of(report.files, "file"), report.format);
    TextTable table = new TextTable(3, 3, "column", "type", "nulls");
    for (Column column : report.columns) {
      table.add(column.name, column.type, column.nullable ? "yes" : "no");
    }
    table.print(streams.out());
  }
}

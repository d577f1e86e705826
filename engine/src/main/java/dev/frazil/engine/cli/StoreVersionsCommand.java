package dev.frazil.engine.cli;

import dev.frazil.engine.store.CommittedVersion;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `frazil store versions`: what can be read of a profile.
@Command(
    name = "versions",
    description = "Lists the versions of a profile that can be read, the latest one last.",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  frazil store versions data flights",
      "  frazil store versions data sales/orders --json"
    })
final class StoreVersionsCommand implements Callable<Integer> {
  private final CommandStreams streams;

  @Mixin private ProfileArguments profile = new ProfileArguments();

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  /// Creates the command.
  ///
  /// @param streams what it prints on
  StoreVersionsCommand(CommandStreams streams) {
    this.streams = streams;
  }

  /// The versions of a profile.
  ///
  /// @param profile its key as a path
  /// @param versions ascending
  record Report(String profile, List<Entry> versions) {}

  /// A version.
  ///
  /// @param version its number
  /// @param format `parquet` or `csv`
  /// @param files how many data files
  /// @param bytes their lengths
  /// @param committedAt when, by the file server's clock, in UTC
  /// @param parent the version before; null for none, and for what Python wrote
  /// @param rollbackOf the version whose files it took over, or null
  /// @param compactionOf the version whose rows it merged, or null
  /// @param note the writer's note, or null
  /// @param tags its tags
  record Entry(
      long version,
      String format,
      int files,
      long bytes,
      String committedAt,
      @Nullable Long parent,
      @Nullable Long rollbackOf,
      @Nullable Long compactionOf,
      @Nullable String note,
      List<String> tags) {

    private static Entry of(CommittedVersion version) {
      return new Entry(
          version.number(),
          version.format().extension(),
          version.fileCount(),
          version.byteCount(),
          version.committedAt().toString(),
          version.parent(),
          version.rollbackOf(),
          version.compactionOf(),
          version.note(),
          version.tags());
    }

    /// Where the rows come from, if not from the writer, and what was noted of it.
    private String remark() {
      String origin =
          rollbackOf != null
              ? "rollback to v" + rollbackOf
              : compactionOf != null ? "compaction of v" + compactionOf : "";
      String text = note == null ? "" : note;
      return origin.isEmpty() || text.isEmpty() ? origin + text : origin + ": " + text;
    }
  }

  @Override
  public Integer call() throws IOException {
    List<Entry> entries =
        profile.store().openExisting().versions(profile.key()).stream().map(Entry::of).toList();
    if (json) {
      Json.print(streams.out(), new Report(profile.path(), entries));
    } else {
      print(entries);
    }
    return Main.OK;
  }

  private void print(List<Entry> entries) {
    TextTable table =
        new TextTable(2, 4, "version", "format", "files", "bytes", "committed", "tags", "note");
    for (Entry entry : entries) {
      table.add(
          "v" + entry.version,
          entry.format,
          Counted.of(entry.files),
          Counted.of(entry.bytes),
          entry.committedAt,
          String.join(", ", entry.tags),
          entry.remark());
    }
    table.print(streams.out());
  }
}

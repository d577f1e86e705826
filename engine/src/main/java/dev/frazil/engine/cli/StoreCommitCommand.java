package dev.frazil.engine.cli;

import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.store.DatasetStore;
import dev.frazil.engine.store.ProfileKey;
import dev.frazil.engine.store.WriteRequest;
import dev.frazil.engine.store.WriteResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `frazil store commit`: new versions of several profiles at once.
@Command(
    name = "commit",
    description = {
      "Writes new versions of several profiles, all of which become readable at one moment.",
      "Pyrosome's readers see them one after the other."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  frazil store commit data --profile sales/orders=orders.arrow \\",
      "      --profile sales/customers=customers.csv --note 'night run'"
    })
final class StoreCommitCommand implements Callable<Integer> {
  private final CommandStreams streams;

  @Mixin private StoreDirectory directory = new StoreDirectory();

  @Option(
      names = {"-p", "--profile"},
      required = true,
      paramLabel = "KEY=FILE",
      converter = StoreFlagReader.Profile.class,
      description =
          "A profile's key, as a path, and its rows: Arrow IPC, Parquet or CSV; may be repeated.")
  private List<StoreFlagReader.ProfileInput> profiles = new ArrayList<>();

  @Mixin private StoreWriteFlags flags = new StoreWriteFlags();

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  /// Creates the command.
  ///
  /// @param streams what it reads and prints on
  StoreCommitCommand(CommandStreams streams) {
    this.streams = streams;
  }

  /// What was committed.
  ///
  /// @param profiles one a profile
  record Report(List<StoreWriteReport> profiles) {}

  @Override
  public Integer call() throws IOException {
    List<StoreWriteReport> reports = commit().stream().map(StoreWriteReport::of).toList();
    if (json) {
      Json.print(streams.out(), new Report(reports));
    } else {
      reports.forEach(report -> streams.out().println(report.line()));
    }
    streams.requirePrinted("the versions are committed");
    return Main.OK;
  }

  private List<WriteResult> commit() throws IOException {
    WriteRequest request = flags.request();
    DatasetStore store = directory.open();
    Map<ProfileKey, RecordBatchSource> rows = new LinkedHashMap<>();
    try (Progress progress = new Progress(streams.err(), streams.progress())) {
      for (StoreFlagReader.ProfileInput profile : profiles) {
        ProfileKey key = ProfileKey.of(profile.key());
        if (rows.containsKey(key)) {
          throw new CommandFailure("commit: " + key + ": expected each profile once, got it twice");
        }
        rows.put(key, BatchInput.open(profile.input(), streams.in(), progress));
      }
      return store.commit(rows, request);
    } finally {
      for (RecordBatchSource source : rows.values()) {
        source.close();
      }
    }
  }
}

package dev.frazil.engine.cli;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.scan.Filter;
import dev.frazil.engine.scan.Scan;
import dev.frazil.engine.store.DatasetStore;
import dev.frazil.engine.store.Snapshot;
import dev.frazil.engine.store.SnapshotSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `frazil store read`: rows of a version.
@Command(
    name = "read",
    description = {
      "Prints rows of one version of a profile, in the order in which they were written and"
          + " appended.",
      "Files, row groups and pages that --where, --select and --limit leave out are not decoded."
          + " What is read stays while it is read, whatever is pruned meanwhile."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nFilters:%n",
    footer = {
      Filter.GRAMMAR,
      "",
      "Examples:",
      "  frazil store read data flights --where 'delay > 60 and origin = \"SFO\"' --limit 10",
      "  frazil store read data sales orders --version 3 --select id,total --csv",
      "  frazil store read data sales --recursive --as-of 2026-11-30T12:00Z --json",
      "  frazil store read data flights --output flights.arrow --threads 4"
    })
final class StoreReadCommand implements Callable<Integer> {
  private final CommandStreams streams;

  @SuppressWarnings("UnusedVariable") // picocli answers it
  @Mixin
  private HelpFlag help = new HelpFlag();

  @Mixin private PrefixArguments profile = new PrefixArguments();

  @Option(
      names = {"-r", "--recursive"},
      description = "Read the profiles at and below the key as one, in the order of their keys.")
  private boolean recursive;

  @Mixin private VersionChoice choice = new VersionChoice();

  @Option(
      names = "--select",
      paramLabel = "COLUMN,...",
      converter = StoreFlagReader.Columns.class,
      description = "Print these columns, in this order; a name with a comma in `backquotes`.")
  private StoreFlagReader.@Nullable Names columns;

  @Option(
      names = "--where",
      paramLabel = "FILTER",
      converter = StoreFlagReader.Where.class,
      description = "Print the rows for which this is true; see below. May be repeated.")
  private List<Filter> filters = new ArrayList<>();

  @Option(
      names = "--limit",
      paramLabel = "N",
      converter = StoreFlagReader.Limit.class,
      description = "Print N rows at most.")
  private @Nullable Long limit;

  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = FlagReader.Count.class,
      description = "Read N files at once (default: 1); the order of rows stays.")
  private @Nullable Integer threads;

  @ArgGroup private Form form = new Form();

  @Option(names = "--force", description = "Replace the file of --output when it exists.")
  private boolean force;

  /// In which form rows come out; none for a table.
  static final class Form {
    @Option(names = "--json", description = "Print one JSON object a line.")
    private boolean json;

    @Option(names = "--csv", description = "Print CSV with a header.")
    private boolean csv;

    @Option(
        names = {"-o", "--output"},
        paramLabel = "FILE.arrow",
        description = "Write an Arrow IPC file, which appears when it is complete.")
    private @Nullable Path output;

    private RowOutput printed() {
      return json ? RowOutput.JSON : csv ? RowOutput.CSV : RowOutput.TABLE;
    }
  }

  /// Creates the command.
  ///
  /// @param streams what it prints on
  StoreReadCommand(CommandStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    if (form.output != null) {
      OutputFile.requireFree(form.output, List.of(), force);
    }
    DatasetStore store = profile.store().openExisting();
    if (recursive) {
      try (SnapshotSet snapshots = profile.readAll(store, choice.request())) {
        show(snapshots.scan());
      }
    } else {
      try (Snapshot snapshot = store.read(profile.key(), choice.request())) {
        show(snapshot.scan());
      }
    }
    return Main.OK;
  }

  private void show(Scan all) throws IOException {
    Scan scan = narrowed(all);
    if (form.output != null) {
      write(scan, form.output);
      return;
    }
    try (RecordBatchSource rows = scan.open()) {
      form.printed().print(rows, streams.out());
    } catch (SchemaException e) {
      throw new CommandFailure(profile.name() + ": " + e.getMessage(), e);
    }
  }

  private Scan narrowed(Scan all) {
    Scan scan = all;
    for (Filter filter : filters) {
      scan = scan.where(filter);
    }
    if (columns != null) {
      scan = scan.select(columns.columns());
    }
    if (limit != null) {
      scan = scan.limit(limit);
    }
    return threads == null ? scan : scan.parallelism(threads);
  }

  private void write(Scan scan, Path output) throws IOException {
    long rows;
    try (Progress progress = new Progress(streams.err(), streams.progress());
        BufferAllocator allocator = new RootAllocator();
        ArrowReader reader = scan.open(allocator)) {
      rows = IpcOutput.write(reader, output, progress);
    }
    streams.out().println(Printable.line(output.toString()) + ": " + Counted.of(rows, "row"));
    streams.requirePrinted(output + " is written");
  }
}

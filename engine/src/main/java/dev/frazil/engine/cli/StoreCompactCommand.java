package dev.frazil.engine.cli;

import dev.frazil.engine.store.CompactRequest;
import dev.frazil.engine.store.CompactResult;
import dev.frazil.engine.store.DatasetStore;
import dev.frazil.engine.store.ProfileKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `frazil store compact`: many files of a version into one.
@Command(
    name = "compact",
    description = {
      "Merges the files of the latest version into one, as a new version.",
      "The rows and their order stay, and appends that come meanwhile are not lost. The old version"
          + " stays until it is pruned."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  frazil store compact data flights",
      "  frazil store compact data --recursive --min-files 100 --codec zstd:9"
    })
final class StoreCompactCommand implements Callable<Integer> {
  private final CommandStreams streams;

  @Mixin private PrefixArguments profile = new PrefixArguments();

  @Option(
      names = {"-r", "--recursive"},
      description = "Compact the profiles at and below the key; without a key, all of them.")
  private boolean recursive;

  @Option(
      names = "--min-files",
      paramLabel = "N",
      converter = StoreFlagReader.FileCount.class,
      description = "Do nothing where there are fewer files (default: 2).")
  private int minFiles = CompactRequest.DEFAULT.minFiles();

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      description = "A text to be kept with the version.")
  private @Nullable String note;

  @Mixin private WriterFlags writer = new WriterFlags();

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  /// Creates the command.
  ///
  /// @param streams what it prints on
  StoreCompactCommand(CommandStreams streams) {
    this.streams = streams;
  }

  /// What was compacted.
  ///
  /// @param profiles one a profile
  record Report(List<Entry> profiles) {}

  /// What was compacted of a profile.
  ///
  /// @param profile its key as a path
  /// @param source the version that was the latest one
  /// @param version the version with its rows in fewer files; the source if it had too few files
  /// @param filesBefore files of the source
  /// @param filesAfter files of the version
  record Entry(String profile, long source, long version, int filesBefore, int filesAfter) {
    private static Entry of(CompactResult result) {
      return new Entry(
          StoreWriteReport.path(result.key()),
          result.source(),
          result.version(),
          result.filesBefore(),
          result.filesAfter());
    }

    private String line() {
      String path = Printable.line(profile);
      return version == source
          ? "%s: v%d has %s, nothing to compact"
              .formatted(path, source, Counted.of(filesBefore, "file"))
          : "%s: v%d has the rows of v%d in %s"
              .formatted(path, version, source, Counted.of(filesAfter, "file"));
    }
  }

  @Override
  public Integer call() throws IOException {
    CompactRequest request =
        CompactRequest.DEFAULT.withMinFiles(minFiles).withWriter(writer.options());
    if (note != null) {
      request = request.withNote(note);
    }
    DatasetStore store = profile.store().openExisting();
    List<Entry> entries = new ArrayList<>();
    try (Progress progress = new Progress(streams.err(), streams.progress(), "profiles")) {
      for (ProfileKey key : profile.profiles(store, recursive)) {
        entries.add(Entry.of(store.compact(key, request)));
        progress.advance(1);
      }
    }
    if (json) {
      Json.print(streams.out(), new Report(entries));
    } else {
      entries.forEach(entry -> streams.out().println(entry.line()));
    }
    streams.requirePrinted("the rows are compacted");
    return Main.OK;
  }
}

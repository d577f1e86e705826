package dev.frazil.engine.cli;

import dev.frazil.engine.store.DatasetStore;
import dev.frazil.engine.store.ProfileKey;
import dev.frazil.engine.store.PruneRequest;
import dev.frazil.engine.store.PruneResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `frazil store prune`: deletes versions that nobody needs.
@Command(
    name = "prune",
    description = {
      "Deletes old versions of a profile, and what killed processes left behind.",
      "A version goes only if every rule lets it go; the latest one, and what is being read, stays"
          + " in any case."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  frazil store prune data flights --dry-run",
      "  frazil store prune data flights --keep 5 --older-than 7d",
      "  frazil store prune data --recursive --older-than 30d --json"
    })
final class StorePruneCommand implements Callable<Integer> {
  private final CommandStreams streams;

  @Mixin private PrefixArguments profile = new PrefixArguments();

  @Option(
      names = {"-r", "--recursive"},
      description = "Prune the profiles at and below the key; without a key, all of them.")
  private boolean recursive;

  @Option(
      names = "--keep",
      paramLabel = "N",
      converter = FlagReader.Count.class,
      description = "Keep the N newest versions of each format (default: 1).")
  private @Nullable Integer keep;

  @Option(
      names = "--older-than",
      paramLabel = "AGE",
      converter = StoreFlagReader.Age.class,
      description =
          "Keep what was the latest version within this time: a number with s, m, h, d or w"
              + " (default: 24h). It is what protects Python's readers, which leave no sign.")
  private @Nullable Duration olderThan;

  @Option(names = "--drop-tagged", description = "Do not keep versions because of their tags.")
  private boolean dropTagged;

  @Option(
      names = {"-n", "--dry-run"},
      description = "Say what would go, and change nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  /// Creates the command.
  ///
  /// @param streams what it prints on
  StorePruneCommand(CommandStreams streams) {
    this.streams = streams;
  }

  /// What was pruned.
  ///
  /// @param dryRun whether it only would have been
  /// @param profiles one a profile
  record Report(boolean dryRun, List<Entry> profiles) {}

  /// What was pruned of a profile.
  ///
  /// @param profile its key as a path
  /// @param pruned versions that went
  /// @param held versions that stay because they are in use
  record Entry(String profile, List<Long> pruned, List<Long> held) {
    private String line(String verb) {
      String path = Printable.line(profile);
      String went = pruned.isEmpty() ? "nothing to prune" : verb + " " + numbers(pruned);
      return path + ": " + went + (held.isEmpty() ? "" : "; in use: " + numbers(held));
    }

    private static String numbers(List<Long> versions) {
      return versions.stream().map(number -> "v" + number).collect(Collectors.joining(", "));
    }
  }

  @Override
  public Integer call() throws IOException {
    DatasetStore store = profile.store().openExisting();
    List<Entry> entries = new ArrayList<>();
    for (ProfileKey key : profile.profiles(store, recursive)) {
      PruneResult result = store.prune(key, request());
      entries.add(new Entry(StoreWriteReport.path(key), result.pruned(), result.held()));
    }
    if (json) {
      Json.print(streams.out(), new Report(dryRun, entries));
    } else {
      entries.forEach(
          entry -> streams.out().println(entry.line(dryRun ? "would prune" : "pruned")));
    }
    if (!dryRun) {
      streams.requirePrinted("the versions are pruned");
    }
    return Main.OK;
  }

  private PruneRequest request() {
    PruneRequest.Builder request = PruneRequest.builder().keepTags(!dropTagged).dryRun(dryRun);
    if (keep != null) {
      request.keep(keep);
    }
    if (olderThan != null) {
      request.olderThan(olderThan);
    }
    return request.build();
  }
}

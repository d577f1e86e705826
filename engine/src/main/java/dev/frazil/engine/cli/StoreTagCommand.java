package dev.frazil.engine.cli;

import dev.frazil.engine.store.DatasetStore;
import dev.frazil.engine.store.ProfileKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `frazil store tag`: names of versions.
@Command(
    name = "tag",
    description = {
      "Lists the tags of a profile, tags a version, or takes a tag away.",
      "A tagged version stays when others are pruned. A tag of another version must be deleted"
          + " before it can be given again."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  frazil store tag data flights",
      "  frazil store tag data flights --name audited --version 3",
      "  frazil store tag data flights --delete audited"
    })
final class StoreTagCommand implements Callable<Integer> {
  private final CommandStreams streams;

  @SuppressWarnings("UnusedVariable") // picocli answers it
  @Mixin
  private HelpFlag help = new HelpFlag();

  @Mixin private ProfileArguments profile = new ProfileArguments();

  @ArgGroup private Change change = new Change();

  @Option(
      names = "--version",
      paramLabel = "N",
      converter = StoreFlagReader.VersionNumber.class,
      description = "The version that --name is given to (default: the latest one).")
  private @Nullable Long version;

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  /// What is changed; neither to list the tags alone.
  static final class Change {
    @Option(names = "--name", paramLabel = "NAME", description = "Give a version this tag.")
    private @Nullable String name;

    @Option(names = "--delete", paramLabel = "NAME", description = "Take this tag away.")
    private @Nullable String deleted;
  }

  /// Creates the command.
  ///
  /// @param streams what it prints on
  StoreTagCommand(CommandStreams streams) {
    this.streams = streams;
  }

  /// The tags of a profile.
  ///
  /// @param profile its key as a path
  /// @param tags in the order of their names
  record Report(String profile, List<Entry> tags) {}

  /// A tag.
  ///
  /// @param name the tag
  /// @param version the version
  record Entry(String name, long version) {}

  @Override
  public Integer call() throws IOException {
    if (version != null && change.name == null) {
      throw new ParameterException(spec.commandLine(), "tag: expected --name with --version");
    }
    DatasetStore store = profile.store().openExisting();
    ProfileKey key = profile.key();
    if (change.name != null) {
      store.tag(key, change.name, version != null ? version : latest(store, key));
    } else if (change.deleted != null) {
      store.untag(key, change.deleted);
    }
    print(store.tags(key));
    return Main.OK;
  }

  private static long latest(DatasetStore store, ProfileKey key) throws IOException {
    return store
        .latest(key)
        .orElseThrow(() -> new CommandFailure("tag: " + key + ": expected a version, found none"));
  }

  private void print(Map<String, Long> tags) {
    List<Entry> entries = new ArrayList<>();
    tags.forEach((name, number) -> entries.add(new Entry(name, number)));
    if (json) {
      Json.print(streams.out(), new Report(profile.path(), entries));
    } else {
      TextTable table = new TextTable(2, 2, "tag", "version");
      entries.forEach(entry -> table.add(entry.name, "v" + entry.version));
      table.print(streams.out());
    }
  }
}

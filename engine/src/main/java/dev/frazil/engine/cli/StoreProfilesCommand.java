package dev.frazil.engine.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `frazil store profiles`: the keys of a store.
@Command(
    name = "profiles",
    description = "Lists the profiles of a store, or those at and below a key.",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  frazil store profiles data", "  frazil store profiles data sales --json"})
final class StoreProfilesCommand implements Callable<Integer> {
  private final CommandStreams streams;

  @Mixin private PrefixArguments prefix = new PrefixArguments();

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  /// Creates the command.
  ///
  /// @param streams what it prints on
  StoreProfilesCommand(CommandStreams streams) {
    this.streams = streams;
  }

  /// The profiles of a store.
  ///
  /// @param profiles their keys as paths
  record Report(List<String> profiles) {}

  @Override
  public Integer call() throws IOException {
    List<String> paths =
        prefix.profiles(prefix.store().openExisting(), true).stream()
            .map(StoreWriteReport::path)
            .toList();
    if (json) {
      Json.print(streams.out(), new Report(paths));
    } else {
      paths.forEach(path -> streams.out().println(Printable.line(path)));
    }
    return Main.OK;
  }
}

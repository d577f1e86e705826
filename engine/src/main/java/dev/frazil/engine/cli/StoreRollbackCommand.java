package dev.frazil.engine.cli;

import dev.frazil.engine.store.WriteResult;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `frazil store rollback`: an old version as the latest one.
@Command(
    name = "rollback",
    description = {
      "Makes the files of an old version the latest version, under a new number.",
      "Nothing is copied where the file system has hard links, and nothing is deleted."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  frazil store rollback data flights --to 3"})
final class StoreRollbackCommand implements Callable<Integer> {
  private final CommandStreams streams;

  @Mixin private ProfileArguments profile = new ProfileArguments();

  @Option(
      names = "--to",
      required = true,
      paramLabel = "N",
      converter = StoreFlagReader.VersionNumber.class,
      description = "The version to go back to.")
  private long version;

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  /// Creates the command.
  ///
  /// @param streams what it prints on
  StoreRollbackCommand(CommandStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    WriteResult result = profile.store().openExisting().rollback(profile.key(), version);
    StoreWriteReport.of(result).print(streams, json);
    return Main.OK;
  }
}

package dev.frazil.engine.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `frazil store`: the commands of a dataset store.
@Command(
    name = "store",
    description = {
      "Keeps rows as numbered versions in a plain directory that several processes share, on a"
          + " local disk or a network share.",
      "",
      "A profile is a directory below DIR; its key is one name or more: 'sales orders' and"
          + " 'sales/orders' are the same. 'write' makes version v0, v1, ... of a profile, 'append'"
          + " adds a file to a version, 'read' reads all files of one, in order. A version is there"
          + " as a whole or not at all, and old ones stay until 'prune' deletes them.",
      "",
      "  DIR/sales/orders/manifest.json   names the latest version",
      "  DIR/sales/orders/v1/0.parquet    what 'write' wrote",
      "  DIR/sales/orders/v1/1.parquet    what 'append' added",
      "",
      "Names that begin with a dot are the store's own. The directory can be shared with pyrosome."
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  frazil store write data flights --input flights.arrow",
      "  frazil store append data flights --input late.csv --token late-2001-01",
      "  frazil store read data flights --where 'delay > 60 and origin = \"SFO\"' --limit 10",
      "  frazil store versions data flights",
      "  frazil store rollback data flights --to 0",
      "  frazil store read --help"
    })
final class StoreCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  private StoreCommand() {}

  /// The command with the subcommands that a command line can reach.
  ///
  /// @param streams what they read and print on
  /// @param arguments the whole command line
  static CommandLine of(CommandStreams streams, List<String> arguments) {
    Subcommands commands =
        new Subcommands()
            .add("write", StoreWriteCommand.class, () -> new StoreWriteCommand(streams))
            .add("append", StoreAppendCommand.class, () -> new StoreAppendCommand(streams))
            .add("read", StoreReadCommand.class, () -> new StoreReadCommand(streams))
            .add("versions", StoreVersionsCommand.class, () -> new StoreVersionsCommand(streams))
            .add("profiles", StoreProfilesCommand.class, () -> new StoreProfilesCommand(streams))
            .add("snapshot", StoreSnapshotCommand.class, () -> new StoreSnapshotCommand(streams))
            .add("tag", StoreTagCommand.class, () -> new StoreTagCommand(streams))
            .add("rollback", StoreRollbackCommand.class, () -> new StoreRollbackCommand(streams))
            .add("prune", StorePruneCommand.class, () -> new StorePruneCommand(streams))
            .add("compact", StoreCompactCommand.class, () -> new StoreCompactCommand(streams))
            .add("commit", StoreCommitCommand.class, () -> new StoreCommitCommand(streams));
    return commands.addTo(
        new CommandLine(new StoreCommand()),
        arguments.subList(arguments.indexOf("store") + 1, arguments.size()));
  }

  /// Complains that there is no command.
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "store: expected a command: " + String.join(", ", spec.subcommands().keySet()));
  }
}

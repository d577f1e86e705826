package dev.frazil.engine.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;

/// The commands of a command, of which only those are made that a command line can reach: picocli
/// reads the annotations of a command by reflection, and to read those of all commands would take
/// longer than all else that happens before a command starts.
final class Subcommands {
  private final Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();

  /// Adds a command.
  ///
  /// @param name its name
  /// @param command makes it
  /// @return this
  Subcommands add(String name, Supplier<CommandLine> command) {
    commands.put(name, command);
    return this;
  }

  /// Gives a command the subcommand that its arguments begin with. Without one it gets all of them,
  /// for its help and for the suggestion of a name that was mistyped, and none to tell the version.
  ///
  /// @param command the command
  /// @param arguments what follows its name on the command line
  /// @return the command
  CommandLine addTo(CommandLine command, List<String> arguments) {
    if (arguments.equals(List.of("--version")) || arguments.equals(List.of("-V"))) {
      return command;
    }
    Optional<Supplier<CommandLine>> named =
        arguments.stream()
            .filter(argument -> !argument.startsWith("-"))
            .findFirst()
            .map(commands::get);
    named
        .map(List::of)
        .orElseGet(() -> List.copyOf(commands.values()))
        .forEach(each -> command.addSubcommand(each.get()));
    return command;
  }
}

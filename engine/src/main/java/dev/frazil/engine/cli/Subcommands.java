package dev.frazil.engine.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/// The commands of a command, of which only those are made that a command line can reach: picocli
/// reads the annotations of a command by reflection, and to read those of all commands would take
/// longer than all else that happens before a command starts.
final class Subcommands {
  private final Map<String, Subcommand> commands = new LinkedHashMap<>();

  private record Subcommand(Class<?> type, Supplier<?> maker) {
    /// The command, or a command line of it where it has commands of its own.
    Object made() {
      return maker.get();
    }

    /// Without flags: what the help of the command above it prints of it.
    Object described() {
      CommandSpec spec = CommandSpec.create();
      spec.usageMessage()
          .description(Objects.requireNonNull(type.getAnnotation(Command.class)).description());
      return spec;
    }
  }

  /// Adds a command.
  ///
  /// @param name its name
  /// @param type its class, which has the annotation [Command]
  /// @param maker makes it, or a [CommandLine] of it
  /// @return this
  Subcommands add(String name, Class<?> type, Supplier<?> maker) {
    commands.put(name, new Subcommand(type, maker));
    return this;
  }

  /// Gives a command the subcommand that its arguments begin with. Without one it gets all of them:
  /// by their descriptions alone when it is asked for its help, else whole, for the suggestion of a
  /// name that was mistyped.
  ///
  /// @param command the command
  /// @param arguments what follows its name on the command line
  /// @return the command
  CommandLine addTo(CommandLine command, List<String> arguments) {
    Optional<String> named =
        arguments.stream().filter(argument -> !argument.startsWith("-")).findFirst();
    if (named.isPresent() && commands.containsKey(named.get())) {
      return command.addSubcommand(named.get(), commands.get(named.get()).made());
    }
    boolean help = arguments.equals(List.of("--help")) || arguments.equals(List.of("-h"));
    commands.forEach(
        (name, each) -> command.addSubcommand(name, help ? each.described() : each.made()));
    return command;
  }
}

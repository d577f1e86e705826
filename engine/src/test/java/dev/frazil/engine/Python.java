package dev.frazil.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A Python that has polars, the library of the original store: `python3` on the path, or the one
/// that the system property `frazil.python` names.
public final class Python {
  private static final Optional<Python> WITH_POLARS = find();

  private final String executable;

  private Python(String executable) {
    this.executable = executable;
  }

  /// The interpreter, where there is one with polars.
  public static Optional<Python> withPolars() {
    return WITH_POLARS;
  }

  private static Optional<Python> find() {
    Python python = new Python(System.getProperty("frazil.python", "python3"));
    try {
      python.run("import polars");
      return Optional.of(python);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// A process that is to run a script.
  ///
  /// @param script the text of the script
  /// @param arguments its arguments
  /// @return the process, not started
  public ProcessBuilder process(String script, Object... arguments) {
    return new ProcessBuilder(command(List.of("-c", script), arguments));
  }

  /// The command line of a script in a file.
  ///
  /// @param script the file
  /// @param arguments the script's arguments
  /// @return the interpreter, the file and the arguments
  public List<String> command(Path script, Object... arguments) {
    return command(List.of(script.toString()), arguments);
  }

  private List<String> command(List<String> script, Object... arguments) {
    List<String> command = new ArrayList<>();
    command.add(executable);
    command.addAll(script);
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return command;
  }

  /// Runs a script.
  ///
  /// @param script the text of the script
  /// @param arguments its arguments
  /// @return what it printed
  /// @throws IOException if it cannot be run or fails, with what it printed
  public String run(String script, Object... arguments) throws IOException {
    Process process = process(script, arguments).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(executable + ": exit code " + process.exitValue() + ": " + printed);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(executable + ": interrupted", e);
    }
    return printed;
  }
}

package dev.frazil.engine.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;

/// One run of the command in this process.
///
/// @param code the exit code
/// @param out standard output
/// @param err standard error
record CommandRun(int code, String out, String err) {

  /// Runs the command with nothing on standard input.
  static CommandRun of(String... arguments) {
    return withInput(new byte[0], arguments);
  }

  /// Runs the command with bytes on standard input.
  static CommandRun withInput(byte[] input, String... arguments) {
    return run(input, false, arguments);
  }

  /// Runs the command as if standard error were a terminal.
  static CommandRun onTerminal(String... arguments) {
    return run(new byte[0], true, arguments);
  }

  private static CommandRun run(byte[] input, boolean progress, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        Main.run(
            Channels.newChannel(new ByteArrayInputStream(input)),
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            progress,
            arguments);
    return new CommandRun(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /// This run, after a check that it succeeded without a word on standard error.
  CommandRun succeeded() {
    if (code != 0 || !err.isEmpty()) {
      throw new AssertionError("expected success, got exit code " + code + ": " + err);
    }
    return this;
  }

  /// The one line on standard error of a run that failed with an exit code.
  String failure(int expectedCode) {
    if (code != expectedCode || !out.isEmpty() || err.lines().count() != 1) {
      throw new AssertionError(
          "expected exit code %d and one line of error, got %s".formatted(expectedCode, this));
    }
    return err.strip();
  }

  /// Standard output as JSON.
  JsonNode json() throws JsonProcessingException {
    return new ObjectMapper().readTree(out);
  }
}

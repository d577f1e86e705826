package dev.frazil.engine.cli;

import picocli.CommandLine.Option;

/// The help of a command whose `--version` means another version than that of Frazil, and which
/// therefore has not the options that others inherit.
final class HelpFlag {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  private boolean help;

  /// Whether it was asked for; picocli answers it.
  boolean help() {
    return help;
  }
}

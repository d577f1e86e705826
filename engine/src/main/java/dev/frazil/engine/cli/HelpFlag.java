package dev.frazil.engine.cli;

import picocli.CommandLine.Option;

/// The help of a command whose `--version` means another version than that of Frazil, and which
/// therefore has not the options that others inherit.
final class HelpFlag {
  @SuppressWarnings("UnusedVariable") // picocli answers it
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  private boolean help;
}

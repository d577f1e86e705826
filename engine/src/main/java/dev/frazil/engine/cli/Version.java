package dev.frazil.engine.cli;

import dev.frazil.engine.file.CreatedBy;
import picocli.CommandLine.IVersionProvider;

/// What `--version` prints: the same text that the footers of files carry.
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {CreatedBy.TEXT};
  }
}

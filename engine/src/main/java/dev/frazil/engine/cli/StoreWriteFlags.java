package dev.frazil.engine.cli;

import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.store.WriteRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// How new versions are written.
final class StoreWriteFlags {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Format of the version's files: parquet or csv (default: parquet).")
  private DataFormat format = DataFormat.PARQUET;

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      description = "A text to be kept with the version.")
  private @Nullable String note;

  @Option(
      names = "--token",
      paramLabel = "TEXT",
      description =
          "Names this write: however often it is repeated, it is made once. Other rows"
              + " under the same token are refused.")
  private @Nullable String token;

  @Mixin private WriterFlags writer = new WriterFlags();

  /// What the flags ask for.
  ///
  /// @return the request
  /// @throws ParameterException if the files are CSV and a flag is one for Parquet files
  WriteRequest request() {
    if (format == DataFormat.CSV) {
      requireNoneOfParquet();
    }
    WriteRequest request = WriteRequest.DEFAULT.withFormat(format).withWriter(writer.options());
    if (note != null) {
      request = request.withNote(note);
    }
    return token == null ? request : request.withToken(token);
  }

  private void requireNoneOfParquet() {
    CommandLine line = command.commandLine();
    writer
        .given(line.getParseResult())
        .ifPresent(flag -> {
          throw new ParameterException(
              line, flag + ": expected --format parquet, whose files alone have it, got csv");
        });
  }
}

package dev.frazil.engine.cli;

import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.store.WriteRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// How new versions are written.
final class StoreWriteFlags {
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
  WriteRequest request() {
    WriteRequest request = WriteRequest.DEFAULT.withFormat(format).withWriter(writer.options());
    if (note != null) {
      request = request.withNote(note);
    }
    return token == null ? request : request.withToken(token);
  }
}

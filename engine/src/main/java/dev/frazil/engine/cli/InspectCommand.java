package dev.frazil.engine.cli;

import dev.frazil.engine.file.ByteSource;
import dev.frazil.engine.file.FileMetadata;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `frazil inspect`: the footer of a Parquet file, and its pages.
@Command(
    name = "inspect",
    description = {
      "Prints what the footer of a Parquet file says: schema, row groups, column chunks with their"
          + " encodings, sizes and statistics. Reads files of any writer."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  frazil inspect flights.parquet",
      "  frazil inspect flights.parquet --pages --json"
    })
final class InspectCommand implements Callable<Integer> {
  private final CommandStreams streams;

  @Parameters(arity = "1", paramLabel = "FILE.parquet", description = "The Parquet file.")
  private Path file = Path.of("");

  @Option(
      names = "--pages",
      description = "Print the pages of each column chunk too, by their headers and indexes.")
  private boolean pages;

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  /// Creates the command.
  ///
  /// @param streams what it prints on
  InspectCommand(CommandStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    FileMetadata metadata;
    Map<FileMetadata.ColumnChunk, ChunkPages> chunkPages = new HashMap<>();
    try (ByteSource source = ByteSource.ofPath(file)) {
      metadata = FileMetadata.read(source);
      if (pages) {
        for (FileMetadata.RowGroup group : metadata.rowGroups()) {
          for (FileMetadata.ColumnChunk chunk : group.chunks()) {
            chunkPages.put(chunk, ChunkPages.read(source, chunk));
          }
        }
      }
    }
    if (json) {
      Json.print(streams.out(), FileReport.of(file.toString(), metadata, chunkPages));
    } else {
      new FileListing(file.toString(), metadata, chunkPages).print(streams.out());
    }
    return Main.OK;
  }
}

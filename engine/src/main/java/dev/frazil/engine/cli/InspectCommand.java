package dev.frazil.engine.cli;

import dev.frazil.engine.file.ByteSource;
import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.iceberg.EmbeddedCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `frazil inspect`: the footer of a Parquet file and its pages, or the metadata of a table.
@Command(
    name = "inspect",
    description = {
      "Prints what the footer of a Parquet file says: schema, row groups, column chunks with their"
          + " encodings, sizes and statistics. Reads files of any writer.",
      "With --table, prints what an Iceberg table says: schema, partition spec, sort order,"
          + " properties, snapshots, and the files of a snapshot with counts and bounds."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  frazil inspect flights.parquet",
      "  frazil inspect flights.parquet --pages --json",
      "  frazil inspect --warehouse lake --table demo.flights",
      "  frazil inspect --warehouse lake --table demo.flights --snapshot 408951149064399100 --json"
    })
final class InspectCommand implements Callable<Integer> {
  private final CommandStreams streams;

  @Parameters(arity = "0..1", paramLabel = "FILE.parquet", description = "The Parquet file.")
  private @Nullable Path file;

  @Option(
      names = "--pages",
      description = "Print the pages of each column chunk too, by their headers and indexes.")
  private boolean pages;

  @Option(names = "--warehouse", paramLabel = "DIR", description = "Folder of the tables.")
  private @Nullable String warehouse;

  @Option(
      names = "--table",
      paramLabel = "NS.NAME",
      converter = WriteCommand.TableName.class,
      description = "Namespace and name of a table.")
  private @Nullable TableIdentifier table;

  @Option(
      names = "--snapshot",
      paramLabel = "ID",
      description = "List the files of this snapshot rather than of the current one.")
  private @Nullable Long snapshot;

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  /// Creates the command.
  ///
  /// @param streams what it prints on
  InspectCommand(CommandStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    if (file != null) {
      require(
          warehouse == null && table == null && snapshot == null,
          "expected FILE.parquet or --warehouse and --table, got both");
      inspect(file);
    } else {
      require(
          warehouse != null && table != null,
          "expected FILE.parquet, or --warehouse and --table, got "
              + (warehouse == null && table == null ? "neither" : "one of the two"));
      require(!pages, "expected FILE.parquet with --pages, got a table");
      inspect(String.valueOf(warehouse), table);
    }
    return Main.OK;
  }

  private void require(boolean condition, String complaint) {
    if (!condition) {
      throw new ParameterException(spec.commandLine(), "inspect: " + complaint);
    }
  }

  private void inspect(String folder, @Nullable TableIdentifier identifier) throws IOException {
    TableReport report;
    try (EmbeddedCatalog catalog = EmbeddedCatalog.openExisting(folder)) {
      report =
          new TableInspection(catalog.catalog().loadTable(identifier), snapshot)
              .report(String.valueOf(identifier));
    }
    if (json) {
      Json.print(streams.out(), report);
    } else {
      new TableListing(report).print(streams.out());
    }
  }

  private void inspect(Path path) throws IOException {
    FileMetadata metadata;
    Map<FileMetadata.ColumnChunk, ChunkPages> chunkPages = new HashMap<>();
    try (ByteSource source = ByteSource.ofPath(path)) {
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
      Json.print(streams.out(), FileReport.of(path.toString(), metadata, chunkPages));
    } else {
      new FileListing(path.toString(), metadata, chunkPages).print(streams.out());
    }
  }
}

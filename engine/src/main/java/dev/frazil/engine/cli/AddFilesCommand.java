package dev.frazil.engine.cli;

import dev.frazil.engine.iceberg.EmbeddedCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `frazil add-files`: Parquet files that exist into an Iceberg table of a warehouse folder, where
/// they lie.
@Command(
    name = "add-files",
    description = {
      "Adds Parquet files of any writer to an Iceberg table, in one snapshot, by their footers.",
      "The files are not copied or moved. They belong to the table from then on: it may delete them"
          + " when its snapshots expire. Columns are found by field id, or by the table's name"
          + " mapping in files without ids. A table that is absent is created with the columns of"
          + " the first file."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nPartitions:%n",
    footer = {
      "  Without --partition-value the rows of each file must be in one partition by the file's"
          + " own",
      "  bounds: the smallest and the largest value of a partition column come to one, without a"
          + " null",
      "  beside it.",
      "",
      "Examples:",
      "  frazil add-files january.parquet february.parquet --warehouse lake --table demo.flights",
      "  frazil add-files 2024-01.parquet --warehouse lake --table demo.trips --partition"
          + " 'month(pickup)'",
      "  frazil add-files region=eu/*.parquet --warehouse lake --table demo.sales --partition-value"
          + " region=eu --json"
    })
final class AddFilesCommand implements Callable<Integer> {
  private final CommandStreams streams;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE.parquet",
      description = "Parquet files that no table has yet.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--warehouse",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the tables; made when it is absent.")
  private String warehouse = "";

  @Option(
      names = "--table",
      required = true,
      paramLabel = "NS.NAME",
      converter = WriteCommand.TableName.class,
      description = "Namespace and name of the table.")
  private @Nullable TableIdentifier table;

  @Option(
      names = "--partition",
      paramLabel = "TRANSFORM",
      converter = WriteCommand.Clause.class,
      description =
          "Partition field of a new table, in Iceberg's DDL form; may be repeated. A table that"
              + " exists must have the same.")
  private List<PartitionClause> partitions = new ArrayList<>();

  @Option(
      names = "--partition-value",
      paramLabel = "FIELD=VALUE",
      description =
          "Value of a partition field for all files, where their bounds do not tell it; for every"
              + " field or for none. A month, a year or an hour is its number since 1970;"
              + " __HIVE_DEFAULT_PARTITION__ is null. Refused where a file's bounds contradict it.")
  private Map<String, String> partitionValues = new LinkedHashMap<>();

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  /// Creates the command.
  ///
  /// @param streams what it prints on
  AddFilesCommand(CommandStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    WriteReport report;
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(warehouse)) {
      report =
          new FileRegistration(catalog, Objects.requireNonNull(table))
              .add(files, partitions, partitionValues);
    }
    if (json) {
      Json.print(streams.out(), report);
    } else {
      report.print(streams.out());
    }
    streams.requirePrinted(
        "snapshot %d of table %s is committed".formatted(report.snapshotId(), report.table()));
    return Main.OK;
  }
}

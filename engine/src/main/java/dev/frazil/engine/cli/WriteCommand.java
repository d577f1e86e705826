package dev.frazil.engine.cli;

import dev.frazil.engine.FrazilException;
import dev.frazil.engine.iceberg.EmbeddedCatalog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/// `frazil write`: Arrow IPC into an Iceberg table of a warehouse folder.
@Command(
    name = "write",
    description = {
      "Appends Arrow IPC files or streams to an Iceberg table, in one snapshot.",
      "The warehouse is a folder with the tables and their catalog, an SQLite database. A table"
          + " that is absent is created with the columns of the first input."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nPartitions:%n",
    footer = {
      "  column  identity(column)  bucket(16, column)  truncate(10, column)  year(column)",
      "  month(column)  day(column)  hour(column)  void(column); odd names in `backquotes`.",
      "",
      "Examples:",
      "  frazil write flights.arrow --warehouse lake --table demo.flights --partition"
          + " 'month(date)'",
      "  frazil write strikes.arrow --warehouse lake --table demo.strikes \\",
      "      --partition 'truncate(3, `Airport Name`)' --partition 'year(Flight Date)'",
      "  producer | frazil write - --warehouse lake --table demo.events --json"
    })
final class WriteCommand implements Callable<Integer> {
  private final CommandStreams streams;

  @Parameters(
      arity = "1..*",
      paramLabel = "INPUT",
      description = "Arrow IPC file or stream; - is standard input.")
  private List<String> inputs = new ArrayList<>();

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
      converter = TableName.class,
      description = "Namespace and name of the table.")
  private @Nullable TableIdentifier table;

  @Option(
      names = "--partition",
      paramLabel = "TRANSFORM",
      converter = Clause.class,
      description =
          "Partition field of a new table, in Iceberg's DDL form; may be repeated. A table that"
              + " exists must have the same.")
  private List<PartitionClause> partitions = new ArrayList<>();

  @Option(
      names = "--property",
      paramLabel = "KEY=VALUE",
      description =
          "Table property, such as write.parquet.compression-codec=snappy; may be repeated. Stored"
              + " with a new table; for a table that exists it holds for this write only.")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  /// Creates the command.
  ///
  /// @param streams what it reads and prints on
  WriteCommand(CommandStreams streams) {
    this.streams = streams;
  }

  /// `NS.NAME`, the namespace perhaps with dots of its own.
  static final class TableName implements ITypeConverter<TableIdentifier> {
    @Override
    public TableIdentifier convert(String value) {
      List<String> parts = List.of(value.split("\\.", -1));
      if (parts.size() < 2
          || parts.stream()
              .anyMatch(part -> part.isBlank() || part.matches(".*[/\\\\\\p{Cntrl}].*"))) {
        throw new TypeConversionException(
            "table: expected NS.NAME without empty parts and slashes, got " + value);
      }
      return TableIdentifier.parse(value);
    }
  }

  /// A `--partition` value.
  static final class Clause implements ITypeConverter<PartitionClause> {
    @Override
    public PartitionClause convert(String value) {
      try {
        return PartitionClause.parse(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }

  @Override
  public Integer call() throws IOException {
    if (inputs.stream().filter(IpcInput.STANDARD_INPUT::equals).count() > 1) {
      throw new CommandFailure("standard input: expected - once, got it several times");
    }
    WriteReport report = write();
    if (json) {
      Json.print(streams.out(), report);
    } else {
      report.print(streams.out());
    }
    streams.requirePrinted(
        "snapshot %d of table %s is committed".formatted(report.snapshotId(), report.table()));
    return Main.OK;
  }

  private WriteReport write() throws IOException {
    try (Progress progress = new Progress(streams.err(), streams.progress());
        IpcInput first = IpcInput.open(inputs.getFirst(), streams.in(), progress);
        EmbeddedCatalog catalog = EmbeddedCatalog.open(warehouse);
        TableAppend append =
            TableAppend.begin(
                catalog, Objects.requireNonNull(table), first.schema(), partitions, properties)) {
      write(first, append);
      for (String name : inputs.subList(1, inputs.size())) {
        try (IpcInput next = IpcInput.open(name, streams.in(), progress)) {
          write(next, append);
        }
      }
      return append.commit();
    }
  }

  private static void write(IpcInput input, TableAppend append) throws IOException {
    try {
      append.write(input);
    } catch (FrazilException e) {
      throw input.named(e);
    }
  }
}

package dev.frazil.engine.cli;

import dev.frazil.engine.FrazilException;
import dev.frazil.engine.align.AlignmentOptions;
import dev.frazil.engine.file.ColumnThreads;
import dev.frazil.engine.iceberg.EmbeddedCatalog;
import dev.frazil.engine.iceberg.WriteMode;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
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
      "  producer | frazil write - --warehouse lake --table demo.events --json",
      "  frazil write flights.arrow --warehouse lake --table demo.flights --mode fanout --evolve",
      "  frazil write flights.arrow --warehouse lake --table demo.sorted --sorted-by date"
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
              + " with a new table; for a table that exists it holds for this write only, and what"
              + " does not concern the writing of files is refused.")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description =
          "How rows become files: batch, one file per partition and record batch; fanout, one open"
              + " file per partition, for rows in any order; clustered, one open file, for rows"
              + " that come partition by partition (default: batch).")
  private Mode mode = Mode.BATCH;

  @Option(
      names = "--max-open-files",
      paramLabel = "N",
      converter = FlagReader.Count.class,
      description =
          "Files that --mode fanout keeps open at a time (default: 100). Each costs memory. With"
              + " more partitions than this, rows in random order end a file and begin another"
              + " again and again: many small files.")
  private @Nullable Integer maxOpenFiles;

  @Option(
      names = "--sorted-by",
      paramLabel = "COLUMN[ desc][ nulls last],...",
      converter = FlagReader.TableOrder.class,
      description =
          "Declares that the rows of each file are sorted, nulls first unless it says last; rows"
              + " that are not are refused. A new table gets the order; one that exists must have"
              + " it, and 'table' means the one it has.")
  private @Nullable SortClause order;

  @Option(
      names = "--evolve",
      description =
          "Add columns and struct members that the table lacks, as optional ones, and widen int to"
              + " long, float to double and decimals, all by the same commit. Older files read as"
              + " null there.")
  private boolean evolve;

  @Option(
      names = "--ignore-extra-columns",
      description =
          "Leave out columns and struct members that the table does not have; not with --evolve.")
  private boolean ignoreExtraColumns;

  @Option(
      names = "--truncate-time",
      description =
          "Round times and timestamps that are finer than the table's down, rather than refuse"
              + " them.")
  private boolean truncateTime;

  @Mixin private ThreadsFlag threads = new ThreadsFlag();

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  /// How rows become files.
  enum Mode {
    /// [WriteMode.Batch].
    BATCH,
    /// [WriteMode.Fanout].
    FANOUT,
    /// [WriteMode.Clustered].
    CLUSTERED
  }

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
    WriteReport report;
    try (ThreadsFlag.Started started = threads.start()) {
      report = write(request(started.columns()));
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

  private AppendRequest request(ColumnThreads columnThreads) {
    if (maxOpenFiles != null && mode != Mode.FANOUT) {
      throw new ParameterException(
          spec.commandLine(), "--max-open-files: expected --mode fanout, got another mode");
    }
    if (ignoreExtraColumns && evolve) {
      throw new ParameterException(
          spec.commandLine(), "--ignore-extra-columns: expected it without --evolve, got both");
    }
    AlignmentOptions alignment =
        AlignmentOptions.builder()
            .ignoreExtraColumns(ignoreExtraColumns)
            .truncateTime(truncateTime)
            .build();
    return new AppendRequest(
        Objects.requireNonNull(table),
        partitions,
        order,
        properties,
        writeMode(),
        alignment,
        evolve,
        columnThreads);
  }

  private WriteMode writeMode() {
    return switch (mode) {
      case BATCH -> new WriteMode.Batch();
      case FANOUT ->
          maxOpenFiles == null
              ? new WriteMode.Fanout()
              : new WriteMode.Fanout(maxOpenFiles, WriteMode.Fanout.DEFAULT_MAX_OPEN_BYTES);
      case CLUSTERED -> new WriteMode.Clustered();
    };
  }

  private WriteReport write(AppendRequest request) throws IOException {
    try (Progress progress = new Progress(streams.err(), streams.progress());
        IpcInput first = IpcInput.open(inputs.getFirst(), streams.in(), progress);
        EmbeddedCatalog catalog = EmbeddedCatalog.open(warehouse);
        TableAppend append = TableAppend.begin(catalog, request, first.schema())) {
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

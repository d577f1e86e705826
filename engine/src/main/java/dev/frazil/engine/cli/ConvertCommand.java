package dev.frazil.engine.cli;

import dev.frazil.engine.FrazilException;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.file.ChannelSink;
import dev.frazil.engine.file.FileReceipt;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `frazil convert`: Arrow IPC into one Parquet file.
@Command(
    name = "convert",
    description = {
      "Writes an Arrow IPC file or stream to one Parquet file.",
      "The file appears under its name when it is complete; a failure leaves nothing behind."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  frazil convert flights.arrow -o flights.parquet",
      "  frazil convert flights.arrow -o flights.parquet --codec zstd:3 --force",
      "  frazil convert flights.arrow -o flights.parquet --bloom origin=0.001 \\",
      "      --encoding date=delta_binary_packed --sorted-by date",
      "  producer | frazil convert - -o events.parquet --codec snappy --json",
      "  frazil convert flights.arrow -o flights.parquet --receipt flights.json",
      "",
      "A column is a path of names with dots between them; a name with a dot in it stands in"
          + " `backquotes`."
    })
final class ConvertCommand implements Callable<Integer> {
  private static final String STANDARD_OUTPUT = "-";

  private final CommandStreams streams;

  @Parameters(
      arity = "1",
      paramLabel = "INPUT",
      description = "Arrow IPC file or stream; - is standard input.")
  private String input = "";

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE.parquet",
      description = "The Parquet file. Its folder must exist.")
  private Path output = Path.of("");

  @Mixin private WriterFlags flags = new WriterFlags();

  @Mixin private ThreadsFlag threads = new ThreadsFlag();

  @Option(names = "--force", description = "Replace the Parquet file when it exists.")
  private boolean force;

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  @Option(
      names = "--receipt",
      arity = "0..1",
      fallbackValue = STANDARD_OUTPUT,
      paramLabel = "FILE.json",
      description =
          "Write what a catalog needs of the file, counts and bounds of every column, as JSON"
              + " (engine/RECEIPT.md); without a name, or to -, print it instead of the report.")
  private @Nullable String receiptFile;

  @Spec private CommandSpec spec = CommandSpec.create();

  /// Creates the command.
  ///
  /// @param streams what it reads and prints on
  ConvertCommand(CommandStreams streams) {
    this.streams = streams;
  }

  /// What `convert` wrote.
  ///
  /// @param path the file
  /// @param rows its rows
  /// @param bytes its length
  /// @param splitOffsets where each row group starts
  record Report(String path, long rows, long bytes, List<Long> splitOffsets) {}

  @Override
  public Integer call() throws IOException {
    if (json && STANDARD_OUTPUT.equals(receiptFile)) {
      throw new ParameterException(
          spec.commandLine(), "standard output: expected --json or --receipt, got both");
    }
    List<Path> inputs = input.equals(IpcInput.STANDARD_INPUT) ? List.of() : List.of(Path.of(input));
    OutputFile.requireFree(output, inputs, force);
    Path receiptPath = receiptPath(inputs);
    FileReceipt receipt = convert();
    if (receiptPath != null) {
      writeReceipt(receiptPath, receipt);
    }
    print(receipt);
    streams.requirePrinted(output + " is written");
    return Main.OK;
  }

  private @Nullable Path receiptPath(List<Path> inputs) throws IOException {
    if (receiptFile == null || receiptFile.equals(STANDARD_OUTPUT)) {
      return null;
    }
    Path path = Path.of(receiptFile);
    if (path.toAbsolutePath().normalize().equals(output.toAbsolutePath().normalize())) {
      throw new CommandFailure("receipt: " + path + ": expected another file than the output");
    }
    OutputFile.requireFree(path, inputs, force);
    return path;
  }

  private void writeReceipt(Path path, FileReceipt receipt) {
    try {
      OutputFile.writeText(path, receipt.toJson(output.toString()) + "\n");
    } catch (IOException e) {
      throw new CommandFailure(
          "receipt: %s, but %s is written".formatted(ErrorLine.of(e), output), e);
    }
  }

  private void print(FileReceipt receipt) {
    if (STANDARD_OUTPUT.equals(receiptFile)) {
      streams.out().println(receipt.toJson(output.toString()));
    } else if (json) {
      Json.print(
          streams.out(),
          new Report(
              output.toString(), receipt.rowCount(), receipt.length(), receipt.splitOffsets()));
    } else {
      streams
          .out()
          .println(
              OutputFile.summary(
                  output, receipt.rowCount(), receipt.rowGroups().size(), receipt.length()));
    }
  }

  private FileReceipt convert() throws IOException {
    try (Progress progress = new Progress(streams.err(), streams.progress());
        IpcInput batches = IpcInput.open(input, streams.in(), progress)) {
      try {
        return write(batches);
      } catch (FrazilException e) {
        throw batches.named(e);
      }
    }
  }

  private FileReceipt write(IpcInput batches) throws IOException {
    ParquetSchema schema = ParquetSchema.of(batches.schema());
    WriterOptions options = flags.options();
    try (ThreadsFlag.Started started = threads.start();
        ParquetFileWriter writer =
            new ParquetFileWriter(ChannelSink.open(output), schema, options, started.columns())) {
      for (RecordBatch batch = batches.next(); batch != null; batch = batches.next()) {
        writer.append(batch);
      }
      return writer.finish();
    }
  }
}

package dev.frazil.engine.cli;

import dev.frazil.engine.store.AppendRequest;
import dev.frazil.engine.store.AppendResult;
import dev.frazil.engine.store.CastMode;
import dev.frazil.engine.store.DatasetStore;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `frazil store append`: rows as one more file of a version.
@Command(
    name = "append",
    description = {
      "Adds rows to a version of a profile, as one more file.",
      "Columns are matched by name, and cast to the version's types as --cast says.",
      "When the command has ended with 0 the rows survive a power cut; a failure leaves nothing"
          + " that a reader sees."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  frazil store append data flights --input late.arrow",
      "  frazil store append data flights --input late.csv --token late-2001-01 --cast original",
      "  frazil store append data sales orders --input more.parquet --if-latest --version 3"
    })
final class StoreAppendCommand implements Callable<Integer> {
  private final CommandStreams streams;

  @SuppressWarnings("UnusedVariable") // picocli answers it
  @Mixin
  private HelpFlag help = new HelpFlag();

  @Mixin private ProfileArguments profile = new ProfileArguments();

  @Mixin private StoreInput input = new StoreInput();

  @Option(
      names = "--version",
      paramLabel = "N",
      converter = StoreFlagReader.VersionNumber.class,
      description = "Append to this version (default: the latest one).")
  private @Nullable Long version;

  @Option(names = "--if-latest", description = "Append only while the version is the latest one.")
  private boolean ifLatest;

  @Option(
      names = "--cast",
      paramLabel = "MODE",
      description =
          "Columns of other types: strict refuses them, safe takes what loses nothing, original"
              + " what pyrosome takes, such as numbers from text (default: safe).")
  private CastMode cast = CastMode.SAFE;

  @Option(
      names = "--token",
      paramLabel = "TEXT",
      description =
          "Names this append: however often it is repeated, the rows are appended once. Other rows"
              + " under the same token are refused.")
  private @Nullable String token;

  @Mixin private WriterFlags writer = new WriterFlags();

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  /// Creates the command.
  ///
  /// @param streams what it reads and prints on
  StoreAppendCommand(CommandStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    DatasetStore store = profile.store().openExisting();
    AppendRequest request = AppendRequest.DEFAULT.withCastMode(cast).withWriter(writer.options());
    if (version != null) {
      request = request.withVersion(version);
    }
    if (token != null) {
      request = request.withToken(token);
    }
    AppendResult result = append(store, ifLatest ? request.withIfLatest() : request);
    StoreWriteReport.of(result).print(streams, json);
    return Main.OK;
  }

  private AppendResult append(DatasetStore store, AppendRequest request) throws IOException {
    return input.use(streams, rows -> store.append(profile.key(), rows, request));
  }
}

package dev.frazil.engine.cli;

import dev.frazil.engine.store.DatasetStore;
import dev.frazil.engine.store.WriteRequest;
import dev.frazil.engine.store.WriteResult;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `frazil store write`: rows as a new version.
@Command(
    name = "write",
    description = {
      "Writes rows as a new version of a profile, which is the latest one from then on.",
      "Readers see the whole version or nothing of it. When the command has ended with 0 the"
          + " version survives a power cut; a failure leaves nothing that a reader sees."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  frazil store write data flights --input flights.arrow",
      "  frazil store write data sales/orders --input orders.csv --format csv --note 'as received'",
      "  producer | frazil store write data events --input - --token 2001-01-31 --json"
    })
final class StoreWriteCommand implements Callable<Integer> {
  private final CommandStreams streams;

  @Mixin private ProfileArguments profile = new ProfileArguments();

  @Mixin private StoreInput input = new StoreInput();

  @Mixin private StoreWriteFlags flags = new StoreWriteFlags();

  @Option(
      names = "--expected-parent",
      paramLabel = "N",
      converter = StoreFlagReader.Parent.class,
      description =
          "Write only if version N is the latest one; 'none' if the profile must have none.")
  private @Nullable Long expectedParent;

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  /// Creates the command.
  ///
  /// @param streams what it reads and prints on
  StoreWriteCommand(CommandStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    WriteRequest request = flags.request();
    if (expectedParent != null) {
      request = request.withExpectedParent(expectedParent);
    }
    DatasetStore store = profile.store().open();
    WriteResult result = write(store, request);
    StoreWriteReport.of(result).print(streams, json);
    return Main.OK;
  }

  private WriteResult write(DatasetStore store, WriteRequest request) throws IOException {
    return input.use(streams, rows -> store.write(profile.key(), rows, request));
  }
}

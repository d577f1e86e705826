package dev.frazil.engine.cli;

import dev.frazil.engine.file.CreatedBy;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/// The command `frazil`: `write`, `add-files`, `convert`, `concat`, `inspect`, `verify` and
/// `store`.
///
/// Results go to standard output as UTF-8, failures to standard error in one line that starts with
/// `frazil: `. Exit codes are [#OK], [#FAILURE] and [#USAGE]; the launcher adds 69 when there is no
/// Java to run on.
@Command(
    name = "frazil",
    description =
        "Writes Apache Arrow to Apache Parquet files, Apache Iceberg tables and datasets of"
            + " versions.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      " 0:done",
      " 1:the command failed; nothing was published, unless it says so",
      " 2:the command line is not understood",
      "69:no Java 25 or newer was found (by the launcher)"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  frazil write flights.arrow --warehouse lake --table demo.flights --partition"
          + " 'month(date)'",
      "  frazil convert flights.arrow -o flights.parquet --codec zstd:3",
      "  frazil inspect flights.parquet",
      "  frazil verify flights.parquet",
      "  frazil store write data flights --input flights.arrow",
      "  frazil write --help"
    })
public final class Main implements Runnable {
  /// Exit code of a command that did what it was asked.
  public static final int OK = 0;

  /// Exit code of a command that failed. No snapshot and no file was published, unless the line on
  /// standard error says so: a report may fail to print after the commit.
  public static final int FAILURE = 1;

  /// Exit code of a command line that is not understood. Nothing was done.
  public static final int USAGE = 2;

  private static final int HELP_WIDTH = 100;
  private static final long STOP_SECONDS = 10;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of a failure.")
  private boolean debug;

  private Main() {}

  /// A class of its own, so that commands that need no hardwood start no logging.
  private static final class Hardwood {
    /// Hardwood's logger, referred to because one that is not forgets its level.
    private static final Logger LOGGER = Logger.getLogger("dev.hardwood");

    private Hardwood() {}
  }

  /// Runs one command and ends the Java virtual machine with its exit code.
  ///
  /// The system property `frazil.progress`, set by the launcher, says whether standard error is a
  /// terminal.
  ///
  /// @param arguments the command line
  @SuppressWarnings("resource") // the streams of the process stay open until it ends
  public static void main(String[] arguments) {
    ReadableByteChannel in = new FileInputStream(FileDescriptor.in).getChannel();
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    if (List.of(arguments).contains("store")) {
      Hardwood.LOGGER.setLevel(Level.WARNING); // standard error is for failures and progress
    }
    if (arguments.length > 1 && List.of("convert", "write").contains(arguments[0])) {
      ArrowStart.begin();
    }
    Thread command = Thread.currentThread();
    CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(command, ended)));
    int code = run(in, out, err, Boolean.getBoolean("frazil.progress"), arguments);
    ended.countDown();
    System.exit(code);
  }

  /// Ends a command that a signal meets as a failure ends it: what it wrote and did not publish is
  /// deleted. The virtual machine stops when this returns.
  private static void stop(Thread command, CountDownLatch ended) {
    command.interrupt();
    try {
      ended.await(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Runs one command.
  ///
  /// @param in standard input
  /// @param out where results go; flushed, not closed
  /// @param err where failures and progress go; not closed
  /// @param progress whether `err` is a terminal that may show progress
  /// @param arguments the command line
  /// @return [#OK], [#FAILURE] or [#USAGE]
  public static int run(
      ReadableByteChannel in,
      PrintStream out,
      PrintStream err,
      boolean progress,
      String... arguments) {
    CommandStreams streams = new CommandStreams(in, out, err, progress);
    Main main = new Main();
    try {
      int code = main.run(streams, List.of(arguments));
      if (code == OK && out.checkError()) {
        throw new CommandFailure("standard output: cannot be written");
      }
      return code;
    } catch (CommandFailure | Error e) {
      return main.fail(err, e);
    }
  }

  private int run(CommandStreams streams, List<String> arguments) {
    if (arguments.equals(List.of("--version")) || arguments.equals(List.of("-V"))) {
      streams.out().println(CreatedBy.TEXT); // as picocli would, which takes longer to start
      return OK;
    }
    return commandLine(streams, arguments).execute(arguments.toArray(String[]::new));
  }

  private CommandLine commandLine(CommandStreams streams, List<String> arguments) {
    Subcommands commands =
        new Subcommands()
            .add("write", WriteCommand.class, () -> new WriteCommand(streams))
            .add("add-files", AddFilesCommand.class, () -> new AddFilesCommand(streams))
            .add("convert", ConvertCommand.class, () -> new ConvertCommand(streams))
            .add("concat", ConcatCommand.class, () -> new ConcatCommand(streams))
            .add("inspect", InspectCommand.class, () -> new InspectCommand(streams))
            .add("verify", VerifyCommand.class, () -> new VerifyCommand(streams))
            .add("store", StoreCommand.class, () -> StoreCommand.of(streams, arguments));
    return commands
        .addTo(new CommandLine(this), arguments)
        .setOut(new PrintWriter(streams.out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(streams.err(), true, StandardCharsets.UTF_8))
        .setUsageHelpWidth(HELP_WIDTH)
        .setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((e, parsed) -> misunderstood(streams.err(), e))
        .setExecutionExceptionHandler((e, command, parsed) -> fail(streams.err(), e));
  }

  private static int misunderstood(PrintStream err, ParameterException e) {
    err.println(
        "frazil: "
            + Printable.line(String.valueOf(e.getMessage()))
            + suggestion(e)
            + "; see '"
            + e.getCommandLine().getCommandSpec().qualifiedName()
            + " --help'");
    return USAGE;
  }

  /// What a command or a flag that does not exist was probably meant to be.
  private static String suggestion(ParameterException e) {
    return e instanceof UnmatchedArgumentException unmatched
            && !unmatched.getSuggestions().isEmpty()
        ? " (did you mean " + String.join(" or ", unmatched.getSuggestions()) + "?)"
        : "";
  }

  private int fail(PrintStream err, Throwable failure) {
    err.println("frazil: " + ErrorLine.of(failure));
    if (debug) {
      failure.printStackTrace(err);
    }
    return FAILURE;
  }

  /// Complains that there is no command.
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "expected a command: write, add-files, convert, concat, inspect, verify or store");
  }
}

package dev.frazil.engine.cli;

import dev.frazil.engine.store.AppendResult;
import dev.frazil.engine.store.ProfileKey;
import dev.frazil.engine.store.WriteResult;
import java.util.Locale;

/// What a write or an append of the store did.
///
/// @param profile the key as a path
/// @param version the version that has the rows
/// @param index the index of their file
/// @param rows how many
/// @param bytes bytes of their file
/// @param alreadyApplied whether an earlier command with the same token had done it
/// @param superseded whether a later version is known
/// @param publishDeferred whether `manifest.json` is left to the next command
record StoreWriteReport(
    String profile,
    long version,
    long index,
    long rows,
    long bytes,
    boolean alreadyApplied,
    boolean superseded,
    boolean publishDeferred) {

  /// Of a write.
  static StoreWriteReport of(WriteResult result) {
    return new StoreWriteReport(
        path(result.key()),
        result.version(),
        0,
        result.rowCount(),
        result.byteCount(),
        result.alreadyApplied(),
        result.superseded(),
        result.publishDeferred());
  }

  /// Of an append.
  static StoreWriteReport of(AppendResult result) {
    return new StoreWriteReport(
        path(result.key()),
        result.version(),
        result.index(),
        result.rowCount(),
        result.byteCount(),
        result.alreadyApplied(),
        result.superseded(),
        result.publishDeferred());
  }

  /// A key as a path.
  static String path(ProfileKey key) {
    return String.join("/", key.parts());
  }

  /// Prints the report.
  ///
  /// @param streams where to
  /// @param json whether for machines
  /// @throws CommandFailure if it cannot be printed
  void print(CommandStreams streams, boolean json) {
    if (json) {
      Json.print(streams.out(), this);
    } else {
      streams.out().println(line());
    }
    streams.requirePrinted("v%d of %s has the rows".formatted(version, Printable.line(profile)));
  }

  /// The report in a line.
  String line() {
    StringBuilder line = new StringBuilder();
    line.append(Printable.line(profile)).append(" v").append(version);
    if (index > 0) {
      line.append(String.format(Locale.ROOT, ", file %d", index));
    }
    line.append(": ")
        .append(Counted.of(rows, "row"))
        .append(", ")
        .append(Counted.of(bytes, "byte"));
    if (alreadyApplied) {
      line.append("; the token had been used, nothing was done");
    }
    if (superseded) {
      line.append("; a later version has taken its place");
    }
    if (publishDeferred) {
      line.append("; manifest.json is left to the next command");
    }
    return line.toString();
  }
}

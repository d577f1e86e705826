package dev.frazil.engine.cli;

import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.store.ReadRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// Which version of a profile is read.
final class VersionChoice {
  @ArgGroup private Selection selection = new Selection();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Read the newest version of this format: parquet or csv.")
  private @Nullable DataFormat format;

  /// One of the ways to choose; none for the latest version.
  static final class Selection {
    @Option(
        names = "--version",
        paramLabel = "N",
        converter = StoreFlagReader.VersionNumber.class,
        description = "Read this version (default: the latest one).")
    private @Nullable Long version;

    @Option(
        names = "--as-of",
        paramLabel = "TIME",
        converter = StoreFlagReader.Moment.class,
        description =
            "Read the version that was the latest one then, such as 2026-11-30T12:00:00Z or"
                + " 2026-11-30; of UTC unless it has an offset.")
    private @Nullable Instant asOf;

    @Option(names = "--tag", paramLabel = "NAME", description = "Read the version with this tag.")
    private @Nullable String tag;

    @Option(
        names = "--snapshot",
        paramLabel = "TOKEN",
        description =
            "Read exactly the files of an earlier snapshot, such as v3:0-17,19; see 'frazil store"
                + " snapshot'.")
    private @Nullable String snapshot;

    private ReadRequest request() {
      if (version != null) {
        return ReadRequest.version(version);
      }
      if (asOf != null) {
        return ReadRequest.asOf(asOf);
      }
      if (tag != null) {
        return ReadRequest.tag(tag);
      }
      return snapshot != null ? ReadRequest.token(snapshot) : ReadRequest.latest();
    }
  }

  /// What the flags ask for.
  ReadRequest request() {
    ReadRequest request = selection.request();
    return format == null ? request : request.withFormat(format);
  }
}

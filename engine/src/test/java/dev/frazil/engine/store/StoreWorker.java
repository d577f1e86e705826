package dev.frazil.engine.store;

import dev.frazil.engine.StoreException;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.scan.Scan;
import dev.frazil.engine.store.Operation.Kind;
import dev.frazil.engine.store.Operation.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A process that works on a store for some time, and writes down what it did. What an earlier
/// process of the same name began with a token, and did not end because it was killed, is tried
/// again first.
final class StoreWorker {
  private static final Pattern COMMA = Pattern.compile(",");

  private final DatasetStore store;
  private final History history;
  private final Map<String, String> settings;
  private final Random random;
  private long nextStamp;

  private StoreWorker(DatasetStore store, History history, Map<String, String> settings) {
    this.store = store;
    this.history = history;
    this.settings = settings;
    this.nextStamp = Long.parseLong(settings.get("stamp"));
    this.random = new Random(nextStamp);
  }

  /// The format of a profile's versions, by its name.
  private static DataFormat format(String profile) {
    return profile.startsWith("csv") ? DataFormat.CSV : DataFormat.PARQUET;
  }

  /// Works.
  ///
  /// @param arguments `dir=`, `history=`, `name=`, `seconds=`, `stamp=` the first one, which must
  ///   be above those of other processes by their number of operations, `tasks=` such as
  ///   `write:1,append:4` with weights, `profiles=` such as `a,csv`, of which those that begin with
  ///   `csv` are in CSV; optional are `mutant=`, and `once=seed` to make the first versions at the
  ///   start, or `once=audit` to read all of them at the end
  public static void main(String[] arguments) throws IOException {
    Map<String, String> settings = new HashMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      settings.put(argument.substring(0, equals), argument.substring(equals + 1));
    }
    Path log = Path.of(settings.get("history"));
    String name = settings.get("name") + "-" + settings.get("stamp");
    List<Operation> earlier =
        Files.exists(log) ? Operation.parse(Files.readAllLines(log)) : List.of();
    try (History history = History.open(log, name)) {
      DatasetStore store = open(Path.of(settings.get("dir")), settings.get("mutant"));
      StoreWorker worker = new StoreWorker(store, history, settings);
      worker.finish(earlier);
      worker.once();
      long end = System.nanoTime() + (long) (1e9 * Double.parseDouble(settings.get("seconds")));
      while (System.nanoTime() < end) {
        worker.step();
      }
    }
  }

  private static DatasetStore open(Path directory, @Nullable String mutant) throws IOException {
    return mutant == null
        ? DatasetStore.open(directory, StoreOptions.DEFAULT)
        : DatasetStore.open(
            directory,
            StoreOptions.DEFAULT,
            HookedFileCalls.of(Mutant.valueOf(mutant)),
            new LinuxProcessTable(),
            LeaseTable.PROCESS);
  }

  private void finish(List<Operation> earlier) throws IOException {
    Map<String, Operation> last = new LinkedHashMap<>();
    for (Operation operation : earlier) {
      if (operation.has("token") && operation.text("op").startsWith(settings.get("name") + "-")) {
        last.put(operation.text("token"), operation);
      }
    }
    for (Operation operation : last.values()) {
      if (operation.outcome() == Outcome.UNKNOWN) {
        long stamp = operation.number("stamp");
        if (operation.kind() == Kind.WRITE) {
          write(operation.profile(), stamp, operation.text("token"), "again=1");
        } else {
          append(operation.profile(), stamp, operation.text("token"), "again=1");
        }
      }
    }
  }

  private void once() throws IOException {
    List<String> profiles = COMMA.splitAsStream(settings.get("profiles")).toList();
    switch (settings.getOrDefault("once", "")) {
      case "seed" -> {
        commit(nextStamp++);
        for (String profile : profiles) {
          write(profile, nextStamp++, "", "");
        }
      }
      case "audit" -> {
        readAll();
        for (String profile : profiles) {
          audit(profile);
        }
      }
      default -> {}
    }
  }

  /// Reads all versions, and writes down where they come from.
  private void audit(String profile) throws IOException {
    read(profile, ReadRequest.latest(), 0);
    for (CommittedVersion version : store.versions(ProfileKey.of(profile))) {
      long number = version.number();
      read(profile, ReadRequest.version(number), 0, "at=" + number);
      Long compacted = version.compactionOf();
      Long source = compacted == null ? version.rollbackOf() : compacted;
      if (source != null) {
        String how = compacted == null ? "rollback" : "compact";
        String fields = "version=" + number + " source=" + source + " how=" + how;
        record(Kind.ORIGIN, profile, "", () -> fields);
      }
    }
  }

  private void step() throws IOException {
    List<String> profiles = COMMA.splitAsStream(settings.get("profiles")).toList();
    String profile = profiles.get(random.nextInt(profiles.size()));
    long stamp = nextStamp++;
    switch (task()) {
      case "write" -> write(profile, stamp, "", "");
      case "write-token" -> write(profile, stamp, "w" + stamp, "");
      case "append" -> append(profile, stamp, "", "");
      case "append-token" -> append(profile, stamp, "a" + stamp, "");
      case "append-twin" -> {
        // Every process has the same tokens at the same time; the profile goes with the token.
        long tick = System.currentTimeMillis() / 25;
        String twin = profiles.get((int) (tick % profiles.size()));
        append(twin, tick, "t" + tick, "again=1");
      }
      case "append-old" -> appendOld(profile, stamp);
      case "read" -> read(profile, ReadRequest.latest(), 0);
      case "hold" -> read(profile, ReadRequest.latest(), 20 + random.nextInt(60));
      case "read-old" -> readOld(profile);
      case "compact" -> compact(profile);
      case "prune" -> prune(profile);
      case "rollback" -> rollback(profile);
      case "tag" -> tag(profile, stamp);
      case "commit" -> commit(stamp);
      case "read-all" -> readAll();
      default -> throw new IllegalArgumentException(settings.get("tasks"));
    }
  }

  private String task() {
    List<String> tasks = new ArrayList<>();
    for (String task : COMMA.splitAsStream(settings.get("tasks")).toList()) {
      int colon = task.indexOf(':');
      int weight = Integer.parseInt(task.substring(colon + 1));
      for (int i = 0; i < weight; i++) {
        tasks.add(task.substring(0, colon));
      }
    }
    return tasks.get(random.nextInt(tasks.size()));
  }

  /// What an operation does between the lines of its begin and its end.
  private interface Body {
    /// @return the fields of its end
    String run() throws IOException;
  }

  private void record(Kind kind, String profile, String fields, Body body) throws IOException {
    String operation = history.begin(kind, profile, fields);
    try {
      history.end(operation, body.run());
    } catch (VersionPrunedException | VersionNotFoundException e) {
      // Only the latest version is promised to be there.
      if (fields.contains("at=") || kind == Kind.ROLLBACK) {
        history.refused(operation, e);
      } else {
        history.failed(operation, e);
      }
    } catch (VersionConflictException e) {
      // Of two compactions of a version at the same time one is refused.
      if (kind == Kind.COMPACT) {
        history.refused(operation, e);
      } else {
        history.failed(operation, e);
      }
    } catch (IOException | RuntimeException e) {
      history.failed(operation, e);
    }
  }

  private static String numbered(long version, long index) {
    return "version=" + version + " index=" + index;
  }

  private void write(String profile, long stamp, String token, String again) throws IOException {
    WriteRequest plain = WriteRequest.DEFAULT.withFormat(format(profile));
    WriteRequest request = token.isEmpty() ? plain : plain.withToken(token);
    String fields = "stamp=" + stamp + (token.isEmpty() ? "" : " token=" + token) + " " + again;
    record(
        Kind.WRITE,
        profile,
        fields,
        () -> {
          WriteResult result =
              store.write(ProfileKey.of(profile), StampedRows.source(stamp), request);
          return numbered(result.version(), 0);
        });
  }

  private void append(String profile, long stamp, String token, String again) throws IOException {
    AppendRequest request =
        token.isEmpty() ? AppendRequest.DEFAULT : AppendRequest.DEFAULT.withToken(token);
    String fields = "stamp=" + stamp + (token.isEmpty() ? "" : " token=" + token) + " " + again;
    record(Kind.APPEND, profile, fields, () -> appended(profile, stamp, request));
  }

  private String appended(String profile, long stamp, AppendRequest request) throws IOException {
    AppendResult result = store.append(ProfileKey.of(profile), StampedRows.source(stamp), request);
    return numbered(result.version(), result.index());
  }

  /// A version that was there a moment ago.
  private long someVersion(String profile) throws IOException {
    List<CommittedVersion> versions = store.versions(ProfileKey.of(profile));
    return versions.get(random.nextInt(versions.size())).number();
  }

  private void appendOld(String profile, long stamp) throws IOException {
    long version = someVersion(profile);
    AppendRequest request = AppendRequest.DEFAULT.withVersion(version);
    record(
        Kind.APPEND,
        profile,
        "stamp=" + stamp + " at=" + version,
        () -> appended(profile, stamp, request));
  }

  private void readOld(String profile) throws IOException {
    long version = someVersion(profile);
    read(profile, ReadRequest.version(version), 10, "at=" + version);
  }

  private void read(String profile, ReadRequest request, int millis, String... fields)
      throws IOException {
    record(
        Kind.READ,
        profile,
        String.join(" ", fields),
        () -> {
          try (Snapshot snapshot = store.read(ProfileKey.of(profile), request)) {
            return "version=" + snapshot.version() + " stamps=" + held(profile, snapshot, millis);
          }
        });
  }

  /// Reads a snapshot late, and once more by its token; whatever goes wrong with it now is a
  /// failure.
  private String held(String profile, Snapshot snapshot, int millis) throws IOException {
    try {
      pause(millis);
      List<String> stamps = StampedRows.stamps(snapshot.scan());
      if (millis > 0) {
        ReadRequest again = ReadRequest.token(snapshot.token());
        try (Snapshot other = store.read(ProfileKey.of(profile), again)) {
          List<String> same = StampedRows.stamps(other.scan());
          if (!same.equals(stamps)) {
            throw new IllegalStateException(snapshot.token() + ": " + stamps + ", then " + same);
          }
        }
      }
      return String.join(",", stamps);
    } catch (StoreException e) {
      throw new IllegalStateException("under a lease: " + snapshot.token(), e);
    }
  }

  private static void pause(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void compact(String profile) throws IOException {
    record(
        Kind.COMPACT,
        profile,
        "",
        () -> {
          CompactResult result = store.compact(ProfileKey.of(profile), CompactRequest.DEFAULT);
          return result.isCompacted()
              ? "version=" + result.version() + " source=" + result.source()
              : "";
        });
  }

  private void prune(String profile) throws IOException {
    PruneRequest request =
        PruneRequest.builder().keep(1 + random.nextInt(2)).olderThan(Duration.ZERO).build();
    record(
        Kind.PRUNE,
        profile,
        "",
        () ->
            "removed="
                + store.prune(ProfileKey.of(profile), request).pruned().stream()
                    .map(String::valueOf)
                    .collect(Collectors.joining(",")));
  }

  private void rollback(String profile) throws IOException {
    long version = someVersion(profile);
    record(
        Kind.ROLLBACK,
        profile,
        "source=" + version,
        () -> "version=" + store.rollback(ProfileKey.of(profile), version).version());
  }

  private void tag(String profile, long stamp) throws IOException {
    long version = someVersion(profile);
    String name = "t" + stamp;
    record(
        Kind.TAG,
        profile,
        "at=" + version,
        () -> {
          store.tag(ProfileKey.of(profile), name, version);
          return "version=" + version;
        });
    // The tag holds the version from here on, if it was made.
    if (store.tags(ProfileKey.of(profile)).containsKey(name)) {
      read(profile, ReadRequest.tag(name), 0, "at=" + version);
    }
  }

  private void commit(long stamp) throws IOException {
    record(
        Kind.WRITE,
        "pair",
        "stamp=" + stamp,
        () -> {
          Map<ProfileKey, RecordBatchSource> rows = new LinkedHashMap<>();
          rows.put(ProfileKey.of("pair", "left"), StampedRows.source(stamp));
          rows.put(ProfileKey.of("pair", "right"), StampedRows.source(stamp));
          return numbered(store.commit(rows, WriteRequest.DEFAULT).getFirst().version(), 0);
        });
  }

  private void readAll() throws IOException {
    record(
        Kind.READ,
        "pair",
        "",
        () -> {
          try (SnapshotSet set = store.readAll(ProfileKey.of("pair"), ReadRequest.latest())) {
            Scan left = set.snapshots().getFirst().scan();
            Scan right = set.snapshots().getLast().scan();
            return "version="
                + set.snapshots().getFirst().version()
                + " stamps="
                + String.join(",", StampedRows.stamps(left))
                + " other="
                + String.join(",", StampedRows.stamps(right));
          }
        });
  }
}

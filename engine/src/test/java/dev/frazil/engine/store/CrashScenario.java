package dev.frazil.engine.store;

import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.scan.DataFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One operation that a process dies in, and what readers may see afterwards. Immutable.
///
/// @param name what it is called
/// @param profile the profile that is looked at
/// @param prepare what was done before, by a process that did not die
/// @param act the operation
/// @param view what a reader sees
/// @param before what that is if the operation did not come to its decision
/// @param after what it is if it did
/// @param retry whether the operation can be done again, and comes to the same then
record CrashScenario(
    String name,
    String profile,
    Body prepare,
    Body act,
    View view,
    List<String> before,
    List<String> after,
    boolean retry) {

  /// Something done to a store.
  interface Body {
    void run(DatasetStore store, Path directory) throws IOException;
  }

  /// Something seen of a store.
  interface View {
    List<String> of(DatasetStore store) throws IOException;
  }

  private static final ProfileKey P = ProfileKey.of("p");
  private static final ProfileKey LEFT = ProfileKey.of("pair/left");
  private static final ProfileKey RIGHT = ProfileKey.of("pair/right");
  private static final AppendRequest TOKEN = AppendRequest.DEFAULT.withToken("ten");
  private static final View LATEST = store -> latest(store, P);
  private static final View FIRST = store -> stamps(store, P, ReadRequest.version(0));
  private static final List<String> TWO = List.of("1", "2");

  /// All scenarios.
  static List<CrashScenario> all() {
    List<CrashScenario> all = new ArrayList<>();
    all.addAll(writes());
    all.addAll(appends());
    all.addAll(others());
    all.addAll(compactions());
    return all;
  }

  static Body write(ProfileKey key, long stamp, WriteRequest request) {
    return (store, _) -> store.write(key, StampedRows.source(stamp), request);
  }

  static Body append(ProfileKey key, long stamp, AppendRequest request) {
    return (store, _) -> store.append(key, StampedRows.source(stamp), request);
  }

  private static Body several(Body... bodies) {
    return (store, directory) -> {
      for (Body body : bodies) {
        body.run(store, directory);
      }
    };
  }

  private static final Body NOTHING = (_, _) -> {};
  private static final Body V0 =
      several(write(P, 1, WriteRequest.DEFAULT), append(P, 2, AppendRequest.DEFAULT));
  private static final Body V1 = several(V0, write(P, 3, WriteRequest.DEFAULT));

  private static CrashScenario of(
      String name, Body prepare, Body act, View view, List<String> before, List<String> after) {
    return new CrashScenario(name, "p", prepare, act, view, before, after, true);
  }

  private static List<CrashScenario> writes() {
    Body plain = write(P, 9, WriteRequest.DEFAULT);
    Body token = write(P, 9, WriteRequest.DEFAULT.withToken("nine"));
    Body csv = write(P, 9, WriteRequest.DEFAULT.withFormat(DataFormat.CSV));
    Body parent = write(P, 9, WriteRequest.DEFAULT.withToken("nine").withExpectedParent(0));
    return List.of(
        of("first write", NOTHING, plain, LATEST, List.of(), List.of("9")),
        of("first write with a token", NOTHING, token, LATEST, List.of(), List.of("9")),
        of("next write", V0, plain, LATEST, TWO, List.of("9")),
        of("next write with a token", V0, token, LATEST, TWO, List.of("9")),
        of("next write with a parent", V0, parent, LATEST, TWO, List.of("9")),
        of("write of CSV", V0, csv, LATEST, TWO, List.of("9")));
  }

  private static List<CrashScenario> appends() {
    Body plain = append(P, 10, AppendRequest.DEFAULT);
    Body token = append(P, 10, TOKEN);
    Body old = append(P, 10, TOKEN.withVersion(0));
    Body ifLatest = append(P, 10, TOKEN.withIfLatest());
    Body python = several(V0, (_, directory) -> forgetWriter(directory.resolve("p/v0")));
    List<String> three = List.of("1", "2", "10");
    return List.of(
        new CrashScenario("append", "p", V0, plain, LATEST, TWO, three, false),
        of("append with a token", V0, token, LATEST, TWO, three),
        of("append if latest", V0, ifLatest, LATEST, TWO, three),
        of("append to an old version", V1, old, FIRST, TWO, three),
        of("append to a version of Python's", python, token, LATEST, TWO, three));
  }

  private static List<CrashScenario> others() {
    Body read = (store, _) -> latest(store, P);
    Body behind =
        several(
            V1,
            (_, directory) ->
                Files.writeString(directory.resolve("p/manifest.json"), Manifest.text(0)));
    Body rollback = (store, _) -> store.rollback(P, 0);
    Body tag = (store, _) -> store.tag(P, "good", 0);
    View tagged = CrashScenario::tagged;
    List<String> three = List.of("3");
    return List.of(
        of("read that heals", behind, read, LATEST, three, three),
        of("prune", several(V1, V1), CrashScenario::prune, LATEST, three, three),
        of("rollback", V1, rollback, LATEST, three, TWO),
        of("tag", V1, tag, tagged, List.of(), TWO),
        new CrashScenario(
            "commit of two profiles",
            "pair/left",
            commit(1),
            commit(9),
            CrashScenario::pair,
            List.of("1", "1"),
            List.of("9", "9"),
            true));
  }

  private static List<CrashScenario> compactions() {
    Body compact = (store, _) -> store.compact(P, CompactRequest.DEFAULT);
    Body claimed =
        several(V0, (_, directory) -> Files.createFile(directory.resolve("p/v0/.2.parquet.claim")));
    Body csv =
        several(
            write(P, 1, WriteRequest.DEFAULT.withFormat(DataFormat.CSV)),
            append(P, 2, AppendRequest.DEFAULT));
    Body appendAfter = several(compact, append(P, 10, TOKEN));
    return List.of(
        of("compact", V0, compact, LATEST, TWO, TWO),
        of("compact CSV", csv, compact, LATEST, TWO, TWO),
        of("compact with an index that is claimed", claimed, compact, LATEST, TWO, TWO),
        of("compact and append", V0, appendAfter, LATEST, TWO, List.of("1", "2", "10")));
  }

  /// Takes away what tells a version of a store from one of the original.
  private static void forgetWriter(Path version) throws IOException {
    for (String name : List.of(".commit", ".writer", ".lease")) {
      Files.deleteIfExists(version.resolve(name));
    }
  }

  static void prune(DatasetStore store, Path directory) throws IOException {
    store.prune(P, PruneRequest.builder().olderThan(Duration.ZERO).build());
  }

  private static Body commit(long stamp) {
    return (store, _) -> {
      Map<ProfileKey, RecordBatchSource> rows = new LinkedHashMap<>();
      rows.put(LEFT, StampedRows.source(stamp));
      rows.put(RIGHT, StampedRows.source(stamp));
      store.commit(rows, WriteRequest.DEFAULT);
    };
  }

  private static List<String> pair(DatasetStore store) throws IOException {
    List<String> stamps = new ArrayList<>();
    try (SnapshotSet set = store.readAll(ProfileKey.of("pair"), ReadRequest.latest())) {
      for (Snapshot snapshot : set.snapshots()) {
        stamps.addAll(StampedRows.stamps(snapshot.scan()));
      }
    }
    List<String> alone = new ArrayList<>(latest(store, LEFT));
    alone.addAll(latest(store, RIGHT));
    if (!alone.equals(stamps)) {
      throw new IllegalStateException("one by one: " + alone + ", together: " + stamps);
    }
    return stamps;
  }

  private static List<String> tagged(DatasetStore store) throws IOException {
    return store.tags(P).containsKey("good")
        ? stamps(store, P, ReadRequest.tag("good"))
        : List.of();
  }

  /// The stamps of the latest version; none if there is no version.
  static List<String> latest(DatasetStore store, ProfileKey key) throws IOException {
    try {
      return stamps(store, key, ReadRequest.latest());
    } catch (ProfileNotFoundException e) {
      return List.of();
    }
  }

  /// The stamps of a version.
  static List<String> stamps(DatasetStore store, ProfileKey key, ReadRequest request)
      throws IOException {
    try (Snapshot snapshot = store.read(key, request)) {
      return StampedRows.stamps(snapshot.scan());
    }
  }

  /// What the manifest of the profile says.
  String manifest(Path directory) throws IOException {
    return Files.readString(
        directory.resolve(profile).resolve(Manifest.NAME), StandardCharsets.UTF_8);
  }
}

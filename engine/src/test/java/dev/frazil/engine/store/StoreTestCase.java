package dev.frazil.engine.store;

import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.arrow.RowValues;
import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.scan.Scan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A store in a directory of its own with one profile, and what a test does to both.
abstract class StoreTestCase {
  static final ProfileKey KEY = ProfileKey.of("sales", "orders");
  static final WriteRequest CSV = WriteRequest.DEFAULT.withFormat(DataFormat.CSV);

  @TempDir Path directory;
  DatasetStore store;

  @BeforeEach
  void open() throws IOException {
    store = DatasetStore.open(directory, StoreOptions.DEFAULT);
  }

  /// A store of another process, which has leases of its own.
  DatasetStore other(FileCalls files, ProcessTable processes) throws IOException {
    return other(files, processes, StoreOptions.DEFAULT);
  }

  DatasetStore other(FileCalls files, ProcessTable processes, StoreOptions options)
      throws IOException {
    return DatasetStore.open(directory, options, files, processes, new LeaseTable());
  }

  /// What the store of this process stands on.
  Platform platform() throws IOException {
    return Platform.open(
        directory,
        StoreOptions.DEFAULT,
        new NioFileCalls(),
        new LinuxProcessTable(),
        LeaseTable.PROCESS);
  }

  Path profile(String... more) {
    return directory.resolve("sales/orders").resolve(String.join("/", more));
  }

  long write(long... ids) throws IOException {
    return store.write(KEY, StoreRows.ids(ids), WriteRequest.DEFAULT).version();
  }

  long writeCsv(long... ids) throws IOException {
    return store.write(KEY, StoreRows.ids(ids), CSV).version();
  }

  AppendResult append(long... ids) throws IOException {
    return store.append(KEY, StoreRows.ids(ids), AppendRequest.DEFAULT);
  }

  List<Long> ids(ReadRequest request) throws IOException {
    return StoreRows.ids(store, directory, KEY, request);
  }

  List<Long> latestIds() throws IOException {
    return ids(ReadRequest.latest());
  }

  /// The values of the first column of a scan.
  static List<Long> scanned(Scan scan) throws IOException {
    List<Long> ids = new ArrayList<>();
    try (RecordBatchSource source = scan.open()) {
      RowValues.of(source).forEach(row -> ids.add((Long) Objects.requireNonNull(row.getFirst())));
    }
    return ids;
  }

  /// A version as the Python original makes it: a CSV file, and a manifest that names it.
  void writeForeign(long version, String csv) throws IOException {
    Path data = Files.createDirectories(profile("v" + version)).resolve("0.csv");
    Files.writeString(data, csv);
    Files.writeString(profile("manifest.json"), Manifest.text(version));
  }

  /// A claim without a file, as a process leaves it that dies in an append.
  void claim(long version, String file, String content) throws IOException {
    Files.writeString(profile("v" + version, "." + file + ".claim"), content);
  }

  /// Makes a version look as if it had been committed at some time.
  void date(long version, Instant time) throws IOException {
    Files.setLastModifiedTime(profile("v" + version, ".commit"), FileTime.from(time));
  }

  /// The numbers of the version directories.
  Set<Long> versions() throws IOException {
    return names(profile()).stream()
        .map(VersionNumbers::ofName)
        .filter(number -> number >= 0)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  static List<String> names(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /// The files that are no longer of use and yet there.
  List<String> leftovers() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".tmp") || name.startsWith(".trash"))
          .toList();
    }
  }

  /// A store of this process that does something once, before it gives a file the name.
  DatasetStore before(String name, BeforeLink hook) throws IOException {
    return before(name, new LinuxProcessTable(), hook);
  }

  DatasetStore before(String name, ProcessTable processes, BeforeLink hook) throws IOException {
    AtomicBoolean done = new AtomicBoolean();
    FileCalls files =
        beforeLink((existing, link) -> {
          if (link.toString().endsWith(name) && done.compareAndSet(false, true)) {
            hook.run(existing, link);
          }
        });
    return DatasetStore.open(directory, StoreOptions.DEFAULT, files, processes, LeaseTable.PROCESS);
  }

  /// Something that happens before a file is given a name.
  interface BeforeLink {
    void run(Path existing, Path name) throws IOException;
  }

  /// Calls that do something before each link.
  static FileCalls beforeLink(BeforeLink hook) {
    return HookedFileCalls.of(call -> proceedAfter(hook, call));
  }

  /// Calls that do something before each link, on a file system without locks.
  static FileCalls beforeLinkWithoutLocks(BeforeLink hook) {
    return HookedFileCalls.of(call -> {
      if (call.name().equals("tryLock")) {
        throw new IOException("no locks available");
      }
      return proceedAfter(hook, call);
    });
  }

  private static @Nullable Object proceedAfter(BeforeLink hook, HookedFileCalls.Call call)
      throws Throwable {
    if (call.name().equals("link")) {
      hook.run((Path) call.argument(0), (Path) call.argument(1));
    }
    return call.proceed();
  }
}

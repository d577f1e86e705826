package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.arrow.RowValues;
import dev.frazil.engine.csv.CsvSource;
import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.scan.Filter;
import dev.frazil.engine.scan.Scan;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the documentation of the original shows, step by step (spec A).
class DocumentationTest {
  private static final ProfileKey ORDERS = ProfileKey.of("sales", "orders");

  @TempDir Path folder;

  private Path data;
  private DatasetStore store;

  @BeforeEach
  void open() throws IOException {
    data = folder.resolve("data");
    store = DatasetStore.open(data, StoreOptions.DEFAULT);
  }

  /// A frame, as its CSV text.
  private static RecordBatchSource frame(String text) throws IOException {
    byte[] bytes = text.replace(' ', '\n').getBytes(StandardCharsets.UTF_8);
    return CsvSource.open(new ByteArrayInputStream(bytes), null);
  }

  private void write(String text) throws IOException {
    store.write(ORDERS, frame(text), WriteRequest.DEFAULT);
  }

  private void append(String text) throws IOException {
    store.append(ORDERS, frame(text), AppendRequest.DEFAULT);
  }

  private List<List<@Nullable Object>> rows() throws IOException {
    try (Snapshot snapshot = store.read(ORDERS, ReadRequest.latest())) {
      return rows(snapshot.scan());
    }
  }

  private static List<List<@Nullable Object>> rows(Scan scan) throws IOException {
    try (RecordBatchSource source = scan.open()) {
      return RowValues.of(source);
    }
  }

  /// All files but those that the original does not know: hidden ones that are no claims.
  private Set<String> layout() throws IOException {
    try (Stream<Path> files = Files.walk(data)) {
      Set<String> names = new TreeSet<>();
      files
          .filter(Files::isRegularFile)
          .map(file -> data.relativize(file).toString())
          .filter(name -> !name.contains("/.") || name.endsWith(".claim"))
          .forEach(names::add);
      return names;
    }
  }

  private String manifest() throws IOException {
    return Files.readString(data.resolve("sales/orders/manifest.json"), StandardCharsets.UTF_8);
  }

  @Test
  void aWriteMakesAVersionAndAnAppendAFile() throws IOException {
    write("id,name 1,a");
    assertEquals(Set.of("sales/orders/manifest.json", "sales/orders/v0/0.parquet"), layout());
    assertEquals("{\"latest_data_dir\": \"v0\"}", manifest());

    write("id,name 2,b 3,c");
    assertEquals("{\"latest_data_dir\": \"v1\"}", manifest());
    append("id,name 4,d");
    assertEquals(
        Set.of(
            "sales/orders/manifest.json",
            "sales/orders/v0/0.parquet",
            "sales/orders/v1/0.parquet",
            "sales/orders/v1/1.parquet",
            "sales/orders/v1/.1.parquet.claim"),
        layout());
    assertEquals("{\"latest_data_dir\": \"v1\"}", manifest());
    assertEquals(List.of(List.of(2L, "b"), List.of(3L, "c"), List.of(4L, "d")), rows());
  }

  @Test
  void keysArePartsOrOnePath() throws IOException {
    write("id 1");
    assertEquals(ORDERS, ProfileKey.of("sales/orders"));
    assertThrows(
        ProfileNotFoundException.class,
        () -> store.read(ProfileKey.of("sales"), ReadRequest.latest()));
  }

  @Test
  void aReadIsLazyAndTakesFiltersAndColumns() throws IOException {
    write("id,name 1,a 2,b");
    append("id,name 3,c");
    try (Snapshot snapshot = store.read(ORDERS, ReadRequest.latest())) {
      Scan scan = snapshot.scan().where(Filter.parse("id >= 2")).select("name");
      assertEquals(List.of(List.of("b"), List.of("c")), rows(scan));
    }
  }

  @Test
  void anAppendReordersAndCasts() throws IOException {
    store.write(ORDERS, frame("id,price 1,1.5"), WriteRequest.DEFAULT);
    store.append(
        ORDERS, frame("price,id 2,2"), AppendRequest.DEFAULT.withCastMode(CastMode.ORIGINAL));
    assertEquals(List.of(List.of(1L, 1.5), List.of(2L, 2.0)), rows());
  }

  @Test
  void errorsSayWhatTheOriginalSays() throws IOException {
    write("id 1");
    assertMessage("At least one key is required", InvalidKeyException.class, ProfileKey::of);
    assertMessage(
        "Profile directory " + data + "/.. is not within data directory " + data,
        EscapedKeyException.class,
        () -> store.read(ProfileKey.of(".."), ReadRequest.latest()));
    assertMessage(
        "Cannot find files for ('sales',)",
        ProfileNotFoundException.class,
        () -> store.read(ProfileKey.of("sales"), ReadRequest.latest()));
    assertMessage(
        "Columns ['name'] do not match existing columns ['id'] for ('sales', 'orders')",
        ColumnsMismatchException.class,
        () -> append("name a"));
    assertEquals(List.of(List.of(1L)), rows());
  }

  private static <T extends Throwable> void assertMessage(
      String message, Class<T> type, org.junit.jupiter.api.function.Executable call) {
    assertEquals(message, assertThrows(type, call).getMessage());
  }

  @Test
  void aLockThatWasLeftBehindBlocksOnlyWhoWantsTheOriginalsLock() throws IOException {
    write("id 1");
    Path lock = Files.createFile(data.resolve("sales/orders/manifest.json.write_lock"));
    DatasetStore strict =
        DatasetStore.open(
            data, StoreOptions.builder().strictLockTimeout(Duration.ofMillis(50)).build());
    ProfileLockedException refused =
        assertThrows(
            ProfileLockedException.class,
            () -> strict.write(ORDERS, frame("id 2"), WriteRequest.DEFAULT));
    assertEquals(
        true,
        Objects.requireNonNull(refused.getMessage()).contains(lock.toString()),
        refused.getMessage());
    assertEquals(List.of(List.of(1L)), rows());

    write("id 3"); // waits, but is not refused
    assertEquals(List.of(List.of(3L)), rows());
    Files.delete(lock);
    strict.write(ORDERS, frame("id 4"), WriteRequest.DEFAULT);
    assertEquals(List.of(List.of(4L)), rows());
  }

  @Test
  void dataFilesCannotBeWrittenOnceTheyArePublished() throws IOException {
    write("id 1");
    append("id 2");
    for (String name : List.of("v0/0.parquet", "v0/1.parquet")) {
      Set<PosixFilePermission> permissions =
          Files.getPosixFilePermissions(data.resolve("sales/orders").resolve(name));
      assertFalse(
          permissions.stream().anyMatch(one -> one.name().endsWith("WRITE")),
          permissions::toString);
    }
  }

  @Test
  void hiddenFilesAndOthersAreNoDataAndIndexesAreNotReused() throws IOException {
    write("id 1");
    Path version = data.resolve("sales/orders/v0");
    Files.createFile(version.resolve(".1.parquet.claim")); // of an appender that died
    for (String name : List.of(".2.parquet.tmp", "x.parquet", "3.parquet.tmp", "1.csv.bak")) {
      Files.createFile(version.resolve(name));
    }
    append("id 2");
    assertEquals(List.of(List.of(1L), List.of(2L)), rows());
    try (Snapshot snapshot = store.read(ORDERS, ReadRequest.latest())) {
      assertEquals(Set.of(0L, 2L), snapshot.indexes());
    }
  }

  @Test
  void csvHidesParquetFromTheOriginalButNotFromTheStore() throws IOException {
    write("id 1");
    store.write(ORDERS, frame("id 2"), WriteRequest.DEFAULT.withFormat(DataFormat.CSV));
    assertEquals("{\"latest_data_dir\": \"v1\"}", manifest());
    assertEquals("id\n2\n", Files.readString(data.resolve("sales/orders/v1/0.csv")));
    assertEquals(List.of(List.of(2L)), rows());
    ReadRequest parquet = ReadRequest.latest().withFormat(DataFormat.PARQUET);
    try (Snapshot snapshot = store.read(ORDERS, parquet)) {
      assertEquals(List.of(List.of(1L)), rows(snapshot.scan()));
    }
  }
}

package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.FrazilException;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.arrow.RowValues;
import dev.frazil.engine.iceberg.ValueBatch;
import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.scan.Filter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What versions say of their columns, from the write to the read.
class VersionSchemaTest {
  private static final ProfileKey KEY = ProfileKey.of("sales");
  private static final ArrowType LONG = new ArrowType.Int(64, true);
  private static final ArrowType TEXT = new ArrowType.Utf8(false);
  private static final ArrowSchema TYPED =
      new ArrowSchema(
          List.of(
              field("day", new ArrowType.Date(false)),
              field("tiny", new ArrowType.Int(8, true)),
              field("name", TEXT),
              field("at", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC")),
              field("price", new ArrowType.Decimal(128, 9, 2))));

  @TempDir Path directory;
  private DatasetStore store;

  @BeforeEach
  void open() throws IOException {
    store = DatasetStore.open(directory, StoreOptions.DEFAULT);
  }

  private static ArrowField field(String name, ArrowType type, ArrowField... children) {
    return new ArrowField(name, type, true, List.of(children));
  }

  private static RecordBatchSource source(
      ArrowSchema schema, List<List<@Nullable Object>> columns) {
    return ValueBatch.source(schema, ValueBatch.of(schema, columns));
  }

  private static List<@Nullable Object> list(@Nullable Object... values) {
    return new ArrayList<@Nullable Object>(Arrays.asList(values));
  }

  private List<List<@Nullable Object>> rows(ReadRequest request) throws IOException {
    try (Snapshot snapshot = store.read(KEY, request)) {
      return rows(snapshot.scan().open());
    }
  }

  private static List<List<@Nullable Object>> rows(RecordBatchSource source) throws IOException {
    try (source) {
      return RowValues.of(source);
    }
  }

  private static RecordBatchSource typed() {
    return source(
        TYPED,
        List.of(
            list(18263, null),
            list(7, -8),
            list("a, \"b\"", ""),
            list(1577934245123456L, null),
            list(new BigDecimal("1.50"), new BigDecimal("-0.01"))));
  }

  /// Rows of the same columns the other way round, all of them text.
  private static RecordBatchSource texts() {
    ArrowSchema texts =
        new ArrowSchema(
            TYPED.fields().reversed().stream().map(f -> field(f.name(), TEXT)).toList());
    return source(
        texts,
        List.of(
            list("2", "0.005"),
            list("2020-01-02T03:04:05+01:00", null),
            list("c", null),
            list("127", "-128"),
            list("2020-02-29", null)));
  }

  @ParameterizedTest
  @EnumSource
  void typesStayInEitherFormatAndWhatIsAppendedTakesThem(DataFormat format) throws IOException {
    store.write(KEY, typed(), WriteRequest.DEFAULT.withFormat(format));
    AppendRequest request = AppendRequest.DEFAULT.withCastMode(CastMode.ORIGINAL);
    AppendResult appended = store.append(KEY, texts(), request);
    assertEquals(1, appended.index());
    try (Snapshot snapshot = store.read(KEY, ReadRequest.latest())) {
      assertEquals(TYPED, snapshot.schema());
      assertEquals(TYPED, snapshot.scan().schema());
      assertEquals(format, snapshot.format());
    }
    assertEquals(
        List.of(
            list(
                LocalDate.of(2020, 1, 2),
                (byte) 7,
                "a, \"b\"",
                Instant.parse("2020-01-02T03:04:05.123456Z"),
                new BigDecimal("1.50")),
            list(null, (byte) -8, "", null, new BigDecimal("-0.01")),
            list(
                LocalDate.of(2020, 2, 29),
                (byte) 127,
                "c",
                Instant.parse("2020-01-02T02:04:05Z"),
                new BigDecimal("2.00")),
            list(null, (byte) -128, null, null, new BigDecimal("0.00"))),
        rows(ReadRequest.latest()));
  }

  @ParameterizedTest
  @EnumSource
  void aFailedCastChangesNothing(DataFormat format) throws IOException {
    store.write(KEY, typed(), WriteRequest.DEFAULT.withFormat(format));
    List<List<@Nullable Object>> before = rows(ReadRequest.latest());
    ArrowSchema other = new ArrowSchema(List.of(field("name", TEXT)));
    assertThrows(
        ColumnsMismatchException.class,
        () -> store.append(KEY, source(other, List.of(list("x"))), AppendRequest.DEFAULT));
    List<ArrowField> fields = new ArrayList<>(TYPED.fields());
    fields.set(1, field("tiny", LONG));
    ArrowSchema wide = new ArrowSchema(fields);
    List<List<@Nullable Object>> row =
        List.of(list(1), list(300L), list("x"), list(1L), list(BigDecimal.ONE));
    for (CastMode mode : CastMode.values()) {
      assertThrows(
          FrazilException.class,
          () -> store.append(KEY, source(wide, row), AppendRequest.DEFAULT.withCastMode(mode)),
          mode.toString());
    }
    assertEquals(before, rows(ReadRequest.latest()));
    try (var files = Files.list(directory.resolve("sales/v0"))) {
      assertEquals(
          List.of(),
          files.filter(file -> file.toString().endsWith(".tmp")).toList(),
          "no temporary file stays");
    }
  }

  @Test
  void formatsDoNotHideEachOther() throws IOException {
    store.write(KEY, typed(), WriteRequest.DEFAULT.withFormat(DataFormat.PARQUET));
    ArrowSchema other = new ArrowSchema(List.of(field("x", LONG)));
    store.write(
        KEY, source(other, List.of(list(5L))), WriteRequest.DEFAULT.withFormat(DataFormat.CSV));
    assertEquals(
        "{\"latest_data_dir\": \"v1\"}",
        Files.readString(directory.resolve("sales/manifest.json")));
    assertEquals(List.of(list(5L)), rows(ReadRequest.latest()));
    assertEquals(List.of(list(5L)), rows(ReadRequest.latest().withFormat(DataFormat.CSV)));
    ReadRequest parquet = ReadRequest.latest().withFormat(DataFormat.PARQUET);
    assertEquals(2, rows(parquet).size());
    try (Snapshot snapshot = store.read(KEY, parquet)) {
      assertEquals(0, snapshot.version());
      assertEquals(TYPED, snapshot.schema());
    }
    store.write(KEY, typed(), WriteRequest.DEFAULT.withFormat(DataFormat.PARQUET));
    assertEquals(List.of(list(5L)), rows(ReadRequest.latest().withFormat(DataFormat.CSV)));
    assertEquals(2, rows(ReadRequest.latest()).size());
  }

  /// A version as the original leaves it: no commit record.
  private Path foreign(String name, String text) throws IOException {
    Path version = Files.createDirectories(directory.resolve("sales/v0"));
    Files.writeString(version.resolve(name), text);
    Files.writeString(directory.resolve("sales/manifest.json"), "{\"latest_data_dir\": \"v0\"}");
    return version;
  }

  @Test
  void csvOfTheOriginalIsInferredFromTheWholeFile() throws IOException {
    foreign("0.csv", "i,f,b,s,d\n" + "1,2,true,x,2020-01-02\n".repeat(5000) + "2,0.5,false,7,x\n");
    try (Snapshot snapshot = store.read(KEY, ReadRequest.latest())) {
      assertEquals(
          List.of(LONG, new ArrowType.FloatingPoint(64), new ArrowType.Bool(), TEXT, TEXT),
          snapshot.schema().fields().stream().map(ArrowField::type).toList());
      assertEquals(5001, rows(snapshot.scan().open()).size());
    }
    ArrowSchema numbers =
        new ArrowSchema(
            List.of(
                field("s", LONG),
                field("i", TEXT),
                field("d", new ArrowType.Date(false)),
                field("b", LONG),
                field("f", LONG)));
    store.append(
        KEY,
        source(numbers, List.of(list(9L), list("3"), list(0), list(1L), list(4L))),
        AppendRequest.DEFAULT.withCastMode(CastMode.ORIGINAL));
    assertEquals(
        "i,f,b,s,d\n3,4.0,true,9,1970-01-01\n",
        Files.readString(directory.resolve("sales/v0/1.csv")));
    assertEquals(list(3L, 4.0, true, "9", "1970-01-01"), rows(ReadRequest.latest()).getLast());
  }

  @Test
  void metadataNamesAndNestingStay() throws IOException {
    ArrowField uuid =
        new ArrowField(
            "",
            new ArrowType.FixedSizeBinary(16),
            true,
            Map.of(ArrowField.EXTENSION_NAME, ArrowField.UUID_EXTENSION, "unit", "m"),
            null);
    ArrowField nested =
        field(
            "X",
            new ArrowType.List(false),
            field("item", new ArrowType.Struct(), field("a", LONG), field("A", TEXT)));
    ArrowField id = new ArrowField("x", LONG, false, Map.of(ArrowField.FIELD_ID, "7"), null);
    ArrowSchema schema = new ArrowSchema(List.of(uuid, nested, id), Map.of("origin", "here"));
    UUID value = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    List<List<@Nullable Object>> columns =
        List.of(list(value, null), list(List.of(list(1L, "p")), null), list(5L, 6L));
    store.write(KEY, source(schema, columns), WriteRequest.DEFAULT);
    store.append(KEY, source(schema, columns), AppendRequest.DEFAULT.withCastMode(CastMode.STRICT));
    try (Snapshot snapshot = store.read(KEY, ReadRequest.latest())) {
      assertEquals(schema, snapshot.schema());
    }
    List<@Nullable Object> first = list(value, List.of(Map.of("a", 1L, "A", "p")), 5L);
    List<@Nullable Object> second = list(null, null, 6L);
    assertEquals(List.of(first, second, first, second), rows(ReadRequest.latest()));
    assertThrows(
        SchemaException.class,
        () ->
            store.write(
                KEY, source(schema, columns), WriteRequest.DEFAULT.withFormat(DataFormat.CSV)));
  }

  @Test
  void extensionTypesOfOthersAndLongNamesStay() throws IOException {
    Map<String, String> extension =
        Map.of(ArrowField.EXTENSION_NAME, "shop.money", ArrowField.EXTENSION_METADATA, "EUR");
    ArrowField money = new ArrowField("money", LONG, true, extension, null);
    ArrowField wide = field("x".repeat(60_000), LONG);
    ArrowSchema schema = new ArrowSchema(List.of(money, wide));
    store.write(KEY, source(schema, List.of(list(5L), list(1L))), WriteRequest.DEFAULT);
    store.append(KEY, source(schema, List.of(list(6L), list(2L))), AppendRequest.DEFAULT);
    try (Snapshot snapshot = store.read(KEY, ReadRequest.latest())) {
      assertEquals(schema, snapshot.schema());
      assertEquals(
          List.of(list(6L, 2L)), rows(snapshot.scan().where(Filter.parse("money > 5")).open()));
    }
    assertEquals(List.of(list(5L, 1L), list(6L, 2L)), rows(ReadRequest.latest()));
    ArrowSchema plain = new ArrowSchema(List.of(field("money", LONG), wide));
    assertThrows(
        SchemaException.class,
        () ->
            store.append(
                KEY,
                source(plain, List.of(list(7L), list(3L))),
                AppendRequest.DEFAULT.withCastMode(CastMode.STRICT)));
  }

  @ParameterizedTest
  @EnumSource
  void rowsOfAPrunedVersionDoNotGoToOneOfOtherColumns(DataFormat format) throws IOException {
    ArrowSchema schema = new ArrowSchema(List.of(field("x", LONG)));
    store.write(KEY, source(schema, List.of(list(1L))), WriteRequest.DEFAULT);
    AtomicBoolean pruned = new AtomicBoolean();
    FileCalls files =
        HookedFileCalls.of(call -> {
          boolean claims =
              call.name().equals("createNew") && call.argument(0).toString().endsWith(".claim");
          if (claims && pruned.compareAndSet(false, true)) {
            store.write(KEY, typed(), WriteRequest.DEFAULT.withFormat(format));
            Files.move(directory.resolve("sales/v0"), directory.resolve("gone"));
          }
          return call.proceed();
        });
    DatasetStore pruning =
        DatasetStore.open(
            directory, StoreOptions.DEFAULT, files, new LinuxProcessTable(), LeaseTable.PROCESS);
    assertThrows(
        SchemaException.class,
        () -> pruning.append(KEY, source(schema, List.of(list(2L))), AppendRequest.DEFAULT));
    assertEquals(2, rows(ReadRequest.latest()).size());
  }

  @Test
  void filesThatCannotMatchAreNotOpened() throws IOException {
    ArrowSchema schema = new ArrowSchema(List.of(field("x", LONG)));
    store.write(KEY, source(schema, List.of(list(0L, 9L))), WriteRequest.DEFAULT);
    for (long i = 1; i < 5; i++) {
      store.append(KEY, source(schema, List.of(list(10 * i, 10 * i + 9))), AppendRequest.DEFAULT);
    }
    Path version = directory.resolve("sales/v0");
    for (int index : new int[] {0, 1, 2, 4}) {
      Path file = version.resolve(index + ".parquet");
      long size = Files.size(file);
      Files.delete(file);
      Files.write(file, new byte[(int) size]);
    }
    try (Snapshot snapshot = store.read(KEY, ReadRequest.latest())) {
      assertEquals(
          List.of(list(39L)),
          rows(snapshot.scan().where(Filter.parse("x > 30 and x < 40")).open()));
      assertThrows(
          Exception.class, () -> rows(snapshot.scan().where(Filter.parse("x > 40")).open()));
    }
    StatisticsSidecar sidecar =
        StatisticsSidecar.read(Files.readAllBytes(version.resolve(".3.stats")));
    assertNotNull(sidecar);
    assertEquals(Files.size(version.resolve("3.parquet")), sidecar.file().byteCount());
    assertEquals(2, Objects.requireNonNull(sidecar).statistics().rowCount());
  }
}

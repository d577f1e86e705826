package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.frazil.engine.Python;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.arrow.RowValues;
import dev.frazil.engine.iceberg.ValueBatch;
import dev.frazil.engine.scan.DataFormat;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Columns of versions that the Python original, by its stand-in, and the store extend in turn.
/// Skipped where `python3`, or what `-Dfrazil.python` names, has no polars.
class PythonColumnsIT {
  private static final ArrowType LONG = new ArrowType.Int(64, true);
  private static final ArrowType TEXT = new ArrowType.Utf8(false);
  private static final List<ArrowField> FLAT =
      List.of(
          field("day", new ArrowType.Date(false)),
          field("tiny", new ArrowType.Int(8, true)),
          field("name", TEXT),
          field("at", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC")),
          field("price", new ArrowType.Decimal(128, 9, 2)));
  private static final List<List<@Nullable Object>> ROW =
      List.of(
          list(18263),
          list(7),
          list("a"),
          list(1577934245123456L),
          list(new BigDecimal("1.50")),
          list(list("p", null)));

  @TempDir Path folder;

  private static ArrowField field(String name, ArrowType type, ArrowField... children) {
    return new ArrowField(name, type, true, List.of(children));
  }

  private static List<@Nullable Object> list(@Nullable Object... values) {
    return new ArrayList<@Nullable Object>(Arrays.asList(values));
  }

  private static RecordBatchSource source(
      ArrowSchema schema, List<List<@Nullable Object>> columns) {
    return ValueBatch.source(schema, ValueBatch.of(schema, columns));
  }

  private void python(Path script, String step) throws IOException, InterruptedException {
    List<String> command =
        Python.withPolars().orElseThrow().command(script, folder.resolve("data"), step);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
  }

  private static List<List<@Nullable Object>> rows(
      DatasetStore store, String key, ReadRequest request) throws IOException {
    try (Snapshot snapshot = store.read(ProfileKey.of(key), request);
        RecordBatchSource source = snapshot.scan().open()) {
      return RowValues.of(source);
    }
  }

  @Test
  void bothLanguagesKeepTheTypes() throws Exception {
    assumeTrue(Python.withPolars().isPresent(), "no Python with polars");
    Path script = PythonScripts.copy("columns_check.py", folder);
    DatasetStore store = DatasetStore.open(folder.resolve("data"), StoreOptions.DEFAULT);
    List<ArrowField> fields = new ArrayList<>(FLAT);
    fields.add(field("tags", new ArrowType.List(false), field("item", TEXT)));
    ArrowSchema typed = new ArrowSchema(fields);
    ArrowSchema flat = new ArrowSchema(FLAT);
    store.write(ProfileKey.of("typed"), source(typed, ROW), WriteRequest.DEFAULT);
    store.write(
        ProfileKey.of("csv"),
        source(flat, ROW.subList(0, FLAT.size())),
        WriteRequest.DEFAULT.withFormat(DataFormat.CSV));
    python(script, "append");
    List<List<@Nullable Object>> appended = rows(store, "typed", ReadRequest.latest());
    assertEquals(typedRows(), appended);
    try (Snapshot snapshot = store.read(ProfileKey.of("csv"), ReadRequest.latest())) {
      assertEquals(flat, snapshot.schema());
    }
    List<@Nullable Object> first = typedRows().getFirst().subList(0, FLAT.size());
    List<@Nullable Object> hundred = new ArrayList<>(first);
    hundred.set(1, (byte) 100);
    assertEquals(List.of(first, hundred), rows(store, "csv", ReadRequest.latest()));
    assertEquals(List.of(list("a")), rows(store, "both", ReadRequest.latest()));
    assertEquals(
        List.of(list(1L), list(2L)),
        rows(store, "both", ReadRequest.latest().withFormat(DataFormat.PARQUET)));
    appendOddly(store);
    assertEquals(appended, rows(store, "mine", ReadRequest.latest()));
    python(script, "compare");
  }

  /// The row that this library has written, and those that the original has appended.
  private static List<List<@Nullable Object>> typedRows() {
    List<@Nullable Object> first =
        list(
            LocalDate.of(2020, 1, 2),
            (byte) 7,
            "a",
            Instant.parse("2020-01-02T03:04:05.123456Z"),
            new BigDecimal("1.50"),
            Arrays.asList("p", null));
    List<@Nullable Object> second =
        list(
            LocalDate.of(2020, 2, 29),
            (byte) -128,
            "12",
            Instant.parse("2020-01-02T03:04:05.123456Z"),
            new BigDecimal("0.02"),
            List.of("1", "2"));
    List<@Nullable Object> third = list(null, (byte) 7, null, null, new BigDecimal("2.00"), null);
    return List.of(first, second, third);
  }

  /// What the original has appended to another profile, at the same types, to one of its own.
  private static void appendOddly(DatasetStore store) throws IOException {
    ArrowSchema odd =
        new ArrowSchema(
            List.of(
                field("tags", new ArrowType.List(true), field("item", LONG)),
                field("price", new ArrowType.FloatingPoint(64)),
                field("at", new ArrowType.Timestamp(TimeUnit.NANOSECOND, "Europe/Berlin")),
                field("name", LONG),
                field("tiny", TEXT),
                field("day", TEXT)));
    List<List<@Nullable Object>> rows =
        List.of(
            list(list(1L, 2L), null),
            list(0.015, 2.0),
            list(1577934245123456789L, null),
            list(12L, null),
            list("-128", "+7"),
            list("2020-02-29", null));
    store.append(
        ProfileKey.of("mine"),
        source(odd, rows),
        AppendRequest.DEFAULT.withCastMode(CastMode.ORIGINAL));
  }
}

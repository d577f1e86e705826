package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tables from the catalog through the writer and back: every type, every transform, every mode.
class ClosedLoopIT {
  private static final long SEED = 20_261_130;
  private static final TableIdentifier NAME = TableIdentifier.of("demo", "loop");
  private static final int APPENDS = 2;
  private static final int BATCHES = 2;
  private static final int ROWS = 9;

  /// Every flat type, and nested ones.
  private static final Schema THREE = nested(TableValues.SCHEMA.columns());

  /// The same for tables of format version 2, which have no nanoseconds.
  private static final Schema TWO =
      TypeUtil.selectNot(
          THREE,
          Set.of(
              THREE.findField("timestamp_ns").fieldId(),
              THREE.findField("timestamptz_ns").fieldId()));

  /// Row groups of a few rows, each of them a split.
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "write.parquet.row-group-size-rows", "3",
          "read.split.target-size", "1",
          "read.split.open-file-cost", "1");

  @TempDir Path warehouse;

  private static Schema nested(List<Types.NestedField> flat) {
    List<Types.NestedField> columns = new ArrayList<>(flat);
    columns.add(
        Types.NestedField.optional(
            30,
            "place",
            Types.StructType.of(
                Types.NestedField.optional(31, "city", Types.StringType.get()),
                Types.NestedField.required(32, "height", Types.DoubleType.get()),
                Types.NestedField.optional(
                    33,
                    "at",
                    Types.StructType.of(
                        Types.NestedField.optional(34, "day", Types.DateType.get()),
                        Types.NestedField.optional(35, "price", Types.DecimalType.of(9, 2)))))));
    columns.add(
        Types.NestedField.optional(
            40, "longs", Types.ListType.ofOptional(41, Types.LongType.get())));
    columns.add(
        Types.NestedField.optional(
            42,
            "pairs",
            Types.ListType.ofOptional(
                43,
                Types.StructType.of(
                    Types.NestedField.required(44, "x", Types.FloatType.get()),
                    Types.NestedField.optional(
                        45, "tags", Types.ListType.ofRequired(46, Types.StringType.get()))))));
    columns.add(
        Types.NestedField.optional(
            50,
            "counts",
            Types.MapType.ofOptional(51, 52, Types.StringType.get(), Types.LongType.get())));
    return new Schema(columns);
  }

  /// One table to write.
  record Loop(String name, int version, WriteMode mode, boolean rest, Partitioning partitioning) {
    @Override
    public String toString() {
      return name;
    }
  }

  /// A spec of a schema.
  private interface Partitioning extends Function<PartitionSpec.Builder, PartitionSpec.Builder> {}

  static Stream<Loop> loops() {
    Map<String, Partitioning> specs = new LinkedHashMap<>();
    specs.put("unpartitioned", spec -> spec);
    specs.put(
        "a nested identity, buckets, void",
        spec -> spec.identity("place.city").bucket("int", 3).alwaysNull("long"));
    specs.put("year, truncated string", spec -> spec.year("timestamp").truncate("string", 1));
    specs.put("month, buckets of a uuid", spec -> spec.month("place.at.day").bucket("uuid", 2));
    specs.put("day, truncated decimal", spec -> spec.day("timestamptz").truncate("decimal_9", 100));
    specs.put("hour, a boolean", spec -> spec.hour("timestamp").identity("boolean"));
    specs.put("a float, a truncated binary", spec -> spec.identity("float").truncate("binary", 1));
    specs.put(
        "buckets of time, truncated numbers",
        spec -> spec.bucket("time", 2).truncate("int", 1000).truncate("long", 1000));
    List<WriteMode> modes =
        List.of(new WriteMode.Batch(), new WriteMode.Fanout(3, 1 << 20), new WriteMode.Clustered());
    List<Loop> loops = new ArrayList<>();
    specs.forEach((name, spec) -> {
      for (WriteMode mode : modes) {
        int version = loops.size() % 2 + 2;
        boolean rest = loops.size() % 3 == loops.size() / 3 % 3;
        String what =
            "%s, %s, version %d, %s"
                .formatted(name, mode.getClass().getSimpleName(), version, rest ? "REST" : "JDBC");
        loops.add(new Loop(what, version, mode, rest, spec));
      }
    });
    return loops.stream();
  }

  @ParameterizedTest
  @MethodSource("loops")
  void whatIsWrittenIsFound(Loop loop) throws Exception {
    Schema schema = loop.version() == 2 ? TWO : THREE;
    PartitionSpec spec = loop.partitioning().apply(PartitionSpec.builderFor(schema)).build();
    Map<String, String> properties = new HashMap<>(PROPERTIES);
    properties.put("format-version", Integer.toString(loop.version()));
    if (!loop.rest()) {
      try (EmbeddedCatalog catalog = EmbeddedCatalog.open(warehouse.toString())) {
        check(catalog.createTable(NAME, schema, spec, properties), loop.mode());
      }
      return;
    }
    try (RestServer server = new RestServer(warehouse.toString());
        RESTCatalog catalog = server.client()) {
      catalog.createNamespace(Namespace.of("demo"));
      check(catalog.createTable(NAME, schema, spec, properties), loop.mode());
    }
  }

  private static void check(Table table, WriteMode mode) throws Exception {
    Map<Integer, List<@Nullable Object>> rows = new HashMap<>();
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < APPENDS; i++) {
      files.addAll(append(table, mode, rows));
    }
    CommittedTable committed = new CommittedTable(table, rows, SEED);
    committed.assertRows(Expressions.alwaysTrue(), rows.keySet());
    committed.assertFilesHold(files);
    committed.assertMetadataTablesAreRead(files);
    committed.assertDuckDbReads(files);
    committed.assertValuesAreFound(
        files,
        switch (mode) {
          case WriteMode.Batch _ -> 0;
          case WriteMode.Fanout _ -> 1;
          case WriteMode.Clustered _ -> 2;
        });
  }

  /// Appends rows, in batches that have the rows of a partition next to one another.
  private static List<DataFile> append(
      Table table, WriteMode mode, Map<Integer, List<@Nullable Object>> rows) throws IOException {
    Schema schema = table.schema();
    LoopRows random = new LoopRows(SEED + rows.size());
    Map<PartitionKey, List<List<@Nullable Object>>> clusters = new LinkedHashMap<>();
    PartitionKey key = new PartitionKey(table.spec(), schema);
    for (int i = 0; i < BATCHES * ROWS; i++) {
      List<@Nullable Object> row = random.row(schema.asStruct(), rows.size());
      rows.put(rows.size(), row);
      key.partition(new LoopRows.Row(row));
      clusters.computeIfAbsent(key.copy(), ignored -> new ArrayList<>()).add(row);
    }
    List<List<@Nullable Object>> clustered = new ArrayList<>();
    clusters.values().forEach(clustered::addAll);
    ArrowSchema arrow = IcebergSchemas.arrowSchema(schema);
    RecordBatch[] batches = new RecordBatch[BATCHES];
    for (int i = 0; i < BATCHES; i++) {
      batches[i] = batch(arrow, clustered.subList(i * ROWS, (i + 1) * ROWS));
    }
    DataFileOptions options = DataFileOptions.builder().mode(mode).build();
    try (RecordBatchSource source = ValueBatch.source(arrow, batches);
        DataFileWriter writer = DataFileWriter.forTable(table, options)) {
      writer.write(source);
      List<DataFile> files = writer.finish();
      AppendFiles append = table.newAppend();
      files.forEach(append::appendFile);
      append.commit();
      return files;
    }
  }

  private static RecordBatch batch(ArrowSchema schema, List<List<@Nullable Object>> rows) {
    List<List<@Nullable Object>> columns = new ArrayList<>();
    for (int i = 0; i < schema.fields().size(); i++) {
      List<@Nullable Object> column = new ArrayList<>();
      for (List<@Nullable Object> row : rows) {
        column.add(row.get(i));
      }
      columns.add(column);
    }
    return ValueBatch.of(schema, columns);
  }

  @Test
  void aTableWhoseSpecEvolvedIsWrittenByTheSpecOfTheDay() throws Exception {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(warehouse.toString())) {
      PartitionSpec spec = PartitionSpec.builderFor(TWO).identity("boolean").build();
      Table table = catalog.createTable(NAME, TWO, spec, PROPERTIES);
      Map<Integer, List<@Nullable Object>> rows = new HashMap<>();
      List<DataFile> files = new ArrayList<>(append(table, new WriteMode.Fanout(), rows));
      table
          .updateSpec()
          .removeField("boolean")
          .addField(Expressions.bucket("long", 4))
          .addField(Expressions.day("timestamp"))
          .commit();
      files.addAll(append(table, new WriteMode.Batch(), rows));
      assertEquals(2, files.stream().map(DataFile::specId).distinct().count());
      CommittedTable committed = new CommittedTable(table, rows, SEED);
      committed.assertRows(Expressions.alwaysTrue(), rows.keySet());
      committed.assertFilesHold(files);
      committed.assertMetadataTablesAreRead(files);
      committed.assertValuesAreFound(files, 0);
    }
  }

  @Test
  void aLostAnswerToACommitKeepsItsFiles() throws Exception {
    try (RestServer server = new RestServer(warehouse.toString());
        RESTCatalog catalog = server.client()) {
      catalog.createNamespace(Namespace.of("demo"));
      Table table = catalog.createTable(NAME, TWO, PartitionSpec.unpartitioned(), PROPERTIES);
      Map<Integer, List<@Nullable Object>> rows = new HashMap<>();
      server.loseAnswers(true);
      assertThrows(
          CommitStateUnknownException.class, () -> append(table, new WriteMode.Batch(), rows));
      server.loseAnswers(false);
      table.refresh();
      assertTrue(Objects.requireNonNull(table.currentSnapshot()).sequenceNumber() > 0);
      new CommittedTable(table, rows, SEED).assertRows(Expressions.alwaysTrue(), rows.keySet());
    }
  }

  @Test
  void writersThatCommitAtOnceAllLand() throws Exception {
    try (RestServer server = new RestServer(warehouse.toString());
        RESTCatalog one = server.client();
        RESTCatalog other = server.client()) {
      one.createNamespace(Namespace.of("demo"));
      Table first = one.createTable(NAME, TWO, PartitionSpec.unpartitioned(), PROPERTIES);
      Table second = other.loadTable(NAME);
      Map<Integer, List<@Nullable Object>> rows = new HashMap<>();
      append(first, new WriteMode.Batch(), rows);
      append(second, new WriteMode.Batch(), rows); // from a state that is not the last any more
      first.refresh();
      new CommittedTable(first, rows, SEED).assertRows(Expressions.alwaysTrue(), rows.keySet());
    }
  }
}

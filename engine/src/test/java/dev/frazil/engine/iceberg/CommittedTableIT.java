package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.parquet.ParquetUtil;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DateTimeUtil;
import org.apache.iceberg.util.StructLikeWrapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tables that the data file writer filled, read by Iceberg's own reader.
class CommittedTableIT {
  private static final TableIdentifier NAME = TableIdentifier.of("demo", "values");
  private static final Schema SCHEMA = TableValues.SCHEMA;
  private static final long SEED = 20260131;
  private static final int BATCHES = 2;
  private static final int ROWS = 24;

  @TempDir Path warehouse;

  /// A way to partition, by its name.
  record Partitioning(String name, PartitionSpec spec) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Partitioning> partitionings() {
    return Stream.of(
        new Partitioning("unpartitioned", PartitionSpec.unpartitioned()),
        new Partitioning("void", spec().alwaysNull("string").build()),
        new Partitioning("identity of a string", spec().identity("string").build()),
        new Partitioning("identity of a double", spec().identity("double").build()),
        new Partitioning("identity of a decimal", spec().identity("decimal_38").build()),
        new Partitioning("identity of a date", spec().identity("date").build()),
        new Partitioning("bucket of a uuid", spec().bucket("uuid", 4).build()),
        new Partitioning("bucket of a decimal", spec().bucket("decimal_9", 3).build()),
        new Partitioning("truncate of a string", spec().truncate("string", 1).build()),
        new Partitioning("truncate of a binary", spec().truncate("binary", 1).build()),
        new Partitioning("truncate of a long", spec().truncate("long", 1000).build()),
        new Partitioning("year", spec().year("timestamp").build()),
        new Partitioning("month", spec().month("date").build()),
        new Partitioning("day", spec().day("timestamptz").build()),
        new Partitioning("hour", spec().hour("timestamp_ns").build()),
        new Partitioning(
            "several", spec().alwaysNull("int").identity("boolean").bucket("id", 2).build()));
  }

  private static PartitionSpec.Builder spec() {
    return PartitionSpec.builderFor(SCHEMA);
  }

  @ParameterizedTest
  @MethodSource("partitionings")
  void everyRowIsReadBackWhole(Partitioning partitioning) throws IOException {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(warehouse.toString())) {
      Table table = catalog.createTable(NAME, SCHEMA, partitioning.spec(), Map.of());
      Map<Integer, List<@Nullable Object>> expected = new HashMap<>();
      List<DataFile> files = append(table, expected);
      assertEquals(expected, rows(table, Expressions.alwaysTrue()), "seed " + SEED);
      assertEquals(
          BATCHES * ROWS, files.stream().mapToLong(DataFile::recordCount).sum(), "rows in files");
      for (DataFile file : files) {
        assertEquals(file.fileSizeInBytes(), table.io().newInputFile(file).getLength());
        assertPeerMetrics(table, file);
      }
      assertManifestsHold(table, files);
    }
  }

  @ParameterizedTest
  @MethodSource("partitionings")
  void everyStoredValueIsFoundByItsEqualityFilter(Partitioning partitioning) throws IOException {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(warehouse.toString())) {
      Table table = catalog.createTable(NAME, SCHEMA, partitioning.spec(), Map.of());
      Map<Integer, List<@Nullable Object>> expected = new HashMap<>();
      append(table, expected);
      for (int column : filtered(partitioning.spec())) {
        Map<Optional<Object>, List<Integer>> idsByValue = new HashMap<>();
        for (Map.Entry<Integer, List<@Nullable Object>> row : expected.entrySet()) {
          Object value = row.getValue().get(column);
          idsByValue
              .computeIfAbsent(Optional.ofNullable(value), ignored -> new ArrayList<>())
              .add(row.getKey());
        }
        for (Map.Entry<Optional<Object>, List<Integer>> entry : idsByValue.entrySet()) {
          Expression filter = filter(SCHEMA.columns().get(column), entry.getKey().orElse(null));
          assertEquals(
              entry.getValue().stream().sorted().toList(),
              new ArrayList<>(new TreeMap<>(rows(table, filter)).keySet()),
              filter + ", seed " + SEED);
        }
      }
    }
  }

  /// All columns where there is one partition or several fields, else the sources of the spec.
  private static List<Integer> filtered(PartitionSpec spec) {
    List<Integer> columns = new ArrayList<>();
    for (int i = 1; i < SCHEMA.columns().size(); i++) {
      int id = SCHEMA.columns().get(i).fieldId();
      boolean one = spec.fields().size() == 1;
      if (!one || spec.fields().getFirst().sourceId() == id) {
        columns.add(i);
      }
    }
    return columns;
  }

  private static Expression filter(Types.NestedField column, @Nullable Object value) {
    String name = column.name();
    if (value == null) {
      return Expressions.isNull(name);
    }
    if (value.equals(Float.NaN) || value.equals(Double.NaN)) {
      return Expressions.isNaN(name);
    }
    // a number in a filter on nanoseconds means microseconds
    return Expressions.equal(
        name,
        column.type() instanceof Types.TimestampNanoType nanos
            ? nanos.shouldAdjustToUTC()
                ? DateTimeUtil.nanosToIsoTimestamptz((Long) value)
                : DateTimeUtil.nanosToIsoTimestamp((Long) value)
            : value);
  }

  @Test
  void splitsOfAFileAreItsRowGroupsAndReadEveryRowOnce() throws IOException {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(warehouse.toString())) {
      Table table =
          catalog.createTable(
              NAME,
              SCHEMA,
              PartitionSpec.unpartitioned(),
              Map.of(
                  "write.parquet.row-group-size-rows", "5",
                  "read.split.target-size", "1",
                  "read.split.open-file-cost", "1"));
      Map<Integer, List<@Nullable Object>> expected = new HashMap<>();
      List<DataFile> files = append(table, expected);
      int rowGroups = (ROWS + 4) / 5;
      for (DataFile file : files) {
        assertEquals(rowGroups, Objects.requireNonNull(file.splitOffsets()).size());
        assertEquals(4, file.splitOffsets().getFirst());
      }
      try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
        for (FileScanTask task : tasks) {
          List<FileScanTask> splits = new ArrayList<>();
          task.split(1).forEach(splits::add);
          assertEquals(rowGroups, splits.size());
        }
      }
      assertEquals(expected, rows(table, Expressions.alwaysTrue()));
    }
  }

  @Test
  void aTableOfVoidTransformsAloneHasNoPartitions() throws IOException {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(warehouse.toString())) {
      PartitionSpec allVoid = spec().alwaysNull("string").build();
      Table table = catalog.createTable(NAME, SCHEMA, allVoid, Map.of());
      List<DataFile> files = append(table, new HashMap<>());
      assertEquals(BATCHES, files.size());
      for (DataFile file : files) {
        assertEquals(0, file.partition().size());
        assertTrue(file.location().matches(".*/data/00000-0-[-0-9a-f]{36}-0000[12]\\.parquet"));
      }
    }
  }

  private static List<DataFile> append(Table table, Map<Integer, List<@Nullable Object>> expected)
      throws IOException {
    ArrowSchema schema = IcebergSchemas.arrowSchema(SCHEMA);
    TableValues values = new TableValues(SEED);
    RecordBatch[] batches = new RecordBatch[BATCHES];
    for (int i = 0; i < BATCHES; i++) {
      List<List<@Nullable Object>> columns = values.columns(i * ROWS, ROWS);
      batches[i] = ValueBatch.of(schema, columns);
      for (int row = 0; row < ROWS; row++) {
        List<@Nullable Object> whole = new ArrayList<>();
        for (List<@Nullable Object> column : columns) {
          whole.add(column.get(row));
        }
        expected.put(i * ROWS + row, whole);
      }
    }
    try (RecordBatchSource source = ValueBatch.source(schema, batches);
        DataFileWriter writer = DataFileWriter.forTable(table)) {
      writer.write(source);
      List<DataFile> files = writer.finish();
      AppendFiles append = table.newAppend();
      files.forEach(append::appendFile);
      append.commit();
      return files;
    }
  }

  /// The rows of a table by their id, in Iceberg's internal types.
  private static Map<Integer, List<@Nullable Object>> rows(Table table, Expression filter)
      throws IOException {
    Map<Integer, List<@Nullable Object>> rows = new HashMap<>();
    InternalRecordWrapper internal = new InternalRecordWrapper(SCHEMA.asStruct());
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).where(filter).build()) {
      for (Record record : records) {
        internal.wrap(record);
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 0; i < SCHEMA.columns().size(); i++) {
          Object value = internal.get(i, Object.class);
          row.add(value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value);
        }
        assertNull(rows.put((Integer) row.getFirst(), row), "a row was read twice");
      }
    }
    return rows;
  }

  /// What Iceberg takes from the file's footer must be what the writer said. Bounds of numbers with
  /// NaN and of UUIDs are not in the footer.
  private static void assertPeerMetrics(Table table, DataFile file) {
    Metrics peer =
        ParquetUtil.fileMetrics(table.io().newInputFile(file), MetricsConfig.forTable(table));
    assertEquals(peer.recordCount(), file.recordCount());
    assertEquals(peer.columnSizes(), file.columnSizes());
    assertEquals(peer.valueCounts(), file.valueCounts());
    assertEquals(peer.nullValueCounts(), file.nullValueCounts());
    for (Types.NestedField column : SCHEMA.columns()) {
      Type.TypeID type = column.type().typeId();
      if (type != Type.TypeID.FLOAT && type != Type.TypeID.DOUBLE && type != Type.TypeID.UUID) {
        int id = column.fieldId();
        assertEquals(peer.lowerBounds().get(id), file.lowerBounds().get(id), column.name());
        assertEquals(peer.upperBounds().get(id), file.upperBounds().get(id), column.name());
      }
    }
  }

  private static void assertManifestsHold(Table table, List<DataFile> files) throws IOException {
    Map<String, DataFile> stored = new HashMap<>();
    for (ManifestFile manifest : table.currentSnapshot().dataManifests(table.io())) {
      try (ManifestReader<DataFile> reader =
          ManifestFiles.read(manifest, table.io(), table.specs())) {
        for (DataFile file : reader) {
          stored.put(file.location(), file.copy());
        }
      }
    }
    assertEquals(files.size(), stored.size());
    for (DataFile file : files) {
      DataFile read = Objects.requireNonNull(stored.get(file.location()));
      if (table.spec().isPartitioned()) {
        StructLikeWrapper partition = StructLikeWrapper.forType(table.spec().partitionType());
        assertEquals(partition.copyFor(file.partition()), partition.copyFor(read.partition()));
      }
      assertEquals(file.splitOffsets(), read.splitOffsets());
      assertEquals(file.columnSizes(), read.columnSizes());
      assertEquals(file.nanValueCounts(), read.nanValueCounts());
      assertEquals(file.lowerBounds(), read.lowerBounds());
      assertEquals(file.upperBounds(), read.upperBounds());
      assertEquals(0, read.sortOrderId());
      assertNull(read.keyMetadata());
    }
  }
}

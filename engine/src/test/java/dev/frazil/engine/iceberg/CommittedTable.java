package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.MetadataTableUtils;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DateTimeUtil;
import org.apache.iceberg.util.StructLikeSet;
import org.apache.iceberg.util.StructLikeWrapper;
import org.jspecify.annotations.Nullable;

/// A table and the rows that it must have, by the id in their first column.
///
/// @param table the table
/// @param rows its rows, as [LoopRows] makes them
/// @param seed what the rows were made from, for messages
record CommittedTable(Table table, Map<Integer, List<@Nullable Object>> rows, long seed) {

  /// That Iceberg's generic reader finds exactly these rows, each of them once, and whole.
  void assertRows(Expression filter, Set<Integer> ids) throws IOException {
    Types.StructType type = table.schema().asStruct();
    Map<Integer, Object> read = new HashMap<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).where(filter).build()) {
      for (Record record : records) {
        assertNull(
            read.put((Integer) record.get(0), LoopRows.internal(type, record)),
            () -> "twice: " + record + ", seed " + seed);
      }
    }
    assertEquals(new TreeSet<>(ids), new TreeSet<>(read.keySet()), filter + ", seed " + seed);
    read.forEach((id, row) -> assertEquals(rows.get(id), row, "seed " + seed));
  }

  /// That the manifests hold what the writer said of its files.
  void assertFilesHold(Collection<DataFile> files) throws IOException {
    Map<String, DataFile> stored = new HashMap<>();
    for (ManifestFile manifest : table.currentSnapshot().dataManifests(table.io())) {
      try (ManifestReader<DataFile> reader =
          ManifestFiles.read(manifest, table.io(), table.specs())) {
        reader.forEach(file -> stored.put(file.location(), file.copy()));
      }
    }
    assertEquals(files.size(), stored.size());
    for (DataFile file : files) {
      DataFile read = Objects.requireNonNull(stored.get(file.location()));
      StructLikeWrapper partition =
          StructLikeWrapper.forType(
              Objects.requireNonNull(table.specs().get(file.specId())).partitionType());
      assertEquals(partition.copyFor(file.partition()), partition.copyFor(read.partition()));
      assertEquals(file.recordCount(), read.recordCount());
      assertEquals(file.fileSizeInBytes(), read.fileSizeInBytes());
      assertEquals(file.fileSizeInBytes(), table.io().newInputFile(file).getLength());
      assertEquals(file.splitOffsets(), read.splitOffsets());
      assertEquals(file.columnSizes(), read.columnSizes());
      assertEquals(file.valueCounts(), read.valueCounts());
      assertEquals(file.nullValueCounts(), read.nullValueCounts());
      assertEquals(file.nanValueCounts(), read.nanValueCounts());
      assertEquals(file.lowerBounds(), read.lowerBounds());
      assertEquals(file.upperBounds(), read.upperBounds());
      assertEquals(file.sortOrderId(), read.sortOrderId());
    }
  }

  /// That the tables `files` and `partitions` can be read, with bounds in readable form.
  void assertMetadataTablesAreRead(Collection<DataFile> files) throws IOException {
    assertEquals(files.size(), count(MetadataTableType.FILES));
    Map<Integer, StructLikeSet> partitions = new HashMap<>();
    for (DataFile file : files) {
      Types.StructType type =
          Objects.requireNonNull(table.specs().get(file.specId())).partitionType();
      partitions
          .computeIfAbsent(file.specId(), ignored -> StructLikeSet.create(type))
          .add(file.partition());
    }
    int expected = partitions.values().stream().mapToInt(StructLikeSet::size).sum();
    assertEquals(expected, count(MetadataTableType.PARTITIONS));
  }

  private long count(MetadataTableType type) throws IOException {
    Table metadata = MetadataTableUtils.createMetadataTableInstance(table, type);
    long count = 0;
    try (CloseableIterable<FileScanTask> tasks = metadata.newScan().planFiles()) {
      for (FileScanTask task : tasks) {
        try (CloseableIterable<StructLike> read = task.asDataTask().rows()) {
          for (StructLike row : read) {
            visit(row);
            count++;
          }
        }
      }
    }
    return count;
  }

  private static void visit(StructLike row) {
    for (int i = 0; i < row.size(); i++) {
      if (row.get(i, Object.class) instanceof StructLike struct) {
        visit(struct);
      }
    }
  }

  /// That another reader finds the same values in the files, of all types it has in common.
  void assertDuckDbReads(Collection<DataFile> files) throws SQLException {
    String names =
        files.stream()
            .map(file -> "'" + file.location().replace("'", "''") + "'")
            .collect(Collectors.joining(", "));
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "FROM read_parquet([" + names + "], hive_partitioning = false)")) {
      Set<Integer> ids = new HashSet<>();
      while (result.next()) {
        assertTrue(ids.add(result.getInt(1)));
        List<@Nullable Object> row = Objects.requireNonNull(rows.get(result.getInt(1)));
        for (int i = 0; i < row.size(); i++) {
          Types.NestedField column = table.schema().columns().get(i);
          Object value = result.getObject(i + 1);
          assertEquals(row.get(i) == null, value == null, column.name());
          if (isPlain(column.type())) {
            assertEquals(row.get(i), value, column.name());
          }
        }
      }
      assertEquals(rows.keySet(), ids);
    }
  }

  private static boolean isPlain(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN, INTEGER, LONG, FLOAT, DOUBLE, STRING, DECIMAL, UUID -> true;
      default -> false;
    };
  }

  /// That the nulls, the NaNs and a value (least, greatest or in between) of every column outside
  /// of lists and maps are found, in files that planning did not leave out.
  void assertValuesAreFound(Collection<DataFile> files, int share) throws IOException {
    long kept = 0;
    long asked = 0;
    int turn = share;
    for (Map.Entry<String, Types.NestedField> column : leaves().entrySet()) {
      if (turn++ % 3 != 0) {
        continue;
      }
      Map<@Nullable Object, Set<Integer>> idsByValue = idsByValue(column.getKey());
      for (Object value : sample(column.getValue().type(), idsByValue.keySet())) {
        Expression filter = filter(column.getKey(), column.getValue().type(), value);
        assertRows(filter, Objects.requireNonNull(idsByValue.get(value)));
        asked += files.size();
        try (CloseableIterable<FileScanTask> tasks = table.newScan().filter(filter).planFiles()) {
          for (FileScanTask task : tasks) {
            kept += task.file().recordCount() > 0 ? 1 : 0;
          }
        }
      }
    }
    assertTrue(kept < asked, "metrics and partitions left no file out");
  }

  /// The columns that a filter can name, by their full names.
  private Map<String, Types.NestedField> leaves() {
    Map<String, Types.NestedField> leaves = new LinkedHashMap<>();
    addLeaves("", table.schema().asStruct(), leaves);
    return leaves;
  }

  private static void addLeaves(
      String prefix, Types.StructType struct, Map<String, Types.NestedField> leaves) {
    for (Types.NestedField field : struct.fields()) {
      if (field.type() instanceof Types.StructType below) {
        addLeaves(prefix + field.name() + ".", below, leaves);
      } else if (field.type().isPrimitiveType()) {
        leaves.put(prefix + field.name(), field);
      }
    }
  }

  private Map<@Nullable Object, Set<Integer>> idsByValue(String name) {
    Map<@Nullable Object, Set<Integer>> ids = new HashMap<>();
    rows.forEach((id, row) -> {
      Object value = row;
      Types.StructType type = table.schema().asStruct();
      for (String part : parts(name)) {
        Types.NestedField field = Objects.requireNonNull(type.field(part));
        value = value == null ? null : ((List<?>) value).get(type.fields().indexOf(field));
        if (field.type() instanceof Types.StructType below) {
          type = below;
        }
      }
      ids.computeIfAbsent(value, ignored -> new HashSet<>()).add(id);
    });
    return ids;
  }

  /// The names of a column and of those above it; a column of the table may have dots in its own.
  private List<String> parts(String name) {
    return table.schema().asStruct().field(name) == null
        ? List.of(name.split("\\."))
        : List.of(name);
  }

  private List<@Nullable Object> sample(Type type, Set<@Nullable Object> values) {
    List<@Nullable Object> sample = new ArrayList<>();
    List<Object> ordinary = new ArrayList<>();
    for (Object value : values) {
      if (value == null || value.equals(Float.NaN) || value.equals(Double.NaN)) {
        sample.add(value);
      } else {
        ordinary.add(value);
      }
    }
    Comparator<Object> order = Comparators.forType(type.asPrimitiveType());
    ordinary.sort(order);
    if (!ordinary.isEmpty()) {
      int one = Math.floorMod(seed + ordinary.hashCode(), 3);
      sample.add(ordinary.get(one * (ordinary.size() - 1) / 2)); // an extreme, or the middle
    }
    return sample;
  }

  private static Expression filter(String name, Type type, @Nullable Object value) {
    if (value == null) {
      return Expressions.isNull(name);
    }
    if (value.equals(Float.NaN) || value.equals(Double.NaN)) {
      return Expressions.isNaN(name);
    }
    // a number in a filter on nanoseconds means microseconds
    return Expressions.equal(
        name,
        type instanceof Types.TimestampNanoType nanos
            ? nanos.shouldAdjustToUTC()
                ? DateTimeUtil.nanosToIsoTimestamptz((Long) value)
                : DateTimeUtil.nanosToIsoTimestamp((Long) value)
            : value);
  }
}

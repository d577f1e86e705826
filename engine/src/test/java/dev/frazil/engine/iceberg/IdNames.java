package dev.frazil.engine.iceberg;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// A table of ids and names, as arrow-java roots and as Iceberg's records, for tests.
final class IdNames {
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));

  /// A row.
  record Row(long id, @Nullable String name) {
    Record record() {
      GenericRecord record = GenericRecord.create(SCHEMA);
      record.set(0, id);
      record.set(1, name);
      return record;
    }
  }

  private IdNames() {}

  static Row row(long id, @Nullable String name) {
    return new Row(id, name);
  }

  /// The rows as a root of the table's columns, found by their names.
  static VectorSchemaRoot root(BufferAllocator allocator, Row... rows) {
    return root(
        allocator, List.of(longs(allocator, "id", null, ids(rows)), names(allocator, rows)));
  }

  static VectorSchemaRoot root(
      BufferAllocator allocator, List<? extends org.apache.arrow.vector.FieldVector> vectors) {
    return new VectorSchemaRoot(List.copyOf(vectors));
  }

  private static Long[] ids(Row... rows) {
    Long[] ids = new Long[rows.length];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = rows[i].id();
    }
    return ids;
  }

  private static VarCharVector names(BufferAllocator allocator, Row... rows) {
    @Nullable String[] names = new @Nullable String[rows.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = rows[i].name();
    }
    return strings(allocator, "name", names);
  }

  /// A vector of longs, with a field id in its metadata or without one.
  static BigIntVector longs(
      BufferAllocator allocator, String name, @Nullable Integer id, @Nullable Long... values) {
    FieldType type =
        new FieldType(
            true,
            new ArrowType.Int(64, true),
            null,
            id == null ? null : Map.of("PARQUET:field_id", Integer.toString(id)));
    BigIntVector vector = new BigIntVector(new Field(name, type, null), allocator);
    vector.allocateNew(values.length);
    for (int i = 0; i < values.length; i++) {
      Long value = values[i];
      if (value != null) {
        vector.set(i, value);
      }
    }
    vector.setValueCount(values.length);
    return vector;
  }

  /// A vector of strings.
  static VarCharVector strings(BufferAllocator allocator, String name, @Nullable String... values) {
    VarCharVector vector = new VarCharVector(name, allocator);
    vector.allocateNew();
    for (int i = 0; i < values.length; i++) {
      String value = values[i];
      if (value != null) {
        vector.setSafe(i, value.getBytes(StandardCharsets.UTF_8));
      }
    }
    vector.setValueCount(values.length);
    return vector;
  }

  /// The rows of a table as Iceberg's reader of generic records sees them, ordered by id.
  static List<Row> read(Table table) throws Exception {
    List<Row> rows = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      for (Record record : records) {
        rows.add(row((Long) record.getField("id"), (String) record.getField("name")));
      }
    }
    rows.sort(java.util.Comparator.comparingLong(Row::id));
    return rows;
  }
}

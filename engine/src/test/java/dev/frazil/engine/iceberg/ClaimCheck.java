package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/// Compares what a data file claims with the values of the file, which parquet-java decodes.
final class ClaimCheck {
  private final DataFile file;
  private final Schema schema;
  private int claims;

  private ClaimCheck(DataFile file, Schema schema) {
    this.file = file;
    this.schema = schema;
  }

  /// Checks every claim.
  ///
  /// @param path where the file lies
  /// @param file what is claimed of it
  /// @param schema its columns by the names that they have in the file
  /// @return how many claims were compared
  static int check(Path path, DataFile file, Schema schema) throws IOException {
    ClaimCheck check = new ClaimCheck(file, schema);
    assertEquals(Files.size(path), file.fileSizeInBytes());
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(path))) {
      assertEquals(reader.getRecordCount(), file.recordCount());
      assertEquals(
          reader.getRowGroups().stream()
              .filter(group -> group.getRowCount() > 0)
              .map(BlockMetaData::getStartingPos)
              .sorted()
              .toList(),
          file.splitOffsets());
      check.sizes(reader);
    }
    for (int id : file.valueCounts().keySet()) {
      try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(path))) {
        check.column(id, reader);
      }
    }
    return check.claims;
  }

  private static @Nullable ColumnDescriptor descriptor(MessageType schema, @Nullable String name) {
    return schema.getColumns().stream()
        .filter(column -> String.join(".", column.getPath()).equals(name))
        .findFirst()
        .orElse(null);
  }

  /// Each size is that of one column, but which one a name inside lists and maps does not tell.
  private void sizes(ParquetFileReader reader) {
    Map<String, Long> sizes = new HashMap<>();
    for (BlockMetaData group : reader.getRowGroups()) {
      group
          .getColumns()
          .forEach(
              chunk -> sizes.merge(chunk.getPath().toDotString(), chunk.getTotalSize(), Long::sum));
    }
    List<Long> others = new ArrayList<>(sizes.values());
    file.columnSizes()
        .forEach((id, size) -> {
          String name = String.valueOf(schema.findColumnName(id));
          assertTrue(
              sizes.containsKey(name) ? sizes.get(name).equals(size) : others.contains(size),
              name + " size");
          others.remove(size);
          claims++;
        });
  }

  private void column(int id, ParquetFileReader reader) throws IOException {
    String name = schema.findColumnName(id);
    Type type = schema.findType(id);
    MessageType parquet = reader.getFileMetaData().getSchema();
    ColumnDescriptor column = descriptor(parquet, name);
    assertTrue(column != null, name + " is in the file");
    List<@Nullable Object> values = new ArrayList<>();
    for (PageReadStore pages = reader.readNextRowGroup();
        pages != null;
        pages = reader.readNextRowGroup()) {
      long count = pages.getPageReader(column).getTotalValueCount();
      ColumnReader cells =
          new ColumnReadStoreImpl(
                  pages,
                  new GroupRecordConverter(parquet).getRootConverter(),
                  parquet,
                  reader.getFileMetaData().getCreatedBy())
              .getColumnReader(column);
      for (long i = 0; i < count; i++) {
        boolean present = cells.getCurrentDefinitionLevel() == column.getMaxDefinitionLevel();
        values.add(present ? value(cells, column, type) : null);
        cells.consume();
      }
    }
    compare(id, type, values);
  }

  private void compare(int id, Type type, List<@Nullable Object> values) {
    String name = schema.findColumnName(id);
    count(name + " values", file.valueCounts().get(id), values.size());
    count(
        name + " nulls",
        file.nullValueCounts().get(id),
        values.stream().filter(value -> value == null).count());
    count(
        name + " NaN",
        file.nanValueCounts().get(id),
        values.stream().filter(ClaimCheck::nan).count());
    for (Comparator<Object> order : orders(type)) {
      bound(name, type, file.lowerBounds().get(id), values, order);
      bound(name, type, file.upperBounds().get(id), values, order.reversed());
    }
  }

  private void count(String what, @Nullable Long claimed, long found) {
    if (claimed != null) {
      assertEquals(found, claimed, what);
      claims++;
    }
  }

  private void bound(
      String name,
      Type type,
      @Nullable ByteBuffer bound,
      List<@Nullable Object> values,
      Comparator<Object> order) {
    if (bound == null) {
      return;
    }
    Object claimed = Conversions.fromByteBuffer(type, bound.duplicate());
    for (Object value : values) {
      assertTrue(
          value == null || nan(value) || order.compare(claimed, value) <= 0,
          () -> "%s: %s is beyond the bound %s".formatted(name, value, claimed));
    }
    claims++;
  }

  private static boolean nan(@Nullable Object value) {
    return (value instanceof Double d && d.isNaN()) || (value instanceof Float f && f.isNaN());
  }

  /// UUIDs are compared by readers as signed numbers and as bytes, shapes not at all.
  private static List<Comparator<Object>> orders(Type type) {
    if (type.typeId() == Type.TypeID.GEOMETRY || type.typeId() == Type.TypeID.GEOGRAPHY) {
      return List.of(ClaimCheck::incomparable);
    }
    Comparator<Object> order = Comparators.<Object>forType(type.asPrimitiveType());
    return type.typeId() == Type.TypeID.UUID
        ? List.of(order, (a, b) -> Arrays.compareUnsigned(bytes((UUID) a), bytes((UUID) b)))
        : List.of(order);
  }

  private static int incomparable(Object a, Object b) {
    throw new AssertionError("expected no bounds of shapes, got some");
  }

  private static byte[] bytes(UUID uuid) {
    return ByteBuffer.allocate(16)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }

  private static Object value(ColumnReader cells, ColumnDescriptor column, Type type) {
    LogicalTypeAnnotation annotation = column.getPrimitiveType().getLogicalTypeAnnotation();
    return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
      case BOOLEAN -> cells.getBoolean();
      case INT32 -> ofInt(cells.getInteger(), annotation, type);
      case INT64 -> ofLong(cells.getLong(), annotation, type);
      case FLOAT ->
          type.typeId() == Type.TypeID.DOUBLE
              ? (Object) (double) cells.getFloat()
              : (Object) cells.getFloat();
      case DOUBLE -> cells.getDouble();
      case INT96 -> cells.getBinary();
      case BINARY, FIXED_LEN_BYTE_ARRAY -> ofBytes(cells.getBinary().getBytes(), type);
    };
  }

  private static Object ofInt(int value, @Nullable LogicalTypeAnnotation annotation, Type type) {
    return switch (type.typeId()) {
      case LONG ->
          annotation instanceof IntLogicalTypeAnnotation integer && !integer.isSigned()
              ? (Object) Integer.toUnsignedLong(value)
              : (Object) (long) value;
      case DECIMAL -> BigDecimal.valueOf(value, ((Types.DecimalType) type).scale());
      case TIME -> value * 1000L;
      default -> value;
    };
  }

  private static Object ofLong(long value, @Nullable LogicalTypeAnnotation annotation, Type type) {
    boolean millis =
        (annotation instanceof TimestampLogicalTypeAnnotation timestamp
                && timestamp.getUnit() == TimeUnit.MILLIS)
            || (annotation instanceof TimeLogicalTypeAnnotation time
                && time.getUnit() == TimeUnit.MILLIS);
    return type.typeId() == Type.TypeID.DECIMAL
        ? BigDecimal.valueOf(value, ((Types.DecimalType) type).scale())
        : (Object) (millis ? Math.multiplyExact(value, 1000L) : value);
  }

  private static Object ofBytes(byte[] value, Type type) {
    return switch (type.typeId()) {
      case STRING -> new String(value, StandardCharsets.UTF_8);
      case DECIMAL -> new BigDecimal(new BigInteger(value), ((Types.DecimalType) type).scale());
      case UUID -> new UUID(ByteBuffer.wrap(value).getLong(), ByteBuffer.wrap(value).getLong(8));
      default -> ByteBuffer.wrap(value);
    };
  }
}

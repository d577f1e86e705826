package dev.frazil.engine.iceberg;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DateTimeUtil;
import org.apache.iceberg.variants.Variant;
import org.jspecify.annotations.Nullable;

/// Rows of [RandomRows] written and read by Iceberg's own Parquet code, through its generic
/// records.
final class PeerRows {
  private PeerRows() {}

  /// Writes a file as Iceberg does and returns the metrics that its writer kept.
  static Metrics write(
      OutputFile file,
      Schema schema,
      List<List<@Nullable Object>> rows,
      Map<String, String> properties,
      MetricsConfig config)
      throws IOException {
    FileAppender<Record> appender =
        Parquet.write(file)
            .schema(schema)
            .setAll(properties)
            .metricsConfig(config)
            .createWriterFunc(GenericParquetWriter::create)
            .overwrite()
            .build();
    try (appender) {
      for (List<@Nullable Object> row : rows) {
        appender.add((Record) Objects.requireNonNull(generic(schema.asStruct(), row)));
      }
    }
    return appender.metrics();
  }

  /// The rows that Iceberg reads from a file, as values that are equal where the rows are.
  static List<@Nullable Object> read(InputFile file, Schema schema) throws IOException {
    List<@Nullable Object> rows = new ArrayList<>();
    try (CloseableIterable<Record> records =
        Parquet.read(file)
            .project(schema)
            .createReaderFunc(fileSchema -> GenericParquetReaders.buildReader(schema, fileSchema))
            .build()) {
      records.forEach(record -> rows.add(comparable(record)));
    }
    return rows;
  }

  /// What [#read] gives for rows.
  static List<@Nullable Object> comparable(Schema schema, List<List<@Nullable Object>> rows) {
    List<@Nullable Object> comparable = new ArrayList<>();
    rows.forEach(row -> comparable.add(comparable(generic(schema.asStruct(), row))));
    return comparable;
  }

  /// A row as expressions are evaluated on.
  static StructLike structLike(List<?> row) {
    return new Row(row);
  }

  private record Row(List<?> values) implements StructLike {
    @Override
    public int size() {
      return values.size();
    }

    @Override
    public <T> T get(int position, Class<T> type) {
      Object value = values.get(position);
      return type.cast(
          type == StructLike.class && value != null ? new Row((List<?>) value) : value);
    }

    @Override
    public <T> void set(int position, T value) {
      throw new UnsupportedOperationException();
    }
  }

  private static @Nullable Object generic(Type type, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    return switch (type) {
      case Types.DateType _ -> DateTimeUtil.dateFromDays((Integer) value);
      case Types.TimeType _ -> DateTimeUtil.timeFromMicros((Long) value);
      case Types.TimestampType timestamp ->
          timestamp.shouldAdjustToUTC()
              ? DateTimeUtil.timestamptzFromMicros((Long) value)
              : DateTimeUtil.timestampFromMicros((Long) value);
      case Types.TimestampNanoType timestamp ->
          timestamp.shouldAdjustToUTC()
              ? DateTimeUtil.timestamptzFromNanos((Long) value)
              : DateTimeUtil.timestampFromNanos((Long) value);
      case Types.FixedType _ -> ((ByteBuffer) value).array();
      case Types.BinaryType _, Types.GeometryType _, Types.GeographyType _ ->
          ((ByteBuffer) value).duplicate();
      case Types.VariantType _ -> RandomVariants.of((List<?>) value);
      case Types.StructType struct -> record(struct, (List<?>) value);
      case Types.ListType list -> {
        List<@Nullable Object> elements = new ArrayList<>();
        ((List<?>) value).forEach(e -> elements.add(generic(list.elementType(), e)));
        yield elements;
      }
      case Types.MapType map -> {
        Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
        for (Object entry : (List<?>) value) {
          List<?> pair = (List<?>) entry;
          entries.put(
              generic(map.keyType(), pair.getFirst()), generic(map.valueType(), pair.getLast()));
        }
        yield entries;
      }
      default -> value;
    };
  }

  private static Record record(Types.StructType type, List<?> members) {
    Record record = GenericRecord.create(type);
    for (int i = 0; i < members.size(); i++) {
      record.set(i, generic(type.fields().get(i).type(), members.get(i)));
    }
    return record;
  }

  private static @Nullable Object comparable(@Nullable Object generic) {
    return switch (generic) {
      case null -> null;
      case byte[] bytes -> ByteBuffer.wrap(bytes);
      case Variant variant -> RandomVariants.bytes(variant);
      case Record record -> {
        List<@Nullable Object> members = new ArrayList<>();
        for (int i = 0; i < record.size(); i++) {
          members.add(comparable(record.get(i)));
        }
        yield members;
      }
      case List<?> list -> {
        List<@Nullable Object> elements = new ArrayList<>();
        list.forEach(element -> elements.add(comparable(element)));
        yield elements;
      }
      case Map<?, ?> map -> {
        Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
        map.forEach((key, value) -> entries.put(comparable(key), comparable(value)));
        yield entries;
      }
      default -> generic;
    };
  }
}

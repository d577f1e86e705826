package dev.frazil.fuzz.readers;

import dev.frazil.fuzz.values.Entries;
import dev.frazil.fuzz.values.LeafType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/// parquet-java with page checksums verified.
public final class ParquetJavaRows implements RowReader {
  /// A reader.
  public ParquetJavaRows() {}

  @Override
  public List<Map<String, @Nullable Object>> rows(Path file, MessageType schema)
      throws IOException {
    return rows(file, schema, FilterCompat.NOOP);
  }

  /// Reads the rows that a filter leaves, by statistics, dictionaries, Bloom filters, the column
  /// index and each record's own values.
  ///
  /// @param file the file
  /// @param schema its schema
  /// @param filter the filter
  /// @return the rows
  /// @throws IOException if parquet-java refuses the file
  public List<Map<String, @Nullable Object>> rows(
      Path file, MessageType schema, FilterCompat.Filter filter) throws IOException {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    try (ParquetReader<Group> reader =
        new Builder(new LocalInputFile(file), new PlainParquetConfiguration())
            .withCodecFactory(new BrotliCodecs())
            .withFilter(filter)
            .useStatsFilter()
            .useDictionaryFilter()
            .useBloomFilter()
            .useColumnIndexFilter()
            .useRecordFilter()
            .usePageChecksumVerification()
            .build()) {
      for (Group row = reader.read(); row != null; row = reader.read()) {
        rows.add(struct(schema, row));
      }
    } catch (RuntimeException e) {
      throw new IOException("parquet-java: " + e, e);
    }
    return rows;
  }

  private static Map<String, @Nullable Object> struct(GroupType type, Group group) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < type.getFieldCount(); i++) {
      fields.put(type.getFieldName(i), optional(type.getType(i), group, i));
    }
    return fields;
  }

  private static @Nullable Object optional(Type type, Group parent, int field) {
    return parent.getFieldRepetitionCount(field) == 0 ? null : value(type, parent, field);
  }

  private static Object value(Type type, Group parent, int field) {
    if (type.isPrimitive()) {
      return leaf(type.asPrimitiveType(), parent, field);
    }
    GroupType group = type.asGroupType();
    Group fields = parent.getGroup(field, 0);
    return switch (group.getLogicalTypeAnnotation()) {
      case ListLogicalTypeAnnotation _ -> list(group.getType(0).asGroupType(), fields);
      case MapLogicalTypeAnnotation _ -> map(group.getType(0).asGroupType(), fields);
      case null, default -> struct(group, fields);
    };
  }

  private static List<@Nullable Object> list(GroupType repeated, Group list) {
    List<@Nullable Object> elements = new ArrayList<>();
    for (int i = 0; i < list.getFieldRepetitionCount(0); i++) {
      elements.add(optional(repeated.getType(0), list.getGroup(0, i), 0));
    }
    return elements;
  }

  private static List<@Nullable Object> map(GroupType repeated, Group map) {
    List<@Nullable Object> entries = new ArrayList<>();
    for (int i = 0; i < map.getFieldRepetitionCount(0); i++) {
      Group entry = map.getGroup(0, i);
      entries.add(
          Entries.of(
              value(repeated.getType(0), entry, 0), optional(repeated.getType(1), entry, 1)));
    }
    return entries;
  }

  private static Object leaf(PrimitiveType type, Group parent, int field) {
    LeafType leaf = new LeafType(type);
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> parent.getBoolean(field, 0);
      case INT32 -> leaf.value(parent.getInteger(field, 0));
      case INT64 -> leaf.value(parent.getLong(field, 0));
      case FLOAT -> parent.getFloat(field, 0);
      case DOUBLE -> parent.getDouble(field, 0);
      case BINARY, FIXED_LEN_BYTE_ARRAY -> leaf.value(parent.getBinary(field, 0).getBytes());
      case INT96 -> throw new IllegalArgumentException("INT96: expected never to be written");
    };
  }

  private static final class Builder extends ParquetReader.Builder<Group> {
    Builder(InputFile file, ParquetConfiguration configuration) {
      super(file, configuration);
    }

    @Override
    protected ReadSupport<Group> getReadSupport() {
      return new GroupReadSupport();
    }
  }
}

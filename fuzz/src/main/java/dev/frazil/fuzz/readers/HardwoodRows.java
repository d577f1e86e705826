package dev.frazil.fuzz.readers;

import dev.frazil.fuzz.Bytes;
import dev.frazil.fuzz.values.Entries;
import dev.frazil.fuzz.values.LeafType;
import dev.hardwood.HardwoodContext;
import dev.hardwood.InputFile;
import dev.hardwood.reader.FilterPredicate;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.RowReader;
import dev.hardwood.row.PqList;
import dev.hardwood.row.PqMap;
import dev.hardwood.row.PqStruct;
import dev.hardwood.row.PqVariant;
import dev.hardwood.row.StructAccessor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/// hardwood, which verifies page checksums by itself.
public final class HardwoodRows implements dev.frazil.fuzz.readers.RowReader {
  private final HardwoodContext context = HardwoodContext.create(1);

  /// A reader with one thread.
  public HardwoodRows() {}

  @Override
  public List<Map<String, @Nullable Object>> rows(Path file, MessageType schema)
      throws IOException {
    return rows(file, schema, null);
  }

  /// Reads the rows that a filter leaves.
  ///
  /// @param file the file
  /// @param schema its schema
  /// @param filter the filter, or null for all rows
  /// @return the rows
  /// @throws IOException if hardwood refuses the file
  public List<Map<String, @Nullable Object>> rows(
      Path file, MessageType schema, @Nullable FilterPredicate filter) throws IOException {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    try (ParquetFileReader reader = ParquetFileReader.open(InputFile.of(file), context);
        RowReader row = open(reader, filter)) {
      while (row.hasNext()) {
        row.next();
        rows.add(struct(schema, row));
      }
    } catch (RuntimeException e) {
      throw new IOException("hardwood: " + e, e);
    }
    return rows;
  }

  private static RowReader open(ParquetFileReader reader, @Nullable FilterPredicate filter) {
    return filter == null ? reader.rowReader() : reader.buildRowReader().filter(filter).build();
  }

  private static Map<String, @Nullable Object> struct(GroupType type, StructAccessor struct) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < type.getFieldCount(); i++) {
      Object raw = struct.isNull(i) ? null : struct.getRawValue(i);
      fields.put(type.getFieldName(i), value(type.getType(i), raw));
    }
    return fields;
  }

  private static @Nullable Object value(Type type, @Nullable Object raw) {
    return switch (raw) {
      case null -> null;
      case PqList list -> list(type.asGroupType().getType(0).asGroupType().getType(0), list);
      case PqMap map -> map(type.asGroupType().getType(0).asGroupType(), map);
      case PqVariant variant -> variant(variant);
      case PqStruct struct -> struct(type.asGroupType(), struct);
      case Integer number -> new LeafType(type.asPrimitiveType()).value(number);
      case Long number -> new LeafType(type.asPrimitiveType()).value(number);
      case byte[] bytes -> new LeafType(type.asPrimitiveType()).value(bytes);
      case Boolean _, Float _, Double _ -> raw;
      default -> throw new IllegalArgumentException(type + ": raw value " + raw.getClass());
    };
  }

  private static List<@Nullable Object> list(Type element, PqList list) {
    List<@Nullable Object> elements = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      elements.add(list.isNull(i) ? null : value(element, list.getRaw(i)));
    }
    return elements;
  }

  private static List<@Nullable Object> map(GroupType entry, PqMap map) {
    List<@Nullable Object> entries = new ArrayList<>();
    for (PqMap.Entry pair : map.getEntries()) {
      Object key = value(entry.getType(0), pair.getRawKey());
      if (key == null) {
        throw new IllegalArgumentException("key: expected one, got null");
      }
      entries.add(
          Entries.of(key, pair.isValueNull() ? null : value(entry.getType(1), pair.getRawValue())));
    }
    return entries;
  }

  private static Map<String, @Nullable Object> variant(PqVariant variant) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("metadata", Bytes.of(variant.metadata()));
    fields.put("value", Bytes.of(variant.value()));
    return fields;
  }

  @Override
  public void close() {
    context.close();
  }
}

package dev.frazil.jmh;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DateTimeUtil;
import org.jspecify.annotations.Nullable;

/// Iceberg's types and generic values of arrow-java's vectors.
final class IcebergRows {
  private int lastId;

  private IcebergRows() {}

  /// Makes the value of a row, which is null where the vector has none.
  interface Reader {
    /// The value.
    @Nullable Object read(int row);
  }

  /// The schema of a root, every column optional.
  static Schema schema(VectorSchemaRoot root) {
    IcebergRows ids = new IcebergRows();
    List<Types.NestedField> fields = new ArrayList<>();
    for (FieldVector vector : root.getFieldVectors()) {
      fields.add(ids.field(vector));
    }
    return new Schema(fields);
  }

  private Types.NestedField field(FieldVector vector) {
    return Types.NestedField.optional(++lastId, vector.getName(), type(vector));
  }

  private Type type(FieldVector vector) {
    return switch (vector) {
      case IntVector _ -> Types.IntegerType.get();
      case BigIntVector _ -> Types.LongType.get();
      case Float8Vector _ -> Types.DoubleType.get();
      case TimeStampMicroVector _ -> Types.TimestampType.withoutZone();
      case VarCharVector _ -> Types.StringType.get();
      case MapVector v -> {
        List<FieldVector> pair = v.getDataVector().getChildrenFromFields();
        int key = ++lastId;
        int value = ++lastId;
        yield Types.MapType.ofOptional(key, value, type(pair.get(0)), type(pair.get(1)));
      }
      case ListVector v -> Types.ListType.ofOptional(++lastId, type(v.getDataVector()));
      case StructVector v ->
          Types.StructType.of(v.getChildrenFromFields().stream().map(this::field).toList());
      default -> throw new IllegalArgumentException("no type for " + vector.getField());
    };
  }

  /// A reader of a vector's values, of the type that the schema says.
  static Reader reader(FieldVector vector, Type type) {
    Reader values =
        switch (vector) {
          case IntVector v -> v::get;
          case BigIntVector v -> v::get;
          case Float8Vector v -> v::get;
          case TimeStampMicroVector v -> row -> DateTimeUtil.timestampFromMicros(v.get(row));
          case VarCharVector v -> row -> new String(v.get(row), StandardCharsets.UTF_8);
          case MapVector v -> maps(v, type.asMapType());
          case ListVector v -> lists(v, type.asListType());
          case StructVector v -> structs(v, type.asStructType());
          default -> throw new IllegalArgumentException("no reader for " + vector.getField());
        };
    return row -> vector.isNull(row) ? null : values.read(row);
  }

  private static Reader lists(ListVector vector, Types.ListType type) {
    Reader elements = reader(vector.getDataVector(), type.elementType());
    return row -> {
      int end = vector.getElementEndIndex(row);
      List<@Nullable Object> list = new ArrayList<>();
      for (int i = vector.getElementStartIndex(row); i < end; i++) {
        list.add(elements.read(i));
      }
      return list;
    };
  }

  private static Reader maps(MapVector vector, Types.MapType type) {
    List<FieldVector> pair = vector.getDataVector().getChildrenFromFields();
    Reader keys = reader(pair.get(0), type.keyType());
    Reader values = reader(pair.get(1), type.valueType());
    return row -> {
      int end = vector.getElementEndIndex(row);
      Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
      for (int i = vector.getElementStartIndex(row); i < end; i++) {
        map.put(keys.read(i), values.read(i));
      }
      return map;
    };
  }

  private static Reader structs(StructVector vector, Types.StructType type) {
    List<FieldVector> members = vector.getChildrenFromFields();
    Reader[] readers = new Reader[members.size()];
    for (int i = 0; i < readers.length; i++) {
      readers[i] = reader(members.get(i), type.fields().get(i).type());
    }
    GenericRecord reused = GenericRecord.create(type);
    return row -> {
      for (int i = 0; i < readers.length; i++) {
        reused.set(i, readers[i].read(row));
      }
      return reused;
    };
  }
}

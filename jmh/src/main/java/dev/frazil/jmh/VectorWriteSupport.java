package dev.frazil.jmh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.apache.arrow.memory.ArrowBuf;
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
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/// The best that parquet-java's record interface allows for rows in arrow-java's vectors: one
/// specialised writer a column, no boxing, and strings through one array that is used again. A
/// record is the number of a row in the current root.
final class VectorWriteSupport extends WriteSupport<VectorWriteSupport.Row> {
  /// The row to write, moved by the caller.
  static final class Row {
    private int index;

    void at(int newIndex) {
      index = newIndex;
    }
  }

  private interface ColumnWriter {
    void write(RecordConsumer consumer, int row);
  }

  private final MessageType schema;
  private final List<FieldVector> columns = new ArrayList<>();
  private ColumnWriter[] writers = {};
  private @Nullable RecordConsumer consumer;

  VectorWriteSupport(VectorSchemaRoot first) {
    schema = schema(first);
  }

  /// Shows the root whose rows come next.
  void show(VectorSchemaRoot root) {
    columns.clear();
    columns.addAll(root.getFieldVectors());
    writers = columns.stream().map(VectorWriteSupport::writer).toArray(ColumnWriter[]::new);
  }

  private static MessageType schema(VectorSchemaRoot root) {
    List<Type> fields = new ArrayList<>();
    for (FieldVector vector : root.getFieldVectors()) {
      fields.add(field(vector));
    }
    return new MessageType("schema", fields);
  }

  private static Type field(FieldVector vector) {
    return field(vector, vector.getName(), false);
  }

  /// The type of a vector's values; `required` where the format wants it, for the keys of maps.
  private static Type field(FieldVector vector, String name, boolean required) {
    Type.Repetition repetition = required ? Type.Repetition.REQUIRED : Type.Repetition.OPTIONAL;
    return switch (vector) {
      case IntVector _ -> Types.primitive(PrimitiveTypeName.INT32, repetition).named(name);
      case BigIntVector _ -> Types.primitive(PrimitiveTypeName.INT64, repetition).named(name);
      case Float8Vector _ -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition).named(name);
      case TimeStampMicroVector _ ->
          Types.primitive(PrimitiveTypeName.INT64, repetition)
              .as(LogicalTypeAnnotation.timestampType(false, TimeUnit.MICROS))
              .named(name);
      case VarCharVector _ ->
          Types.primitive(PrimitiveTypeName.BINARY, repetition)
              .as(LogicalTypeAnnotation.stringType())
              .named(name);
      case MapVector v -> {
        StructVector entries = (StructVector) v.getDataVector();
        yield Types.map(repetition)
            .key(field(entries.getChildrenFromFields().get(0), "key", true))
            .value(field(entries.getChildrenFromFields().get(1), "value", false))
            .named(name);
      }
      case ListVector v ->
          Types.list(repetition).element(field(v.getDataVector(), "element", false)).named(name);
      case StructVector v ->
          new GroupType(
              repetition,
              name,
              v.getChildrenFromFields().stream().map(VectorWriteSupport::field).toList());
      default -> throw new IllegalArgumentException("no writer for " + vector.getField());
    };
  }

  private static ColumnWriter writer(FieldVector vector) {
    return switch (vector) {
      case IntVector v -> (consumer, row) -> consumer.addInteger(v.get(row));
      case BigIntVector v -> (consumer, row) -> consumer.addLong(v.get(row));
      case Float8Vector v -> (consumer, row) -> consumer.addDouble(v.get(row));
      case TimeStampMicroVector v -> (consumer, row) -> consumer.addLong(v.get(row));
      case VarCharVector v -> strings(v);
      case MapVector v -> maps(v);
      case ListVector v -> lists(v);
      case StructVector v -> structs(v);
      default -> throw new IllegalArgumentException("no writer for " + vector.getField());
    };
  }

  private static void field(
      RecordConsumer consumer,
      String name,
      int index,
      FieldVector vector,
      ColumnWriter writer,
      int slot) {
    if (!vector.isNull(slot)) {
      consumer.startField(name, index);
      writer.write(consumer, slot);
      consumer.endField(name, index);
    }
  }

  private static ColumnWriter structs(StructVector vector) {
    FieldVector[] members = vector.getChildrenFromFields().toArray(FieldVector[]::new);
    ColumnWriter[] writers =
        Arrays.stream(members).map(VectorWriteSupport::writer).toArray(ColumnWriter[]::new);
    return (consumer, row) -> {
      consumer.startGroup();
      for (int i = 0; i < members.length; i++) {
        field(consumer, members[i].getName(), i, members[i], writers[i], row);
      }
      consumer.endGroup();
    };
  }

  private static ColumnWriter lists(ListVector vector) {
    FieldVector elements = vector.getDataVector();
    ColumnWriter writer = writer(elements);
    return (consumer, row) ->
        repeated(
            consumer,
            "list",
            vector,
            row,
            slot -> field(consumer, "element", 0, elements, writer, slot));
  }

  private static ColumnWriter maps(MapVector vector) {
    StructVector entries = (StructVector) vector.getDataVector();
    FieldVector keys = entries.getChildrenFromFields().get(0);
    FieldVector values = entries.getChildrenFromFields().get(1);
    ColumnWriter keyWriter = writer(keys);
    ColumnWriter valueWriter = writer(values);
    return (consumer, row) ->
        repeated(
            consumer,
            "key_value",
            vector,
            row,
            slot -> {
              field(consumer, "key", 0, keys, keyWriter, slot);
              field(consumer, "value", 1, values, valueWriter, slot);
            });
  }

  private static void repeated(
      RecordConsumer consumer, String name, ListVector vector, int row, IntConsumer slotWriter) {
    int start = vector.getElementStartIndex(row);
    int end = vector.getElementEndIndex(row);
    consumer.startGroup();
    if (start < end) {
      consumer.startField(name, 0);
      for (int slot = start; slot < end; slot++) {
        consumer.startGroup();
        slotWriter.accept(slot);
        consumer.endGroup();
      }
      consumer.endField(name, 0);
    }
    consumer.endGroup();
  }

  private static ColumnWriter strings(VarCharVector vector) {
    int longest = 0;
    for (int i = 0; i < vector.getValueCount(); i++) {
      longest = Math.max(longest, vector.getValueLength(i));
    }
    byte[] scratch = new byte[longest];
    ArrowBuf data = vector.getDataBuffer();
    return (consumer, row) -> {
      int start = vector.getStartOffset(row);
      int length = vector.getEndOffset(row) - start;
      data.getBytes(start, scratch, 0, length);
      consumer.addBinary(Binary.fromReusedByteArray(scratch, 0, length));
    };
  }

  @Override
  public WriteContext init(ParquetConfiguration configuration) {
    return new WriteContext(schema, new HashMap<>());
  }

  @Override
  @SuppressWarnings("deprecation") // abstract in the superclass, though deprecated
  public WriteContext init(org.apache.hadoop.conf.Configuration configuration) {
    return new WriteContext(schema, new HashMap<>());
  }

  @Override
  public void prepareForWrite(RecordConsumer recordConsumer) {
    consumer = recordConsumer;
  }

  @Override
  public void write(Row row) {
    RecordConsumer target = Objects.requireNonNull(consumer);
    int index = row.index;
    target.startMessage();
    for (int i = 0; i < writers.length; i++) {
      FieldVector column = columns.get(i);
      field(target, column.getName(), i, column, writers[i], index);
    }
    target.endMessage();
  }
}

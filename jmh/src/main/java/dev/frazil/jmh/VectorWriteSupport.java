package dev.frazil.jmh;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
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
    String name = vector.getName();
    return switch (vector) {
      case IntVector _ -> Types.optional(PrimitiveTypeName.INT32).named(name);
      case BigIntVector _ -> Types.optional(PrimitiveTypeName.INT64).named(name);
      case Float8Vector _ -> Types.optional(PrimitiveTypeName.DOUBLE).named(name);
      case TimeStampMicroVector _ ->
          Types.optional(PrimitiveTypeName.INT64)
              .as(LogicalTypeAnnotation.timestampType(false, TimeUnit.MICROS))
              .named(name);
      case VarCharVector _ ->
          Types.optional(PrimitiveTypeName.BINARY)
              .as(LogicalTypeAnnotation.stringType())
              .named(name);
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
      default -> throw new IllegalArgumentException("no writer for " + vector.getField());
    };
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
      if (!column.isNull(index)) {
        target.startField(column.getName(), i);
        writers[i].write(target, index);
        target.endField(column.getName(), i);
      }
    }
    target.endMessage();
  }
}

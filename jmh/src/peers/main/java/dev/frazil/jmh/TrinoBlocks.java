package dev.frazil.jmh;

import io.airlift.slice.Slices;
import io.trino.spi.block.ArrayBlock;
import io.trino.spi.block.Bitmap;
import io.trino.spi.block.Block;
import io.trino.spi.block.IntArrayBlock;
import io.trino.spi.block.LongArrayBlock;
import io.trino.spi.block.RowBlock;
import io.trino.spi.block.VariableWidthBlock;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeOperators;
import io.trino.spi.type.VarcharType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;

/// Trino's types and blocks of arrow-java's vectors. Blocks are arrays: each buffer is copied as a
/// whole, validity included, which has the same bits in both.
final class TrinoBlocks {
  private static final TypeOperators OPERATORS = new TypeOperators();

  private TrinoBlocks() {}

  /// The type of a vector's values.
  static Type type(FieldVector vector) {
    return switch (vector) {
      case IntVector _ -> IntegerType.INTEGER;
      case BigIntVector _ -> BigintType.BIGINT;
      case Float8Vector _ -> DoubleType.DOUBLE;
      case TimeStampMicroVector _ -> TimestampType.TIMESTAMP_MICROS;
      case VarCharVector _ -> VarcharType.VARCHAR;
      case MapVector v -> {
        List<FieldVector> pair = v.getDataVector().getChildrenFromFields();
        yield new MapType(type(pair.get(0)), type(pair.get(1)), OPERATORS);
      }
      case ListVector v -> new ArrayType(type(v.getDataVector()));
      case StructVector v ->
          RowType.from(
              v.getChildrenFromFields().stream()
                  .map(c -> RowType.field(c.getName(), type(c)))
                  .toList());
      default -> throw new IllegalArgumentException("no type for " + vector.getField());
    };
  }

  /// A copy of a vector's values, of the type that [#type] gave.
  static Block block(FieldVector vector, Type type) {
    int count = vector.getValueCount();
    Optional<long[]> valid = validity(vector, count);
    return switch (vector) {
      case IntVector v -> new IntArrayBlock(count, valid, ints(v.getDataBuffer(), count));
      case BigIntVector v -> new LongArrayBlock(count, valid, longs(v.getDataBuffer(), count));
      case Float8Vector v -> new LongArrayBlock(count, valid, longs(v.getDataBuffer(), count));
      case TimeStampMicroVector v ->
          new LongArrayBlock(count, valid, longs(v.getDataBuffer(), count));
      case VarCharVector v -> strings(v, count, valid);
      case MapVector v -> {
        MapType map = (MapType) type;
        List<FieldVector> pair = v.getDataVector().getChildrenFromFields();
        yield map.createBlockFromKeyValue(
            valid,
            ints(v.getOffsetBuffer(), count + 1),
            block(pair.get(0), map.getKeyType()),
            block(pair.get(1), map.getValueType()));
      }
      case ListVector v ->
          ArrayBlock.fromElementBlock(
              count,
              valid,
              ints(v.getOffsetBuffer(), count + 1),
              block(v.getDataVector(), ((ArrayType) type).getElementType()));
      case StructVector v -> {
        List<FieldVector> members = v.getChildrenFromFields();
        Block[] blocks = new Block[members.size()];
        for (int i = 0; i < blocks.length; i++) {
          blocks[i] = block(members.get(i), ((RowType) type).getFields().get(i).getType());
        }
        yield RowBlock.fromNotNullSuppressedFieldBlocks(count, valid, blocks);
      }
      default -> throw new IllegalArgumentException("no block for " + vector.getField());
    };
  }

  private static Block strings(VarCharVector vector, int count, Optional<long[]> valid) {
    int[] offsets = ints(vector.getOffsetBuffer(), count + 1);
    byte[] bytes = new byte[offsets[count]];
    vector.getDataBuffer().getBytes(0, bytes);
    return new VariableWidthBlock(count, Slices.wrappedBuffer(bytes), offsets, valid);
  }

  private static Optional<long[]> validity(FieldVector vector, int count) {
    if (vector.getNullCount() == 0) {
      return Optional.empty();
    }
    return Optional.of(longs(vector.getValidityBuffer(), Bitmap.wordsForBits(count)));
  }

  private static long[] longs(ArrowBuf buffer, int count) {
    long[] longs = new long[count];
    bytes(buffer, (long) count * Long.BYTES).asLongBuffer().get(longs);
    return longs;
  }

  private static int[] ints(ArrowBuf buffer, int count) {
    int[] ints = new int[count];
    bytes(buffer, (long) count * Integer.BYTES).asIntBuffer().get(ints);
    return ints;
  }

  private static ByteBuffer bytes(ArrowBuf buffer, long size) {
    return buffer.nioBuffer(0, Math.toIntExact(size)).order(ByteOrder.LITTLE_ENDIAN);
  }
}

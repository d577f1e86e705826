package dev.frazil.engine.scan;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.schema.ParquetLeaf;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// The keys of bounds in PLAIN layout, see [NumberKeys].
///
/// @param leaf the leaf that the bounds are of
/// @param type the Arrow type whose keys are asked for, which is stored as that leaf
record BoundKeys(ParquetLeaf leaf, ArrowType type) {
  private static final BigDecimal MILLIS_PER_SECOND = BigDecimal.valueOf(1_000);
  private static final BigInteger MILLIS_PER_DAY = BigInteger.valueOf(86_400_000);
  private static final int HALF_BYTES = 2;

  /// The key of a lower bound, or one below it.
  ///
  /// @return null where the bytes are no value of the leaf
  @Nullable BigInteger lower(byte[] bound) {
    return key(bound, RoundingMode.FLOOR);
  }

  /// The key of an upper bound, or one above it.
  ///
  /// @return null where the bytes are no value of the leaf
  @Nullable BigInteger upper(byte[] bound) {
    return key(bound, RoundingMode.CEILING);
  }

  private @Nullable BigInteger key(byte[] bound, RoundingMode rounding) {
    BigInteger stored = stored(ByteBuffer.wrap(bound).order(ByteOrder.LITTLE_ENDIAN), bound);
    if (stored == null) {
      return null;
    }
    // Parquet has no seconds and counts dates in days alone (LogicalTypes.md, "Temporal Types").
    boolean seconds =
        type.equals(new ArrowType.Time(ArrowType.TimeUnit.SECOND))
            || (type instanceof ArrowType.Timestamp timestamp
                && timestamp.unit() == ArrowType.TimeUnit.SECOND);
    if (seconds) {
      return new BigDecimal(stored).divide(MILLIS_PER_SECOND, 0, rounding).toBigIntegerExact();
    }
    return type.equals(new ArrowType.Date(true)) ? stored.multiply(MILLIS_PER_DAY) : stored;
  }

  private @Nullable BigInteger stored(ByteBuffer bytes, byte[] bound) {
    LeafColumn column = leaf.column();
    boolean unsigned = column.order() == ValueOrder.UNSIGNED;
    int width =
        switch (column.type()) {
          case BOOLEAN -> 1;
          case INT32, FLOAT -> Integer.BYTES;
          case INT64, DOUBLE -> Long.BYTES;
          case FIXED_LEN_BYTE_ARRAY -> column.typeLength();
          case BYTE_ARRAY -> -1;
        };
    if (bound.length != width) {
      return null;
    }
    return switch (column.type()) {
      case BOOLEAN -> BigInteger.valueOf(bytes.get());
      case INT32 ->
          BigInteger.valueOf(unsigned ? Integer.toUnsignedLong(bytes.getInt()) : bytes.getInt());
      case INT64 ->
          BigInteger.valueOf(unsigned ? bytes.getLong() ^ Long.MIN_VALUE : bytes.getLong());
      case FLOAT -> floating(bytes.getFloat());
      case DOUBLE -> floating(bytes.getDouble());
      case FIXED_LEN_BYTE_ARRAY ->
          column.order().floating()
              ? (width == HALF_BYTES ? floating(Float.float16ToFloat(bytes.getShort())) : null)
              : new BigInteger(bound);
      case BYTE_ARRAY -> null;
    };
  }

  private static @Nullable BigInteger floating(double value) {
    return Double.isNaN(value) ? null : BigInteger.valueOf(NumberKeys.orderedBits(value));
  }
}

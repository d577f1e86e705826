package dev.frazil.engine.file;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Layouts;
import dev.frazil.engine.schema.LogicalType;
import dev.frazil.engine.schema.ParquetLeaf;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// Values as text, for messages: numbers in digits, strings in quotes, other bytes in hexadecimal
/// digits. Long ones are cut.
final class PlainText {
  private static final int LONGEST = 40;

  private PlainText() {}

  /// The value of a slot, which holds one.
  static String of(ParquetLeaf leaf, LeafValues values, long slot) {
    return switch (values) {
      case LeafValues.Bits(MemorySegment bits, long offset) ->
          String.valueOf(Bitmaps.isSet(bits, offset + slot));
      case LeafValues.FixedWidth(MemorySegment segment, int width, long offset) ->
          fixed(leaf, segment, (offset + slot) * width, width);
      case LeafValues.Binary v -> bytes(leaf, v, slot);
      case LeafValues.Coded v -> of(leaf, v.dictionary(), v.entry(slot));
    };
  }

  private static String fixed(ParquetLeaf leaf, MemorySegment segment, long at, int width) {
    LeafColumn column = leaf.column();
    return switch (column.type()) {
      case INT32 -> {
        int value = segment.get(Layouts.INT, at);
        yield number(leaf, unsigned(column) ? Integer.toUnsignedLong(value) : value);
      }
      case INT64 -> {
        long value = segment.get(Layouts.LONG, at);
        yield unsigned(column) ? Long.toUnsignedString(value) : number(leaf, value);
      }
      case FLOAT -> String.valueOf(Float.intBitsToFloat(segment.get(Layouts.INT, at)));
      case DOUBLE -> String.valueOf(Double.longBitsToDouble(segment.get(Layouts.LONG, at)));
      case FIXED_LEN_BYTE_ARRAY -> fixedBytes(leaf, segment, at, width);
      case BOOLEAN, BYTE_ARRAY -> throw new IllegalArgumentException("width: " + column.type());
    };
  }

  private static boolean unsigned(LeafColumn column) {
    return column.order() == ValueOrder.UNSIGNED;
  }

  private static String number(ParquetLeaf leaf, long value) {
    return decimal(leaf, BigInteger.valueOf(value));
  }

  private static String decimal(ParquetLeaf leaf, BigInteger unscaled) {
    return leaf.logicalType() instanceof LogicalType.Decimal decimal
        ? new BigDecimal(unscaled, decimal.scale()).toPlainString()
        : unscaled.toString();
  }

  private static String fixedBytes(ParquetLeaf leaf, MemorySegment segment, long at, int width) {
    if (leaf.column().order().floating()) {
      return String.valueOf(Float.float16ToFloat(segment.get(Layouts.SHORT, at)));
    }
    byte[] value = segment.asSlice(at, width).toArray(ValueLayout.JAVA_BYTE);
    return leaf.column().order() == ValueOrder.SIGNED_BIG_ENDIAN
        ? decimal(leaf, new BigInteger(value))
        : hexadecimal(value);
  }

  private static String bytes(ParquetLeaf leaf, LeafValues.Binary values, long slot) {
    long start = values.start(slot);
    long count = Math.min(values.start(slot + 1) - start, 4L * LONGEST);
    byte[] value = values.data().asSlice(start, count).toArray(ValueLayout.JAVA_BYTE);
    return leaf.column().order() == ValueOrder.UTF8
        ? "'" + cut(new String(value, StandardCharsets.UTF_8)) + "'"
        : hexadecimal(value);
  }

  private static String hexadecimal(byte[] value) {
    return "0x" + cut(HexFormat.of().formatHex(value));
  }

  private static String cut(String text) {
    return text.codePointCount(0, text.length()) <= LONGEST
        ? text
        : text.substring(0, text.offsetByCodePoints(0, LONGEST)) + "…";
  }
}

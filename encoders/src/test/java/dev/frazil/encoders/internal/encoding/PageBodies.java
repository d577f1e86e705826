package dev.frazil.encoders.internal.encoding;

import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.PhysicalType;
import dev.frazil.encoders.memory.Slab;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesReaderForDouble;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesReaderForFLBA;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesReaderForFloat;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesReaderForInteger;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesReaderForLong;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesReader;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesReader;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayReader;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridValuesReader;

/// PLAIN bodies into other encodings and, by parquet-java's readers, back.
final class PageBodies {
  private PageBodies() {}

  /// Encodes a body that lies in a slab among garbage, over garbage.
  static byte[] encode(
      Encoding encoding, PhysicalType type, int typeLength, byte[] plain, int count) {
    try (Slab source = new Slab();
        Slab target = new Slab();
        Slab scratch = new Slab()) {
      source.ensure(plain.length, 0).fill((byte) 0xa5);
      MemorySegment.copy(plain, 0, source.segment(), ValueLayout.JAVA_BYTE, 0, plain.length);
      target.ensure(64, 0).fill((byte) 0x5a);
      BodyEncoder encoder = BodyEncoder.of(encoding, type, typeLength, scratch);
      long written = encoder.encode(source, plain.length, count, target);
      byte[] first = target.segment().asSlice(0, written).toArray(ValueLayout.JAVA_BYTE);
      target.segment().fill((byte) 0x77);
      scratch.segment().fill((byte) 0x66);
      written = encoder.encode(source, plain.length, count, target);
      byte[] second = target.segment().asSlice(0, written).toArray(ValueLayout.JAVA_BYTE);
      if (!Arrays.equals(first, second)) {
        throw new AssertionError(encoding + ": the same values gave other bytes");
      }
      return second;
    }
  }

  /// Decodes a body and writes its values in PLAIN.
  static byte[] decode(Encoding encoding, PhysicalType type, int typeLength, byte[] body, int count)
      throws IOException {
    ValuesReader reader = reader(encoding, type, typeLength);
    reader.initFromPage(count, ByteBufferInputStream.wrap(ByteBuffer.wrap(body)));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteBuffer number = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    int bits = 0;
    for (int i = 0; i < count; i++) {
      number.clear();
      switch (type) {
        case BOOLEAN -> {
          bits |= reader.readInteger() << (i & 7);
          if ((i & 7) == 7 || i == count - 1) {
            out.write(bits);
            bits = 0;
          }
        }
        case INT32 -> number.putInt(reader.readInteger());
        case INT64 -> number.putLong(reader.readLong());
        case FLOAT -> number.putInt(Float.floatToRawIntBits(reader.readFloat()));
        case DOUBLE -> number.putLong(Double.doubleToRawLongBits(reader.readDouble()));
        case BYTE_ARRAY -> {
          byte[] value = reader.readBytes().getBytes();
          number.putInt(value.length).flip();
          out.write(number.array(), 0, Integer.BYTES);
          out.writeBytes(value);
          number.position(number.limit());
        }
        case FIXED_LEN_BYTE_ARRAY -> out.writeBytes(reader.readBytes().getBytes());
      }
      if (type != PhysicalType.BYTE_ARRAY) {
        out.write(number.array(), 0, number.position());
      }
    }
    return out.toByteArray();
  }

  private static ValuesReader reader(Encoding encoding, PhysicalType type, int typeLength) {
    return switch (encoding) {
      case DELTA_BINARY_PACKED -> new DeltaBinaryPackingValuesReader();
      case DELTA_LENGTH_BYTE_ARRAY -> new DeltaLengthByteArrayValuesReader();
      case DELTA_BYTE_ARRAY -> new DeltaByteArrayReader();
      case RLE -> new RunLengthBitPackingHybridValuesReader(1);
      case BYTE_STREAM_SPLIT ->
          switch (type) {
            case INT32 -> new ByteStreamSplitValuesReaderForInteger();
            case INT64 -> new ByteStreamSplitValuesReaderForLong();
            case FLOAT -> new ByteStreamSplitValuesReaderForFloat();
            case DOUBLE -> new ByteStreamSplitValuesReaderForDouble();
            case FIXED_LEN_BYTE_ARRAY -> new ByteStreamSplitValuesReaderForFLBA(typeLength);
            case BOOLEAN, BYTE_ARRAY -> throw new AssertionError(type);
          };
      case PLAIN, RLE_DICTIONARY -> throw new AssertionError(encoding);
    };
  }

  /// INT32 values in PLAIN.
  static byte[] ints(int... values) {
    ByteBuffer plain = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    plain.asIntBuffer().put(values);
    return plain.array();
  }

  /// INT64 values in PLAIN.
  static byte[] longs(long... values) {
    ByteBuffer plain = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    plain.asLongBuffer().put(values);
    return plain.array();
  }

  /// BYTE_ARRAY values in PLAIN.
  static byte[] strings(List<byte[]> values) {
    int bytes = values.stream().mapToInt(value -> Integer.BYTES + value.length).sum();
    ByteBuffer plain = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (byte[] value : values) {
      plain.putInt(value.length).put(value);
    }
    return plain.array();
  }
}

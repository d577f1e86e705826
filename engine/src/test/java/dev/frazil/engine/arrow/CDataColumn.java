package dev.frazil.engine.arrow;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a test wants an `ArrowArray` and its `ArrowSchema` to hold, member by member,
/// contradictions included. [CDataBuilder] puts it into native memory.
///
/// The typed factories make sound columns whose offset is 0; the setters then change single
/// members.
public final class CDataColumn {
  /// Instead of a count: what there really is.
  static final long AS_IT_IS = Long.MIN_VALUE;

  String name;
  @Nullable String format;
  long flags = CStructs.FLAG_NULLABLE;
  long length;
  long nullCount;
  long offset;
  long bufferCount = AS_IT_IS;
  long childCount = AS_IT_IS;
  long schemaChildCount = AS_IT_IS;
  boolean released;
  boolean schemaReleased;
  byte @Nullable [] nameBytes;
  byte @Nullable [] metadataBytes;
  final Map<String, String> metadata = new LinkedHashMap<>();
  final List<byte @Nullable []> buffers = new ArrayList<>();
  final List<@Nullable CDataColumn> children = new ArrayList<>();
  @Nullable CDataColumn dictionary;

  private CDataColumn(String name, String format, long length) {
    this.name = name;
    this.format = format;
    this.length = length;
  }

  /// A column from its members.
  ///
  /// @param name the name
  /// @param format the format string
  /// @param length the slots
  /// @param buffers the buffers, null for a NULL pointer
  public static CDataColumn of(
      String name, String format, long length, byte[] @Nullable ... buffers) {
    CDataColumn column = new CDataColumn(name, format, length);
    column.buffers.addAll(Arrays.asList(buffers));
    return column;
  }

  /// A record batch: a struct without nulls.
  public static CDataColumn batch(long rows, @Nullable CDataColumn... columns) {
    CDataColumn batch = of("", "+s", rows, (byte[]) null);
    batch.children.addAll(Arrays.asList(columns));
    batch.flags = 0;
    return batch;
  }

  /// A column of integers of any width, dates, times or timestamps.
  ///
  /// @param width bytes of a value: 1, 2, 4 or 8
  public static CDataColumn integers(
      String name, String format, int width, @Nullable Number... values) {
    ByteBuffer bytes = little(values.length * width);
    for (Number value : values) {
      long bits = value == null ? 0x5A5A5A5A5A5A5A5AL : value.longValue();
      for (int i = 0; i < width; i++) {
        bytes.put((byte) (bits >> (8 * i)));
      }
    }
    return nullable(of(name, format, values.length, validity(values), content(bytes)), values);
  }

  /// An int32 column.
  public static CDataColumn ints(String name, @Nullable Integer... values) {
    return integers(name, "i", Integer.BYTES, values);
  }

  /// An int64 column.
  public static CDataColumn longs(String name, @Nullable Long... values) {
    return integers(name, "l", Long.BYTES, values);
  }

  /// A float32 column.
  public static CDataColumn floats(String name, @Nullable Float... values) {
    ByteBuffer bytes = little(values.length * Float.BYTES);
    for (Float value : values) {
      bytes.putFloat(value == null ? Float.NaN : value);
    }
    return nullable(of(name, "f", values.length, validity(values), content(bytes)), values);
  }

  /// A float64 column.
  public static CDataColumn doubles(String name, @Nullable Double... values) {
    ByteBuffer bytes = little(values.length * Double.BYTES);
    for (Double value : values) {
      bytes.putDouble(value == null ? Double.NaN : value);
    }
    return nullable(of(name, "g", values.length, validity(values), content(bytes)), values);
  }

  /// A bool column.
  public static CDataColumn bools(String name, @Nullable Boolean... values) {
    byte[] bits = new byte[(values.length + 7) / 8];
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null || values[i]) {
        bits[i / 8] |= (byte) (1 << i % 8);
      }
    }
    return nullable(of(name, "b", values.length, validity(values), bits), values);
  }

  /// A utf8 column.
  public static CDataColumn strings(String name, @Nullable String... values) {
    byte[] @Nullable [] bytes = new byte[values.length][];
    for (int i = 0; i < values.length; i++) {
      String value = values[i];
      bytes[i] = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
    }
    return binary(name, "u", bytes);
  }

  /// A column of strings.
  ///
  /// @param format `u`, `U`, `z` or `Z`
  public static CDataColumn binary(String name, String format, byte[] @Nullable ... values) {
    boolean large = format.equals("U") || format.equals("Z");
    int total = 0;
    for (byte @Nullable [] value : values) {
      total += value == null ? 0 : value.length;
    }
    ByteBuffer offsets = little((values.length + 1) * (large ? Long.BYTES : Integer.BYTES));
    ByteBuffer data = little(total);
    putOffset(offsets, large, 0);
    for (byte @Nullable [] value : values) {
      data.put(value == null ? new byte[0] : value);
      putOffset(offsets, large, data.position());
    }
    return nullable(
        of(name, format, values.length, validity(values), content(offsets), content(data)), values);
  }

  /// A fixed_size_binary column.
  public static CDataColumn fixed(String name, int width, byte[] @Nullable ... values) {
    ByteBuffer bytes = little(values.length * width);
    for (byte @Nullable [] value : values) {
      bytes.put(value == null ? new byte[width] : value);
    }
    return nullable(
        of(name, "w:" + width, values.length, validity(values), content(bytes)), values);
  }

  /// A decimal column of unscaled values.
  ///
  /// @param width bytes of a value: 4, 8 or 16
  public static CDataColumn decimals(
      String name, int width, int precision, int scale, @Nullable BigInteger... values) {
    ByteBuffer bytes = little(values.length * width);
    for (BigInteger value : values) {
      BigInteger bits = value == null ? BigInteger.TWO.pow(width * 8 - 1).negate() : value;
      for (int i = 0; i < width; i++) {
        bytes.put(bits.shiftRight(8 * i).byteValue());
      }
    }
    String format = "d:" + precision + "," + scale + "," + width * 8;
    return nullable(of(name, format, values.length, validity(values), content(bytes)), values);
  }

  /// Makes these indices: the column's values are those of the dictionary that they name.
  public CDataColumn dictionary(@Nullable CDataColumn values) {
    this.dictionary = values;
    return this;
  }

  /// Cuts the column: the same buffers, seen from slot `offset` on.
  public CDataColumn slice(long offset, long length) {
    this.offset = offset;
    this.length = length;
    this.nullCount = -1;
    return this;
  }

  /// Sets a pair of the field's metadata.
  public CDataColumn metadata(String key, String value) {
    metadata.put(key, value);
    return this;
  }

  /// Marks the field as one that holds no nulls.
  public CDataColumn required() {
    flags = 0;
    return this;
  }

  /// Sets the null count that the struct states.
  public CDataColumn nullCount(long count) {
    this.nullCount = count;
    return this;
  }

  /// Sets the offset that the struct states.
  public CDataColumn offset(long slots) {
    this.offset = slots;
    return this;
  }

  /// Sets the length that the struct states.
  public CDataColumn length(long slots) {
    this.length = slots;
    return this;
  }

  /// The name of the field.
  public String name() {
    return name;
  }

  /// The length that the struct states.
  public long length() {
    return length;
  }

  /// Sets the number of buffers that the struct states.
  public CDataColumn bufferCount(long count) {
    this.bufferCount = count;
    return this;
  }

  /// Sets the number of children that the struct states.
  public CDataColumn childCount(long count) {
    this.childCount = count;
    return this;
  }

  /// Replaces a buffer, null for a NULL pointer.
  public CDataColumn buffer(int i, byte @Nullable [] bytes) {
    buffers.set(i, bytes);
    return this;
  }

  /// Sets the number of children that the schema states.
  public CDataColumn schemaChildCount(long count) {
    this.schemaChildCount = count;
    return this;
  }

  /// Leaves the release callback of the schema out: the struct is a released one.
  public CDataColumn schemaReleased() {
    this.schemaReleased = true;
    return this;
  }

  /// Replaces the name by a C string of any bytes.
  public CDataColumn nameBytes(byte... bytes) {
    this.nameBytes = Arrays.copyOf(bytes, bytes.length + 1);
    return this;
  }

  /// Replaces the encoded metadata by any bytes.
  public CDataColumn metadataBytes(byte... bytes) {
    this.metadataBytes = bytes.clone();
    return this;
  }

  /// Replaces the format string, null for a NULL pointer.
  public CDataColumn format(@Nullable String text) {
    this.format = text;
    return this;
  }

  /// Leaves the release callback of the array out: the struct is a released one.
  public CDataColumn released() {
    this.released = true;
    return this;
  }

  /// The bytes of int32 numbers.
  public static byte[] int32s(int... values) {
    ByteBuffer bytes = little(values.length * Integer.BYTES);
    for (int value : values) {
      bytes.putInt(value);
    }
    return content(bytes);
  }

  /// The bytes of int64 numbers.
  public static byte[] int64s(long... values) {
    ByteBuffer bytes = little(values.length * Long.BYTES);
    for (long value : values) {
      bytes.putLong(value);
    }
    return content(bytes);
  }

  private static CDataColumn nullable(CDataColumn column, @Nullable Object[] values) {
    return column.nullCount(Arrays.stream(values).filter(v -> v == null).count());
  }

  /// A bitmap, or null when there are no nulls.
  private static byte @Nullable [] validity(@Nullable Object[] values) {
    byte[] bits = new byte[(values.length + 7) / 8];
    boolean nulls = false;
    for (int i = 0; i < values.length; i++) {
      nulls |= values[i] == null;
      if (values[i] != null) {
        bits[i / 8] |= (byte) (1 << i % 8);
      }
    }
    return nulls ? bits : null;
  }

  private static void putOffset(ByteBuffer offsets, boolean large, int value) {
    if (large) {
      offsets.putLong(value);
    } else {
      offsets.putInt(value);
    }
  }

  private static byte[] content(ByteBuffer buffer) {
    byte[] content = new byte[buffer.capacity()];
    buffer.get(0, content);
    return content;
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}

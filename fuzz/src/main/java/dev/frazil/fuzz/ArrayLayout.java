package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Lays values out as Arrow arrays. Whatever the columnar format leaves open is drawn at random, at
/// every level: slots in front of an array and behind it, what stands in null slots and in bits
/// that nobody owns, NULL pointers instead of empty buffers, absent bitmaps, unknown null counts,
/// children of null parents.
final class ArrayLayout {
  private final RandomGenerator random;
  private final RandomValues hidden;
  private final StringLayout strings;
  private final ListLayout lists;
  private final EncodedLayout encoded;

  ArrayLayout(RandomGenerator random) {
    this.random = random;
    this.hidden = new RandomValues(random);
    this.strings = new StringLayout(random);
    this.lists = new ListLayout(this, random);
    this.encoded = new EncodedLayout(this, random);
  }

  /// The struct array of a batch.
  ArrayData root(BatchValues batch) {
    int offset = random.nextInt(3) == 0 ? random.nextInt(1, 20) : 0;
    List<ArrayData> columns = new ArrayList<>();
    for (ColumnValues column : batch.columns()) {
      List<@Nullable Object> values = hidden(column.field(), offset);
      values.addAll(column.values());
      values.addAll(hidden(column.field(), tail()));
      columns.add(of(column.field(), values));
    }
    byte[] valid = new byte[Math.ceilDiv(offset + batch.rowCount(), 8)];
    Arrays.fill(valid, (byte) 0xff);
    boolean bits = random.nextInt(4) == 0 && valid.length > 0;
    return new ArrayData(
        batch.rowCount(),
        random.nextBoolean() ? 0 : -1,
        offset,
        Collections.singletonList(bits ? valid : null),
        columns,
        null);
  }

  /// An array of these values.
  ///
  /// @param field the column
  /// @param values a value a slot; nulls in a column that is not nullable are the caller's to hide
  ArrayData of(ArrowField field, List<@Nullable Object> values) {
    if (field.indexType() != null) {
      return encoded.dictionary(field, field.indexType(), values);
    }
    return switch (field.type()) {
      case ArrowType.Null() ->
          new ArrayData(values.size(), values.size(), lead(), List.of(), List.of(), null);
      case ArrowType.Struct() -> struct(field, values);
      case ArrowType.List(boolean large) -> lists.list(field, large, values);
      case ArrowType.ListView(boolean large) -> lists.view(field, large, values);
      case ArrowType.FixedSizeList(int size) -> lists.fixed(field, size, values);
      case ArrowType.Map _ -> lists.list(field, false, entries(field, values));
      case ArrowType.RunEndEncoded(int bits) -> encoded.runs(field, bits, values);
      case ArrowType.Bool _,
          ArrowType.Int _,
          ArrowType.FloatingPoint _,
          ArrowType.Utf8 _,
          ArrowType.Utf8View _,
          ArrowType.Binary _,
          ArrowType.BinaryView _,
          ArrowType.FixedSizeBinary _,
          ArrowType.Date _,
          ArrowType.Time _,
          ArrowType.Timestamp _,
          ArrowType.Duration _,
          ArrowType.Interval _,
          ArrowType.Decimal _ ->
          leaf(field, Slots.behind(lead(), () -> null, values));
    };
  }

  /// An array of values without children.
  ///
  /// @param field the column
  /// @param slots its slots, whose offset becomes that of the array
  ArrayData leaf(ArrowField field, Slots slots) {
    List<byte @Nullable []> buffers = new ArrayList<>();
    buffers.add(validity(slots));
    switch (field.type()) {
      case ArrowType.Utf8(boolean large) -> buffers.addAll(strings.offsets(slots, large));
      case ArrowType.Binary(boolean large) -> buffers.addAll(strings.offsets(slots, large));
      case ArrowType.Utf8View _, ArrowType.BinaryView _ -> buffers.addAll(strings.views(slots));
      case ArrowType.Bool _ -> buffers.add(bits(slots));
      default -> buffers.add(fixed(field.type(), slots));
    }
    return array(slots, buffers, List.of(), null);
  }

  /// An array of indices into a given dictionary.
  ///
  /// @param field the column
  /// @param entries the dictionary's entries, null for nulls
  /// @param indices the indices, null for null slots
  ArrayData coded(
      ArrowField field, List<@Nullable Object> entries, List<@Nullable Object> indices) {
    return encoded.coded(
        Expect.present("index type", field.indexType()),
        of(EncodedLayout.entryField(field), entries),
        indices);
  }

  private ArrayData struct(ArrowField field, List<@Nullable Object> values) {
    Slots slots = Slots.behind(lead(), () -> null, values);
    List<ArrayData> children = new ArrayList<>();
    for (ArrowField child : field.children()) {
      List<@Nullable Object> members = new ArrayList<>();
      for (Object slot : slots.values()) {
        members.add(slot instanceof Map<?, ?> map ? map.get(child.name()) : hidden(child));
      }
      members.addAll(hidden(child, tail()));
      children.add(of(child, members));
    }
    return array(slots, Collections.singletonList(validity(slots)), children, null);
  }

  /// Maps as lists of structs, named as the field names them.
  private static List<@Nullable Object> entries(ArrowField map, List<@Nullable Object> values) {
    List<ArrowField> members = map.children().getFirst().children();
    List<@Nullable Object> lists = new ArrayList<>();
    for (Object value : values) {
      if (value == null) {
        lists.add(null);
        continue;
      }
      List<@Nullable Object> entries = new ArrayList<>();
      for (Object entry : (List<?>) value) {
        Map.Entry<?, ?> pair = (Map.Entry<?, ?>) entry;
        Map<String, @Nullable Object> struct = new LinkedHashMap<>();
        struct.put(members.get(0).name(), pair.getKey());
        struct.put(members.get(1).name(), pair.getValue());
        entries.add(struct);
      }
      lists.add(entries);
    }
    return lists;
  }

  /// The struct of slots and their buffers.
  ArrayData array(
      Slots slots,
      List<byte @Nullable []> buffers,
      List<ArrayData> children,
      @Nullable ArrayData dictionary) {
    return new ArrayData(
        slots.length(),
        random.nextBoolean() ? slots.nulls() : -1,
        slots.offset(),
        buffers,
        children,
        dictionary);
  }

  /// The validity bitmap, or null where none is needed and chance leaves it out.
  byte @Nullable [] validity(Slots slots) {
    if (slots.nulls() == 0 && (slots.size() == 0 || random.nextBoolean())) {
      return null;
    }
    byte[] bits = scrambled(Math.ceilDiv(slots.size(), 8));
    for (int i = slots.offset(); i < slots.size(); i++) {
      setBit(bits, i, slots.values().get(i) != null);
    }
    return bits;
  }

  private byte @Nullable [] bits(Slots slots) {
    if (slots.size() == 0 && random.nextBoolean()) {
      return null;
    }
    byte[] bits = scrambled(Math.ceilDiv(slots.size(), 8));
    for (int i = 0; i < slots.size(); i++) {
      if (slots.values().get(i) instanceof Boolean bit) {
        setBit(bits, i, bit);
      }
    }
    return bits;
  }

  /// The buffer of values of fixed width, garbage in its null slots.
  byte @Nullable [] fixed(ArrowType type, Slots slots) {
    if (slots.size() == 0 && random.nextBoolean()) {
      return null;
    }
    int width = FixedLayout.width(type);
    byte[] bytes = scrambled(width * slots.size());
    ByteBuffer buffer = FixedLayout.view(bytes);
    for (int i = 0; i < slots.size(); i++) {
      Object value = slots.values().get(i);
      if (value != null) {
        FixedLayout.put(type, value, buffer, i * width);
      }
    }
    return bytes;
  }

  private static void setBit(byte[] bits, int index, boolean bit) {
    byte old = bits[index >> 3];
    int mask = 1 << (index & 7);
    bits[index >> 3] = (byte) (bit ? old | mask : old & ~mask);
  }

  private byte[] scrambled(int size) {
    return scrambled(random, size);
  }

  /// Bytes that mean nothing.
  static byte[] scrambled(RandomGenerator random, int size) {
    byte[] buffer = new byte[size];
    byte fill = (byte) random.nextInt();
    byte step = (byte) random.nextInt();
    for (int i = 0; i < size; i++) {
      buffer[i] = fill;
      fill += step;
    }
    return buffer;
  }

  /// Slots in front of an array.
  int lead() {
    return random.nextBoolean() ? 0 : random.nextInt(1, 20);
  }

  private int tail() {
    return random.nextInt(4) == 0 ? random.nextInt(1, 9) : 0;
  }

  /// Values for slots that nobody sees: nulls among them whatever the field says.
  ///
  /// @param field the column
  /// @param count how many
  List<@Nullable Object> hidden(ArrowField field, int count) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(hidden(field));
    }
    return values;
  }

  private @Nullable Object hidden(ArrowField field) {
    return field.indexType() != null || random.nextBoolean() ? null : hidden.small(field);
  }
}

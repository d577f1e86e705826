package dev.frazil.engine.arrow;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Nested columns, views and nulls for [CDataColumn]: sound ones, whose members may be changed
/// afterwards.
///
/// A validity is a string of `v` for a value and `.` for a null slot, one character a slot.
public final class CDataNested {
  private CDataNested() {}

  /// A null column.
  public static CDataColumn nulls(String name, long length) {
    return CDataColumn.of(name, "n", length).nullCount(length);
  }

  /// A struct column.
  public static CDataColumn struct(String name, String validity, CDataColumn... members) {
    return nested(CDataColumn.of(name, "+s", validity.length(), bits(validity)), validity, members);
  }

  /// A list column.
  ///
  /// @param offsets one more than slots
  public static CDataColumn list(String name, String validity, int[] offsets, CDataColumn element) {
    byte[] bytes = CDataColumn.int32s(offsets);
    CDataColumn list = CDataColumn.of(name, "+l", validity.length(), bits(validity), bytes);
    return nested(list, validity, element);
  }

  /// A large_list column.
  ///
  /// @param offsets one more than slots
  public static CDataColumn largeList(
      String name, String validity, long[] offsets, CDataColumn element) {
    byte[] bytes = CDataColumn.int64s(offsets);
    CDataColumn list = CDataColumn.of(name, "+L", validity.length(), bits(validity), bytes);
    return nested(list, validity, element);
  }

  /// A list_view column.
  public static CDataColumn listView(
      String name, String validity, int[] offsets, int[] sizes, CDataColumn element) {
    CDataColumn list =
        CDataColumn.of(
            name,
            "+vl",
            validity.length(),
            bits(validity),
            CDataColumn.int32s(offsets),
            CDataColumn.int32s(sizes));
    return nested(list, validity, element);
  }

  /// A large_list_view column.
  public static CDataColumn largeListView(
      String name, String validity, long[] offsets, long[] sizes, CDataColumn element) {
    CDataColumn list =
        CDataColumn.of(
            name,
            "+vL",
            validity.length(),
            bits(validity),
            CDataColumn.int64s(offsets),
            CDataColumn.int64s(sizes));
    return nested(list, validity, element);
  }

  /// A fixed_size_list column.
  public static CDataColumn fixedSizeList(
      String name, String validity, int size, CDataColumn element) {
    CDataColumn list = CDataColumn.of(name, "+w:" + size, validity.length(), bits(validity));
    return nested(list, validity, element);
  }

  /// A map column.
  ///
  /// @param offsets one more than slots
  public static CDataColumn map(
      String name, String validity, int[] offsets, CDataColumn key, CDataColumn value) {
    CDataColumn entries =
        nested(CDataColumn.of("entries", "+s", key.length, (byte[]) null), "", key, value);
    byte[] bytes = CDataColumn.int32s(offsets);
    CDataColumn map = CDataColumn.of(name, "+m", validity.length(), bits(validity), bytes);
    return nested(map, validity, entries.required());
  }

  /// A run_end_encoded column of int32 run ends.
  public static CDataColumn runs(String name, int[] ends, CDataColumn values) {
    @Nullable Integer[] boxed = Arrays.stream(ends).boxed().toArray(Integer[]::new);
    return runs(name, CDataColumn.ints("run_ends", boxed).required(), values)
        .length(ends.length == 0 ? 0 : ends[ends.length - 1]);
  }

  /// A run_end_encoded column without slots.
  public static CDataColumn runs(String name, CDataColumn ends, CDataColumn values) {
    return nested(CDataColumn.of(name, "+r", 0), "", ends, values);
  }

  /// A column of views whose longer strings lie in two data buffers in turn.
  ///
  /// @param format `vu` or `vz`
  public static CDataColumn views(String name, String format, @Nullable String... values) {
    ByteBuffer views = ByteBuffer.allocate(values.length * 16).order(ByteOrder.LITTLE_ENDIAN);
    ByteArrayOutputStream[] data = {new ByteArrayOutputStream(), new ByteArrayOutputStream()};
    StringBuilder validity = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      String value = values[i];
      validity.append(value == null ? '.' : 'v');
      views.put(
          i * 16,
          value == null
              ? CDataColumn.int32s(-1, -1, -1, -1)
              : view(value.getBytes(StandardCharsets.UTF_8), i % 2, data[i % 2]));
    }
    byte[] sizes = CDataColumn.int64s(data[0].size(), data[1].size());
    CDataColumn column =
        CDataColumn.of(
            name,
            format,
            values.length,
            bits(validity.toString()),
            views.array(),
            data[0].toByteArray(),
            data[1].toByteArray(),
            sizes);
    return nested(column, validity.toString());
  }

  private static byte[] view(byte[] bytes, int buffer, ByteArrayOutputStream data) {
    ByteBuffer view = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putInt(bytes.length);
    if (bytes.length <= 12) {
      return view.put(bytes).array();
    }
    view.put(bytes, 0, 4).putInt(buffer).putInt(data.size());
    data.writeBytes(bytes);
    return view.array();
  }

  private static CDataColumn nested(CDataColumn column, String validity, CDataColumn... children) {
    column.children.addAll(Arrays.asList(children));
    return column.nullCount(validity.chars().filter(c -> c == '.').count());
  }

  /// A bitmap, or null when there are no nulls.
  public static byte @Nullable [] bits(String validity) {
    if (validity.indexOf('.') < 0) {
      return null;
    }
    byte[] bits = new byte[(validity.length() + 7) / 8];
    for (int i = 0; i < validity.length(); i++) {
      bits[i / 8] |= (byte) (validity.charAt(i) == 'v' ? 1 << i % 8 : 0);
    }
    return bits;
  }
}

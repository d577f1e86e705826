package dev.frazil.fuzz.readers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.frazil.fuzz.values.Entries;
import dev.frazil.fuzz.values.LeafType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/// Values as the process of [ArrowRows] sends them: a letter for the kind, then the value.
final class PeerValues {
  private final ByteBuffer in;

  /// @param in at the first value
  PeerValues(ByteBuffer in) {
    this.in = in;
  }

  /// The next text.
  static String text(ByteBuffer in) {
    return new String(bytes(in), UTF_8);
  }

  private static byte[] bytes(ByteBuffer in) {
    byte[] bytes = new byte[in.getInt()];
    in.get(bytes);
    return bytes;
  }

  /// The next struct or row.
  Map<String, @Nullable Object> row(GroupType type) throws IOException {
    expect('R', type);
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    int count = in.getInt();
    if (count != type.getFieldCount()) {
      throw new IOException(
          "Arrow C++: %s: expected %d fields, got %d"
              .formatted(type.getName(), type.getFieldCount(), count));
    }
    for (int i = 0; i < count; i++) {
      fields.put(text(in), value(type.getType(i)));
    }
    return fields;
  }

  private void expect(int kind, Type type) throws IOException {
    int actual = in.get();
    if (actual != kind) {
      throw new IOException(
          "Arrow C++: %s: expected kind %c, got %c".formatted(type.getName(), kind, actual));
    }
  }

  private @Nullable Object value(Type type) throws IOException {
    if (in.get(in.position()) == 'N') {
      in.get();
      return null;
    }
    if (type.isPrimitive()) {
      return leaf(new LeafType(type.asPrimitiveType()));
    }
    GroupType group = type.asGroupType();
    return switch (group.getLogicalTypeAnnotation()) {
      case ListLogicalTypeAnnotation _ -> list(group);
      case MapLogicalTypeAnnotation _ -> map(group);
      case null, default -> row(group);
    };
  }

  private List<@Nullable Object> list(GroupType type) throws IOException {
    expect('A', type);
    int count = in.getInt();
    List<@Nullable Object> elements = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      elements.add(value(type.getType(0).asGroupType().getType(0)));
    }
    return elements;
  }

  private List<@Nullable Object> map(GroupType type) throws IOException {
    expect('M', type);
    GroupType entry = type.getType(0).asGroupType();
    int count = in.getInt();
    List<@Nullable Object> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Object key = value(entry.getType(0));
      if (key == null) {
        throw new IOException("Arrow C++: key: expected one, got null");
      }
      entries.add(Entries.of(key, value(entry.getType(1))));
    }
    return entries;
  }

  private Object leaf(LeafType type) throws IOException {
    int kind = in.get();
    return switch (kind) {
      case 'T' -> true;
      case 'F' -> false;
      case 'L' -> in.getLong();
      case 'I' -> new BigInteger(bytes(in));
      case 'D' -> {
        int scale = in.getInt();
        yield new BigDecimal(new BigInteger(bytes(in)), scale);
      }
      case 'f' -> in.getFloat();
      case 'd' -> in.getDouble();
      case 'S' -> text(in);
      case 'B' -> type.value(bytes(in));
      default -> throw new IOException("Arrow C++: %s: kind %c".formatted(type.type(), kind));
    };
  }
}

package dev.frazil.engine.iceberg;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// Vectors under `vectors/` that running Iceberg 1.12.0 produced, and their values.
public final class Vectors {
  private Vectors() {}

  /// The entries of a list of a file.
  public static Stream<JsonNode> of(String file, String list) {
    try (InputStream in = Vectors.class.getResourceAsStream("/vectors/" + file)) {
      return StreamSupport.stream(new ObjectMapper().readTree(in).get(list).spliterator(), false);
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }

  /// The type that a vector names.
  public static Type type(JsonNode vector) {
    return Types.fromPrimitiveString(vector.get("type").asText());
  }

  /// A value of a type, as Iceberg holds it; a list of members for a struct, of elements for a
  /// list, and of pairs for a map.
  public static @Nullable Object value(Type type, JsonNode value) {
    if (value.isNull()) {
      return null;
    }
    String text = value.asText();
    return switch (type.typeId()) {
      case BOOLEAN -> value.asBoolean();
      case INTEGER, DATE -> value.asInt();
      case LONG, TIME, TIMESTAMP, TIMESTAMP_NANO -> Long.parseLong(text);
      case FLOAT ->
          text.startsWith("bits:")
              ? Float.intBitsToFloat(Long.decode(text.substring(5)).intValue())
              : Float.parseFloat(text);
      case DOUBLE -> Double.parseDouble(text);
      case STRING -> text;
      case UUID -> UUID.fromString(text);
      case FIXED, BINARY, GEOMETRY -> ByteBuffer.wrap(HexFormat.of().parseHex(text));
      case DECIMAL -> new BigDecimal(text);
      case STRUCT -> {
        List<@Nullable Object> members = new ArrayList<>();
        for (Types.NestedField field : type.asStructType().fields()) {
          members.add(value(field.type(), value.path(field.name())));
        }
        yield members;
      }
      case LIST -> values(type.asListType().elementType(), value);
      case MAP -> {
        List<@Nullable Object> entries = new ArrayList<>();
        for (JsonNode pair : value) {
          List<@Nullable Object> entry = new ArrayList<>();
          entry.add(value(type.asMapType().keyType(), pair.get(0)));
          entry.add(value(type.asMapType().valueType(), pair.get(1)));
          entries.add(entry);
        }
        yield entries;
      }
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  /// Values of a type, as Iceberg holds them.
  public static List<@Nullable Object> values(Type type, JsonNode values) {
    List<@Nullable Object> list = new ArrayList<>();
    values.forEach(value -> list.add(value(type, value)));
    return list;
  }

  /// Bounds as vectors have them: hexadecimal digits by field id.
  public static Map<String, String> hex(Map<Integer, ByteBuffer> bounds) {
    Map<String, String> map = new TreeMap<>();
    bounds.forEach((id, bound) -> {
      byte[] bytes = new byte[bound.remaining()];
      bound.duplicate().get(bytes);
      map.put(id.toString(), HexFormat.of().formatHex(bytes));
    });
    return map;
  }
}

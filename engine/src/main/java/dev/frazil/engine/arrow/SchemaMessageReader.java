package dev.frazil.engine.arrow;

import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.SchemaException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.Schema;
import org.jspecify.annotations.Nullable;

/// Reads a schema from an encapsulated message. Flatbuffers are offsets without a checksum, so that
/// damaged ones lead anywhere within the bytes, perhaps in circles: depth and number of what is
/// read are bounded, and whatever the accessors throw means damage.
final class SchemaMessageReader {
  private static final int CONTINUATION = -1;

  /// More levels than any schema has.
  private static final int MAX_DEPTH = 64;

  /// No field and no pair of metadata takes fewer bytes.
  private static final int LEAST_BYTES = 8;

  private int left;

  private SchemaMessageReader(int left) {
    this.left = left;
  }

  /// The schema of a message, with or without the marker that messages begin with since version
  /// 0.15 of the format.
  ///
  /// @throws SchemaException if the bytes are no such message, or a type is not known
  static ArrowSchema read(byte[] message) {
    try {
      ByteBuffer flatbuffer = flatbuffer(ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN));
      return new SchemaMessageReader(message.length / LEAST_BYTES).schema(flatbuffer);
    } catch (IndexOutOfBoundsException
        | IllegalArgumentException
        | NullPointerException
        | ArrowImportException e) {
      throw new SchemaException(
          "Arrow schema: message: expected an encapsulated schema, got %d bytes that are none"
              .formatted(message.length),
          e);
    }
  }

  private static ByteBuffer flatbuffer(ByteBuffer message) {
    if (message.remaining() < 2 * Integer.BYTES) {
      throw failure("message", "an encapsulated schema", message.remaining() + " bytes");
    }
    int length = message.getInt();
    if (length == CONTINUATION) {
      length = message.getInt();
    }
    if (length <= 0 || length > message.remaining()) {
      throw failure("message", "a length of 1 to " + message.remaining(), String.valueOf(length));
    }
    return message.slice(message.position(), length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private ArrowSchema schema(ByteBuffer flatbuffer) {
    Message message = Message.getRootAsMessage(flatbuffer);
    if (message.headerType() != MessageHeader.Schema) {
      throw failure("message", "a schema", "header type " + message.headerType());
    }
    Schema schema = (Schema) message.header(new Schema());
    if (schema == null) {
      throw failure("message", "a schema", "none");
    }
    if (schema.endianness() != Endianness.Little) {
      throw failure("endianness", "little", "big");
    }
    int count = counted(schema.fieldsLength());
    List<ArrowField> fields = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Field column = schema.fields(i);
      fields.add(field(column, ChildPath.column(i, name(column)), 1));
    }
    int pairs = counted(schema.customMetadataLength());
    Map<String, String> metadata = LinkedHashMap.newLinkedHashMap(pairs);
    for (int i = 0; i < pairs; i++) {
      put(metadata, schema.customMetadata(i));
    }
    return new ArrowSchema(fields, metadata);
  }

  private ArrowField field(Field field, String path, int depth) {
    if (depth > MAX_DEPTH) {
      throw failure(path, "at most " + MAX_DEPTH + " levels", "more");
    }
    ArrowType type = TypeReader.read(field, path);
    int count = counted(field.childrenLength());
    requireChildren(type, count, path);
    List<ArrowField> children = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Field child = field.children(i);
      children.add(field(child, ChildPath.of(path, type, i, name(child)), depth + 1));
    }
    long sorted =
        type instanceof ArrowType.Map(boolean keysSorted) && keysSorted
            ? CStructs.FLAG_MAP_KEYS_SORTED
            : 0;
    NestedShape shape = NestedShape.of(type, sorted, children, path);
    return new ArrowField(
        name(field),
        shape.type(),
        field.nullable(),
        metadata(field),
        indexType(field, path),
        shape.children());
  }

  private static void requireChildren(ArrowType type, int count, String path) {
    int expected = !type.nested() ? 0 : type instanceof ArrowType.RunEndEncoded ? 2 : 1;
    if (!(type instanceof ArrowType.Struct) && count != expected) {
      throw failure(path, "%d children under %s".formatted(expected, type), String.valueOf(count));
    }
  }

  /// An encoding that names no type of indices has int32 (Schema.fbs, "DictionaryEncoding").
  private static ArrowType.@Nullable Int indexType(Field field, String path) {
    DictionaryEncoding encoding = field.dictionary();
    if (encoding == null) {
      return null;
    }
    Int indices = encoding.indexType();
    return indices == null
        ? new ArrowType.Int(Integer.SIZE, true)
        : TypeReader.integer(indices, path);
  }

  private Map<String, String> metadata(Field field) {
    int pairs = counted(field.customMetadataLength());
    Map<String, String> metadata = LinkedHashMap.newLinkedHashMap(pairs);
    for (int i = 0; i < pairs; i++) {
      put(metadata, field.customMetadata(i));
    }
    return metadata;
  }

  /// The last of equal keys counts.
  private static void put(Map<String, String> metadata, KeyValue pair) {
    String key = pair.key();
    String value = pair.value();
    metadata.put(key == null ? "" : key, value == null ? "" : value);
  }

  private static String name(Field field) {
    String name = field.name();
    return name == null ? "" : name;
  }

  private int counted(int count) {
    left -= count;
    if (count < 0 || left < 0) {
      throw failure("message", "fewer fields and pairs than bytes", String.valueOf(count));
    }
    return count;
  }

  private static SchemaException failure(String path, String expected, String got) {
    return TypeReader.failure(path, expected, got);
  }
}

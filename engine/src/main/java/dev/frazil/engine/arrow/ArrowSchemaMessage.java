package dev.frazil.engine.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.frazil.engine.SchemaException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.DictionaryKind;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.Schema;

/// A schema as an encapsulated message of Arrow's IPC format (Columnar.rst, "Encapsulated message
/// format"; Schema.fbs): what Arrow readers of a Parquet file look for under the key `ARROW:schema`
/// to restore the exact types. Needs the libraries arrow-format and flatbuffers-java, and no other
/// one of Arrow's.
public final class ArrowSchemaMessage {
  /// The key of a file's metadata under which [#base64(ArrowSchema)] stands.
  public static final String KEY = "ARROW:schema";

  private static final int CONTINUATION = -1;
  private static final int PREFIX_BYTES = 2 * Integer.BYTES;
  private static final int ALIGNMENT = 8;

  private final FlatBufferBuilder builder = new FlatBufferBuilder();
  private long dictionaries;

  private ArrowSchemaMessage() {}

  /// The message in base64.
  ///
  /// @param schema any schema
  /// @return text that is the same for equal schemas
  public static String base64(ArrowSchema schema) {
    return Base64.getEncoder().encodeToString(of(schema));
  }

  /// The message: the continuation marker, the length of the metadata, and the metadata, padded to
  /// a multiple of 8 bytes. A dictionary-encoded field has the type of its values; dictionaries are
  /// numbered from 0 in the order in which their fields come.
  ///
  /// @param schema any schema
  /// @return bytes that are the same for equal schemas
  public static byte[] of(ArrowSchema schema) {
    return new ArrowSchemaMessage().message(schema);
  }

  /// The schema of a message in base64: the inverse of [#base64(ArrowSchema)], for messages of any
  /// writer.
  ///
  /// @param text base64, as it stands in a file's metadata
  /// @return the schema
  /// @throws SchemaException if the text is not base64, or as [#read(byte[])]
  public static ArrowSchema readBase64(String text) {
    byte[] message;
    try {
      message = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new SchemaException(
          "Arrow schema: message: expected base64, got %d characters that are none"
              .formatted(text.length()),
          e);
    }
    return read(message);
  }

  /// The schema of a message: the inverse of [#of(ArrowSchema)], for messages of any writer. The
  /// keys of maps and their entries come out as required, whatever the message says.
  ///
  /// @param message an encapsulated message; bytes behind it are not looked at
  /// @return the schema
  /// @throws SchemaException if the bytes are no message of a schema, are damaged, or hold a type
  ///   that Frazil does not know, such as a union
  public static ArrowSchema read(byte[] message) {
    return SchemaMessageReader.read(message);
  }

  private byte[] message(ArrowSchema schema) {
    int fields = Schema.createFieldsVector(builder, fields(schema.fields()));
    int metadata = metadata(schema.metadata());
    Schema.startSchema(builder);
    Schema.addEndianness(builder, Endianness.Little);
    Schema.addFields(builder, fields);
    if (metadata != 0) {
      Schema.addCustomMetadata(builder, metadata);
    }
    int header = Schema.endSchema(builder);
    Message.startMessage(builder);
    Message.addVersion(builder, MetadataVersion.V5);
    Message.addHeaderType(builder, MessageHeader.Schema);
    Message.addHeader(builder, header);
    Message.addBodyLength(builder, 0);
    builder.finish(Message.endMessage(builder));
    byte[] flatbuffer = builder.sizedByteArray();
    int length = (flatbuffer.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return ByteBuffer.allocate(PREFIX_BYTES + length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(CONTINUATION)
        .putInt(length)
        .put(flatbuffer)
        .array();
  }

  private int[] fields(List<ArrowField> fields) {
    return fields.stream().mapToInt(this::field).toArray();
  }

  /// Writes a field and what it points to; tables are written from the leaves up, one after the
  /// other.
  private int field(ArrowField field) {
    ArrowType.Int indexType = field.indexType();
    int dictionary = indexType == null ? 0 : dictionary(indexType);
    int children = Field.createChildrenVector(builder, fields(field.children()));
    int name = builder.createString(field.name());
    int metadata = metadata(field.metadata());
    int type = TypeTable.write(builder, field.type());
    Field.startField(builder);
    Field.addName(builder, name);
    Field.addNullable(builder, field.nullable());
    Field.addTypeType(builder, TypeTable.code(field.type()));
    Field.addType(builder, type);
    Field.addChildren(builder, children);
    if (dictionary != 0) {
      Field.addDictionary(builder, dictionary);
    }
    if (metadata != 0) {
      Field.addCustomMetadata(builder, metadata);
    }
    return Field.endField(builder);
  }

  private int dictionary(ArrowType.Int indexType) {
    int type = TypeTable.write(builder, indexType);
    return DictionaryEncoding.createDictionaryEncoding(
        builder, dictionaries++, type, false, DictionaryKind.DenseArray);
  }

  /// Writes pairs in the order of their keys; 0 when there are none.
  private int metadata(Map<String, String> metadata) {
    if (metadata.isEmpty()) {
      return 0;
    }
    int[] pairs = new int[metadata.size()];
    int i = 0;
    for (Map.Entry<String, String> pair : new TreeMap<>(metadata).entrySet()) {
      int key = builder.createString(pair.getKey());
      int value = builder.createString(pair.getValue());
      pairs[i++] = KeyValue.createKeyValue(builder, key, value);
    }
    return Field.createCustomMetadataVector(builder, pairs);
  }
}

package dev.frazil.engine.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType.Union;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

/// Messages read back: our own of random schemas, those of arrow-java, and damaged ones.
class SchemaMessageReadingTest {
  private static byte[] written(Field field) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    MessageSerializer.serialize(
        new WriteChannel(Channels.newChannel(bytes)), new Schema(List.of(field), Map.of("k", "v")));
    return bytes.toByteArray();
  }

  @Test
  void randomSchemasComeBack() {
    long seed = new Random().nextLong();
    RandomArrowSchemas schemas = new RandomArrowSchemas(new Random(seed));
    for (int i = 0; i < 300; i++) {
      ArrowSchema schema = schemas.schema();
      assertEquals(
          schema,
          ArrowSchemaMessage.readBase64(ArrowSchemaMessage.base64(schema)),
          () -> "seed " + seed);
    }
  }

  @Test
  void messagesOfArrowJavaAreRead() throws Exception {
    var utf8 = new org.apache.arrow.vector.types.pojo.ArrowType.Utf8();
    Field field =
        new Field("d", new FieldType(true, utf8, new DictionaryEncoding(7, true, null)), List.of());
    ArrowField expected =
        new ArrowField("d", new ArrowType.Utf8(false), true, Map.of(), new ArrowType.Int(32, true));
    assertEquals(
        new ArrowSchema(List.of(expected), Map.of("k", "v")),
        ArrowSchemaMessage.read(written(field)));
  }

  @Test
  void messagesWithoutTheMarkerAreRead() {
    ArrowSchema schema = new ArrowSchema(List.of(new ArrowField("a", new ArrowType.Bool(), true)));
    byte[] message = ArrowSchemaMessage.of(schema);
    assertEquals(schema, ArrowSchemaMessage.read(Arrays.copyOfRange(message, 4, message.length)));
  }

  @Test
  void unionsAreRefusedByName() throws Exception {
    Field field =
        new Field(
            "u", new FieldType(true, new Union(UnionMode.Sparse, new int[0]), null), List.of());
    byte[] message = written(field);
    SchemaException refused =
        assertThrows(SchemaException.class, () -> ArrowSchemaMessage.read(message));
    assertEquals(
        "Arrow schema: u: expected a type that Parquet can hold, got a union",
        refused.getMessage());
  }

  @Test
  void textThatIsNoMessageIsRefused() {
    for (String text : List.of("", "%%%", "AAAA", "/////wAAAAA=", "QUJDREVGR0hJSktMTU5PUA==")) {
      assertThrows(SchemaException.class, () -> ArrowSchemaMessage.readBase64(text), text);
    }
  }

  /// Whatever the bytes say, the outcome is a schema or a SchemaException.
  @Test
  void damagedMessagesAreRefusedOrReadAsAnotherSchema() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    RandomArrowSchemas schemas = new RandomArrowSchemas(random);
    int refused = 0;
    for (int i = 0; i < 4000; i++) {
      byte[] message = damaged(ArrowSchemaMessage.of(schemas.schema()), random);
      try {
        ArrowSchemaMessage.read(message);
      } catch (SchemaException _) {
        refused++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + ", message " + i, e);
      }
    }
    assertTrue(refused > 1000, refused + " refused");
  }

  private static byte[] damaged(byte[] message, Random random) {
    if (random.nextInt(8) == 0) {
      return Arrays.copyOf(message, random.nextInt(message.length));
    }
    ByteBuffer bytes = ByteBuffer.wrap(message);
    for (int edits = random.nextInt(1, 6); edits > 0; edits--) {
      int at = random.nextInt(8, message.length);
      if (random.nextBoolean() || at + 4 > message.length) {
        bytes.put(at, (byte) random.nextInt());
      } else {
        bytes.putInt(at, random.nextInt(-64, 64));
      }
    }
    return message;
  }
}

package dev.frazil.engine.arrow;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.ArrowImportException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.Types;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

/// Every test closes a root allocator, which fails when a buffer is still held.
class ArrowReaderTest {
  @Test
  void aReaderGivesItsBatchesWithDictionariesInOrder() throws IOException {
    byte[] stream = dictionaryStream();
    try (BufferAllocator allocator = new RootAllocator();
        RecordBatchSource source =
            RecordBatchSource.of(
                new ArrowStreamReader(new ByteArrayInputStream(stream), allocator), allocator)) {
      try (RecordBatch first = requireNonNull(source.next());
          RecordBatch second = requireNonNull(source.next())) {
        assertEquals(List.of("green", "red"), ColumnValues.of(first.columns().getFirst()));
        assertEquals(List.of("red"), ColumnValues.of(second.columns().getFirst()));
        assertNull(source.next());
      }
    }
  }

  @Test
  void aBrokenStreamIsAnErrorOfTheReader() throws IOException {
    byte[] stream = dictionaryStream();
    byte[] cut = Arrays.copyOf(stream, stream.length - 200);
    try (BufferAllocator allocator = new RootAllocator();
        RecordBatchSource source =
            RecordBatchSource.of(
                new ArrowStreamReader(new ByteArrayInputStream(cut), allocator), allocator)) {
      assertThrows(
          Exception.class,
          () -> {
            while (true) {
              try (RecordBatch batch = source.next()) {
                if (batch == null) {
                  return;
                }
              }
            }
          });
    }
    byte[] garbage = "ARROW? certainly not, my friend".getBytes(StandardCharsets.UTF_8);
    try (BufferAllocator allocator = new RootAllocator();
        ArrowStreamReader reader =
            new ArrowStreamReader(new ByteArrayInputStream(garbage), allocator)) {
      assertThrows(Exception.class, () -> RecordBatchSource.of(reader, allocator).close());
    }
  }

  @Test
  void aValueThatReachesPastItsBufferIsRefused() throws IOException {
    byte[] stream = binaryStream(1_000, 8);
    try (BufferAllocator allocator = new RootAllocator();
        RecordBatchSource source =
            RecordBatchSource.of(
                new ArrowStreamReader(new ByteArrayInputStream(stream), allocator), allocator)) {
      assertThrows(ArrowImportException.class, source::next);
    }
  }

  /// One batch of one binary value, whose offsets say one length and whose buffer has another.
  private static byte[] binaryStream(int stated, int held) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    WriteChannel channel = new WriteChannel(Channels.newChannel(bytes));
    Field field = new Field("b", FieldType.nullable(Types.MinorType.VARBINARY.getType()), null);
    MessageSerializer.serialize(channel, new Schema(List.of(field)));
    try (BufferAllocator allocator = new RootAllocator();
        ArrowBuf validity = allocator.buffer(0);
        ArrowBuf offsets = allocator.buffer(2 * Integer.BYTES);
        ArrowBuf data = allocator.buffer(held)) {
      offsets.writeInt(0);
      offsets.writeInt(stated);
      data.writeBytes(new byte[held]);
      try (ArrowRecordBatch batch =
          new ArrowRecordBatch(
              1, List.of(new ArrowFieldNode(1, 0)), List.of(validity, offsets, data))) {
        MessageSerializer.serialize(channel, batch);
      }
    }
    return bytes.toByteArray();
  }

  /// Two batches over one dictionary: green, red; red.
  private static byte[] dictionaryStream() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (BufferAllocator allocator = new RootAllocator();
        VarCharVector words = new VarCharVector("d", allocator)) {
      words.setSafe(0, "red".getBytes(StandardCharsets.UTF_8));
      words.setSafe(1, "green".getBytes(StandardCharsets.UTF_8));
      words.setValueCount(2);
      DictionaryEncoding encoding = new DictionaryEncoding(1, false, null);
      DictionaryProvider provider =
          new DictionaryProvider.MapDictionaryProvider(new Dictionary(words, encoding));
      Field field =
          new Field("colour", new FieldType(true, Types.MinorType.INT.getType(), encoding), null);
      try (VectorSchemaRoot root = VectorSchemaRoot.create(new Schema(List.of(field)), allocator);
          ArrowStreamWriter writer = new ArrowStreamWriter(root, provider, bytes)) {
        IntVector indices = (IntVector) root.getVector(0);
        for (int[] batch : new int[][] {{1, 0}, {0}}) {
          indices.allocateNew(batch.length);
          for (int i = 0; i < batch.length; i++) {
            indices.set(i, batch[i]);
          }
          root.setRowCount(batch.length);
          writer.writeBatch();
        }
      }
    }
    return bytes.toByteArray();
  }
}

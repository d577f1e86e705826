package dev.frazil.engine.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// Arrow IPC streams made for a test, by arrow-java.
final class IpcBytes {
  private IpcBytes() {}

  /// A stream of one batch.
  ///
  /// @param fill sets the values and the row count of a root with the fields
  static byte[] stream(List<Field> fields, Consumer<VectorSchemaRoot> fill) {
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(new Schema(fields), allocator)) {
      fill.accept(root);
      return stream(root, new DictionaryProvider.MapDictionaryProvider());
    }
  }

  /// A stream of one batch, its buffers not compressed.
  static byte[] stream(VectorSchemaRoot root, DictionaryProvider dictionaries) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ArrowStreamWriter writer = new ArrowStreamWriter(root, dictionaries, bytes)) {
      writer.writeBatch();
      writer.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// The batches of an IPC file as a stream.
  static byte[] streamOf(Path file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (BufferAllocator allocator = new RootAllocator();
        ArrowFileReader reader = new ArrowFileReader(Files.newByteChannel(file), allocator);
        ArrowStreamWriter writer =
            new ArrowStreamWriter(reader.getVectorSchemaRoot(), reader, bytes)) {
      while (reader.loadNextBatch()) {
        writer.writeBatch();
      }
      writer.end();
    }
    return bytes.toByteArray();
  }

  /// A stream of one batch whose buffers are compressed.
  static byte[] compressedStream(
      List<Field> fields, Consumer<VectorSchemaRoot> fill, CompressionUtil.CodecType codec) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(new Schema(fields), allocator)) {
      fill.accept(root);
      try (ArrowStreamWriter writer =
          new ArrowStreamWriter(
              root,
              new DictionaryProvider.MapDictionaryProvider(),
              Channels.newChannel(bytes),
              IpcOption.DEFAULT,
              CommonsCompressionFactory.INSTANCE,
              codec)) {
        writer.writeBatch();
        writer.end();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}

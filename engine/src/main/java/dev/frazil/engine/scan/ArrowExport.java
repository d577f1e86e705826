package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowSchemaMessage;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/// A source as a reader of arrow-java: each batch is copied into the allocator's memory and loaded
/// into one root. Decimals of 32 and 64 bits, which arrow-java does not have, come out with 128.
final class ArrowExport extends ArrowReader {
  private final RecordBatchSource source;
  private final ArrowSchema schema;
  private long bytes;

  /// Takes a source over, which the reader closes.
  ///
  /// @param allocator owns the vectors
  private ArrowExport(RecordBatchSource source, BufferAllocator allocator) {
    super(allocator);
    this.source = source;
    this.schema = exported(source.schema());
  }

  /// A source as a reader. The type of the result lets a caller be loaded without arrow-java, of
  /// which who calls nothing here needs nothing.
  ///
  /// @param allocator owns the vectors
  static ArrowReader reader(RecordBatchSource source, BufferAllocator allocator) {
    return new ArrowExport(source, allocator);
  }

  /// Hands a source to a consumer of the Arrow C Stream Interface, who closes it by releasing the
  /// stream.
  ///
  /// @param allocator owns the exported buffers, and must outlive the stream
  /// @param streamAddress the address of a `struct ArrowArrayStream` to be filled
  static void exportStream(
      RecordBatchSource source, BufferAllocator allocator, long streamAddress) {
    Data.exportArrayStream(
        allocator, new ArrowExport(source, allocator), ArrowArrayStream.wrap(streamAddress));
  }

  private static ArrowSchema exported(ArrowSchema schema) {
    return new ArrowSchema(
        schema.fields().stream().map(ArrowExport::exported).toList(), schema.metadata());
  }

  private static ArrowField exported(ArrowField field) {
    ArrowType type =
        field.type() instanceof ArrowType.Decimal(int bits, int precision, int scale) && bits < 128
            ? new ArrowType.Decimal(128, precision, scale)
            : field.type();
    List<ArrowField> children = field.children().stream().map(ArrowExport::exported).toList();
    return new ArrowField(
        field.name(), type, field.nullable(), field.metadata(), field.indexType(), children);
  }

  @Override
  protected Schema readSchema() {
    return Schema.deserializeMessage(ByteBuffer.wrap(ArrowSchemaMessage.of(schema)));
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    try (RecordBatch batch = source.next()) {
      if (batch == null) {
        return false;
      }
      try (BatchCopy copy = new BatchCopy(allocator)) {
        loadRecordBatch(copy.of(batch, schema));
        bytes += copy.bytes();
      }
      return true;
    }
  }

  /// Bytes of the buffers that were loaded.
  @Override
  public long bytesRead() {
    return bytes;
  }

  @Override
  protected void closeReadSource() throws IOException {
    source.close();
  }
}

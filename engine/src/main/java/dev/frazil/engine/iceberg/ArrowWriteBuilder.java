package dev.frazil.engine.iceberg;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.align.BatchAligner;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.Schema;
import org.apache.iceberg.formats.ModelWriteBuilder;
import org.apache.iceberg.io.DeleteSchemaUtil;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.io.OutputFile;
import org.jspecify.annotations.Nullable;

/// One file of [ArrowFormatModel] in the order that Iceberg's factories ask: later properties and
/// metadata replace earlier ones, and the content decides between the properties of data files and
/// those of delete files.
final class ArrowWriteBuilder
    implements ModelWriteBuilder<VectorSchemaRoot, org.apache.arrow.vector.types.pojo.Schema> {
  private final OutputFile file;
  private final Map<String, String> properties = new HashMap<>();
  private final Map<String, String> metadata = new HashMap<>();
  private @Nullable Schema schema;
  private org.apache.arrow.vector.types.pojo.@Nullable Schema engineSchema;
  private @Nullable FileContent content;
  private MetricsConfig metrics = MetricsConfig.getDefault();
  private boolean overwrite;

  ArrowWriteBuilder(OutputFile file) {
    this.file = file;
  }

  @Override
  public ArrowWriteBuilder schema(Schema value) {
    schema = value;
    return this;
  }

  @Override
  public ArrowWriteBuilder engineSchema(org.apache.arrow.vector.types.pojo.@Nullable Schema value) {
    engineSchema = value;
    return this;
  }

  @Override
  public ArrowWriteBuilder set(String property, String value) {
    properties.put(property, value);
    return this;
  }

  @Override
  public ArrowWriteBuilder meta(String property, String value) {
    metadata.put(property, value);
    return this;
  }

  @Override
  public ArrowWriteBuilder content(FileContent value) {
    content = value;
    return this;
  }

  @Override
  public ArrowWriteBuilder metricsConfig(MetricsConfig value) {
    metrics = value;
    return this;
  }

  @Override
  public ArrowWriteBuilder overwrite() {
    overwrite = true;
    return this;
  }

  @Override
  public ArrowWriteBuilder withFileEncryptionKey(@Nullable ByteBuffer key) {
    PlainOutput.requireNone(file.location(), "a key", key);
    return this;
  }

  @Override
  public ArrowWriteBuilder withAADPrefix(@Nullable ByteBuffer prefix) {
    PlainOutput.requireNone(file.location(), "a prefix of authenticated data", prefix);
    return this;
  }

  @Override
  public FileAppender<VectorSchemaRoot> build() {
    FileContent kind = content;
    if (kind == null) {
      throw new IllegalStateException(
          "write: " + file.location() + ": expected the content of the file, got none");
    }
    Schema rows =
        switch (kind) {
          case DATA, EQUALITY_DELETES -> requireSchema();
          case POSITION_DELETES -> pathAndPosition();
          case DATA_MANIFEST, DELETE_MANIFEST ->
              throw new IllegalArgumentException(
                  "write: %s: expected data or deletes, got %s".formatted(file.location(), kind));
        };
    requireFits(rows);
    ArrowFileAppender.Builder appender =
        ArrowFileAppender.builder(rows, file)
            .properties(kind == FileContent.DATA ? properties : DeleteProperties.of(properties))
            .metricsConfig(metrics);
    metadata.forEach(appender::meta);
    return (overwrite ? appender.overwrite() : appender).build();
  }

  private Schema requireSchema() {
    Schema rows = schema;
    if (rows == null) {
      throw new IllegalStateException(
          "write: " + file.location() + ": expected a schema, got none");
    }
    return rows;
  }

  /// The schema of position deletes is the specification's, and nobody else's.
  private Schema pathAndPosition() {
    if (schema != null || engineSchema != null) {
      throw new SchemaException(
          "write: %s: expected no schema of position deletes, got %s"
              .formatted(file.location(), schema != null ? schema : engineSchema));
    }
    return DeleteSchemaUtil.pathPosSchema();
  }

  /// Aligns a batch without rows, so that what cannot be written is known before there are any.
  private void requireFits(Schema rows) {
    if (engineSchema == null) {
      return;
    }
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot empty = VectorSchemaRoot.create(engineSchema, allocator);
        RecordBatchSource source = RecordBatchSource.of(empty, allocator);
        BatchAligner aligner = TableFileFormat.of(rows, WriterOptions.DEFAULT).aligner()) {
      RecordBatch batch = source.next();
      if (batch != null) {
        aligner.align(batch).close();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

package dev.frazil.engine.cli;

import dev.frazil.encoders.BloomFilterOptions;
import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.encoders.PageVersion;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.ChannelSink;
import dev.frazil.engine.file.ColumnOptions;
import dev.frazil.engine.file.FileReceipt;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.iceberg.ArrowFormatModel;
import dev.frazil.engine.iceberg.DataFileWriter;
import dev.frazil.engine.scan.Filter;
import dev.frazil.engine.schema.ParquetSchema;
import dev.frazil.engine.store.AppendRequest;
import dev.frazil.engine.store.DatasetStore;
import dev.frazil.engine.store.ProfileKey;
import dev.frazil.engine.store.ReadRequest;
import dev.frazil.engine.store.Snapshot;
import dev.frazil.engine.store.StoreOptions;
import dev.frazil.engine.store.WriteRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.Table;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.io.DataWriter;

/// The examples of the README, word for word between the marks.
final class ReadmeExamples {
  private ReadmeExamples() {}

  // README: file
  static FileReceipt write(VectorSchemaRoot root, BufferAllocator allocator, Path path)
      throws IOException {
    try (RecordBatchSource source = RecordBatchSource.of(root, allocator);
        ParquetFileWriter writer =
            new ParquetFileWriter(
                ChannelSink.open(path), ParquetSchema.of(source.schema()), WriterOptions.DEFAULT)) {
      for (RecordBatch batch = source.next(); batch != null; batch = source.next()) {
        writer.append(batch); // closes the batch
      }
      return writer.finish(); // without it, nothing is published
    }
  }

  // README: end

  // README: store
  static long late(Path directory, ArrowReader monday, ArrowReader tuesday, BufferAllocator memory)
      throws IOException {
    DatasetStore store = DatasetStore.open(directory, StoreOptions.DEFAULT);
    ProfileKey key = ProfileKey.of("airports", "flights");
    // Each call closes its source, and returns when the rows would survive a power cut.
    store.write(key, RecordBatchSource.of(monday, memory), WriteRequest.DEFAULT);
    AppendRequest once = AppendRequest.DEFAULT.withToken("tuesday"); // a second try changes nothing
    store.append(key, RecordBatchSource.of(tuesday, memory), once);
    long rows = 0;
    try (Snapshot snapshot = store.read(key, ReadRequest.latest());
        ArrowReader late = snapshot.scan().where(Filter.parse("delay > 60")).open(memory)) {
      while (late.loadNextBatch()) {
        rows += late.getVectorSchemaRoot().getRowCount();
      }
    }
    return rows;
  }

  // README: end

  // README: table
  static void append(ArrowReader reader, BufferAllocator allocator, Table table)
      throws IOException {
    try (RecordBatchSource source = RecordBatchSource.of(reader, allocator);
        DataFileWriter writer = DataFileWriter.forTable(table)) {
      writer.write(source);
      AppendFiles append = table.newAppend();
      writer.finish().forEach(append::appendFile);
      append.commit();
    }
  }

  // README: end

  // README: adapters
  static DataFile write(VectorSchemaRoot root, EncryptedOutputFile file, Table table)
      throws IOException {
    ArrowFormatModel.register(); // a second call does nothing
    DataWriter<VectorSchemaRoot> writer =
        FormatModelRegistry.dataWriteBuilder(FileFormat.PARQUET, VectorSchemaRoot.class, file)
            .schema(table.schema())
            .spec(table.spec())
            .setAll(table.properties())
            .metricsConfig(MetricsConfig.forTable(table))
            .build();
    try (writer) {
      writer.write(root);
    }
    return writer.toDataFile();
  }

  // README: end

  // README: options
  static WriterOptions options() {
    return WriterOptions.builder()
        .compression(CompressionPolicy.parse("zstd:3"))
        .pageVersion(PageVersion.V2)
        .column(List.of("id"), ColumnOptions.DEFAULT.withBloomFilter(BloomFilterOptions.DEFAULT))
        .column(
            List.of("at"),
            ColumnOptions.DEFAULT.withEncoding(EncodingPolicy.parse("delta_binary_packed")))
        .build();
  }
  // README: end
}

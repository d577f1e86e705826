package dev.frazil.jmh;

import java.io.IOException;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.parquet.Parquet;

/// Iceberg's generic writer at its defaults but for the end of row groups, driven from one record
/// that is used again, up to the finished `DataFile`.
final class IcebergWriter {
  private final List<VectorSchemaRoot> roots;
  private final String codec;
  private final int rowGroupRows;
  private final Schema schema;
  private final GenericRecord row;

  IcebergWriter(List<VectorSchemaRoot> roots, String codec, int rowGroupRows) {
    this.roots = roots;
    this.codec = codec;
    this.rowGroupRows = rowGroupRows;
    schema = IcebergRows.schema(roots.getFirst());
    row = GenericRecord.create(schema);
  }

  /// Writes all rows as one file.
  DataFile write(MemoryOutputFile file) throws IOException {
    FileAppender<GenericRecord> appender = appender(file);
    try (appender) {
      for (VectorSchemaRoot root : roots) {
        append(root, appender);
      }
    }
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath("memory")
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(appender.length())
        .withMetrics(appender.metrics())
        .withSplitOffsets(appender.splitOffsets())
        .build();
  }

  private void append(VectorSchemaRoot root, FileAppender<GenericRecord> appender) {
    IcebergRows.Reader[] readers = new IcebergRows.Reader[schema.columns().size()];
    for (int i = 0; i < readers.length; i++) {
      readers[i] = IcebergRows.reader(root.getVector(i), schema.columns().get(i).type());
    }
    for (int r = 0; r < root.getRowCount(); r++) {
      for (int i = 0; i < readers.length; i++) {
        row.set(i, readers[i].read(r));
      }
      appender.add(row);
    }
  }

  /// Row groups have no limit of rows here, but any group is full at the first look at its size,
  /// which comes after that many rows.
  private FileAppender<GenericRecord> appender(MemoryOutputFile file) throws IOException {
    int colon = codec.indexOf(':');
    Parquet.WriteBuilder builder =
        Parquet.write(new Output(file))
            .schema(schema)
            .createWriterFunc(GenericParquetWriter::create)
            .set(TableProperties.PARQUET_COMPRESSION, colon < 0 ? codec : codec.substring(0, colon))
            .set(TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES, "1")
            .set(
                TableProperties.PARQUET_ROW_GROUP_CHECK_MIN_RECORD_COUNT,
                Integer.toString(rowGroupRows))
            .set(
                TableProperties.PARQUET_ROW_GROUP_CHECK_MAX_RECORD_COUNT,
                Integer.toString(rowGroupRows));
    if (colon >= 0) {
      builder.set(TableProperties.PARQUET_COMPRESSION_LEVEL, codec.substring(colon + 1));
    }
    return builder.build();
  }

  /// The same memory for file after file.
  private record Output(MemoryOutputFile file) implements OutputFile {
    @Override
    public PositionOutputStream create() {
      org.apache.parquet.io.PositionOutputStream stream = file.create(0);
      return new PositionOutputStream() {
        @Override
        public long getPos() throws IOException {
          return stream.getPos();
        }

        @Override
        public void write(int value) throws IOException {
          stream.write(value);
        }

        @Override
        public void write(byte[] source, int from, int count) throws IOException {
          stream.write(source, from, count);
        }
      };
    }

    @Override
    public PositionOutputStream createOrOverwrite() {
      return create();
    }

    @Override
    public String location() {
      return "memory";
    }

    @Override
    public InputFile toInputFile() {
      throw new UnsupportedOperationException("not read back here");
    }
  }
}

package dev.frazil.jmh;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;

/// parquet-java at its defaults (pages v1 of 1 MiB or 20,000 rows, dictionaries, page checksums,
/// row groups of 128 MiB or of a number of rows), driven from arrow-java's vectors.
final class ParquetJavaWriter {
  private final List<VectorSchemaRoot> roots;
  private final String codec;
  private final int rowGroupRows;
  private final VectorWriteSupport support;
  private final VectorWriteSupport.Row row = new VectorWriteSupport.Row();

  /// A writer of row groups that end by their bytes.
  ParquetJavaWriter(List<VectorSchemaRoot> roots, String codec) {
    this(roots, codec, 0);
  }

  /// A writer of row groups that end by their rows, or by their bytes if that is 0.
  ParquetJavaWriter(List<VectorSchemaRoot> roots, String codec, int rowGroupRows) {
    this.roots = roots;
    this.codec = codec;
    this.rowGroupRows = rowGroupRows;
    support = new VectorWriteSupport(roots.getFirst());
  }

  /// Writes all rows as one file.
  void write(OutputFile file) throws IOException {
    try (ParquetWriter<VectorWriteSupport.Row> writer =
        new Builder(file, support).build(codec, rowGroupRows)) {
      for (VectorSchemaRoot root : roots) {
        support.show(root);
        for (int i = 0; i < root.getRowCount(); i++) {
          row.at(i);
          writer.write(row);
        }
      }
    }
  }

  private static final class Builder
      extends ParquetWriter.Builder<VectorWriteSupport.Row, Builder> {
    private static final long ANY_BYTES = 1L << 30;

    private final VectorWriteSupport support;

    Builder(OutputFile file, VectorWriteSupport support) {
      super(file);
      this.support = support;
    }

    ParquetWriter<VectorWriteSupport.Row> build(String codec, int rowGroupRows) throws IOException {
      PlainParquetConfiguration configuration = new PlainParquetConfiguration();
      int colon = codec.indexOf(':');
      if (colon >= 0) {
        configuration.set("parquet.compression.codec.zstd.level", codec.substring(colon + 1));
      }
      String name = colon < 0 ? codec : codec.substring(0, colon);
      if (rowGroupRows > 0) {
        withRowGroupSize(ANY_BYTES).withRowGroupRowCountLimit(rowGroupRows);
      }
      return withConf(configuration)
          .withCompressionCodec(CompressionCodecName.fromConf(name.toUpperCase(Locale.ROOT)))
          .build();
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<VectorWriteSupport.Row> getWriteSupport(
        ParquetConfiguration configuration) {
      return support;
    }

    @Override
    @SuppressWarnings("deprecation") // abstract in the superclass, though deprecated
    protected WriteSupport<VectorWriteSupport.Row> getWriteSupport(
        org.apache.hadoop.conf.Configuration configuration) {
      return support;
    }
  }
}

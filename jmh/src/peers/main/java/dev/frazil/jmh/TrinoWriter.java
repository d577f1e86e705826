package dev.frazil.jmh;

import io.airlift.units.DataSize;
import io.trino.parquet.writer.ParquetSchemaConverter;
import io.trino.parquet.writer.ParquetWriter;
import io.trino.parquet.writer.ParquetWriterOptions;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.type.Type;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.parquet.format.CompressionCodec;

/// Trino's writer as its Iceberg connector has it, but for the end of row groups, driven from
/// copies of arrow-java's vectors, which its interface demands. The level of a codec is its own.
final class TrinoWriter {
  private final List<VectorSchemaRoot> roots;
  private final List<Type> types;
  private final ParquetSchemaConverter schema;
  private final ParquetWriterOptions options;
  private final CompressionCodec codec;

  TrinoWriter(List<VectorSchemaRoot> roots, String codec, int rowGroupRows) {
    this.roots = roots;
    List<FieldVector> columns = roots.getFirst().getFieldVectors();
    types = columns.stream().map(TrinoBlocks::type).toList();
    schema =
        new ParquetSchemaConverter(
            types, columns.stream().map(FieldVector::getName).toList(), false, false);
    options =
        ParquetWriterOptions.builder()
            .setMaxBlockSize(DataSize.of(1, DataSize.Unit.GIGABYTE))
            .setMaxRowGroupRowCount(rowGroupRows)
            .build();
    int colon = codec.indexOf(':');
    this.codec =
        CompressionCodec.valueOf(
            (colon < 0 ? codec : codec.substring(0, colon)).toUpperCase(Locale.ROOT));
  }

  /// Writes all rows as one file.
  void write(OutputStream file) throws IOException {
    try (ParquetWriter writer =
        new ParquetWriter(
            file,
            schema.getMessageType(),
            schema.getPrimitiveTypes(),
            options,
            codec,
            "483",
            Optional.empty(),
            Optional.empty())) {
      for (VectorSchemaRoot root : roots) {
        Block[] blocks = new Block[types.size()];
        for (int i = 0; i < blocks.length; i++) {
          blocks[i] = TrinoBlocks.block(root.getVector(i), types.get(i));
        }
        writer.write(new Page(root.getRowCount(), blocks));
      }
    }
  }
}

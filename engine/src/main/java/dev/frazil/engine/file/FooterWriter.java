package dev.frazil.engine.file;

import dev.frazil.encoders.Encoding;
import dev.frazil.engine.schema.ParquetLeaf;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.Util;

/// The footer of a file: `FileMetaData` in the Thrift compact protocol, its length in four bytes,
/// little-endian, and the magic number (parquet.thrift and README.md of the format).
final class FooterWriter {
  /// The first and the last four bytes of every file.
  static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  /// The footer's version of the format. It says nothing about what a reader must know, and every
  /// reader accepts 1.
  private static final int VERSION = 1;

  private final ParquetSchema schema;
  private final WriterOptions options;

  FooterWriter(ParquetSchema schema, WriterOptions options) {
    this.schema = schema;
    this.options = options;
  }

  /// Appends the footer.
  ///
  /// @param output where it goes
  /// @param rowGroups the row groups of the file, in order
  void write(SlabOutputStream output, List<WrittenRowGroup> rowGroups) throws IOException {
    long start = output.size();
    Util.writeFileMetaData(fileMetaData(rowGroups), output);
    long length = output.size() - start;
    if (length > Integer.MAX_VALUE) {
      throw new IOException(
          "footer: expected at most " + Integer.MAX_VALUE + " bytes, got " + length);
    }
    output.writeIntLittleEndian((int) length);
    output.write(MAGIC);
  }

  private FileMetaData fileMetaData(List<WrittenRowGroup> rowGroups) {
    List<RowGroup> groups = new ArrayList<>(rowGroups.size());
    long rows = 0;
    for (WrittenRowGroup rowGroup : rowGroups) {
      groups.add(rowGroup(rowGroup, groups.size()));
      rows += rowGroup.rowCount();
    }
    FileMetaData metaData =
        new FileMetaData(VERSION, SchemaElements.of(schema), rows, groups)
            .setCreated_by(CreatedBy.TEXT)
            .setColumn_orders(
                Collections.nCopies(
                    schema.leaves().size(), ColumnOrder.TYPE_ORDER(new TypeDefinedOrder())));
    options
        .keyValueMetadata()
        .forEach(
            (key, value) -> metaData.addToKey_value_metadata(new KeyValue(key).setValue(value)));
    return metaData;
  }

  private RowGroup rowGroup(WrittenRowGroup rowGroup, int ordinal) {
    List<ColumnChunk> chunks = new ArrayList<>(rowGroup.chunks().size());
    for (WrittenChunk chunk : rowGroup.chunks()) {
      // The chunk's own file_offset is deprecated and 0.
      chunks.add(new ColumnChunk(0).setMeta_data(columnMetaData(chunk)));
    }
    RowGroup result =
        new RowGroup(chunks, rowGroup.uncompressedSize(), rowGroup.rowCount())
            .setFile_offset(rowGroup.offset())
            .setTotal_compressed_size(rowGroup.compressedSize());
    if (ordinal <= Short.MAX_VALUE) {
      result.setOrdinal((short) ordinal);
    }
    return result;
  }

  private ColumnMetaData columnMetaData(WrittenChunk chunk) {
    ParquetLeaf leaf = chunk.leaf();
    ColumnMetaData metaData =
        new ColumnMetaData(
                SchemaElements.type(leaf.column().type()),
                List.copyOf(encodings(chunk)),
                leaf.column().path(),
                codec(),
                chunk.statistics().valueCount(),
                chunk.uncompressedSize(),
                chunk.compressedSize(),
                chunk.offset() + chunk.dictionaryPageSize())
            .setStatistics(FooterStatistics.of(leaf, chunk.statistics()));
    if (chunk.dictionaryPageSize() > 0) {
      metaData.setDictionary_page_offset(chunk.offset());
      metaData.addToEncoding_stats(
          new PageEncodingStats(
              PageType.DICTIONARY_PAGE, org.apache.parquet.format.Encoding.PLAIN, 1));
    }
    metaData.addToEncoding_stats(
        new PageEncodingStats(
            PageType.DATA_PAGE, thrift(chunk.valueEncoding()), chunk.dataPages()));
    return metaData;
  }

  /// Every encoding that the chunk uses and no other: of values, of levels, and of the dictionary.
  private static Set<org.apache.parquet.format.Encoding> encodings(WrittenChunk chunk) {
    Set<org.apache.parquet.format.Encoding> encodings = EnumSet.of(thrift(chunk.valueEncoding()));
    if (chunk.dictionaryPageSize() > 0) {
      encodings.add(org.apache.parquet.format.Encoding.PLAIN);
    }
    if (chunk.leaf().column().optional()) {
      encodings.add(org.apache.parquet.format.Encoding.RLE);
    }
    return encodings;
  }

  private static org.apache.parquet.format.Encoding thrift(Encoding encoding) {
    return switch (encoding) {
      case PLAIN -> org.apache.parquet.format.Encoding.PLAIN;
      case RLE -> org.apache.parquet.format.Encoding.RLE;
      case RLE_DICTIONARY -> org.apache.parquet.format.Encoding.RLE_DICTIONARY;
      case DELTA_BINARY_PACKED -> org.apache.parquet.format.Encoding.DELTA_BINARY_PACKED;
      case DELTA_LENGTH_BYTE_ARRAY -> org.apache.parquet.format.Encoding.DELTA_LENGTH_BYTE_ARRAY;
      case DELTA_BYTE_ARRAY -> org.apache.parquet.format.Encoding.DELTA_BYTE_ARRAY;
      case BYTE_STREAM_SPLIT -> org.apache.parquet.format.Encoding.BYTE_STREAM_SPLIT;
    };
  }

  private CompressionCodec codec() {
    return switch (options.compression().codec()) {
      case UNCOMPRESSED -> CompressionCodec.UNCOMPRESSED;
      case SNAPPY -> CompressionCodec.SNAPPY;
      case ZSTD -> CompressionCodec.ZSTD;
      case LZ4_RAW -> CompressionCodec.LZ4_RAW;
      case GZIP -> CompressionCodec.GZIP;
      case BROTLI -> CompressionCodec.BROTLI;
    };
  }
}

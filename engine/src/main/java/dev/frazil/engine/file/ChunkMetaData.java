package dev.frazil.engine.file;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.EncodedChunk;
import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.GeospatialStatistics;
import dev.frazil.encoders.LeafStatistics;
import dev.frazil.encoders.PageVersion;
import dev.frazil.engine.schema.ParquetLeaf;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;

/// What the footer says of an encoded column chunk (parquet.thrift, `ColumnChunk` and
/// `ColumnMetaData`).
final class ChunkMetaData {
  private ChunkMetaData() {}

  /// The metadata of a chunk.
  ///
  /// @param offset where the chunk starts in the file
  static ColumnChunk of(
      ParquetLeaf leaf, CompressionPolicy compression, EncodedChunk chunk, long offset) {
    long dictionarySize = chunk.dictionaryPageSize();
    LeafStatistics statistics = chunk.statistics();
    ColumnMetaData metaData =
        new ColumnMetaData(
                SchemaElements.type(leaf.column().type()),
                List.copyOf(encodings(leaf, chunk)),
                leaf.column().path(),
                codec(compression),
                statistics.valueCount(),
                chunk.uncompressedSize(),
                chunk.bytes().byteSize(),
                offset + dictionarySize)
            .setStatistics(FooterStatistics.of(leaf, statistics))
            .setSize_statistics(SizeMetaData.of(leaf.column(), statistics.sizes()));
    GeospatialStatistics geospatial = statistics.geospatial();
    if (geospatial != null) {
      metaData.setGeospatial_statistics(GeospatialMetaData.of(leaf.logicalType(), geospatial));
    }
    if (dictionarySize > 0) {
      metaData.setDictionary_page_offset(offset);
      metaData.addToEncoding_stats(
          new PageEncodingStats(
              PageType.DICTIONARY_PAGE, org.apache.parquet.format.Encoding.PLAIN, 1));
    }
    metaData.addToEncoding_stats(
        new PageEncodingStats(
            dataPage(chunk.pageVersion()), thrift(chunk.valueEncoding()), chunk.pages().count()));
    // The chunk's own file_offset is deprecated and 0.
    return new ColumnChunk(0).setMeta_data(metaData);
  }

  private static PageType dataPage(PageVersion version) {
    return switch (version) {
      case V1 -> PageType.DATA_PAGE;
      case V2 -> PageType.DATA_PAGE_V2;
    };
  }

  /// Every encoding that the chunk uses and no other: of values, of levels, and of the dictionary.
  private static Set<org.apache.parquet.format.Encoding> encodings(
      ParquetLeaf leaf, EncodedChunk chunk) {
    Set<org.apache.parquet.format.Encoding> encodings = EnumSet.of(thrift(chunk.valueEncoding()));
    if (chunk.dictionaryPageSize() > 0) {
      encodings.add(org.apache.parquet.format.Encoding.PLAIN);
    }
    if (leaf.column().optional()) {
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

  private static CompressionCodec codec(CompressionPolicy compression) {
    return switch (compression.codec()) {
      case UNCOMPRESSED -> CompressionCodec.UNCOMPRESSED;
      case SNAPPY -> CompressionCodec.SNAPPY;
      case ZSTD -> CompressionCodec.ZSTD;
      case LZ4_RAW -> CompressionCodec.LZ4_RAW;
      case GZIP -> CompressionCodec.GZIP;
      case BROTLI -> CompressionCodec.BROTLI;
    };
  }
}

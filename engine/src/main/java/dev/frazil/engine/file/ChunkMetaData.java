package dev.frazil.engine.file;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.EncodedChunk;
import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.GeospatialStatistics;
import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.PageVersion;
import dev.frazil.encoders.PhysicalType;
import dev.frazil.encoders.SizeStatistics;
import dev.frazil.encoders.memory.CompactWriter;
import dev.frazil.engine.schema.ParquetLeaf;
import java.nio.charset.StandardCharsets;

/// What the footer says of the encoded column chunks of a leaf (parquet.thrift, `ColumnChunk` and
/// `ColumnMetaData`). Immutable.
final class ChunkMetaData {
  /// `PageType` of parquet.thrift.
  private static final int DICTIONARY_PAGE = 2;

  private final ParquetLeaf leaf;
  private final byte[][] path;
  private final int codec;
  private final boolean statistics;

  /// @param statistics whether the footer has those of the values
  ChunkMetaData(ParquetLeaf leaf, CompressionPolicy compression, boolean statistics) {
    this.leaf = leaf;
    this.path = new byte[leaf.column().path().size()][];
    for (int i = 0; i < path.length; i++) {
      path[i] = leaf.column().path().get(i).getBytes(StandardCharsets.UTF_8);
    }
    this.codec = codec(compression);
    this.statistics = statistics;
  }

  /// Whether the footer has statistics of the values.
  boolean statistics() {
    return statistics;
  }

  /// Appends a `ColumnChunk` up to the end of its `meta_data`.
  ///
  /// @param offset where the chunk starts in the file
  /// @param bloomOffset where its bloom filter starts
  /// @param bloomLength bytes of that, 0 when there is none
  void write(
      CompactWriter writer, EncodedChunk chunk, long offset, long bloomOffset, int bloomLength) {
    long dictionarySize = chunk.dictionaryPageSize();
    writer.begin();
    writer.i64(2, 0); // the chunk's own file_offset is deprecated
    writer.struct(3);
    writer.i32(1, leaf.column().type().code());
    encodings(writer, encodings(chunk));
    writer.list(3, CompactWriter.BINARY, path.length);
    for (byte[] name : path) {
      writer.binary(name);
    }
    writer.i32(4, codec);
    writer.i64(5, chunk.statistics().valueCount());
    writer.i64(6, chunk.uncompressedSize());
    writer.i64(7, chunk.bytes().byteSize());
    writer.i64(9, offset + dictionarySize);
    if (dictionarySize > 0) {
      writer.i64(11, offset);
    }
    if (statistics) {
      writer.struct(12);
      FooterStatistics.write(writer, chunk.statistics());
      writer.after(12);
    }
    encodingStats(writer, chunk);
    if (bloomLength > 0) {
      writer.i64(14, bloomOffset);
      writer.i32(15, bloomLength);
    }
    sizes(writer, chunk.statistics().sizes());
    GeospatialStatistics geospatial = chunk.statistics().geospatial();
    if (geospatial != null) {
      writer.struct(17);
      GeospatialMetaData.write(writer, leaf.logicalType(), geospatial);
    }
    writer.end();
  }

  /// Every encoding that the chunk uses and no other, a bit each by its code: of values, of levels,
  /// and of the dictionary.
  private int encodings(EncodedChunk chunk) {
    int codes = 1 << chunk.valueEncoding().code();
    if (chunk.dictionaryPageSize() > 0) {
      codes |= 1 << Encoding.PLAIN.code();
    }
    if (leaf.column().optional()) {
      codes |= 1 << Encoding.RLE.code();
    }
    return codes;
  }

  private static void encodings(CompactWriter writer, int codes) {
    writer.list(2, CompactWriter.I32, Integer.bitCount(codes));
    for (int rest = codes; rest != 0; rest &= rest - 1) {
      writer.number(Integer.numberOfTrailingZeros(rest));
    }
  }

  private static void encodingStats(CompactWriter writer, EncodedChunk chunk) {
    boolean dictionary = chunk.dictionaryPageSize() > 0;
    writer.list(13, CompactWriter.STRUCT, dictionary ? 2 : 1);
    if (dictionary) {
      pages(writer, DICTIONARY_PAGE, Encoding.PLAIN, 1);
    }
    pages(writer, dataPage(chunk.pageVersion()), chunk.valueEncoding(), chunk.pages().count());
    writer.after(13);
  }

  private static void pages(CompactWriter writer, int type, Encoding encoding, int count) {
    writer.begin();
    writer.i32(1, type);
    writer.i32(2, encoding.code());
    writer.i32(3, count);
    writer.end();
  }

  private static int dataPage(PageVersion version) {
    return switch (version) {
      case V1 -> 0;
      case V2 -> 3;
    };
  }

  /// A histogram that follows from the null count is left out.
  private void sizes(CompactWriter writer, SizeStatistics sizes) {
    boolean byteArrays = leaf.column().type() == PhysicalType.BYTE_ARRAY;
    boolean repetitions = hasRepetitionHistogram(leaf.column());
    boolean definitions = hasDefinitionHistogram(leaf.column());
    if (!byteArrays && !repetitions && !definitions) {
      return;
    }
    writer.struct(16);
    if (byteArrays) {
      writer.i64(1, sizes.unencodedByteArrayBytes());
    }
    if (repetitions) {
      histogram(writer, 2, sizes.repetitionLevels());
    }
    if (definitions) {
      histogram(writer, 3, sizes.definitionLevels());
    }
    writer.end();
    writer.after(16);
  }

  private static void histogram(CompactWriter writer, int id, long[] counts) {
    writer.list(id, CompactWriter.I64, counts.length);
    for (long count : counts) {
      writer.number(count);
    }
  }

  static boolean hasRepetitionHistogram(LeafColumn column) {
    return column.maxRepetitionLevel() > 0;
  }

  static boolean hasDefinitionHistogram(LeafColumn column) {
    return column.maxDefinitionLevel() > 1;
  }

  /// `CompressionCodec` of parquet.thrift.
  private static int codec(CompressionPolicy compression) {
    return switch (compression.codec()) {
      case UNCOMPRESSED -> 0;
      case SNAPPY -> 1;
      case GZIP -> 2;
      case BROTLI -> 4;
      case ZSTD -> 6;
      case LZ4_RAW -> 7;
    };
  }
}

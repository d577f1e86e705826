package dev.frazil.engine.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.apache.parquet.format.BloomFilterAlgorithm;
import org.apache.parquet.format.BloomFilterCompression;
import org.apache.parquet.format.BloomFilterHash;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.SplitBlockAlgorithm;
import org.apache.parquet.format.Uncompressed;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.XxHash;

/// Writes bloom filters: a header, then the bitset (BloomFilter.md). Owns scratch memory for the
/// header.
final class BloomFilterWriter implements AutoCloseable {
  private final SlabOutputStream header = new SlabOutputStream();

  /// Writes the filter of a chunk, and tells its metadata where it stands.
  void write(MemorySegment bitset, ColumnMetaData metaData, PositionedSink sink)
      throws IOException {
    header.reset();
    Util.writeBloomFilterHeader(
        new BloomFilterHeader(
            Math.toIntExact(bitset.byteSize()),
            BloomFilterAlgorithm.BLOCK(new SplitBlockAlgorithm()),
            BloomFilterHash.XXHASH(new XxHash()),
            BloomFilterCompression.UNCOMPRESSED(new Uncompressed())),
        header);
    metaData
        .setBloom_filter_offset(sink.position())
        .setBloom_filter_length(Math.toIntExact(header.size() + bitset.byteSize()));
    sink.write(header.segment());
    sink.write(bitset);
  }

  @Override
  public void close() {
    header.close();
  }
}

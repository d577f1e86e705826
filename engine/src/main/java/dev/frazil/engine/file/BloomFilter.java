package dev.frazil.engine.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.format.BloomFilterAlgorithm;
import org.apache.parquet.format.BloomFilterCompression;
import org.apache.parquet.format.BloomFilterHash;
import org.apache.parquet.format.BloomFilterHeader;

/// The bloom filter of a column chunk, of any writer's file (BloomFilter.md).
///
/// @param length bytes of the filter with its header
/// @param known whether algorithm, hash and compression are those of the specification: split
///   blocks, XXH64 and none
/// @param bits the blocks, little-endian; empty when they are not known
public record BloomFilter(int length, boolean known, ByteBuffer bits) {
  private static final int LONGEST_HEADER = 256;

  /// Reads a bloom filter.
  ///
  /// @param source the file; stays open
  /// @param extent where the footer says that it is; its length is not looked at
  /// @return the filter
  /// @throws IOException if there is none
  public static BloomFilter read(ByteSource source, FileMetadata.Extent extent) throws IOException {
    BloomFilterHeader header = new BloomFilterHeader();
    long window = Math.min(LONGEST_HEADER, source.length() - extent.offset());
    int headerLength =
        ThriftReader.read(ThriftReader.bytes(source, extent.offset(), window), header);
    boolean known = known(header);
    byte[] bits =
        ThriftReader.bytes(
            source, extent.offset() + headerLength, known ? header.getNumBytes() : 0);
    return new BloomFilter(
        Math.addExact(headerLength, header.getNumBytes()), known, ByteBuffer.wrap(bits));
  }

  private static boolean known(BloomFilterHeader header) {
    BloomFilterAlgorithm algorithm = header.getAlgorithm();
    BloomFilterHash hash = header.getHash();
    BloomFilterCompression compression = header.getCompression();
    return algorithm != null
        && algorithm.isSetBLOCK()
        && hash != null
        && hash.isSetXXHASH()
        && compression != null
        && compression.isSetUNCOMPRESSED();
  }
}

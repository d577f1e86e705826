package dev.frazil.engine.file;

import dev.frazil.encoders.memory.CompactWriter;
import dev.frazil.encoders.memory.Slab;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// Writes bloom filters: a header (parquet.thrift, `BloomFilterHeader`), then the bitset
/// (BloomFilter.md). Owns scratch memory for the header.
final class BloomFilterWriter implements AutoCloseable {
  private final Slab slab = new Slab();
  private final CompactWriter header = new CompactWriter(slab);

  /// Writes the filter of a chunk; returns its bytes, header included.
  int write(MemorySegment bitset, PositionedSink sink) throws IOException {
    header.size(0);
    header.begin();
    header.i32(1, Math.toIntExact(bitset.byteSize()));
    for (int union = 2; union <= 4; union++) { // BLOCK, XXHASH, UNCOMPRESSED: the first of each
      header.struct(union);
      header.struct(1);
      header.end();
      header.end();
      header.after(union);
    }
    header.end();
    int length = Math.toIntExact(header.size() + bitset.byteSize());
    sink.write(header.bytes());
    sink.write(bitset);
    return length;
  }

  @Override
  public void close() {
    slab.close();
  }
}

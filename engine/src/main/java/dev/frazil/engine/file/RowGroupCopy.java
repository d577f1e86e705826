package dev.frazil.engine.file;

import dev.frazil.encoders.memory.CompactWriter;
import dev.frazil.encoders.memory.Slab;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.RowGroup;
import shaded.parquet.org.apache.thrift.TBase;

/// Moves a row group into another file byte by byte, with its bloom filters and indexes, and tells
/// its metadata where everything now stands. What the metadata says of values stays as it is. Owns
/// a buffer of a fixed size.
final class RowGroupCopy implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 20;

  /// The header of a bloom filter is about twenty bytes.
  private static final int BLOOM_HEADER_BYTES = 64;

  private final Slab buffer = new Slab();

  /// Writes the row group at the end of a file.
  ///
  /// @param source the file that it stands in
  /// @param rowGroup its metadata there, which is changed to those here
  /// @param sink where it goes
  /// @param tail where its indexes and metadata go
  void copy(ByteSource source, RowGroup rowGroup, PositionedSink sink, FileTail tail)
      throws IOException {
    long offset = sink.position();
    long compressedSize = 0;
    List<ColumnChunk> chunks = Objects.requireNonNull(rowGroup.getColumns());
    long[] shifts = new long[chunks.size()];
    for (int i = 0; i < shifts.length; i++) {
      ColumnMetaData metaData = metaData(chunks.get(i));
      shifts[i] = sink.position() - start(metaData);
      copy(source, start(metaData), metaData.getTotal_compressed_size(), sink);
      compressedSize += metaData.getTotal_compressed_size();
      shift(metaData, shifts[i]);
    }
    for (ColumnChunk chunk : chunks) {
      copyBloomFilter(source, metaData(chunk), sink);
    }
    for (int i = 0; i < shifts.length; i++) {
      copyMetaData(source, chunks.get(i), shifts[i], tail);
    }
    tail.rowGroups()
        .endRowGroup(
            rowGroup.getTotal_byte_size(),
            rowGroup.getNum_rows(),
            FooterFacts.sorting(rowGroup),
            offset,
            compressedSize);
  }

  private static ColumnMetaData metaData(ColumnChunk chunk) {
    return Objects.requireNonNull(chunk.getMeta_data());
  }

  /// Where a chunk's first page starts. Some writers state a dictionary page where there is none.
  private static long start(ColumnMetaData metaData) {
    long dictionary =
        metaData.isSetDictionary_page_offset() ? metaData.getDictionary_page_offset() : 0;
    long data = metaData.getData_page_offset();
    return dictionary > 0 && dictionary < data ? dictionary : data;
  }

  private static void shift(ColumnMetaData metaData, long shift) {
    long data = metaData.getData_page_offset();
    if (start(metaData) < data) {
      metaData.setDictionary_page_offset(metaData.getDictionary_page_offset() + shift);
    } else {
      metaData.unsetDictionary_page_offset();
    }
    metaData.setData_page_offset(data + shift);
    metaData.unsetIndex_page_offset();
  }

  private void copyBloomFilter(ByteSource source, ColumnMetaData metaData, PositionedSink sink)
      throws IOException {
    if (!metaData.isSetBloom_filter_offset()) {
      return;
    }
    long from = metaData.getBloom_filter_offset();
    int length =
        metaData.isSetBloom_filter_length()
            ? metaData.getBloom_filter_length()
            : bloomFilterLength(source, from);
    metaData.setBloom_filter_offset(sink.position()).setBloom_filter_length(length);
    copy(source, from, length, sink);
  }

  /// Header and bitset, which some writers do not add up.
  private static int bloomFilterLength(ByteSource source, long from) throws IOException {
    requireInside(source, from, 1);
    int size = (int) Math.min(BLOOM_HEADER_BYTES, source.length() - from);
    BloomFilterHeader header = new BloomFilterHeader();
    long length = (long) structure(source, source.read(from, size), header) + header.getNumBytes();
    requireInside(source, from, length);
    return Math.toIntExact(length);
  }

  /// A column index says nothing without an offset index, and is left behind then.
  private static void copyMetaData(ByteSource source, ColumnChunk chunk, long shift, FileTail tail)
      throws IOException {
    int offsetIndex = 0;
    int columnIndex = 0;
    if (chunk.isSetOffset_index_offset() && chunk.isSetOffset_index_length()) {
      byte[] index = read(source, chunk.getOffset_index_offset(), chunk.getOffset_index_length());
      tail.offsetIndexes().bytes().raw(shifted(source, index, shift));
      offsetIndex = tail.offsetIndexes().end();
      if (chunk.isSetColumn_index_offset() && chunk.isSetColumn_index_length()) {
        tail.columnIndexes()
            .bytes()
            .raw(read(source, chunk.getColumn_index_offset(), chunk.getColumn_index_length()));
        columnIndex = tail.columnIndexes().end();
      }
    }
    // The chunk's own file_offset is deprecated and 0.
    CompactWriter writer = tail.rowGroups().bytes();
    writer.begin();
    writer.i64(2, 0);
    writer.field(3, CompactWriter.STRUCT);
    writer.raw(ThriftWriter.bytes(metaData(chunk)));
    tail.rowGroups().endChunk(columnIndex, offsetIndex);
  }

  private static byte[] shifted(ByteSource source, byte[] bytes, long shift) throws IOException {
    OffsetIndex index = new OffsetIndex();
    structure(source, bytes, index);
    for (PageLocation location : ThriftReader.orEmpty(index.getPage_locations())) {
      location.setOffset(location.getOffset() + shift);
    }
    return ThriftWriter.bytes(index);
  }

  /// Reads a structure from the start of bytes; returns its length.
  private static int structure(ByteSource source, byte[] bytes, TBase<?, ?> target)
      throws IOException {
    try {
      return ThriftReader.read(bytes, target);
    } catch (IOException e) {
      throw new IOException(
          "append row groups: %s: expected %s, got %s"
              .formatted(source.name(), target.getClass().getSimpleName(), e.getMessage()),
          e);
    }
  }

  private static byte[] read(ByteSource source, long from, int length) throws IOException {
    requireInside(source, from, length);
    return source.read(from, length);
  }

  private void copy(ByteSource source, long from, long length, PositionedSink sink)
      throws IOException {
    requireInside(source, from, length);
    buffer.ensure(BUFFER_BYTES, 0);
    for (long done = 0; done < length; ) {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("append row groups: the thread is interrupted");
      }
      long count = Math.min(BUFFER_BYTES, length - done);
      source.read(from + done, buffer.segment().asSlice(0, count));
      sink.write(buffer.segment().asSlice(0, count));
      done += count;
    }
  }

  private static void requireInside(ByteSource source, long from, long length) throws IOException {
    int magic = FooterWriter.MAGIC.length;
    long end = source.length();
    if (from < magic || length < 0 || from > end - length) {
      throw new IOException(
          "append row groups: %s: expected bytes inside the file, got %d bytes at %d of %d"
              .formatted(source.name(), length, from, end));
    }
  }

  @Override
  public void close() {
    buffer.close();
  }
}

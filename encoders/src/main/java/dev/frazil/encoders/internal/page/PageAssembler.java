package dev.frazil.encoders.internal.page;

import dev.frazil.encoders.EncoderException;
import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.internal.codec.PageCompressor;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// The finished pages of one column chunk, contiguous in memory that this object owns.
///
/// A page is compressed and checksummed in the writer's shared scratch and then appended behind its
/// header, so that a waiting chunk takes its compressed size and no more.
public final class PageAssembler implements AutoCloseable {
  /// Sizes of pages are 32-bit in the format, and scratch around them needs slack.
  private static final long MAX_PAGE_BYTES = Integer.MAX_VALUE - 2 * Slab.SLACK;

  private final String column;
  private final @Nullable PageCompressor compressor;
  private final Slab body;
  private final Slab compressed;
  private final CRC32 crc = new CRC32();
  private final Slab chunk = new Slab();
  private long size;
  private long uncompressedSize;
  private long dictionaryPageSize;
  private int dataPages;

  /// Assembles the pages of the column of this name, under a codec or, for null, as they are. The
  /// two slabs are scratch that others use as well.
  public PageAssembler(
      String column, @Nullable PageCompressor compressor, Slab body, Slab compressed) {
    this.column = column;
    this.compressor = compressor;
    this.body = body;
    this.compressed = compressed;
  }

  /// Appends the dictionary page: `count` entries in PLAIN layout. Comes before all data pages.
  public void dictionaryPage(Slab entries, long bytes, int count) {
    page(PageType.DICTIONARY_PAGE, count, Encoding.PLAIN, entries, 0, entries, bytes);
    dictionaryPageSize = size;
  }

  /// Appends a data page v1 of `slots` slots, nulls included: encoded definition levels (no bytes
  /// for a required column), then encoded values.
  public void dataPage(
      int slots, Encoding encoding, Slab levels, long levelBytes, Slab values, long valueBytes) {
    page(PageType.DATA_PAGE, slots, encoding, levels, levelBytes, values, valueBytes);
    dataPages++;
  }

  private void page(
      PageType type,
      int slots,
      Encoding encoding,
      Slab levels,
      long levelBytes,
      Slab values,
      long valueBytes) {
    int bytes = checkedSize(levelBytes + valueBytes);
    int stored = bytes;
    crc.reset();
    if (compressor == null) {
      checksum(levels, levelBytes);
      checksum(values, valueBytes);
    } else {
      stored = compress(compressor, joined(levels, levelBytes, values, valueBytes), bytes);
      checksum(compressed, stored);
    }
    MemorySegment out = chunk.ensure(size + PageHeaderWriter.MAX_SIZE + stored, size);
    long at =
        PageHeaderWriter.write(
            out, size, type, bytes, stored, (int) crc.getValue(), slots, encoding);
    uncompressedSize += at - size + bytes;
    if (compressor == null) {
      MemorySegment.copy(levels.segment(), 0, out, at, levelBytes);
      MemorySegment.copy(values.segment(), 0, out, at + levelBytes, valueBytes);
    } else {
      MemorySegment.copy(compressed.segment(), 0, out, at, stored);
    }
    size = at + stored;
  }

  private int compress(PageCompressor codec, Slab page, int bytes) {
    try {
      return codec.compress(page, bytes, compressed);
    } catch (EncoderException e) {
      throw new EncoderException("page compression: " + column + ": " + e.getMessage(), e);
    }
  }

  private int checkedSize(long bytes) {
    if (bytes > MAX_PAGE_BYTES) {
      throw new EncoderException(
          "page size: %s: expected at most %d bytes, got %d"
              .formatted(column, MAX_PAGE_BYTES, bytes));
    }
    return (int) bytes;
  }

  private Slab joined(Slab levels, long levelBytes, Slab values, long valueBytes) {
    if (levelBytes == 0) {
      return values;
    }
    MemorySegment whole = body.ensure(levelBytes + valueBytes, 0);
    MemorySegment.copy(levels.segment(), 0, whole, 0, levelBytes);
    MemorySegment.copy(values.segment(), 0, whole, levelBytes, valueBytes);
    return body;
  }

  private void checksum(Slab slab, long bytes) {
    crc.update(slab.buffer().limit((int) bytes));
  }

  /// All pages so far.
  public MemorySegment bytes() {
    return chunk.segment().asSlice(0, size);
  }

  /// Bytes of all pages so far.
  public long size() {
    return size;
  }

  /// Bytes of all pages so far with their bodies uncompressed.
  public long uncompressedSize() {
    return uncompressedSize;
  }

  /// Bytes of the dictionary page with its header, 0 when there is none.
  public long dictionaryPageSize() {
    return dictionaryPageSize;
  }

  /// Number of data pages so far.
  public int dataPages() {
    return dataPages;
  }

  /// Forgets all pages; memory is kept.
  public void reset() {
    size = 0;
    uncompressedSize = 0;
    dictionaryPageSize = 0;
    dataPages = 0;
  }

  @Override
  public void close() {
    chunk.close();
  }
}

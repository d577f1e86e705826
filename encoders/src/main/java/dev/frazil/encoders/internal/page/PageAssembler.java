package dev.frazil.encoders.internal.page;

import dev.frazil.encoders.EncoderException;
import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.PageVersion;
import dev.frazil.encoders.internal.codec.PageCompressor;
import dev.frazil.encoders.internal.levels.LevelBuffer;
import dev.frazil.encoders.memory.CompactWriter;
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
  private final PageVersion version;
  private final @Nullable PageCompressor compressor;
  private final Slab body;
  private final Slab compressed;
  private final CRC32 crc = new CRC32();
  private final Page page = new Page();
  private final Slab chunk = new Slab();
  private final CompactWriter header = new CompactWriter(chunk);
  private long size;
  private long uncompressedSize;
  private long dictionaryPageSize;

  /// Assembles the pages of the column of this name, under a codec or, for null, as they are. The
  /// two slabs are scratch that others use as well.
  public PageAssembler(
      String column,
      PageVersion version,
      @Nullable PageCompressor compressor,
      Slab body,
      Slab compressed) {
    this.column = column;
    this.version = version;
    this.compressor = compressor;
    this.body = body;
    this.compressed = compressed;
  }

  /// Appends the dictionary page: `count` entries in PLAIN layout. Comes before all data pages.
  public void dictionaryPage(Slab entries, long bytes, int count) {
    page.dictionary(count, entries, bytes);
    append();
    dictionaryPageSize = size;
  }

  /// Appends a data page of all slots of a level buffer and of `valueBytes` of encoded values.
  ///
  /// @param encodedLevels scratch for the levels
  public void dataPage(
      LevelBuffer levels, Slab encodedLevels, Encoding encoding, Slab values, long valueBytes) {
    levels.encode(encodedLevels, version == PageVersion.V1);
    page.data(version, encoding, levels, encodedLevels, values, valueBytes);
    append();
  }

  private void append() {
    int bytes = checkedSize(page.levelBytes() + page.valueBytes());
    if (page.type() == PageType.DATA_PAGE_V2) {
      appendV2(bytes);
    } else if (compressor == null) {
      store(bytes, page.levelBytes(), page.values(), (int) page.valueBytes(), false);
    } else {
      int stored = compress(compressor, joined(), bytes);
      store(bytes, 0, compressed, stored, true);
    }
  }

  /// Levels stay as they are, and so do values that the codec does not make smaller.
  private void appendV2(int bytes) {
    int valueBytes = (int) page.valueBytes();
    int stored =
        compressor == null || valueBytes == 0
            ? valueBytes
            : compress(compressor, page.values(), valueBytes);
    boolean smaller = stored < valueBytes;
    store(
        bytes,
        page.levelBytes(),
        smaller ? compressed : page.values(),
        smaller ? stored : valueBytes,
        smaller);
  }

  /// Appends the header, the first `levelBytes` of the levels, and `valueBytes` behind them.
  private void store(int bytes, int levelBytes, Slab values, int valueBytes, boolean isCompressed) {
    crc.reset();
    checksum(page.levels(), levelBytes);
    checksum(values, valueBytes);
    int stored = levelBytes + valueBytes;
    MemorySegment out = chunk.ensure(size + PageHeaderWriter.MAX_SIZE + stored, size);
    header.size(size);
    PageHeaderWriter.write(header, page, bytes, stored, isCompressed, (int) crc.getValue());
    long at = header.size();
    uncompressedSize += at - size + bytes;
    MemorySegment.copy(page.levels().segment(), 0, out, at, levelBytes);
    MemorySegment.copy(values.segment(), 0, out, at + levelBytes, valueBytes);
    size = at + stored;
  }

  /// Bytes that values would take in a page of their own.
  public int trialSize(Slab values, long bytes) {
    int length = checkedSize(bytes);
    return compressor == null ? length : compress(compressor, values, length);
  }

  private int compress(PageCompressor codec, Slab content, int bytes) {
    try {
      return codec.compress(content, bytes, compressed);
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

  private Slab joined() {
    int levelBytes = page.levelBytes();
    if (levelBytes == 0) {
      return page.values();
    }
    MemorySegment whole = body.ensure(levelBytes + page.valueBytes(), 0);
    MemorySegment.copy(page.levels().segment(), 0, whole, 0, levelBytes);
    MemorySegment.copy(page.values().segment(), 0, whole, levelBytes, page.valueBytes());
    return body;
  }

  private void checksum(Slab slab, int bytes) {
    if (bytes > 0) {
      crc.update(slab.buffer().limit(bytes));
    }
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

  /// Forgets all pages; memory is kept.
  public void reset() {
    size = 0;
    uncompressedSize = 0;
    dictionaryPageSize = 0;
  }

  @Override
  public void close() {
    chunk.close();
  }
}

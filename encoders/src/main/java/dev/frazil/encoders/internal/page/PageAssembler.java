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

/// The finished pages of one column chunk.
///
/// A page is compressed and checksummed in the writer's shared scratch and then appended behind its
/// header to memory that this object owns, so that a waiting chunk takes its compressed size and no
/// more. PLAIN values that no codec changes stay in the memory of their encoder, which is then that
/// of the chunk: header and levels are put in front of them, for which the next page is begun
/// behind as much room as the one before needed.
public final class PageAssembler implements AutoCloseable {
  /// Sizes of pages are 32-bit in the format, and scratch around them needs slack.
  private static final long MAX_PAGE_BYTES = Integer.MAX_VALUE - 2 * Slab.SLACK;

  private final String column;
  private final PageVersion version;
  private final @Nullable PageCompressor compressor;

  /// Whether PLAIN values are eight bytes each, and may take a little more if that is faster.
  private final boolean words;

  private final Slab body;
  private final Slab compressed;
  private final CRC32 crc = new CRC32();
  private final Page page = new Page();
  private final Slab own = new Slab();
  private final CompactWriter header = new CompactWriter(own);

  /// What has all pages: `own`, or where the values stay in place, that of their encoder.
  private Slab chunk = own;

  private long size;

  /// Bytes that the last data page has in front of its values, as far as they can be there before
  /// it is written: levels before compression, header and levels in place. A guess for the next
  /// one, that of the next chunk too.
  private long front;

  private long uncompressedSize;
  private long dictionaryPageSize;

  /// Assembles the pages of the column of this name, under a codec or, for null, as they are. The
  /// two slabs are scratch that others use as well.
  ///
  /// @param words whether PLAIN values are eight bytes each, and may take a little more room if
  ///   that is faster
  public PageAssembler(
      String column,
      PageVersion version,
      @Nullable PageCompressor compressor,
      boolean words,
      Slab body,
      Slab compressed) {
    this.column = column;
    this.version = version;
    this.compressor = compressor;
    this.words = words;
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
  /// @param levels encoded to the start of `encodedLevels`
  /// @param values what has the values from `from`; what is in front of them may be written over
  ///   where there is a codec
  public void dataPage(
      LevelBuffer levels,
      Slab encodedLevels,
      Encoding encoding,
      Slab values,
      long from,
      long valueBytes) {
    page.data(version, encoding, levels, encodedLevels, values, from, valueBytes);
    append();
  }

  /// Appends a data page whose PLAIN values are in memory that is the chunk's own until it is
  /// written: that of all its pages, or of none. Without a codec they stay there.
  ///
  /// @param values what has the values from `from`, which is not before [#nextValues()] of the page
  ///   before
  public void plainPage(
      LevelBuffer levels, Slab encodedLevels, Slab values, long from, long valueBytes) {
    page.data(version, Encoding.PLAIN, levels, encodedLevels, values, from, valueBytes);
    if (compressor == null) {
      storeInPlace(checkedSize(page.levelBytes() + valueBytes), (int) valueBytes);
    } else {
      append();
      front = version == PageVersion.V1 ? page.levelBytes() : 0;
    }
  }

  /// Where the PLAIN values of the next page best begin in their memory.
  public long nextValues() {
    return chunk == own ? front : size + front;
  }

  private void append() {
    int bytes = checkedSize(page.levelBytes() + page.valueBytes());
    if (page.type() == PageType.DATA_PAGE_V2) {
      appendV2(bytes);
    } else if (compressor == null) {
      store(
          bytes,
          page.levelBytes(),
          page.values(),
          page.valuesFrom(),
          (int) page.valueBytes(),
          false);
    } else {
      store(bytes, 0, compressed, 0, compressTogether(compressor, bytes), true);
    }
  }

  /// Levels stay as they are, and so do values that the codec does not make smaller.
  private void appendV2(int bytes) {
    int valueBytes = (int) page.valueBytes();
    int stored =
        compressor == null || valueBytes == 0
            ? valueBytes
            : compress(compressor, page.values(), page.valuesFrom(), valueBytes);
    if (stored < valueBytes) {
      store(bytes, page.levelBytes(), compressed, 0, stored, true);
    } else {
      store(bytes, page.levelBytes(), page.values(), page.valuesFrom(), valueBytes, false);
    }
  }

  /// Appends the header, the first `levelBytes` of the levels, and `valueBytes` behind them.
  private void store(
      int bytes, int levelBytes, Slab values, long from, int valueBytes, boolean isCompressed) {
    int crc = checksum(levelBytes, values, from, valueBytes);
    int stored = levelBytes + valueBytes;
    MemorySegment out = own.ensure(size + PageHeaderWriter.MAX_SIZE + stored, size);
    header.size(size);
    PageHeaderWriter.write(header, page, bytes, stored, isCompressed, crc);
    long at = header.size();
    uncompressedSize += at - size + bytes;
    MemorySegment.copy(page.levels().segment(), 0, out, at, levelBytes);
    MemorySegment.copy(values.segment(), from, out, at + levelBytes, valueBytes);
    size = at + stored;
  }

  /// Puts header and levels behind the page before, and moves the values where they do not begin
  /// just behind those.
  private void storeInPlace(int bytes, int valueBytes) {
    Slab values = page.values();
    int levelBytes = page.levelBytes();
    int crc = checksum(levelBytes, values, page.valuesFrom(), valueBytes);
    header.size(0);
    PageHeaderWriter.write(header, page, bytes, bytes, false, crc);
    front = header.size() + levelBytes;
    long at = size + front;
    long end = Math.max(page.valuesFrom(), at) + valueBytes;
    MemorySegment out = values.ensure(end, page.valuesFrom() + valueBytes);
    if (at != page.valuesFrom()) {
      MemorySegment.copy(out, page.valuesFrom(), out, at, valueBytes);
    }
    MemorySegment.copy(own.segment(), 0, out, size, header.size());
    MemorySegment.copy(page.levels().segment(), 0, out, size + header.size(), levelBytes);
    uncompressedSize += header.size() + bytes;
    chunk = values;
    size = at + valueBytes;
  }

  /// Bytes that values would take in a page of their own.
  public int trialSize(Slab values, long from, long bytes) {
    int length = checkedSize(bytes);
    return compressor == null ? length : compress(compressor, values, from, length);
  }

  private int compress(PageCompressor codec, Slab content, long from, int bytes) {
    try {
      return words && page.encoding() == Encoding.PLAIN
          ? codec.compressWords(content, (int) from, bytes, compressed)
          : codec.compress(content, (int) from, bytes, compressed);
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

  /// Compresses levels and values together: the levels are put in front of the values, or both into
  /// scratch where there is no room in front.
  private int compressTogether(PageCompressor codec, int bytes) {
    int levelBytes = page.levelBytes();
    Slab whole = page.values();
    long from = page.valuesFrom() - levelBytes;
    if (from < 0 || from + bytes > MAX_PAGE_BYTES || page.valueBytes() == 0) {
      whole = body;
      from = 0;
      MemorySegment target = body.ensure(bytes, 0);
      if (page.valueBytes() > 0) { // else there may be no memory of values
        MemorySegment values = page.values().segment();
        MemorySegment.copy(values, page.valuesFrom(), target, levelBytes, page.valueBytes());
      }
    }
    MemorySegment target = whole.ensure(from + bytes, from + bytes);
    MemorySegment.copy(page.levels().segment(), 0, target, from, levelBytes);
    return compress(codec, whole, from, bytes);
  }

  private int checksum(int levelBytes, Slab values, long from, int valueBytes) {
    crc.reset();
    if (levelBytes > 0) {
      crc.update(page.levels().buffer(0, levelBytes));
    }
    if (valueBytes > 0) {
      crc.update(values.buffer(from, valueBytes));
    }
    return (int) crc.getValue();
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
    chunk = own;
    uncompressedSize = 0;
    dictionaryPageSize = 0;
  }

  @Override
  public void close() {
    own.close();
  }
}

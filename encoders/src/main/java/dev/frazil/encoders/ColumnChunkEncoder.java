package dev.frazil.encoders;

import static dev.frazil.encoders.memory.Layouts.BYTE;

import dev.frazil.encoders.internal.dictionary.DictionaryVerdict;
import dev.frazil.encoders.internal.encoding.RleBitPackedWriter;
import dev.frazil.encoders.internal.levels.LevelEncoder;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.internal.page.PageAssembler;
import dev.frazil.encoders.internal.page.PendingPages;
import dev.frazil.encoders.internal.values.DictionaryValueEncoder;
import dev.frazil.encoders.internal.values.ValueEncoder;
import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Encodes one leaf column of a row group: batches in, a finished column chunk out, again and
/// again.
///
/// A chunk has one encoding. It starts with a dictionary where the type and the options allow one;
/// the dictionary is given up, for the whole chunk, once it is full, once it has lost against PLAIN
/// at two prefixes, or when it loses at the end. Data pages (v1) end at the target of bytes or
/// rows, always between rows.
///
/// Nothing refers to a batch's memory after [#append] returns. The encoder owns its memory until
/// [#close()] and keeps it over [#reset()]. Not thread-safe, but any thread may use it, one at a
/// time.
public final class ColumnChunkEncoder implements AutoCloseable {
  private final LeafColumn column;
  private final EncoderOptions options;
  private final EncoderWorkspace workspace;
  private final ValueEncoder values;
  private final PageAssembler pages;
  private final PendingPages pending = new PendingPages();
  private final Slots slots = new Slots();

  /// A validity bit a row of the open page; empty for a required column.
  private final Slab pageBits = new Slab();

  /// The values with their dictionary while it is open, else null.
  private @Nullable DictionaryValueEncoder dictionary;

  private int pageRows;
  private int pageNulls;
  private long rows;
  private long nulls;

  /// Creates an encoder that holds no memory yet.
  ///
  /// @param column the leaf
  /// @param options how to encode it
  /// @param workspace scratch of the writer; must outlive the encoder
  public ColumnChunkEncoder(LeafColumn column, EncoderOptions options, EncoderWorkspace workspace) {
    this.column = column;
    this.options = options;
    this.workspace = workspace;
    values = ValueEncoder.of(column, options, workspace.compacted());
    pages =
        new PageAssembler(
            column.displayName(),
            workspace.compressor(options.compression()),
            workspace.body(),
            workspace.compressed());
    dictionary = openDictionary();
  }

  private @Nullable DictionaryValueEncoder openDictionary() {
    return options.dictionary() && values instanceof DictionaryValueEncoder coded ? coded : null;
  }

  /// Encodes rows of a batch.
  ///
  /// @param leaf the batch's values, of the kind and width of the column's physical type
  /// @param nesting which rows hold a value; [Nesting.Required] for a required column
  /// @param from the first row
  /// @param count how many rows
  /// @throws EncoderException if a page would grow past the format's limit
  /// @throws IllegalArgumentException if values or nesting do not fit the column
  /// @throws IndexOutOfBoundsException if the rows are not in the batch, or a segment is too short
  ///   for them
  public void append(LeafValues leaf, Nesting nesting, int from, int count) {
    Objects.checkFromIndexSize(from, count, nesting.rowCount());
    if (column.optional() != (nesting instanceof Nesting.Optional)) {
      throw new IllegalArgumentException(
          "nesting: %s: expected %s rows, got %s"
              .formatted(
                  column.displayName(), column.optional() ? "optional" : "required", nesting));
    }
    for (int done = 0; done < count; ) {
      done += appendToPage(leaf, nesting, from + done, count - done);
    }
  }

  /// Appends as many rows as the open page takes before it ends or the dictionary is judged.
  private int appendToPage(LeafValues leaf, Nesting nesting, int from, int count) {
    DictionaryValueEncoder coded = dictionary;
    int free = Math.min(count, options.pageTargetRows() - pageRows);
    int taken = coded != null ? rowsToIndex(coded, free) : rowsWithin(leaf, from, free);
    if (taken == 0) {
      endPage();
      return 0;
    }
    slots.of(nesting, from, taken);
    if (coded == null) {
      values.plain(leaf, slots);
    } else if (!coded.index(leaf, slots)) {
      giveUp(coded);
      return 0;
    }
    takeRows();
    if (coded != null && coded.lost()) {
      giveUp(coded);
    } else if (pageIsFull()) {
      endPage();
    }
    return taken;
  }

  /// Rows whose indices fit the open page and do not pass a point at which the dictionary is
  /// judged.
  private int rowsToIndex(DictionaryValueEncoder coded, int free) {
    int room = Math.max(1, (options.pageTargetBytes() >> 1) - (pageRows - pageNulls));
    return Math.min(Math.min(free, room), coded.valuesToNextProbe());
  }

  /// Rows whose values fit the open page; at least one while the page is empty.
  private int rowsWithin(LeafValues leaf, int from, int free) {
    int fitting = values.rowsWithin(leaf, from, free, pageBudget());
    return fitting == 0 && pageRows == 0 ? 1 : fitting;
  }

  private long pageBudget() {
    return options.pageTargetBytes() - values.pageBytes();
  }

  private boolean pageIsFull() {
    long bytes = dictionary != null ? 2L * (pageRows - pageNulls) : values.pageBytes();
    return pageRows == options.pageTargetRows() || bytes >= options.pageTargetBytes();
  }

  private void takeRows() {
    if (column.optional()) {
      MemorySegment bits =
          pageBits.ensure(Bitmaps.bytes(pageRows + slots.rows()), Bitmaps.bytes(pageRows));
      slots.copyTo(bits, pageRows);
    }
    pageRows += slots.rows();
    pageNulls += slots.rows() - slots.valid();
  }

  /// Ends the open page: written at once in PLAIN, remembered while the dictionary is open.
  private void endPage() {
    if (dictionary != null) {
      pending.add(pageRows, pageNulls, pageBits.segment());
    } else {
      writePage(
          pageBits.segment(),
          pageRows,
          pageNulls,
          Encoding.PLAIN,
          values.page(),
          values.pageBytes());
      values.startPage();
    }
    rows += pageRows;
    nulls += pageNulls;
    pageRows = 0;
    pageNulls = 0;
  }

  private void writePage(
      MemorySegment bits, int slotCount, int nullCount, Encoding encoding, Slab body, long bytes) {
    long levelBytes =
        column.optional() ? LevelEncoder.encode(bits, slotCount, nullCount, workspace.levels()) : 0;
    pages.dataPage(slotCount, encoding, workspace.levels(), levelBytes, body, bytes);
  }

  /// Turns all pages so far into PLAIN ones, from the dictionary's own entries.
  private void giveUp(DictionaryValueEncoder coded) {
    if (pageRows > 0) {
      endPage();
    }
    dictionary = null;
    rows = 0;
    nulls = 0;
    coded.boundDictionary();
    long index = 0;
    long bit = 0;
    for (int page = 0; page < pending.count(); page++) {
      int count = pending.rows(page);
      restorePage(coded, bit, count, index);
      index += count - pending.nulls(page);
      bit += Bitmaps.bytes(count) << 3;
    }
    pending.reset();
    coded.forgetDictionary();
  }

  private void restorePage(DictionaryValueEncoder coded, long bit, int count, long firstIndex) {
    long index = firstIndex;
    for (int done = 0; done < count; ) {
      int taken = Math.min(count - done, options.pageTargetRows() - pageRows);
      showPending(bit + done, taken);
      int fitting = coded.restorable(index, slots.valid(), pageBudget());
      if (fitting < slots.valid()) {
        int least = pageRows == 0 ? 1 : 0;
        taken = rowsHolding(bit + done, taken, Math.max(fitting, least));
        showPending(bit + done, taken);
      }
      if (taken > 0) {
        coded.restore(index, slots.valid());
        takeRows();
        index += slots.valid();
        done += taken;
      }
      if (taken == 0 || pageIsFull()) {
        endPage();
      }
    }
  }

  private void showPending(long bit, int count) {
    if (column.optional()) {
      slots.of(pending.bits(), bit, 0, count);
    } else {
      slots.all(0, count);
    }
  }

  private int rowsHolding(long bit, int count, int limit) {
    return column.optional()
        ? Bitmaps.rowsHolding(pending.bits(), bit, count, limit)
        : Math.min(count, limit);
  }

  /// Bytes that the open chunk will take, encoded but uncompressed; an estimate until it is
  /// finished.
  ///
  /// @return a size in bytes
  public long bufferedBytes() {
    long levels = column.optional() ? pending.bitmapBytes() + Bitmaps.bytes(pageRows) : 0;
    DictionaryValueEncoder coded = dictionary;
    return coded == null
        ? pages.uncompressedSize() + values.pageBytes() + levels
        : coded.codedBytes() + levels;
  }

  /// Ends the chunk. Only [#reset()] or [#close()] may follow.
  ///
  /// @return the chunk, valid until then
  /// @throws IllegalStateException if no row was appended
  /// @throws EncoderException if a page would grow past the format's limit
  public EncodedChunk finish() {
    if (rows + pageRows == 0) {
      throw new IllegalStateException(
          "column chunk: " + column.displayName() + ": expected at least one row, got none");
    }
    if (pageRows > 0) {
      endPage();
    }
    DictionaryValueEncoder coded = dictionary;
    if (coded != null) {
      if (coded.pays()) {
        writeDictionaryPages(coded);
      } else {
        giveUp(coded);
        if (pageRows > 0) {
          endPage();
        }
      }
    }
    return new EncodedChunk(
        pages.bytes(),
        pages.uncompressedSize(),
        pages.dictionaryPageSize(),
        pages.dataPages(),
        pages.dictionaryPageSize() > 0 ? Encoding.RLE_DICTIONARY : Encoding.PLAIN,
        new LeafStatistics(
            rows,
            nulls,
            values.nanCount(),
            column.order(),
            values.bounds(),
            values.signedUuidBounds()));
  }

  private void writeDictionaryPages(DictionaryValueEncoder coded) {
    coded.boundDictionary();
    pages.dictionaryPage(coded.entries(), coded.entryBytes(), coded.entryCount());
    MemorySegment bits = pending.bits();
    long index = 0;
    long bitmap = 0;
    for (int page = 0; page < pending.count(); page++) {
      int slotCount = pending.rows(page);
      int count = slotCount - pending.nulls(page);
      long bytes = packIndices(coded.indices().segment(), index << 1, count);
      MemorySegment pageBitmap = column.optional() ? bits.asSlice(bitmap) : bits;
      writePage(
          pageBitmap,
          slotCount,
          pending.nulls(page),
          Encoding.RLE_DICTIONARY,
          workspace.indices(),
          bytes);
      index += count;
      bitmap += Bitmaps.bytes(slotCount);
    }
  }

  /// The body of an index page: the bit width of its largest index, then the indices.
  private long packIndices(MemorySegment indices, long at, int count) {
    int width = DictionaryVerdict.bitWidth(RleBitPackedWriter.usedBits(indices, at, count));
    MemorySegment target = workspace.indices().ensure(RleBitPackedWriter.maxSize(count) + 1, 0);
    target.set(BYTE, 0, (byte) width);
    return RleBitPackedWriter.write(indices, at, count, width, target, 1);
  }

  /// Begins the next chunk; memory is kept.
  public void reset() {
    values.reset();
    pages.reset();
    pending.reset();
    dictionary = openDictionary();
    pageRows = 0;
    pageNulls = 0;
    rows = 0;
    nulls = 0;
  }

  /// Frees the memory.
  @Override
  public void close() {
    values.close();
    pages.close();
    pending.close();
    pageBits.close();
  }
}

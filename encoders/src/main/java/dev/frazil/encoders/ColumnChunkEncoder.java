package dev.frazil.encoders;

import dev.frazil.encoders.internal.levels.LeafRows;
import dev.frazil.encoders.internal.levels.LevelBuffer;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.internal.page.PendingPages;
import dev.frazil.encoders.internal.values.DictionaryValueEncoder;
import dev.frazil.encoders.internal.values.ValueEncoder;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Encodes one leaf column of a row group: batches in, a finished column chunk out, again and
/// again.
///
/// A chunk has one encoding. It starts with a dictionary where the type and the options allow one;
/// the dictionary is given up, for the whole chunk, once it is full, once it has lost against PLAIN
/// at early prefixes, or when it loses at the end. Data pages end at the target of bytes, rows or
/// slots, always between rows.
///
/// Nothing refers to a batch's memory after [#append] returns. The encoder owns its memory until
/// [#close()] and keeps it over [#reset()]. Not thread-safe, but any thread may use it, one at a
/// time.
public final class ColumnChunkEncoder implements AutoCloseable {
  private final LeafColumn column;
  private final EncoderOptions options;
  private final EncoderWorkspace workspace;
  private final LeafRows shown;
  private final ValueEncoder values;
  private final PageEncoding encoding;
  private final ChunkWriter chunk;
  private final PendingPages pending;
  private final PageCutter cutter;

  /// The levels of the open page.
  private final LevelBuffer page;

  /// The values with their dictionary while it is open, else null.
  private @Nullable DictionaryValueEncoder dictionary;

  /// Creates an encoder that holds no memory yet.
  ///
  /// @param column the leaf
  /// @param options how to encode it
  /// @param workspace scratch of the writer; must outlive the encoder
  /// @throws IllegalArgumentException if the column's type does not allow the encoding or a bloom
  ///   filter
  /// @throws EncoderException if no library of the codec loads
  public ColumnChunkEncoder(LeafColumn column, EncoderOptions options, EncoderWorkspace workspace) {
    if (!options.encoding().allows(column.type())) {
      throw new IllegalArgumentException(
          "encoding: %s: expected one that %s allows, got %s"
              .formatted(column.displayName(), column.type(), options.encoding()));
    }
    this.column = column;
    this.options = options;
    this.workspace = workspace;
    shown = LeafRows.of(column);
    values =
        ValueEncoder.of(
            column, options, workspace.compacted(), workspace.coded(), workspace.tables());
    encoding = new PageEncoding(column, options.encoding(), workspace);
    chunk = new ChunkWriter(column, options, workspace);
    pending = new PendingPages(column);
    page = LevelBuffer.of(column);
    cutter = new PageCutter(column, options, shown, page, values);
    dictionary = openDictionary();
    values.encodeAs(encoding.first());
    values.startPage();
  }

  private @Nullable DictionaryValueEncoder openDictionary() {
    boolean wanted =
        switch (options.encoding()) {
          case EncodingPolicy.Compatible _, EncodingPolicy.Smallest _ -> options.dictionary();
          case EncodingPolicy.Fixed(Encoding fixed) -> fixed == Encoding.RLE_DICTIONARY;
        };
    return wanted && values instanceof DictionaryValueEncoder coded ? coded : null;
  }

  /// Whether the dictionary is kept whatever it costs.
  private boolean dictionaryFixed() {
    return options.encoding() instanceof EncodingPolicy.Fixed;
  }

  /// Encodes rows of a batch.
  ///
  /// @param leaf the batch's values, of the kind and width of the column's physical type
  /// @param nesting which slots hold a value, of the column's levels
  /// @param from the first row
  /// @param count how many rows
  /// @throws EncoderException if a page would grow past the format's limit
  /// @throws IllegalArgumentException if values or nesting do not fit the column
  /// @throws IndexOutOfBoundsException if the rows are not in the batch, or a segment is too short
  ///   for them
  public void append(LeafValues leaf, Nesting nesting, int from, int count) {
    Objects.checkFromIndexSize(from, count, nesting.rowCount());
    shown.over(nesting);
    for (int done = 0; done < count; ) {
      done += appendToPage(leaf, from + done, count - done);
    }
    if (values instanceof DictionaryValueEncoder coded) {
      coded.endBatch();
    }
  }

  /// Bytes that rows of a batch take in PLAIN, levels aside and null slots counted as if they held
  /// values.
  ///
  /// @param leaf the batch's values
  /// @param nesting which slots hold a value
  /// @param from the first row
  /// @param count how many rows
  /// @return a size in bytes
  public long plainBytes(LeafValues leaf, Nesting nesting, int from, int count) {
    shown.over(nesting);
    long first = shown.firstSlot(from);
    return leaf.plainBytes(first, shown.firstSlot(from + count) - first);
  }

  /// Appends as many rows as the open page takes before it ends or the dictionary is judged.
  private int appendToPage(LeafValues leaf, int from, int count) {
    DictionaryValueEncoder coded = dictionary;
    int taken = cutter.show(leaf, coded, from, count);
    if (taken == 0) {
      endPage();
      return 0;
    }
    if (coded == null) {
      plain(leaf);
    } else if (!index(coded, leaf)) {
      cutter.retract();
      giveUp(coded);
      return 0;
    }
    page.append(shown);
    if (coded != null && !dictionaryFixed() && coded.lost()) {
      giveUp(coded);
    } else if (cutter.full(coded != null)) {
      endPage();
    }
    return taken;
  }

  private void plain(LeafValues leaf) {
    for (int i = 0; i < shown.spans(); i++) {
      Slots span = shown.span(i);
      if (span.valid() > 0) {
        values.plain(leaf, span);
      }
    }
  }

  /// False when the dictionary is full; then no index was appended.
  private boolean index(DictionaryValueEncoder coded, LeafValues leaf) {
    long before = coded.indexCount();
    for (int i = 0; i < shown.spans(); i++) {
      Slots span = shown.span(i);
      if (span.valid() > 0 && !coded.index(leaf, span)) {
        coded.truncate(before);
        return false;
      }
    }
    return true;
  }

  /// Ends the open page: written at once, or remembered while the dictionary is open.
  private void endPage() {
    DictionaryValueEncoder coded = dictionary;
    if (coded != null) {
      pending.add(page, coded.plainBytes());
    } else {
      chunk.page(page, encoding, values);
    }
    page.clear();
  }

  /// Writes all pages so far anew without a dictionary, from the dictionary's own entries.
  private void giveUp(DictionaryValueEncoder coded) {
    boolean ended = page.slots() == 0 || cutter.full(true);
    if (page.slots() > 0) {
      endPage();
    }
    dictionary = null;
    chunk.reset();
    if (encoding.chosen() == null && coded.indexCount() > 0) {
      sizeWithout(coded);
    }
    long index = 0;
    long slot = 0;
    for (int i = 0; i < pending.count(); i++) {
      boolean apart =
          cutter.byContent() || page.slots() + pending.slots(i) > options.pageTargetValues();
      if (page.slots() > 0 && apart) {
        endPage();
      }
      restorePage(coded, slot, pending.slots(i), index, pending.values(i));
      slot += pending.slots(i);
      index += pending.values(i);
    }
    pending.reset();
    coded.forgetDictionary();
    if (cutter.byContent() && ended && page.slots() > 0) {
      endPage();
    }
  }

  /// Restores `count` slots from `first`, which have `valueCount` values from index `firstIndex`.
  private void restorePage(
      DictionaryValueEncoder coded, long first, int count, long firstIndex, int valueCount) {
    LevelBuffer levels = pending.levels();
    int done = 0;
    int held = 0;
    while (done < count) {
      int fitting = coded.restorable(firstIndex + held, valueCount - held, cutter.bytesLeft());
      int taken = levels.wholeRows(first + done, count - done, cutter.rowsLeft(false), fitting);
      if (taken == 0 && page.slots() == 0) {
        taken = levels.wholeRows(first + done, count - done, 1, Integer.MAX_VALUE);
      }
      if (taken > 0) {
        int added = levels.values(first + done, taken);
        coded.restore(firstIndex + held, added);
        page.append(levels, first + done, taken);
        done += taken;
        held += added;
      }
      if (taken == 0 || cutter.reached(false)) {
        endPage();
      }
    }
  }

  /// Lets the values that were indexed first choose the encoding of the pages; returns about how
  /// many bytes all of them will take, compressed.
  private long sizeWithout(DictionaryValueEncoder coded) {
    int limit = Math.min(options.pageTargetValues(), options.pageTargetRows());
    int most = (int) Math.min(coded.indexCount(), limit);
    int count = Math.max(1, coded.restorable(0, most, options.pageTargetBytes()));
    coded.startPage();
    coded.restore(0, count);
    encoding.encode(values, count, chunk);
    long size = encoding.trialSize(chunk);
    coded.startPage();
    return size * coded.indexCount() / count;
  }

  /// Bytes that the open chunk will take, encoded but uncompressed; an estimate until it is
  /// finished.
  ///
  /// @return a size in bytes
  public long bufferedBytes() {
    DictionaryValueEncoder coded = dictionary;
    return page.bytes()
        + (coded == null
            ? chunk.uncompressedSize() + values.pageBytes()
            : coded.codedBytes() + pending.levels().bytes());
  }

  /// Ends the chunk. Only [#reset()] or [#close()] may follow.
  ///
  /// @return the chunk, valid until then
  /// @throws IllegalStateException if no row was appended
  /// @throws EncoderException if a page would grow past the format's limit
  public EncodedChunk finish() {
    if (page.slots() > 0) {
      endPage();
    }
    if (pending.count() + chunk.pageCount() == 0) {
      throw new IllegalStateException(
          "column chunk: " + column.displayName() + ": expected at least one row, got none");
    }
    DictionaryValueEncoder coded = dictionary;
    if (coded != null) {
      return finish(coded);
    }
    return chunk.chunk(Objects.requireNonNull(encoding.chosen()), OptionalLong.empty());
  }

  /// Ends a chunk whose dictionary is open, and which has no values in PLAIN so far: where they go
  /// through a codec they are needed during this call only, so that columns can have the same
  /// memory for them, one after the other.
  private EncodedChunk finish(DictionaryValueEncoder coded) {
    boolean lends = chunk.compresses() && values.page().capacity() == 0;
    if (lends) {
      values.page().exchange(workspace.plain());
    }
    try {
      if (keep(coded)) {
        return chunk.chunk(Encoding.RLE_DICTIONARY, distinctCount(coded));
      }
      giveUp(coded);
      if (page.slots() > 0) {
        endPage();
      }
      return chunk.chunk(Objects.requireNonNull(encoding.chosen()), OptionalLong.empty());
    } finally {
      if (lends) {
        values.page().exchange(workspace.plain());
      }
    }
  }

  /// Whether the chunk keeps its dictionary; its pages are written then.
  private boolean keep(DictionaryValueEncoder coded) {
    if (coded.entryCount() == 0 || !(dictionaryFixed() || coded.pays())) {
      return false;
    }
    chunk.codedPages(coded, pending, page);
    return !(options.encoding() instanceof EncodingPolicy.Smallest)
        || chunk.size() <= sizeWithout(coded);
  }

  /// Zeros of either sign and NaNs of any bits are entries of their own, so that floating-point
  /// entries do not tell how many values differ.
  private OptionalLong distinctCount(DictionaryValueEncoder coded) {
    return column.order().floating() ? OptionalLong.empty() : OptionalLong.of(coded.entryCount());
  }

  /// Begins the next chunk; memory is kept.
  public void reset() {
    encoding.reset();
    chunk.reset();
    values.encodeAs(encoding.first());
    values.reset(chunk.nextValues(encoding));
    pending.reset();
    page.clear();
    cutter.reset();
    dictionary = openDictionary();
  }

  /// Frees the memory.
  @Override
  public void close() {
    shown.close();
    values.close();
    chunk.close();
    pending.close();
    page.close();
  }
}

package dev.frazil.encoders;

import static dev.frazil.encoders.memory.Layouts.BYTE;

import dev.frazil.encoders.internal.codec.PageCompressor;
import dev.frazil.encoders.internal.dictionary.DictionaryVerdict;
import dev.frazil.encoders.internal.encoding.RleBitPackedWriter;
import dev.frazil.encoders.internal.levels.LevelBuffer;
import dev.frazil.encoders.internal.page.PageAssembler;
import dev.frazil.encoders.internal.page.PageEvent;
import dev.frazil.encoders.internal.page.PageTable;
import dev.frazil.encoders.internal.page.PendingPages;
import dev.frazil.encoders.internal.stats.GeometryBounds;
import dev.frazil.encoders.internal.stats.NativeBounds;
import dev.frazil.encoders.internal.values.DictionaryValueEncoder;
import dev.frazil.encoders.internal.values.ValueEncoder;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/// The finished pages of a chunk: their bytes, what is in each, and what is in all of them.
final class ChunkWriter implements AutoCloseable {
  private final LeafColumn column;
  private final EncoderOptions options;
  private final EncoderWorkspace workspace;
  private final PageAssembler pages;
  private final PageTable table;
  private final @Nullable ChunkBloomFilter bloomFilter;
  private final @Nullable GeometryBounds geometries;
  private final NativeBounds bounds;

  /// Bounds in the signed order of `java.util.UUID`, for UUIDs.
  private final @Nullable NativeBounds signedUuidBounds;

  /// Where the page that is being written starts, and the bytes of those before it uncompressed.
  private long pageFrom;

  private long uncompressedFrom;

  private long slots;
  private long values;
  private long nans;
  private long unencodedBytes;

  ChunkWriter(LeafColumn column, EncoderOptions options, EncoderWorkspace workspace) {
    this.column = column;
    this.options = options;
    this.workspace = workspace;
    pages =
        new PageAssembler(
            column.displayName(),
            options.pageVersion(),
            compressor(),
            fastWords(),
            workspace.body(),
            workspace.compressed());
    bounds = NativeBounds.of(column.order());
    signedUuidBounds = column.order() == ValueOrder.UUID ? NativeBounds.signedUuid() : null;
    table = new PageTable(column, options.pageBoundMaxBytes());
    BloomFilterOptions bloom = options.bloomFilter();
    bloomFilter = bloom == null ? null : new ChunkBloomFilter(column, bloom);
    geometries = column.order() == ValueOrder.GEOSPATIAL ? new GeometryBounds() : null;
  }

  private @Nullable PageCompressor compressor() {
    try {
      return workspace.compressor(options.compression());
    } catch (EncoderException e) {
      throw new EncoderException("codec: " + column.displayName() + ": " + e.getMessage(), e);
    }
  }

  private boolean fastWords() {
    boolean words = column.type() == PhysicalType.INT64 || column.type() == PhysicalType.DOUBLE;
    return words && !(options.encoding() instanceof EncodingPolicy.Smallest);
  }

  /// Whether pages go through a codec.
  boolean compresses() {
    return options.compression().codec() != CompressionPolicy.Codec.UNCOMPRESSED;
  }

  /// Bytes that values would take in a page of their own.
  int trialSize(Slab body, long from, long bytes) {
    return pages.trialSize(body, from, bytes);
  }

  /// Writes a page of all slots of a level buffer, whose values are those of the encoder's open
  /// page, encoded, and begins the encoder's next page.
  void page(LevelBuffer levels, PageEncoding encoding, ValueEncoder encoder) {
    Encoding used = encoding.encode(encoder, (int) levels.values(), this);
    if (takesValues() && levels.values() > 0) { // without values there may be no memory
      MemorySegment plain = encoder.page().segment().asSlice(encoder.pageStart());
      takeValues(plain, (int) levels.values());
    }
    encodeLevels(levels);
    PageEvent event = begin();
    Slab body = encoding.body();
    if (used == Encoding.PLAIN) {
      pages.plainPage(levels, workspace.levels(), body, encoding.from(), encoding.bytes());
    } else {
      pages.dataPage(levels, workspace.levels(), used, body, encoding.from(), encoding.bytes());
    }
    end(event, used, levels, encoder);
    encoder.startPage(nextValues(encoding));
  }

  /// Where the next page begins in its encoder's memory.
  long nextValues(PageEncoding encoding) {
    return encoding.chosen() == Encoding.PLAIN ? pages.nextValues() : 0;
  }

  private void encodeLevels(LevelBuffer levels) {
    levels.encode(workspace.levels(), options.pageVersion() == PageVersion.V1);
  }

  /// Bytes of the levels that go through the codec together with the values.
  private long levelsInFront(LevelBuffer levels) {
    return compresses() && options.pageVersion() == PageVersion.V1
        ? (long) levels.repetitionBytes() + levels.definitionBytes()
        : 0;
  }

  private boolean takesValues() {
    return bloomFilter != null || geometries != null;
  }

  /// Takes in values in PLAIN that pages have.
  private void takeValues(MemorySegment plain, int count) {
    if (bloomFilter != null) {
      bloomFilter.insert(plain, count);
    }
    if (geometries != null) {
      try {
        geometries.addPlain(plain, count);
      } catch (EncoderException e) {
        throw new EncoderException(column.displayName() + ": " + e.getMessage(), e);
      }
    }
  }

  private @Nullable PageEvent begin() {
    pageFrom = pages.size();
    uncompressedFrom = pages.uncompressedSize();
    return FlightRecorder.isInitialized() ? PageEvent.begun() : null;
  }

  /// Takes in the data page that was written last, with the bounds and counts of the encoder's open
  /// page.
  private void end(
      @Nullable PageEvent event, Encoding encoding, LevelBuffer levels, ValueEncoder encoder) {
    if (event != null) {
      String type = options.pageVersion() == PageVersion.V1 ? "DATA_PAGE" : "DATA_PAGE_V2";
      describe(event, type, encoding)
          .record(
              levels.slots(),
              levels.values(),
              pages.uncompressedSize() - uncompressedFrom,
              pages.size() - pageFrom);
    }
    takeBounds(encoder);
    table.add(
        pageFrom,
        pages.size(),
        levels,
        workspace.bounds(),
        encoder.nanCount(),
        encoder.unencodedByteArrayBytes());
    slots += levels.slots();
    values += levels.values();
    nans += encoder.nanCount();
    unencodedBytes += encoder.unencodedByteArrayBytes();
  }

  /// Takes the bounds of the encoder's open page into those of the chunk, and leaves those that the
  /// page may state in the workspace: none where there is a NaN that they would hide.
  private void takeBounds(ValueEncoder encoder) {
    NativeBounds page = workspace.bounds();
    if (signedUuidBounds != null) {
      encoder.signedUuidBounds(page);
      signedUuidBounds.merge(page);
    }
    encoder.bounds(page);
    bounds.merge(page);
    if (encoder.nanCount() > 0 && column.order() == ValueOrder.FLOATING_POINT) {
      page.clear();
    }
  }

  /// Writes the dictionary page and all pages that wait for it.
  ///
  /// @param levels an empty buffer for the levels of one page
  void codedPages(DictionaryValueEncoder coded, PendingPages pending, LevelBuffer levels) {
    PageEvent event = begin();
    int count = coded.entryCount();
    pages.dictionaryPage(coded.entries(), coded.entryBytes(), count);
    if (event != null) {
      describe(event, "DICTIONARY_PAGE", Encoding.PLAIN)
          .record(count, count, pages.uncompressedSize(), pages.size());
    }
    if (bloomFilter != null) {
      bloomFilter.size(count);
    }
    if (takesValues()) {
      takeValues(coded.entries().segment(), count);
    }
    codedDataPages(coded, pending, levels);
  }

  private void codedDataPages(
      DictionaryValueEncoder coded, PendingPages pending, LevelBuffer levels) {
    long index = 0;
    long slot = 0;
    for (int page = 0; page < pending.count(); page++) {
      int count = pending.values(page);
      coded.startPage();
      coded.bound(index, count, pending.plainBytes(page));
      levels.clear();
      levels.append(pending.levels(), slot, pending.slots(page));
      encodeLevels(levels);
      long from = levelsInFront(levels);
      long bytes = packIndices(coded.indices().segment(), index << 1, count, from);
      PageEvent event = begin();
      Encoding used = Encoding.RLE_DICTIONARY;
      pages.dataPage(levels, workspace.levels(), used, workspace.encoded(), from, bytes);
      end(event, used, levels, coded);
      index += count;
      slot += pending.slots(page);
    }
    levels.clear();
    coded.startPage();
  }

  private PageEvent describe(PageEvent event, String pageType, Encoding encoding) {
    return event.of(
        column.displayName(), pageType, encoding.name(), options.compression().codec().name());
  }

  /// The body of an index page, from a position: the bit width of its largest index, then the
  /// indices. Returns its bytes.
  private long packIndices(MemorySegment indices, long at, int count, long from) {
    int width = DictionaryVerdict.bitWidth(RleBitPackedWriter.usedBits(indices, at, count));
    MemorySegment target =
        workspace.encoded().ensure(from + RleBitPackedWriter.maxSize(count) + 1, 0);
    target.set(BYTE, from, (byte) width);
    return RleBitPackedWriter.write(indices, at, count, width, target, from + 1) - from;
  }

  /// Bytes of all pages so far.
  long size() {
    return pages.size();
  }

  /// Bytes of all pages so far with their bodies uncompressed.
  long uncompressedSize() {
    return pages.uncompressedSize();
  }

  /// Number of data pages.
  int pageCount() {
    return table.count();
  }

  /// The chunk of all pages.
  EncodedChunk chunk(Encoding encoding, OptionalLong distinctCount) {
    return new EncodedChunk(
        pages.bytes(),
        pages.uncompressedSize(),
        pages.dictionaryPageSize(),
        table,
        options.pageVersion(),
        encoding,
        new LeafStatistics(
            slots,
            slots - values,
            nans,
            distinctCount,
            column.order(),
            bounds.copy(),
            signedUuidBounds == null ? null : signedUuidBounds.copy(),
            new SizeStatistics(unencodedBytes, table.definitionLevels(), table.repetitionLevels()),
            geometries == null ? null : geometries.statistics()),
        bloomFilter == null ? null : bloomFilter.bits());
  }

  /// Forgets all pages; memory is kept.
  void reset() {
    pages.reset();
    table.reset();
    if (bloomFilter != null) {
      bloomFilter.reset();
    }
    if (geometries != null) {
      geometries.reset();
    }
    bounds.clear();
    if (signedUuidBounds != null) {
      signedUuidBounds.clear();
    }
    slots = 0;
    values = 0;
    nans = 0;
    unencodedBytes = 0;
  }

  @Override
  public void close() {
    pages.close();
    table.close();
    bounds.close();
    if (signedUuidBounds != null) {
      signedUuidBounds.close();
    }
    if (bloomFilter != null) {
      bloomFilter.close();
    }
  }
}

package dev.frazil.engine.verify;

import dev.frazil.engine.file.BloomFilter;
import dev.frazil.engine.file.ByteSource;
import dev.frazil.engine.file.ColumnIndex;
import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.file.LeafOrder;
import dev.frazil.engine.file.OffsetIndex;
import dev.frazil.engine.file.PageHeader;
import java.io.IOException;
import java.util.BitSet;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// Walks the pages of one column chunk and compares all that is said of them. Holds one page at a
/// time, and the dictionary. Not thread-safe.
final class ChunkVerifier {
  /// Slots of a page, at most: a damaged count must not take all memory.
  private static final int MOST_SLOTS = 1 << 25;

  private final ByteSource source;
  private final Findings findings;
  private final Lie.Place place;
  private final FileMetadata.ColumnChunk chunk;
  private final LeafLevels levels;
  private final LongConsumer progress;
  private final long nextPart;
  private final @Nullable SortedColumn sorted;
  private final StatisticsCheck statisticsCheck;
  private final PageIndexCheck indexes;
  private final ChunkTotals totals;
  private final PageDecoder decoder;
  private int dataPages;
  private @Nullable Long rows = 0L;
  private boolean decoded = true;
  private @Nullable Long firstDataPage;
  private @Nullable Long dictionaryPage;

  /// What the pages of a chunk give for its row group.
  ///
  /// @param start where its first page starts
  /// @param compressedSize bytes of its pages, or empty when they could not all be found
  /// @param uncompressedSize the same before compression
  /// @param rows its rows, or empty when they could not all be counted
  record Result(
      long start, OptionalLong compressedSize, OptionalLong uncompressedSize, OptionalLong rows) {}

  /// Prepares for a chunk.
  ///
  /// @param nextPart where the part of the file behind the chunk starts, by the footer
  /// @param sorted what compares its rows, or null when they need not be
  /// @param progress told how many slots each page has
  ChunkVerifier(
      ByteSource source,
      Findings findings,
      Lie.Place place,
      FileMetadata.ColumnChunk chunk,
      LeafLevels levels,
      long nextPart,
      @Nullable SortedColumn sorted,
      LongConsumer progress) {
    this.source = source;
    this.findings = findings;
    this.place = place;
    this.chunk = chunk;
    this.levels = levels;
    this.nextPart = nextPart;
    this.sorted = sorted;
    this.progress = progress;
    boolean known = chunk.facts().order() != FileMetadata.BoundsOrder.UNKNOWN;
    LeafOrder order =
        LeafOrder.of(
            chunk.leaf(), known ? chunk.facts().order() : FileMetadata.BoundsOrder.TYPE_DEFINED);
    BoundsCheck bounds = new BoundsCheck(findings, chunk.leaf(), order);
    this.statisticsCheck = new StatisticsCheck(findings, bounds, known);
    this.indexes = new PageIndexCheck(findings, place, bounds, known, columnIndex(), offsetIndex());
    this.totals = new ChunkTotals(findings, place, chunk, levels, statisticsCheck, bloomFilter());
    this.decoder = new PageDecoder(chunk.leaf(), levels, chunk.codec());
  }

  /// Walks the pages.
  ///
  /// @throws IOException if the file cannot be read
  Result verify() throws IOException {
    findings.columnChunks++;
    identity();
    long start = chunk.offset();
    long uncompressed = 0;
    long position = start;
    while (!ends(position, start)) {
      PageHeader header;
      try {
        header = PageHeader.read(source, position, source.length());
      } catch (IOException e) {
        if (totals.slots() >= chunk.valueCount() && dataPages > 0) {
          break;
        }
        findings.lie(place, "pages", "a page header at " + position, "none: " + e.getMessage());
        decoded = false;
        return new Result(start, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
      }
      page(header);
      position = header.end();
      uncompressed += header.length() + (long) header.uncompressedSize();
    }
    end(position - start, uncompressed);
    return new Result(
        start,
        OptionalLong.of(position - start),
        OptionalLong.of(uncompressed),
        rows == null ? OptionalLong.empty() : OptionalLong.of(rows));
  }

  /// The stated size counts unless it is plainly wrong: within a page, or within another part of
  /// the file.
  private boolean ends(long position, long start) throws IOException {
    long stated = start + chunk.compressedSize();
    boolean full = totals.slots() >= chunk.valueCount();
    return position == stated
        || (position > stated && full)
        || (stated > nextPart && full && dataPages > 0)
        || position >= source.length();
  }

  private void identity() {
    if (!chunk.facts().path().equals(chunk.leaf().path())) {
      findings.lie(
          place, "path_in_schema", chunk.leaf().path().toString(), chunk.facts().path().toString());
    }
    if (chunk.facts().type() != chunk.leaf().type()) {
      findings.lie(place, "type", String.valueOf(chunk.leaf().type()), chunk.facts().type().name());
    }
  }

  private void page(PageHeader header) throws IOException {
    totals.header(header);
    int number = dataPages;
    Lie.Place at = header.isData() ? place.atPage(number) : place;
    if (header.isData()) {
      indexes.location(
          number, header.offset(), header.length() + (long) header.compressedSize(), rows);
      firstDataPage = firstDataPage == null ? header.offset() : firstDataPage;
      dataPages++;
      progress.accept(header.valueCount());
    } else if (header.kind() == PageHeader.Kind.DICTIONARY_PAGE) {
      dictionaryPage = dictionaryPage == null ? header.offset() : dictionaryPage;
    }
    byte[] body = source.read(header.offset() + header.length(), header.compressedSize());
    boolean whole = checksum(at, header, body);
    try {
      if (!whole) {
        throw new Unsupported("values of pages that do not match their checksum");
      } else if (header.valueCount() > MOST_SLOTS) {
        throw new Unsupported("pages of more than %,d slots".formatted(MOST_SLOTS));
      } else if (header.isData()) {
        data(at, header, body, number);
      } else if (header.kind() == PageHeader.Kind.DICTIONARY_PAGE) {
        dictionary(header, body);
      }
    } catch (Undecodable e) {
      undecoded(header);
      findings.lie(
          at,
          "values",
          "%d in %s in %d bytes"
              .formatted(header.valueCount(), header.encoding(), header.uncompressedSize()),
          String.valueOf(e.getMessage()));
    } catch (Unsupported e) {
      undecoded(header);
      findings.unverified(place, String.valueOf(e.getMessage()));
    }
  }

  private boolean checksum(Lie.Place at, PageHeader header, byte[] body) {
    if (header.crc().isEmpty()) {
      return true;
    }
    findings.checksums++;
    CRC32 crc = new CRC32();
    crc.update(body);
    // The format holds the 32 bits as a signed number.
    int computed = (int) crc.getValue();
    findings.require(at, "crc", computed, header.crc().getAsInt());
    return computed == header.crc().getAsInt();
  }

  /// Rows of pages that cannot be decoded are known where every slot is one.
  private void undecoded(PageHeader header) {
    decoded = false;
    if (header.kind() == PageHeader.Kind.DICTIONARY_PAGE) {
      decoder.loseDictionary();
    }
    if (header.isData() && levels.maxRepetition() > 0) {
      rows = null;
    } else if (header.isData() && rows != null) {
      rows += header.valueCount();
    }
  }

  private void dictionary(PageHeader header, byte[] body) throws Undecodable, Unsupported {
    Values entries = decoder.dictionary(header, body);
    if (header.sorted() && statisticsCheck.bounds().order().defined()) {
      SortedColumn order =
          new SortedColumn(
              new FileMetadata.SortingColumn(0, false, false), statisticsCheck.bounds().order(), 0);
      order.add(new DecodedPage(entries.count(), new int[0], new int[0], entries));
      if (order.firstWrong(new BitSet()) >= 0) {
        findings.lie(place, "dictionary is_sorted", "false", "true");
      }
    }
  }

  private void data(Lie.Place at, PageHeader header, byte[] body, int number)
      throws Undecodable, Unsupported {
    DecodedPage page = decoder.page(header, body);
    PageFacts facts =
        PageFacts.of(number, header, page, rows, levels, statisticsCheck.bounds().order());
    rows = rows == null ? null : rows + facts.rows();
    findings.pages++;
    findings.values += page.slots();
    totals.add(facts);
    indexes.page(facts);
    if (sorted != null) {
      sorted.add(page);
    }
    if (header.levels() instanceof PageHeader.LevelsV2 v2) {
      findings.require(at, "num_nulls", facts.nulls(), v2.nullCount());
      findings.require(at, "num_rows", facts.rows(), v2.rowCount());
      if (number > 0 && !facts.startsRow()) {
        findings.lie(at, "DATA_PAGE_V2", "a page that starts with a row", "one within a row");
      }
    }
    if (number == 0 && !facts.startsRow()) {
      findings.lie(at, "repetition levels", "a row to start with the chunk", "one within a row");
    }
    if (header.statistics() != null) {
      statisticsCheck.check(at, header.statistics(), facts.nulls(), facts.extremes());
    }
  }

  private void end(long compressed, long uncompressed) {
    findings.require(place, "total_compressed_size", compressed, chunk.compressedSize());
    findings.require(place, "total_uncompressed_size", uncompressed, chunk.uncompressedSize());
    if (firstDataPage != null) {
      findings.require(place, "data_page_offset", firstDataPage, chunk.dataPageOffset());
    }
    if (chunk.dictionaryPageOffset().isPresent()) {
      long stated = chunk.dictionaryPageOffset().getAsLong();
      if (dictionaryPage == null || dictionaryPage != stated) {
        findings.lie(
            place,
            "dictionary_page_offset",
            dictionaryPage == null ? "none" : Long.toString(dictionaryPage),
            Long.toString(stated));
      }
    }
    totals.endOfPages();
    indexes.end(dataPages, levels);
    if (decoded) {
      totals.endOfValues();
    }
  }

  /// Whether every page was decoded.
  boolean decoded() {
    return decoded;
  }

  private @Nullable ColumnIndex columnIndex() {
    FileMetadata.Extent extent = chunk.facts().columnIndex();
    if (extent == null) {
      return null;
    }
    findings.columnIndexes++;
    if (chunk.facts().offsetIndex() == null) {
      findings.lie(place, "ColumnIndex", "an OffsetIndex with it", "none");
    }
    try {
      return ColumnIndex.read(source, extent);
    } catch (IOException e) {
      findings.lie(place, "ColumnIndex", "one at " + extent.offset(), "none: " + e.getMessage());
      return null;
    }
  }

  private @Nullable OffsetIndex offsetIndex() {
    FileMetadata.Extent extent = chunk.facts().offsetIndex();
    if (extent == null) {
      return null;
    }
    findings.offsetIndexes++;
    try {
      return OffsetIndex.read(source, extent);
    } catch (IOException e) {
      findings.lie(place, "OffsetIndex", "one at " + extent.offset(), "none: " + e.getMessage());
      return null;
    }
  }

  private @Nullable BloomFilter bloomFilter() {
    FileMetadata.Extent extent = chunk.facts().bloomFilter();
    if (extent == null) {
      return null;
    }
    BloomFilter filter;
    try {
      filter = BloomFilter.read(source, extent);
    } catch (IOException e) {
      findings.lie(place, "bloom filter", "one at " + extent.offset(), "none: " + e.getMessage());
      return null;
    }
    if (extent.length().isPresent()) {
      findings.require(place, "bloom_filter_length", filter.length(), extent.length().getAsInt());
    }
    if (!filter.known() || chunk.leaf().type() == FileMetadata.Type.BOOLEAN) {
      findings.unverified(place, "bloom filters of an unknown algorithm, hash or type");
      return null;
    }
    int size = filter.bits().capacity();
    if (size == 0 || size % BloomFilterCheck.BLOCK_BYTES != 0) {
      findings.lie(place, "bloom filter numBytes", "blocks of 32 bytes", size + " bytes");
      return null;
    }
    findings.bloomFilters++;
    return filter;
  }
}

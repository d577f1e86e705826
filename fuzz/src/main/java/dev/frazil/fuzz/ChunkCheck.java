package dev.frazil.fuzz;

import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.encoders.PageVersion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/// One column chunk: its metadata against its pages, its pages against the limits.
final class ChunkCheck {
  private final ExpectedLeaf leaf;
  private final ParquetColumn column;
  private final EncoderOptions options;
  private final boolean columnIndex;

  /// @param expected the file
  /// @param leaf the slots of the chunk
  ChunkCheck(ExpectedFile expected, ExpectedLeaf leaf) {
    this.leaf = leaf;
    this.column = leaf.column();
    this.options = expected.encoder(column);
    this.columnIndex = expected.options().columnIndex();
  }

  /// Checks everything about the chunk that the footer and the page headers say.
  void verify(byte[] file, ColumnChunk chunk) throws IOException {
    Expect.that("file_path: expected none", !chunk.isSetFile_path());
    Expect.equal("file_offset", 0L, chunk.getFile_offset());
    ColumnMetaData meta = Expect.present("meta_data", chunk.getMeta_data());
    Expect.equal("path_in_schema", column.path(), meta.getPath_in_schema());
    Expect.equal("physical type", physicalType(), String.valueOf(meta.getType()));
    Expect.equal("codec", options.compression().codec().name(), String.valueOf(meta.getCodec()));
    Expect.equal("num_values", (long) leaf.size(), meta.getNum_values());
    PageWalk walk = PageWalk.of(file, meta);
    Expect.equal("total_compressed_size", walk.compressedSize(), meta.getTotal_compressed_size());
    Expect.equal(
        "total_uncompressed_size", walk.uncompressedSize(), meta.getTotal_uncompressed_size());
    verifyDictionary(walk);
    verifyPages(walk);
    verifyEncodings(meta, walk);
    StatisticsCheck.verify(
        column, ExpectedStatistics.of(leaf), Expect.present("statistics", meta.getStatistics()));
    IndexCheck.verify(file, chunk, leaf, walk, columnIndex, options.pageBoundMaxBytes());
    SizeCheck.verify(leaf, meta.getSize_statistics());
    BloomCheck.verify(file, meta, leaf, options.bloomFilter());
    GeometryCheck.verify(leaf, meta.getGeospatial_statistics());
  }

  private String physicalType() {
    return switch (column.type().getPrimitiveTypeName()) {
      case BINARY -> "BYTE_ARRAY";
      default -> column.type().getPrimitiveTypeName().name();
    };
  }

  private void verifyDictionary(PageWalk walk) {
    PageWalk.Page dictionary = walk.dictionary();
    if (dictionary == null) {
      return;
    }
    Expect.that(
        "dictionary: expected none when switched off",
        options.dictionary() || options.encoding() instanceof EncodingPolicy.Fixed);
    Expect.that(
        "dictionary: expected none for booleans",
        column.type().getPrimitiveTypeName() != PrimitiveTypeName.BOOLEAN);
    Expect.that(
        "dictionary page: expected at most the limit, got "
            + dictionary.header().getUncompressed_page_size(),
        dictionary.header().getUncompressed_page_size() <= options.dictionaryMaxBytes());
    DictionaryPageHeader header =
        Expect.present("dictionary page header", dictionary.header().getDictionary_page_header());
    Set<ByteBuffer> distinct = new HashSet<>();
    for (Object value : leaf.values()) {
      if (value != null) {
        distinct.add(ByteBuffer.wrap(column.plain(value)));
      }
    }
    Expect.equal("dictionary entries", distinct.size(), header.getNum_values());
    Expect.equal("dictionary encoding", Encoding.PLAIN, header.getEncoding());
  }

  private void verifyPages(PageWalk walk) {
    int slot = 0;
    Set<Encoding> encodings = EnumSet.noneOf(Encoding.class);
    for (PageWalk.Page page : walk.pages()) {
      encodings.add(page.encoding());
      Expect.equal("page version", options.pageVersion() == PageVersion.V2, page.v2());
      Expect.that("slots of a page: expected some", page.slots() > 0);
      ExpectedLeaf slots = leaf.slots(slot, slot + page.slots());
      Expect.equal("first repetition level of a page", 0, slots.repetitions().getFirst());
      verifyHeader(page, slots);
      verifySize(page, slots);
      slot += page.slots();
    }
    Expect.equal("slots of the pages", leaf.size(), slot);
    Expect.that(
        "last page: expected to end with a row", slot == 0 || leaf.repetitions().size() == slot);
  }

  private static void verifyHeader(PageWalk.Page page, ExpectedLeaf slots) {
    if (page.v2()) {
      DataPageHeaderV2 header = page.second();
      long nulls = ExpectedStatistics.of(slots).nulls();
      Expect.equal("num_nulls", nulls, (long) header.getNum_nulls());
      Expect.equal("num_rows", slots.rowCount(), header.getNum_rows());
      int levels =
          header.getDefinition_levels_byte_length() + header.getRepetition_levels_byte_length();
      Expect.that(
          "levels of a page: expected no more than its size",
          levels <= page.header().getCompressed_page_size());
      if (!header.isIs_compressed()) {
        Expect.equal(
            "size of a page that is not compressed",
            page.header().getUncompressed_page_size(),
            page.header().getCompressed_page_size());
      }
      if (nulls == slots.size()) {
        Expect.equal("is_compressed of a page without values", false, header.isIs_compressed());
      }
    } else {
      DataPageHeader header = page.first();
      Expect.equal("level encoding", Encoding.RLE, header.getDefinition_level_encoding());
      Expect.equal("level encoding", Encoding.RLE, header.getRepetition_level_encoding());
    }
  }

  private void verifySize(PageWalk.Page page, ExpectedLeaf slots) {
    int rows = slots.rowCount();
    Expect.that(
        "page rows: expected 1 to the limit, got " + rows,
        rows >= 1 && (rows <= options.pageTargetRows() || options.chunking() != null));
    long most = largest(slots, page.encoding());
    Expect.that(
        "page bytes: expected at most %d, got %d"
            .formatted(most, page.header().getUncompressed_page_size()),
        page.header().getUncompressed_page_size() <= most);
  }

  /// The most bytes of a page of these slots: the target, or one row above it, the levels, and what
  /// an encoding at its worst adds to PLAIN.
  private long largest(ExpectedLeaf slots, Encoding encoding) {
    long row = 0;
    long largest = 0;
    for (int i = 0; i < slots.size(); i++) {
      Object value = slots.values().get(i);
      row = slots.repetitions().get(i) == 0 ? 0 : row;
      row += value == null ? 0 : Integer.BYTES + column.plain(value).length;
      largest = Math.max(largest, row);
    }
    long most = Math.max(options.pageTargetBytes(), largest);
    if (options.chunking() != null) {
      most = Math.max(most, options.chunking().maxBytes() + largest);
    }
    boolean plain = encoding == Encoding.PLAIN || encoding == Encoding.RLE_DICTIONARY;
    return most + 2L * slots.size() + 64 + (plain ? 0 : most / 64 + 4L * slots.size() + 700);
  }

  private void verifyEncodings(ColumnMetaData meta, PageWalk walk) {
    Set<Encoding> encodings = EnumSet.noneOf(Encoding.class);
    walk.pages().forEach(page -> encodings.add(page.encoding()));
    if (column.descriptor().getMaxDefinitionLevel() > 0) {
      encodings.add(Encoding.RLE);
    }
    if (walk.dictionary() != null) {
      encodings.add(Encoding.PLAIN);
    }
    Expect.equal("encodings", encodings, EnumSet.copyOf(meta.getEncodings()));
    Expect.equal("encodings without repeats", encodings.size(), meta.getEncodingsSize());
    int dictionaries = 0;
    int pages = 0;
    List<PageEncodingStats> all = Expect.present("encoding_stats", meta.getEncoding_stats());
    for (PageEncodingStats stats : all) {
      if (stats.getPage_type() == PageType.DICTIONARY_PAGE) {
        dictionaries += stats.getCount();
      } else {
        Expect.that(
            "encoding_stats: expected a page of " + stats,
            walk.pages().stream()
                .anyMatch(page ->
                    page.encoding() == stats.getEncoding()
                        && page.header().getType() == stats.getPage_type()));
        pages += stats.getCount();
      }
    }
    Expect.equal("dictionary pages", walk.dictionary() == null ? 0 : 1, dictionaries);
    Expect.equal("data pages", walk.pages().size(), pages);
  }
}

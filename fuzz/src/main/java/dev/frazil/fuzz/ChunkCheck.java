package dev.frazil.fuzz;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/// One column chunk: its metadata against its pages, its pages against the limits.
final class ChunkCheck {
  private final ExpectedFile expected;
  private final ParquetColumn column;
  private final List<@Nullable Object> values;

  /// @param expected the file
  /// @param column the leaf
  /// @param values its values in the row group
  ChunkCheck(ExpectedFile expected, ParquetColumn column, List<@Nullable Object> values) {
    this.expected = expected;
    this.column = column;
    this.values = values;
  }

  /// Checks everything about the chunk that the footer and the page headers say.
  void verify(byte[] file, ColumnChunk chunk) throws IOException {
    Expect.that("file_path: expected none", !chunk.isSetFile_path());
    Expect.equal("file_offset", 0L, chunk.getFile_offset());
    ColumnMetaData meta = Expect.present("meta_data", chunk.getMeta_data());
    Expect.equal("path_in_schema", List.of(column.field().name()), meta.getPath_in_schema());
    Expect.equal("physical type", physicalType(), String.valueOf(meta.getType()));
    Expect.equal(
        "codec", expected.options().compression().codec().name(), String.valueOf(meta.getCodec()));
    Expect.equal("num_values", (long) values.size(), meta.getNum_values());
    PageWalk walk = PageWalk.of(file, meta);
    Expect.equal("total_compressed_size", walk.compressedSize(), meta.getTotal_compressed_size());
    Expect.equal(
        "total_uncompressed_size", walk.uncompressedSize(), meta.getTotal_uncompressed_size());
    verifyDictionary(walk);
    verifyPages(walk);
    verifyEncodings(meta, walk);
    StatisticsCheck.verify(
        column,
        ExpectedStatistics.of(column, values),
        Expect.present("statistics", meta.getStatistics()));
  }

  private String physicalType() {
    return switch (column.type().getPrimitiveTypeName()) {
      case BINARY -> "BYTE_ARRAY";
      default -> column.type().getPrimitiveTypeName().name();
    };
  }

  private void verifyDictionary(PageWalk walk) {
    PageHeader dictionary = walk.dictionary();
    if (dictionary == null) {
      return;
    }
    Expect.that("dictionary: expected none when switched off", expected.options().dictionary());
    Expect.that(
        "dictionary: expected none for booleans",
        column.type().getPrimitiveTypeName() != PrimitiveTypeName.BOOLEAN);
    Expect.that(
        "dictionary page: expected at most the limit, got "
            + dictionary.getUncompressed_page_size(),
        dictionary.getUncompressed_page_size() <= expected.options().dictionaryMaxBytes());
    DictionaryPageHeader header =
        Expect.present("dictionary page header", dictionary.getDictionary_page_header());
    Set<ByteBuffer> distinct = new HashSet<>();
    for (Object value : values) {
      if (value != null) {
        distinct.add(ByteBuffer.wrap(column.plain(value)));
      }
    }
    Expect.equal("dictionary entries", distinct.size(), header.getNum_values());
    Expect.equal("dictionary encoding", Encoding.PLAIN, header.getEncoding());
  }

  private void verifyPages(PageWalk walk) {
    long rows = 0;
    Encoding encoding = walk.dictionary() == null ? Encoding.PLAIN : Encoding.RLE_DICTIONARY;
    for (PageHeader header : walk.pages()) {
      DataPageHeader page = Expect.present("data page header", header.getData_page_header());
      Expect.equal("page encoding", encoding, page.getEncoding());
      Expect.equal("level encoding", Encoding.RLE, page.getDefinition_level_encoding());
      Expect.equal("level encoding", Encoding.RLE, page.getRepetition_level_encoding());
      Expect.that(
          "page rows: expected 1 to the limit, got " + page.getNum_values(),
          page.getNum_values() >= 1 && page.getNum_values() <= expected.options().pageTargetRows());
      Expect.that(
          "page bytes: expected at most %d, got %d"
              .formatted(largest(page.getNum_values()), header.getUncompressed_page_size()),
          header.getUncompressed_page_size() <= largest(page.getNum_values()));
      rows += page.getNum_values();
    }
    Expect.equal("rows of the pages", (long) values.size(), rows);
  }

  /// The most bytes of a page of so many rows: the target, or one value above it, and the levels.
  private long largest(int rows) {
    long value = 0;
    for (Object present : values) {
      value = Math.max(value, present == null ? 0 : Integer.BYTES + column.plain(present).length);
    }
    return Math.max(expected.options().pageTargetBytes(), value) + rows / 4 + 64;
  }

  private void verifyEncodings(ColumnMetaData meta, PageWalk walk) {
    Set<Encoding> encodings = EnumSet.of(Encoding.PLAIN);
    if (column.field().nullable()) {
      encodings.add(Encoding.RLE);
    }
    if (walk.dictionary() != null) {
      encodings.add(Encoding.RLE_DICTIONARY);
    }
    Expect.equal("encodings", encodings, EnumSet.copyOf(meta.getEncodings()));
    Expect.equal("encodings without repeats", encodings.size(), meta.getEncodingsSize());
    int dictionaries = 0;
    int pages = 0;
    for (PageEncodingStats stats : Expect.present("encoding_stats", meta.getEncoding_stats())) {
      if (stats.getPage_type() == PageType.DICTIONARY_PAGE) {
        dictionaries += stats.getCount();
      } else {
        Expect.equal(
            "encoding of encoding_stats",
            walk.dictionary() == null ? Encoding.PLAIN : Encoding.RLE_DICTIONARY,
            stats.getEncoding());
        pages += stats.getCount();
      }
    }
    Expect.equal("dictionary pages", walk.dictionary() == null ? 0 : 1, dictionaries);
    Expect.equal("data pages", walk.pages().size(), pages);
  }
}

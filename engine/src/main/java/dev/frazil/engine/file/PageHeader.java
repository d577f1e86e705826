package dev.frazil.engine.file;

import java.io.IOException;
import java.util.OptionalInt;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Statistics;
import org.jspecify.annotations.Nullable;

/// The header of a page, of any writer's file (parquet.thrift, `PageHeader`). Immutable.
///
/// @param offset where the header starts in the file
/// @param length bytes of the header
/// @param kind what the page holds
/// @param compressedSize bytes behind the header, 0 or more
/// @param uncompressedSize the same before compression, 0 or more
/// @param crc checksum of the bytes behind the header, or empty when there is none
/// @param valueCount slots of a data page, nulls included, or entries of a dictionary; 0 or more
/// @param encoding encoding of the values by its name in the specification
/// @param levels how the levels of a data page are stored, or null for a dictionary
/// @param sorted whether the header says that a dictionary is sorted
/// @param statistics counts and bounds of a data page, or null when the header has none
public record PageHeader(
    long offset,
    int length,
    Kind kind,
    int compressedSize,
    int uncompressedSize,
    OptionalInt crc,
    int valueCount,
    String encoding,
    @Nullable LevelLayout levels,
    boolean sorted,
    FileMetadata.@Nullable Statistics statistics) {

  /// What most headers fit in, and what the longest one may have: statistics can be long.
  private static final int FIRST_WINDOW = 1 << 10;

  private static final int LAST_WINDOW = 1 << 26;

  /// What a page holds.
  public enum Kind {
    /// Levels and values, compressed together.
    DATA_PAGE,
    /// An index page, which no writer writes.
    INDEX_PAGE,
    /// The entries of a dictionary.
    DICTIONARY_PAGE,
    /// Levels, and values compressed by themselves.
    DATA_PAGE_V2
  }

  /// How the levels of a data page are stored.
  public sealed interface LevelLayout {}

  /// Levels of a DATA_PAGE.
  ///
  /// @param repetitionEncoding encoding of the repetition levels by its name in the specification
  /// @param definitionEncoding encoding of the definition levels by its name
  public record LevelsV1(String repetitionEncoding, String definitionEncoding)
      implements LevelLayout {}

  /// Levels of a DATA_PAGE_V2.
  ///
  /// @param nullCount slots without a value, by the header
  /// @param rowCount rows, by the header
  /// @param repetitionBytes bytes of the repetition levels, 0 or more
  /// @param definitionBytes bytes of the definition levels, 0 or more
  /// @param compressed whether the values are compressed
  public record LevelsV2(
      int nullCount, int rowCount, int repetitionBytes, int definitionBytes, boolean compressed)
      implements LevelLayout {}

  /// Where the page ends.
  ///
  /// @return the position of the first byte behind it
  public long end() {
    return offset + length + compressedSize;
  }

  /// Whether the page holds values of rows.
  ///
  /// @return false for a dictionary or an index
  public boolean isData() {
    return kind == Kind.DATA_PAGE || kind == Kind.DATA_PAGE_V2;
  }

  /// Reads a header.
  ///
  /// @param source the file; stays open
  /// @param offset where the header starts
  /// @param limit where the pages of the chunk end at the latest
  /// @return the header of a page that ends at the limit or before
  /// @throws IOException if there is no such header
  public static PageHeader read(ByteSource source, long offset, long limit) throws IOException {
    for (int window = FIRST_WINDOW; ; window *= 4) {
      long length = Math.min(window, limit - offset);
      byte[] bytes = ThriftReader.bytes(source, offset, length);
      org.apache.parquet.format.PageHeader header = new org.apache.parquet.format.PageHeader();
      int headerLength;
      try {
        headerLength = ThriftReader.read(bytes, header);
      } catch (IOException e) {
        if (length == window && window < LAST_WINDOW) {
          continue;
        }
        throw e;
      }
      PageHeader result = of(offset, headerLength, header);
      if (result.end() > limit) {
        throw new IOException("a page that ends at %d, behind %d".formatted(result.end(), limit));
      }
      return result;
    }
  }

  private static PageHeader of(long offset, int length, org.apache.parquet.format.PageHeader header)
      throws IOException {
    DataPageHeader v1 = header.getData_page_header();
    DataPageHeaderV2 v2 = header.getData_page_header_v2();
    DictionaryPageHeader dictionary = header.getDictionary_page_header();
    if (v1 != null) {
      return page(
          offset,
          length,
          header,
          v1.getNum_values(),
          String.valueOf(v1.getEncoding()),
          new LevelsV1(
              String.valueOf(v1.getRepetition_level_encoding()),
              String.valueOf(v1.getDefinition_level_encoding())),
          false,
          v1.getStatistics());
    } else if (v2 != null) {
      return page(
          offset,
          length,
          header,
          v2.getNum_values(),
          String.valueOf(v2.getEncoding()),
          new LevelsV2(
              v2.getNum_nulls(),
              v2.getNum_rows(),
              count("repetition_levels_byte_length", v2.getRepetition_levels_byte_length()),
              count("definition_levels_byte_length", v2.getDefinition_levels_byte_length()),
              v2.isIs_compressed()),
          false,
          v2.getStatistics());
    } else if (dictionary != null) {
      return page(
          offset,
          length,
          header,
          dictionary.getNum_values(),
          String.valueOf(dictionary.getEncoding()),
          null,
          dictionary.isIs_sorted(),
          null);
    }
    return page(offset, length, header, 0, "", null, false, null);
  }

  private static PageHeader page(
      long offset,
      int length,
      org.apache.parquet.format.PageHeader header,
      int valueCount,
      String encoding,
      @Nullable LevelLayout levels,
      boolean sorted,
      @Nullable Statistics statistics)
      throws IOException {
    if (header.getType() == null) {
      throw new IOException("a header without a type");
    }
    PageHeader result =
        new PageHeader(
            offset,
            length,
            Kind.valueOf(header.getType().name()),
            count("compressed_page_size", header.getCompressed_page_size()),
            count("uncompressed_page_size", header.getUncompressed_page_size()),
            header.isSetCrc() ? OptionalInt.of(header.getCrc()) : OptionalInt.empty(),
            count("num_values", valueCount),
            encoding,
            levels,
            sorted,
            statistics == null ? null : FooterFacts.statistics(statistics, true));
    if (!result.agrees()) {
      throw new IOException("a header of another kind than " + result.kind);
    }
    return result;
  }

  private boolean agrees() {
    return switch (kind) {
      case DATA_PAGE -> levels instanceof LevelsV1;
      case DATA_PAGE_V2 -> levels instanceof LevelsV2;
      case DICTIONARY_PAGE -> levels == null && !encoding.isEmpty();
      case INDEX_PAGE -> levels == null && encoding.isEmpty();
    };
  }

  private static int count(String name, int value) throws IOException {
    if (value < 0) {
      throw new IOException(name + ": expected 0 or more, got " + value);
    }
    return value;
  }
}

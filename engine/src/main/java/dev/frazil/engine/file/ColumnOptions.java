package dev.frazil.engine.file;

import dev.frazil.encoders.BloomFilterOptions;
import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.EncodingPolicy;
import org.jspecify.annotations.Nullable;

/// How one column is written, where that is not as all others are. Immutable; null stands for what
/// holds for all columns.
///
/// @param compression codec and level
/// @param encoding how the encoding of the values is chosen
/// @param dictionary whether a dictionary is tried
/// @param dictionaryMaxBytes largest dictionary page in bytes, 1 or more
/// @param pageTargetBytes a page ends when its values reach this many bytes, 1 or more
/// @param bloomFilter how a bloom filter is made; null for none
/// @param footerStatistics whether the footer has statistics and bounds of pages of the column; the
///   receipt always has its statistics
public record ColumnOptions(
    @Nullable CompressionPolicy compression,
    @Nullable EncodingPolicy encoding,
    @Nullable Boolean dictionary,
    @Nullable Integer dictionaryMaxBytes,
    @Nullable Integer pageTargetBytes,
    @Nullable BloomFilterOptions bloomFilter,
    boolean footerStatistics) {

  /// What holds for all columns.
  public static final ColumnOptions DEFAULT =
      new ColumnOptions(null, null, null, null, null, null, true);

  /// These options with a codec of the column's own.
  ///
  /// @param value codec and level
  /// @return other options
  public ColumnOptions withCompression(CompressionPolicy value) {
    return new ColumnOptions(
        value,
        encoding,
        dictionary,
        dictionaryMaxBytes,
        pageTargetBytes,
        bloomFilter,
        footerStatistics);
  }

  /// These options with an encoding of the column's own.
  ///
  /// @param value how it is chosen
  /// @return other options
  public ColumnOptions withEncoding(EncodingPolicy value) {
    return new ColumnOptions(
        compression,
        value,
        dictionary,
        dictionaryMaxBytes,
        pageTargetBytes,
        bloomFilter,
        footerStatistics);
  }

  /// These options with a choice about a dictionary of the column's own.
  ///
  /// @param value whether a dictionary is tried
  /// @return other options
  public ColumnOptions withDictionary(boolean value) {
    return new ColumnOptions(
        compression,
        encoding,
        value,
        dictionaryMaxBytes,
        pageTargetBytes,
        bloomFilter,
        footerStatistics);
  }

  /// These options with a limit of the dictionary of the column's own.
  ///
  /// @param value bytes, 1 or more
  /// @return other options
  public ColumnOptions withDictionaryMaxBytes(int value) {
    return new ColumnOptions(
        compression, encoding, dictionary, value, pageTargetBytes, bloomFilter, footerStatistics);
  }

  /// These options with a size of pages of the column's own.
  ///
  /// @param value bytes, 1 or more
  /// @return other options
  public ColumnOptions withPageTargetBytes(int value) {
    return new ColumnOptions(
        compression,
        encoding,
        dictionary,
        dictionaryMaxBytes,
        value,
        bloomFilter,
        footerStatistics);
  }

  /// These options with a bloom filter.
  ///
  /// @param value how it is made
  /// @return other options
  public ColumnOptions withBloomFilter(BloomFilterOptions value) {
    return new ColumnOptions(
        compression,
        encoding,
        dictionary,
        dictionaryMaxBytes,
        pageTargetBytes,
        value,
        footerStatistics);
  }

  /// These options with or without statistics in the footer.
  ///
  /// @param value whether the footer has them
  /// @return other options
  public ColumnOptions withFooterStatistics(boolean value) {
    return new ColumnOptions(
        compression, encoding, dictionary, dictionaryMaxBytes, pageTargetBytes, bloomFilter, value);
  }

  /// What the column's encoder needs to know.
  ///
  /// @param all what holds for all columns
  /// @throws IllegalArgumentException if a limit is not positive
  EncoderOptions over(EncoderOptions all) {
    return all.toBuilder()
        .compression(compression == null ? all.compression() : compression)
        .encoding(encoding == null ? all.encoding() : encoding)
        .dictionary(dictionary == null ? all.dictionary() : dictionary)
        .dictionaryMaxBytes(
            dictionaryMaxBytes == null ? all.dictionaryMaxBytes() : dictionaryMaxBytes)
        .pageTargetBytes(pageTargetBytes == null ? all.pageTargetBytes() : pageTargetBytes)
        .bloomFilter(bloomFilter == null ? all.bloomFilter() : bloomFilter)
        .build();
  }
}

package dev.frazil.encoders;

import org.jspecify.annotations.Nullable;

/// How a column chunk is encoded. Immutable; made by [#builder()] or [#toBuilder()].
///
/// @param compression codec and level of all pages
/// @param encoding how the encoding of the values is chosen
/// @param dictionary whether [EncodingPolicy.Compatible] and [EncodingPolicy.Smallest] try a
///   dictionary
/// @param dictionaryMaxBytes largest dictionary page body in bytes, 1 or more
/// @param pageVersion the layout of data pages
/// @param pageTargetBytes a page ends when its uncompressed values reach this many bytes, counted
///   as indices or in PLAIN, 1 or more
/// @param pageTargetRows a page ends when it has this many rows; 0 stands for 20,000, and for
///   65,536 in pages of dictionary indices under [EncodingPolicy.Smallest]
/// @param pageTargetValues a page ends at the first row border at which it has this many slots,
///   nulls included, 1 or more
/// @param pageBoundMaxBytes bounds of a page are shortened to this many bytes, 1 or more
/// @param bloomFilter how a bloom filter is made, or null for none
/// @param chunking how pages are cut by content instead of by bytes and rows, or null
public record EncoderOptions(
    CompressionPolicy compression,
    EncodingPolicy encoding,
    boolean dictionary,
    int dictionaryMaxBytes,
    PageVersion pageVersion,
    int pageTargetBytes,
    int pageTargetRows,
    int pageTargetValues,
    int pageBoundMaxBytes,
    @Nullable BloomFilterOptions bloomFilter,
    @Nullable ContentDefinedChunking chunking) {

  private static final int PAGE_ROWS = 20_000;
  private static final int SMALLEST_INDEX_PAGE_ROWS = 1 << 16;

  /// Zstandard 1, dictionaries up to 2 MiB where they are smaller, pages v1 of 1 MiB or 20,000
  /// rows, no bloom filter.
  public static final EncoderOptions DEFAULT =
      new EncoderOptions(
          CompressionPolicy.ZSTD,
          new EncodingPolicy.Compatible(),
          true,
          2 << 20,
          PageVersion.V1,
          1 << 20,
          0,
          1 << 20,
          64,
          null,
          null);

  /// Checks the limits.
  ///
  /// @throws IllegalArgumentException if a limit is not positive, or the rows of a page are
  ///   negative
  public EncoderOptions {
    requirePositive("dictionaryMaxBytes", dictionaryMaxBytes);
    requirePositive("pageTargetBytes", pageTargetBytes);
    if (pageTargetRows < 0) {
      throw new IllegalArgumentException(
          "pageTargetRows: expected 0 or more, got " + pageTargetRows);
    }
    requirePositive("pageTargetValues", pageTargetValues);
    requirePositive("pageBoundMaxBytes", pageBoundMaxBytes);
  }

  private static void requirePositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + ": expected 1 or more, got " + value);
    }
  }

  /// Rows at which a page ends.
  ///
  /// @return a count, 1 or more: the one that was set, else 20,000
  @Override
  public int pageTargetRows() {
    return pageTargetRows == 0 ? PAGE_ROWS : pageTargetRows;
  }

  /// Rows at which a page of dictionary indices ends. They are short, so that its header and its
  /// entries in the indexes make a difference where nothing but size counts.
  ///
  /// @return a count, 1 or more
  public int indexPageTargetRows() {
    boolean smallest = encoding instanceof EncodingPolicy.Smallest;
    return pageTargetRows == 0 && smallest ? SMALLEST_INDEX_PAGE_ROWS : pageTargetRows();
  }

  /// A builder that starts at [#DEFAULT].
  ///
  /// @return a new builder
  public static Builder builder() {
    return DEFAULT.toBuilder();
  }

  /// A builder that starts at these options.
  ///
  /// @return a new builder
  public Builder toBuilder() {
    return new Builder(this);
  }

  /// Collects options one by one. Not thread-safe.
  public static final class Builder {
    private CompressionPolicy compression;
    private EncodingPolicy encoding;
    private boolean dictionary;
    private int dictionaryMaxBytes;
    private PageVersion pageVersion;
    private int pageTargetBytes;
    private int pageTargetRows;
    private int pageTargetValues;
    private int pageBoundMaxBytes;
    private @Nullable BloomFilterOptions bloomFilter;
    private @Nullable ContentDefinedChunking chunking;

    private Builder(EncoderOptions start) {
      compression = start.compression;
      encoding = start.encoding;
      dictionary = start.dictionary;
      dictionaryMaxBytes = start.dictionaryMaxBytes;
      pageVersion = start.pageVersion;
      pageTargetBytes = start.pageTargetBytes;
      pageTargetRows = start.pageTargetRows;
      pageTargetValues = start.pageTargetValues;
      pageBoundMaxBytes = start.pageBoundMaxBytes;
      bloomFilter = start.bloomFilter;
      chunking = start.chunking;
    }

    /// Sets [EncoderOptions#compression()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder compression(CompressionPolicy value) {
      compression = value;
      return this;
    }

    /// Sets [EncoderOptions#encoding()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder encoding(EncodingPolicy value) {
      encoding = value;
      return this;
    }

    /// Sets [EncoderOptions#dictionary()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder dictionary(boolean value) {
      dictionary = value;
      return this;
    }

    /// Sets [EncoderOptions#dictionaryMaxBytes()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder dictionaryMaxBytes(int value) {
      dictionaryMaxBytes = value;
      return this;
    }

    /// Sets [EncoderOptions#pageVersion()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder pageVersion(PageVersion value) {
      pageVersion = value;
      return this;
    }

    /// Sets [EncoderOptions#pageTargetBytes()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder pageTargetBytes(int value) {
      pageTargetBytes = value;
      return this;
    }

    /// Sets [EncoderOptions#pageTargetRows()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder pageTargetRows(int value) {
      pageTargetRows = value;
      return this;
    }

    /// Sets [EncoderOptions#pageTargetValues()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder pageTargetValues(int value) {
      pageTargetValues = value;
      return this;
    }

    /// Sets [EncoderOptions#pageBoundMaxBytes()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder pageBoundMaxBytes(int value) {
      pageBoundMaxBytes = value;
      return this;
    }

    /// Sets [EncoderOptions#bloomFilter()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder bloomFilter(@Nullable BloomFilterOptions value) {
      bloomFilter = value;
      return this;
    }

    /// Sets [EncoderOptions#chunking()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder chunking(@Nullable ContentDefinedChunking value) {
      chunking = value;
      return this;
    }

    /// The options.
    ///
    /// @return checked options
    /// @throws IllegalArgumentException if a limit is not positive, or the rows of a page are
    ///   negative
    public EncoderOptions build() {
      return new EncoderOptions(
          compression,
          encoding,
          dictionary,
          dictionaryMaxBytes,
          pageVersion,
          pageTargetBytes,
          pageTargetRows,
          pageTargetValues,
          pageBoundMaxBytes,
          bloomFilter,
          chunking);
    }
  }
}

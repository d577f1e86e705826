package dev.frazil.engine.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Statistics;
import org.jspecify.annotations.Nullable;

/// Reads the footer of a file that any writer may have made, or damaged. Sizes are compared with
/// the file before anything is allocated.
final class FooterReader {
  private static final byte[] ENCRYPTED_MAGIC = "PARE".getBytes(StandardCharsets.US_ASCII);

  /// The footer's length and the magic number behind it.
  private static final int TAIL = 8;

  private final long length;
  private final FileMetaData metaData;
  private final List<FileMetadata.Field> schema;
  private final List<FileMetadata.Field> leaves;

  private FooterReader(long length, FileMetaData metaData) throws IOException {
    this.length = length;
    this.metaData = metaData;
    this.schema = SchemaFields.of(ThriftReader.orEmpty(metaData.getSchema()));
    this.leaves = schema.stream().filter(field -> field.type() != null).toList();
  }

  /// A footer that has been read and checked.
  ///
  /// @param thrift the footer as it stands in the file
  /// @param metadata what it says
  record Footer(FileMetaData thrift, FileMetadata metadata) {}

  static FileMetadata read(ByteSource source) throws IOException {
    return footer(source).metadata();
  }

  static Footer footer(ByteSource source) throws IOException {
    long length = source.length();
    byte[] footer = footer(source, length);
    try {
      FileMetaData metaData = new FileMetaData();
      ThriftReader.read(footer, metaData);
      return new Footer(metaData, new FooterReader(length, metaData).metadata());
    } catch (IOException | RuntimeException e) {
      throw new IOException("footer: " + source.name() + ": " + e.getMessage(), e);
    }
  }

  private static byte[] footer(ByteSource source, long length) throws IOException {
    int magic = FooterWriter.MAGIC.length;
    if (length < magic + TAIL) {
      throw unexpected(source, "a Parquet file", length + " bytes");
    }
    byte[] tail = source.read(length - TAIL, TAIL);
    requireMagic(source, Arrays.copyOfRange(tail, magic, TAIL));
    requireMagic(source, source.read(0, magic));
    int size = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (size < 0 || size > length - magic - TAIL) {
      throw unexpected(
          source, "a length of at most " + (length - magic - TAIL), Integer.toUnsignedString(size));
    }
    return source.read(length - TAIL - size, size);
  }

  private static void requireMagic(ByteSource source, byte[] magic) throws IOException {
    if (Arrays.equals(magic, ENCRYPTED_MAGIC)) {
      throw unexpected(source, "a plain footer", "an encrypted one");
    }
    if (!Arrays.equals(magic, FooterWriter.MAGIC)) {
      throw unexpected(source, "a Parquet file", "other bytes at its start or end");
    }
  }

  private static IOException unexpected(ByteSource source, String expected, String got) {
    return new IOException(
        "footer: %s: expected %s, got %s".formatted(source.name(), expected, got));
  }

  private FileMetadata metadata() throws IOException {
    if (metaData.isSetEncryption_algorithm()) {
      throw new IOException("expected plain columns, got encrypted ones");
    }
    List<FileMetadata.RowGroup> rowGroups = new ArrayList<>();
    for (RowGroup rowGroup : ThriftReader.orEmpty(metaData.getRow_groups())) {
      rowGroups.add(rowGroup(rowGroup, rowGroups.size()));
    }
    return new FileMetadata(
        length,
        metaData.getVersion(),
        metaData.isSetCreated_by() ? metaData.getCreated_by() : null,
        requireCount("num_rows", metaData.getNum_rows()),
        schema,
        keyValueMetadata(),
        rowGroups);
  }

  private Map<String, String> keyValueMetadata() {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (KeyValue pair : ThriftReader.orEmpty(metaData.getKey_value_metadata())) {
      pairs.put(pair.getKey(), pair.isSetValue() ? pair.getValue() : "");
    }
    return pairs;
  }

  private FileMetadata.RowGroup rowGroup(RowGroup rowGroup, int ordinal) throws IOException {
    List<ColumnChunk> columns = ThriftReader.orEmpty(rowGroup.getColumns());
    if (columns.size() != leaves.size()) {
      throw new IOException(
          "row group %d: expected %d column chunks, got %d"
              .formatted(ordinal, leaves.size(), columns.size()));
    }
    List<FileMetadata.ColumnChunk> chunks = new ArrayList<>();
    long offset = 0;
    long compressedSize = 0;
    for (ColumnChunk chunk : columns) {
      FileMetadata.ColumnChunk column = columnChunk(chunk, chunks.size());
      offset = chunks.isEmpty() ? column.offset() : offset;
      compressedSize += column.compressedSize();
      chunks.add(column);
    }
    return new FileMetadata.RowGroup(
        offset,
        requireCount("num_rows", rowGroup.getNum_rows()),
        compressedSize,
        requireCount("total_byte_size", rowGroup.getTotal_byte_size()),
        FooterFacts.of(rowGroup),
        chunks);
  }

  private FileMetadata.ColumnChunk columnChunk(ColumnChunk chunk, int column) throws IOException {
    FileMetadata.Field leaf = leaves.get(column);
    ColumnMetaData chunkMetaData = chunk.getMeta_data();
    if (chunk.isSetCrypto_metadata()) {
      throw new IOException(
          String.join(".", leaf.path()) + ": expected a plain column, got an encrypted one");
    }
    if (chunkMetaData == null || chunk.isSetFile_path()) {
      throw new IOException(
          "%s: expected a column chunk in this file, got %s"
              .formatted(
                  String.join(".", leaf.path()),
                  chunkMetaData == null ? "none" : "one in " + chunk.getFile_path()));
    }
    return new FileMetadata.ColumnChunk(
        leaf,
        String.valueOf(chunkMetaData.getCodec()),
        ThriftReader.orEmpty(chunkMetaData.getEncodings()).stream().map(String::valueOf).toList(),
        requireCount("num_values", chunkMetaData.getNum_values()),
        requireCount("total_compressed_size", chunkMetaData.getTotal_compressed_size()),
        requireCount("total_uncompressed_size", chunkMetaData.getTotal_uncompressed_size()),
        requireCount("data_page_offset", chunkMetaData.getData_page_offset()),
        dictionaryPageOffset(chunkMetaData),
        dataPages(chunkMetaData),
        statistics(chunkMetaData.getStatistics(), column),
        FooterFacts.of(chunk, chunkMetaData, order(column)));
  }

  /// Some writers state 0 for a chunk without a dictionary page.
  private static OptionalLong dictionaryPageOffset(ColumnMetaData metaData) {
    return metaData.isSetDictionary_page_offset() && metaData.getDictionary_page_offset() > 0
        ? OptionalLong.of(metaData.getDictionary_page_offset())
        : OptionalLong.empty();
  }

  private static OptionalInt dataPages(ColumnMetaData metaData) {
    if (!metaData.isSetEncoding_stats()) {
      return OptionalInt.empty();
    }
    int pages = 0;
    for (PageEncodingStats stats : ThriftReader.orEmpty(metaData.getEncoding_stats())) {
      boolean data =
          stats.getPage_type() == PageType.DATA_PAGE
              || stats.getPage_type() == PageType.DATA_PAGE_V2;
      pages += data ? stats.getCount() : 0;
    }
    return OptionalInt.of(pages);
  }

  private FileMetadata.@Nullable Statistics statistics(
      @Nullable Statistics statistics, int column) {
    return statistics == null
        ? null
        : FooterFacts.statistics(statistics, order(column) != FileMetadata.BoundsOrder.UNKNOWN);
  }

  private FileMetadata.BoundsOrder order(int column) {
    List<ColumnOrder> orders = ThriftReader.orEmpty(metaData.getColumn_orders());
    return column < orders.size()
        ? FooterFacts.order(orders.get(column))
        : FileMetadata.BoundsOrder.UNKNOWN;
  }

  private static long requireCount(String name, long value) throws IOException {
    if (value < 0) {
      throw new IOException(name + ": expected 0 or more, got " + value);
    }
    return value;
  }
}

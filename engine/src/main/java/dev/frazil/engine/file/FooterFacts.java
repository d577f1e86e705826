package dev.frazil.engine.file;

import dev.frazil.encoders.Bounds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.parquet.format.BoundingBox;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.GeospatialStatistics;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SizeStatistics;
import org.apache.parquet.format.SortingColumn;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/// Optional members of the footer's Thrift structures as records. They are taken as they stand:
/// whether they are true is for others to find out.
final class FooterFacts {
  private FooterFacts() {}

  static FileMetadata.RowGroupFacts of(RowGroup rowGroup) {
    return new FileMetadata.RowGroupFacts(
        optional(rowGroup.isSetFile_offset(), rowGroup.getFile_offset()),
        optional(rowGroup.isSetTotal_compressed_size(), rowGroup.getTotal_compressed_size()),
        rowGroup.isSetOrdinal() ? OptionalInt.of(rowGroup.getOrdinal()) : OptionalInt.empty(),
        sorting(rowGroup));
  }

  static List<FileMetadata.SortingColumn> sorting(RowGroup rowGroup) {
    List<FileMetadata.SortingColumn> sorting = new ArrayList<>();
    for (SortingColumn column : ThriftReader.orEmpty(rowGroup.getSorting_columns())) {
      sorting.add(
          new FileMetadata.SortingColumn(
              column.getColumn_idx(), column.isDescending(), column.isNulls_first()));
    }
    return sorting;
  }

  static FileMetadata.ChunkFacts of(
      ColumnChunk chunk, ColumnMetaData metaData, FileMetadata.BoundsOrder order)
      throws IOException {
    List<String> path = metaData.getPath_in_schema();
    Type type = metaData.getType();
    if (type == null || path == null) {
      throw new IOException("column chunk: expected a type and a path, got none");
    }
    return new FileMetadata.ChunkFacts(
        path,
        FileMetadata.Type.valueOf(type.name()),
        order,
        pageEncodings(metaData),
        extent(
            chunk.isSetColumn_index_offset(),
            chunk.getColumn_index_offset(),
            chunk.isSetColumn_index_length(),
            chunk.getColumn_index_length()),
        extent(
            chunk.isSetOffset_index_offset(),
            chunk.getOffset_index_offset(),
            chunk.isSetOffset_index_length(),
            chunk.getOffset_index_length()),
        extent(
            metaData.isSetBloom_filter_offset(),
            metaData.getBloom_filter_offset(),
            metaData.isSetBloom_filter_length(),
            metaData.getBloom_filter_length()),
        sizeStatistics(metaData.getSize_statistics()),
        geospatialStatistics(metaData.getGeospatial_statistics()));
  }

  static FileMetadata.BoundsOrder order(ColumnOrder order) {
    if (order.isSetTYPE_ORDER()) {
      return FileMetadata.BoundsOrder.TYPE_DEFINED;
    }
    return order.isSetIEEE_754_TOTAL_ORDER()
        ? FileMetadata.BoundsOrder.IEEE_754_TOTAL_ORDER
        : FileMetadata.BoundsOrder.UNKNOWN;
  }

  /// Bounds in an order that is not stated, or not known, say nothing (parquet.thrift,
  /// `ColumnOrder`).
  static FileMetadata.Statistics statistics(Statistics statistics, boolean knownOrder) {
    FileMetadata.StatedBounds stated =
        new FileMetadata.StatedBounds(
            buffer(statistics.getMin_value()), buffer(statistics.getMax_value()));
    boolean bounded = knownOrder && statistics.isSetMin_value() && statistics.isSetMax_value();
    return new FileMetadata.Statistics(
        optional(statistics.isSetNull_count(), statistics.getNull_count()),
        optional(statistics.isSetNan_count(), statistics.getNan_count()),
        optional(statistics.isSetDistinct_count(), statistics.getDistinct_count()),
        bounded ? new Bounds(statistics.getMin_value(), statistics.getMax_value()) : null,
        statistics.isSetIs_min_value_exact() && statistics.isIs_min_value_exact(),
        statistics.isSetIs_max_value_exact() && statistics.isIs_max_value_exact(),
        stated,
        new FileMetadata.StatedBounds(buffer(statistics.getMin()), buffer(statistics.getMax())));
  }

  private static @Nullable ByteBuffer buffer(byte @Nullable [] bytes) {
    return bytes == null ? null : ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  private static @Nullable List<FileMetadata.PageEncoding> pageEncodings(ColumnMetaData metaData)
      throws IOException {
    List<PageEncodingStats> pages = metaData.getEncoding_stats();
    if (pages == null) {
      return null;
    }
    List<FileMetadata.PageEncoding> encodings = new ArrayList<>();
    for (PageEncodingStats stats : pages) {
      PageType kind = stats.getPage_type();
      if (kind == null) {
        throw new IOException("encoding_stats: expected a page type, got none");
      }
      encodings.add(
          new FileMetadata.PageEncoding(
              PageHeader.Kind.valueOf(kind.name()),
              String.valueOf(stats.getEncoding()),
              stats.getCount()));
    }
    return encodings;
  }

  private static FileMetadata.@Nullable Extent extent(
      boolean set, long offset, boolean lengthSet, int length) {
    return set
        ? new FileMetadata.Extent(offset, lengthSet ? OptionalInt.of(length) : OptionalInt.empty())
        : null;
  }

  private static FileMetadata.@Nullable SizeStatistics sizeStatistics(
      @Nullable SizeStatistics statistics) {
    return statistics == null
        ? null
        : new FileMetadata.SizeStatistics(
            optional(
                statistics.isSetUnencoded_byte_array_data_bytes(),
                statistics.getUnencoded_byte_array_data_bytes()),
            statistics.getRepetition_level_histogram(),
            statistics.getDefinition_level_histogram());
  }

  private static FileMetadata.@Nullable GeospatialStatistics geospatialStatistics(
      @Nullable GeospatialStatistics statistics) {
    if (statistics == null) {
      return null;
    }
    List<Integer> types = statistics.getGeospatial_types();
    return new FileMetadata.GeospatialStatistics(
        boundingBox(statistics.getBbox()), types == null ? List.of() : types);
  }

  private static FileMetadata.@Nullable BoundingBox boundingBox(@Nullable BoundingBox box) {
    return box == null
        ? null
        : new FileMetadata.BoundingBox(
            new FileMetadata.Range(box.getXmin(), box.getXmax()),
            new FileMetadata.Range(box.getYmin(), box.getYmax()),
            box.isSetZmin() && box.isSetZmax()
                ? new FileMetadata.Range(box.getZmin(), box.getZmax())
                : null,
            box.isSetMmin() && box.isSetMmax()
                ? new FileMetadata.Range(box.getMmin(), box.getMmax())
                : null);
  }

  private static OptionalLong optional(boolean set, long value) {
    return set ? OptionalLong.of(value) : OptionalLong.empty();
  }
}

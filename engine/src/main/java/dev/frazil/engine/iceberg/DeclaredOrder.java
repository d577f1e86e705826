package dev.frazil.engine.iceberg;

import dev.frazil.encoders.Bounds;
import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.file.LeafOrder;
import dev.frazil.engine.file.TrustedStatistics;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.NullOrder;
import org.apache.iceberg.SortDirection;
import org.apache.iceberg.SortField;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/// Whether a file's rows are in a table's sort order by what its footer says: every row group
/// declares the columns of the order (parquet.thrift, `sorting_columns`), and row groups that
/// follow each other have values that do.
///
/// @param file the footer
/// @param columns its leaves that are in the table, by field id
record DeclaredOrder(FileMetadata file, Map<Integer, FooterColumn> columns) {

  static DeclaredOrder of(FileMetadata file, List<FooterColumn> columns) {
    Map<Integer, FooterColumn> byId = new HashMap<>();
    columns.forEach(column -> byId.put(column.leaf().id(), column));
    return new DeclaredOrder(file, byId);
  }

  /// The order if the footer proves it, else unsorted.
  SortOrder proven(SortOrder order) {
    if (!order.isSorted()) {
      return SortOrder.unsorted();
    }
    List<FileMetadata.SortingColumn> expected = new ArrayList<>();
    for (SortField field : order.fields()) {
      FileMetadata.SortingColumn column = declaration(field);
      if (column == null) {
        return SortOrder.unsorted();
      }
      expected.add(column);
    }
    boolean declared = file.rowGroups().stream().allMatch(group -> startsWith(group, expected));
    return declared && groupsFollow(order.fields().getFirst()) ? order : SortOrder.unsorted();
  }

  /// What a row group has to declare. Floating-point numbers and UUIDs have no declaration that
  /// means Iceberg's order: it puts NaN last, and compares UUIDs as signed numbers.
  private FileMetadata.@Nullable SortingColumn declaration(SortField field) {
    FooterColumn column = columns.get(field.sourceId());
    if (column == null || !column.leaf().counted() || !field.transform().isIdentity()) {
      return null;
    }
    Type.TypeID type = column.leaf().type().typeId();
    LeafOrder order = order(column);
    if (order.floating() || !order.defined() || type == Type.TypeID.UUID) {
      return null;
    }
    return new FileMetadata.SortingColumn(
        column.leaf().position(),
        field.direction() == SortDirection.DESC,
        field.nullOrder() == NullOrder.NULLS_FIRST);
  }

  private static boolean startsWith(
      FileMetadata.RowGroup group, List<FileMetadata.SortingColumn> expected) {
    List<FileMetadata.SortingColumn> declared = group.stated().sortingColumns();
    return declared.size() >= expected.size()
        && declared.subList(0, expected.size()).equals(expected);
  }

  private static LeafOrder order(FooterColumn column) {
    return LeafOrder.of(column.leaf().field(), FileMetadata.BoundsOrder.TYPE_DEFINED);
  }

  /// Whether each row group has larger values than the one before, or smaller ones where the order
  /// descends. Equal ones would need a look at the next column.
  private boolean groupsFollow(SortField first) {
    FooterColumn column = Objects.requireNonNull(columns.get(first.sourceId()));
    boolean descending = first.direction() == SortDirection.DESC;
    Bounds last = null;
    for (FileMetadata.RowGroup group : file.rowGroups()) {
      if (file.rowGroups().size() == 1) {
        return true;
      }
      TrustedStatistics statistics =
          TrustedStatistics.of(
              group.chunks().get(column.leaf().position()),
              column.leaf().nullable(),
              file.createdBy());
      Bounds bounds = statistics.bounds();
      if (bounds == null || statistics.nullCount().orElse(-1) != 0) {
        return false;
      }
      if (last != null && !follows(order(column), last, bounds, descending)) {
        return false;
      }
      last = bounds;
    }
    return true;
  }

  private static boolean follows(LeafOrder order, Bounds last, Bounds next, boolean descending) {
    ByteBuffer end = ByteBuffer.wrap(descending ? last.min() : last.max());
    ByteBuffer start = ByteBuffer.wrap(descending ? next.max() : next.min());
    int comparison = order.compare(end, start);
    return descending ? comparison > 0 : comparison < 0;
  }
}

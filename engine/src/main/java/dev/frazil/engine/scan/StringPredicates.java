package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowType;
import dev.hardwood.metadata.LogicalType;
import dev.hardwood.metadata.PhysicalType;
import dev.hardwood.reader.FilterPredicate;
import dev.hardwood.schema.ColumnSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Predicates that hold for at least the strings of a set. Hardwood takes literals as text, and so
/// only cuts that are UTF-8 are passed on.
final class StringPredicates {
  /// More ranges than this are taken together.
  private static final int MOST_RANGES = 64;

  private StringPredicates() {}

  /// A predicate over a leaf.
  ///
  /// @param column the column as the scan reads it
  /// @param stored the leaf of the file
  /// @param keys the strings that are kept
  /// @return the predicate, or null where the leaf is no column of text
  static @Nullable FilterPredicate of(
      FilterColumn column, ColumnSchema stored, KeySet<ByteString> keys) {
    boolean text =
        column.type() instanceof ArrowType.Utf8
            && stored.type() == PhysicalType.BYTE_ARRAY
            && stored.logicalType() instanceof LogicalType.StringType;
    if (!text || keys.cuts().isEmpty()) {
      return null;
    }
    String name = String.join(".", column.path());
    List<ByteString> cuts = keys.cuts();
    int first = keys.low() ? -1 : 0;
    if (cuts.size() - first > 2 * MOST_RANGES) {
      boolean open = (cuts.size() - first) % 2 != 0;
      return range(name, first < 0 ? null : cuts.getFirst(), open ? null : cuts.getLast());
    }
    List<FilterPredicate> ranges = new ArrayList<>();
    for (int i = first; i < cuts.size(); i += 2) {
      ByteString low = i < 0 ? null : cuts.get(i);
      ByteString high = i + 1 < cuts.size() ? cuts.get(i + 1) : null;
      FilterPredicate range = range(name, low, high);
      if (range == null) {
        return null;
      }
      ranges.add(range);
    }
    return RowGroupFilter.or(ranges);
  }

  /// Strings from one up to, and without, another one.
  private static @Nullable FilterPredicate range(
      String name, @Nullable ByteString low, @Nullable ByteString high) {
    String from = low == null ? null : text(low);
    if (low != null && from != null && high != null && low.isFollowedBy(high)) {
      return FilterPredicate.eq(name, from);
    }
    String to = high == null ? null : text(high);
    List<FilterPredicate> sides = new ArrayList<>();
    if (from != null) {
      sides.add(FilterPredicate.gtEq(name, from));
    }
    if (to != null) {
      sides.add(FilterPredicate.lt(name, to));
    }
    return sides.isEmpty() ? null : RowGroupFilter.and(sides);
  }

  /// The text of a cut, or null where it is no UTF-8.
  private static @Nullable String text(ByteString cut) {
    String text = new String(cut.toArray(), StandardCharsets.UTF_8);
    return cut.equals(new ByteString(text.getBytes(StandardCharsets.UTF_8))) ? text : null;
  }
}

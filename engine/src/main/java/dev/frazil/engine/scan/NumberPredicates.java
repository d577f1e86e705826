package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.hardwood.metadata.LogicalType;
import dev.hardwood.metadata.PhysicalType;
import dev.hardwood.reader.FilterPredicate;
import dev.hardwood.schema.ColumnSchema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Predicates that hold for at least the values whose key is in a set, see [NumberKeys].
final class NumberPredicates {
  /// More ranges than this are taken together.
  private static final int MOST_RANGES = 64;

  private final String name;
  private final ColumnSchema stored;
  private final ArrowType type;

  private NumberPredicates(String name, ColumnSchema stored, ArrowType type) {
    this.name = name;
    this.stored = stored;
    this.type = type;
  }

  /// A predicate over a leaf.
  ///
  /// @param column the column as the scan reads it
  /// @param stored the leaf of the file
  /// @param keys the keys that are kept
  /// @param trust what the bounds of the file are good for
  /// @return the predicate, or null where the leaf is not stored in the unit of the keys, or its
  ///   bounds may not hold
  static @Nullable FilterPredicate of(
      FilterColumn column, ColumnSchema stored, KeySet<BigInteger> keys, BoundsTrust trust) {
    KeyRange range = range(column, stored);
    if (range == null) {
      return null;
    }
    NumberPredicates predicates =
        new NumberPredicates(String.join(".", column.path()), stored, column.type());
    boolean held =
        !NumberKeys.floating(column.type())
            || trust.holdsNan(stored)
            || (trust.nullPages() && !keys.contains(BigInteger.valueOf(NumberKeys.NAN)));
    return held ? predicates.anyOf(keys, range) : null;
  }

  /// The keys that the leaf can hold, or null where it is stored in another unit or order.
  private static @Nullable KeyRange range(FilterColumn column, ColumnSchema stored) {
    LogicalType logical = stored.logicalType();
    boolean int32 = stored.type() == PhysicalType.INT32;
    boolean int64 = stored.type() == PhysicalType.INT64;
    return switch (column.type()) {
      case ArrowType.Bool _ ->
          stored.type() == PhysicalType.BOOLEAN ? KeyRange.of(column.field()) : null;
      case ArrowType.Int(int bits, boolean signed) ->
          column.field().bool8() ? null : integers(bits, signed, stored);
      case ArrowType.Date(boolean millis) ->
          !millis && int32 && logical instanceof LogicalType.DateType
              ? KeyRange.of(Integer.SIZE)
              : null;
      case ArrowType.Time(TimeUnit unit) ->
          logical instanceof LogicalType.TimeType time && same(unit, time.unit())
              ? whole(stored)
              : null;
      case ArrowType.Timestamp timestamp ->
          int64
                  && logical instanceof LogicalType.TimestampType other
                  && same(timestamp.unit(), other.unit())
              ? whole(stored)
              : null;
      case ArrowType.Decimal(int _, int _, int scale) ->
          logical instanceof LogicalType.DecimalType decimal && decimal.scale() == scale
              ? decimals(decimal, stored)
              : null;
      case ArrowType.FloatingPoint(int bits) ->
          (bits == Float.SIZE && stored.type() == PhysicalType.FLOAT)
                  || (bits == Double.SIZE && stored.type() == PhysicalType.DOUBLE)
              ? KeyRange.of(column.field())
              : null;
      // The unit of a duration does not stand in the schema of a Parquet file.
      default -> null;
    };
  }

  private static KeyRange whole(ColumnSchema stored) {
    return KeyRange.of(stored.type() == PhysicalType.INT32 ? Integer.SIZE : Long.SIZE);
  }

  private static @Nullable KeyRange integers(int bits, boolean signed, ColumnSchema stored) {
    boolean fits = stored.type() == (bits == Long.SIZE ? PhysicalType.INT64 : PhysicalType.INT32);
    boolean same =
        stored.logicalType() instanceof LogicalType.IntType other
            ? other.isSigned() == signed && other.bitWidth() == bits
            : stored.logicalType() == null && signed && bits >= Integer.SIZE;
    return fits && same && (signed || bits < Integer.SIZE) ? whole(stored) : null;
  }

  private static @Nullable KeyRange decimals(LogicalType.DecimalType decimal, ColumnSchema stored) {
    return switch (stored.type()) {
      case INT32, INT64 -> whole(stored);
      case FIXED_LEN_BYTE_ARRAY -> {
        BigInteger most = BigInteger.TEN.pow(decimal.precision()).subtract(BigInteger.ONE);
        yield new KeyRange(most.negate(), most);
      }
      case BOOLEAN, INT96, FLOAT, DOUBLE, BYTE_ARRAY -> null;
    };
  }

  private static boolean same(TimeUnit unit, LogicalType.TimeUnit other) {
    return switch (other) {
      case MILLIS -> unit == TimeUnit.MILLISECOND;
      case MICROS -> unit == TimeUnit.MICROSECOND;
      case NANOS -> unit == TimeUnit.NANOSECOND;
    };
  }

  private @Nullable FilterPredicate anyOf(KeySet<BigInteger> keys, KeyRange range) {
    List<BigInteger> edges = new ArrayList<>();
    if (range.low(keys)) {
      edges.add(range.min());
    }
    edges.addAll(range.cuts(keys));
    if (edges.isEmpty()) {
      // No value is kept. Left to the filter, which costs nothing where it is that simple.
      return null;
    }
    if ((edges.size() & 1) != 0) {
      edges.add(range.max().add(BigInteger.ONE));
    }
    if (edges.size() > 2 * MOST_RANGES) {
      edges = List.of(edges.getFirst(), edges.getLast());
    }
    List<FilterPredicate> ranges = new ArrayList<>();
    for (int i = 0; i < edges.size(); i += 2) {
      BigInteger min = edges.get(i);
      BigInteger max = edges.get(i + 1).subtract(BigInteger.ONE);
      ranges.add(between(min, max));
    }
    return RowGroupFilter.or(ranges);
  }

  private FilterPredicate between(BigInteger min, BigInteger max) {
    return switch (stored.type()) {
      case BOOLEAN -> FilterPredicate.eq(name, min.signum() > 0);
      case INT32 ->
          range(
              FilterPredicate.gtEq(name, min.intValueExact()),
              FilterPredicate.ltEq(name, max.intValueExact()));
      case INT64 ->
          range(
              FilterPredicate.gtEq(name, min.longValueExact()),
              FilterPredicate.ltEq(name, max.longValueExact()));
      case FLOAT ->
          floating(
              FilterPredicate.gtEq(name, (float) floor(min)),
              FilterPredicate.ltEq(name, (float) ceiling(max)),
              max);
      case DOUBLE ->
          floating(
              FilterPredicate.gtEq(name, floor(min)),
              FilterPredicate.ltEq(name, ceiling(max)),
              max);
      case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
          range(FilterPredicate.gtEq(name, decimal(min)), FilterPredicate.ltEq(name, decimal(max)));
    };
  }

  private static FilterPredicate range(FilterPredicate low, FilterPredicate high) {
    return FilterPredicate.and(low, high);
  }

  /// Hardwood, too, has NaN above infinity: it is in a range without an upper end.
  private static FilterPredicate floating(
      FilterPredicate low, FilterPredicate high, BigInteger max) {
    return max.longValueExact() == NumberKeys.NAN ? low : range(low, high);
  }

  private BigDecimal decimal(BigInteger unscaled) {
    return type instanceof ArrowType.Decimal(int _, int _, int scale)
        ? new BigDecimal(unscaled, scale)
        : new BigDecimal(unscaled);
  }

  /// The number of a lower key, or of the next one where no number has it. Hardwood tells the zeros
  /// apart and orders them; here -0 equals 0.
  private static double floor(BigInteger key) {
    double value = NumberKeys.ofOrderedBits(key.longValueExact());
    return value == 0 ? -0.0 : value;
  }

  /// The number of an upper key, or of the next one below where no number has it.
  private static double ceiling(BigInteger key) {
    long infinity = NumberKeys.orderedBits(Double.POSITIVE_INFINITY);
    double value = NumberKeys.ofOrderedBits(Math.min(infinity, key.longValueExact()));
    return value == 0 ? 0.0 : value;
  }
}

package dev.frazil.engine.align;

import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import java.time.DateTimeException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// The part of [ValueConversions] that makes dates, times, timestamps and durations, and writes
/// them as text. Their values are the counts that they are stored as.
final class TimeConversions {
  static final long SECONDS_PER_DAY = 86_400;

  private static final long MILLIS_PER_DAY = SECONDS_PER_DAY * 1000;
  private static final ArrowType.Int LONG = new ArrowType.Int(Long.SIZE, true);

  private TimeConversions() {}

  /// The conversion to text, or null if there is none.
  static @Nullable ValueConversion toText(ArrowType from) {
    return switch (from) {
      case ArrowType.Date(boolean millis) ->
          value ->
              TimeText.date(millis ? Math.floorDiv(count(value), MILLIS_PER_DAY) : count(value));
      case ArrowType.Time(TimeUnit unit) ->
          value -> TimeText.time(Math.floorDiv(count(value), unit.perSecond()));
      case ArrowType.Timestamp(TimeUnit unit, String zone) -> timestampText(unit, zone);
      default -> null;
    };
  }

  /// Whether values are counts of a unit of time.
  static boolean isCount(ArrowType type) {
    return type instanceof ArrowType.Date
        || type instanceof ArrowType.Time
        || type instanceof ArrowType.Timestamp
        || type instanceof ArrowType.Duration;
  }

  private static @Nullable ValueConversion timestampText(TimeUnit unit, @Nullable String zone) {
    ZoneId id;
    try {
      id = zone == null ? null : ZoneId.of(zone);
    } catch (DateTimeException e) {
      return null;
    }
    int digits = unit.digits();
    return value -> {
      long seconds = Math.floorDiv(count(value), unit.perSecond());
      long rest = Math.floorMod(count(value), unit.perSecond());
      int nanos = (int) (rest * unit.nanos());
      return TimeText.moment(new TimeText.Moment(seconds, nanos), digits, id);
    };
  }

  static @Nullable ValueConversion toDate(ArrowType from, boolean millis) {
    ValueConversion days = toDays(from);
    if (days == null || isCount(from) || ValueConversions.isText(from)) {
      return days == null ? null : value -> dated((Long) days.apply(value), millis);
    }
    return millis ? ValueConversions.toInt(from, LONG) : days;
  }

  private static @Nullable Long dated(@Nullable Long days, boolean millis) {
    if (days == null || days != days.intValue()) {
      return null;
    }
    return millis ? days * MILLIS_PER_DAY : days;
  }

  private static @Nullable ValueConversion toDays(ArrowType from) {
    return switch (from) {
      case ArrowType.Date(boolean millis) ->
          value -> millis ? Math.floorDiv(count(value), MILLIS_PER_DAY) : count(value);
      case ArrowType.Timestamp(TimeUnit unit, _) ->
          value -> Math.floorDiv(count(value), SECONDS_PER_DAY * unit.perSecond());
      case ArrowType.Utf8 _, ArrowType.Utf8View _ -> value -> TimeText.date((String) value);
      case ArrowType.Bool _, ArrowType.Int _, ArrowType.FloatingPoint _ ->
          ValueConversions.toInt(from, new ArrowType.Int(Integer.SIZE, true));
      case ArrowType.Null _,
          ArrowType.Binary _,
          ArrowType.BinaryView _,
          ArrowType.FixedSizeBinary _,
          ArrowType.Time _,
          ArrowType.Duration _,
          ArrowType.Interval _,
          ArrowType.Decimal _,
          ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          null;
    };
  }

  static @Nullable ValueConversion toTime(ArrowType from, TimeUnit unit) {
    long day = SECONDS_PER_DAY * unit.perSecond();
    ValueConversion count =
        switch (from) {
          case ArrowType.Time(TimeUnit other) -> rescaled(other, unit, false);
          case ArrowType.Timestamp(TimeUnit other, _) -> {
            ValueConversion scale = rescaled(other, unit, false);
            long otherDay = SECONDS_PER_DAY * other.perSecond();
            yield value -> scale.apply(Math.floorMod(count(value), otherDay));
          }
          default ->
              isPlainNumber(from) || ValueConversions.isText(from)
                  ? ValueConversions.toInt(from, LONG)
                  : null;
        };
    return count == null
        ? null
        : value -> {
          Object converted = count.apply(value);
          return converted instanceof Long time && time >= 0 && time < day ? time : null;
        };
  }

  static @Nullable ValueConversion toTimestamp(ArrowType from, ArrowType.Timestamp to) {
    TimeUnit unit = to.unit();
    return switch (from) {
      case ArrowType.Date(boolean millis) ->
          millis
              ? rescaled(TimeUnit.MILLISECOND, unit, true)
              : value -> product(count(value), SECONDS_PER_DAY * unit.perSecond());
      case ArrowType.Timestamp(TimeUnit other, _) -> rescaled(other, unit, true);
      case ArrowType.Utf8 _, ArrowType.Utf8View _ ->
          value ->
              counted(
                  to.zone() == null
                      ? TimeText.wallClock((String) value)
                      : TimeText.instant((String) value),
                  unit);
      default -> isPlainNumber(from) ? ValueConversions.toInt(from, LONG) : null;
    };
  }

  private static @Nullable Long counted(TimeText.@Nullable Moment moment, TimeUnit unit) {
    try {
      return moment == null ? null : (Long) unit.count(moment.seconds(), moment.nanos());
    } catch (ArithmeticException e) {
      return null;
    }
  }

  static @Nullable ValueConversion toDuration(ArrowType from, TimeUnit unit) {
    return switch (from) {
      case ArrowType.Time(TimeUnit other) -> rescaled(other, unit, false);
      case ArrowType.Duration(TimeUnit other) -> rescaled(other, unit, false);
      default ->
          isPlainNumber(from) || ValueConversions.isText(from)
              ? ValueConversions.toInt(from, LONG)
              : null;
    };
  }

  /// Counts of one unit in another.
  ///
  /// @param down whether coarser ones are rounded down, not towards zero
  private static ValueConversion rescaled(TimeUnit from, TimeUnit to, boolean down) {
    long factor = Math.max(1, to.perSecond() / from.perSecond());
    long divisor = Math.max(1, from.perSecond() / to.perSecond());
    return value -> {
      long count = count(value);
      if (divisor > 1) {
        return down ? Math.floorDiv(count, divisor) : count / divisor;
      }
      return product(count, factor);
    };
  }

  private static @Nullable Long product(long count, long factor) {
    long high = Math.multiplyHigh(count, factor);
    long low = count * factor;
    return high == low >> 63 ? low : null;
  }

  private static boolean isPlainNumber(ArrowType type) {
    return type instanceof ArrowType.Bool
        || type instanceof ArrowType.Int
        || type instanceof ArrowType.FloatingPoint;
  }

  private static long count(Object value) {
    return (Long) value;
  }
}

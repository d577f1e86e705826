package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Types that an Arrow schema states for columns of a Parquet file, in the layouts that reading
/// gives: dictionaries and runs as their values, views as strings with 32-bit offsets, list views
/// as lists. Everything else comes out as it is stated.
final class StatedTypes {
  private StatedTypes() {}

  /// The fields that columns of a schema come out with.
  static ArrowSchema read(ArrowSchema stated) {
    return new ArrowSchema(
        stated.fields().stream().map(StatedTypes::read).toList(), stated.metadata());
  }

  /// The field that a column comes out with. Runs keep the name and the metadata of their own
  /// field.
  static ArrowField read(ArrowField stated) {
    if (stated.type() instanceof ArrowType.RunEndEncoded && stated.children().size() == 2) {
      ArrowField values = read(stated.children().getLast());
      return new ArrowField(
          stated.name(),
          values.type(),
          stated.nullable() || values.nullable(),
          stated.metadata(),
          null,
          values.children());
    }
    ArrowType type =
        switch (stated.type()) {
          case ArrowType.Utf8View() -> new ArrowType.Utf8(false);
          case ArrowType.BinaryView() -> new ArrowType.Binary(false);
          case ArrowType.ListView(boolean large) -> new ArrowType.List(large);
          default -> stated.type();
        };
    List<ArrowField> children = stated.children().stream().map(StatedTypes::read).toList();
    return new ArrowField(
        stated.name(), type, stated.nullable(), stated.metadata(), null, children);
  }

  /// The type that a leaf comes out with.
  ///
  /// @param stated what a schema states, as [#read(ArrowField)] gives it
  /// @param found the type that the Parquet leaf has by itself
  /// @param legacy whether the leaf is an INT96, which says nothing of time zones
  /// @return the stated type where the leaf can hold it, in the unit that the leaf has; else null
  static @Nullable ArrowType leaf(ArrowType stated, ArrowType found, boolean legacy) {
    if (stated.equals(found)) {
      return stated;
    }
    return switch (stated) {
      case ArrowType.Utf8 _ -> found instanceof ArrowType.Utf8 ? stated : null;
      case ArrowType.Binary _ -> found instanceof ArrowType.Binary ? stated : null;
      case ArrowType.Date(boolean millis) ->
          millis && (found instanceof ArrowType.Date || millis(found)) ? stated : null;
      case ArrowType.Time(TimeUnit unit) ->
          unit == TimeUnit.SECOND && found.equals(new ArrowType.Time(TimeUnit.MILLISECOND))
              ? stated
              : null;
      case ArrowType.Timestamp timestamp ->
          found instanceof ArrowType.Timestamp leaf ? timestamp(timestamp, leaf, legacy) : null;
      case ArrowType.Duration _ -> found.equals(new ArrowType.Int(64, true)) ? stated : null;
      case ArrowType.Interval _ -> found instanceof ArrowType.Interval ? stated : null;
      case ArrowType.Decimal(int _, int precision, int scale) ->
          found instanceof ArrowType.Decimal(int _, int digits, int shift)
                  && precision == digits
                  && scale == shift
              ? stated
              : null;
      default -> null;
    };
  }

  private static boolean millis(ArrowType found) {
    return found instanceof ArrowType.Timestamp(TimeUnit unit, String _)
        && unit == TimeUnit.MILLISECOND;
  }

  private static @Nullable ArrowType timestamp(
      ArrowType.Timestamp stated, ArrowType.Timestamp found, boolean legacy) {
    if (legacy) {
      return stated;
    }
    if ((stated.zone() == null) != (found.zone() == null)) {
      return null;
    }
    boolean seconds = stated.unit() == TimeUnit.SECOND && found.unit() == TimeUnit.MILLISECOND;
    return seconds ? stated : new ArrowType.Timestamp(found.unit(), stated.zone());
  }

  /// The type that a list comes out with.
  ///
  /// @param stated what a schema states, or null for nothing
  /// @return a list with offsets of the stated width, or of the stated size
  static ArrowType list(@Nullable ArrowField stated) {
    return stated != null
            && (stated.type() instanceof ArrowType.List
                || stated.type() instanceof ArrowType.FixedSizeList)
        ? stated.type()
        : new ArrowType.List(false);
  }
}

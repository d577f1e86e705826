package dev.frazil.engine.align;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ColumnCast;
import dev.frazil.engine.arrow.PlainLayout;
import dev.frazil.engine.arrow.ReachedSlots;
import dev.frazil.engine.arrow.SlotValues;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A field without children whose values are converted one by one, because its type is another one
/// and no exact cast keeps all its values. Every value must have a counterpart: nulls stay, and no
/// others come. Owns the memory of its results.
final class ConvertedLeaf implements FieldAlignment {
  private static final int SHOWN_CHARACTERS = 60;
  private static final int EXACT_FLOAT_BITS = 32;

  private final ArrowField target;
  private final ArrowField counted;
  private final ValueConversion conversion;
  private final String path;
  private final ColumnCast plain;
  private final SlotBuffer results;

  /// @param from the field of the columns, of a type without children except for runs
  /// @param target the field of the results
  /// @param path the field, for messages
  ConvertedLeaf(ArrowField from, ArrowField target, ValueConversion conversion, String path) {
    ArrowField source = valueField(from);
    this.target = target;
    this.counted = new ArrowField(from.name(), counts(source.type()), true);
    this.conversion = conversion;
    this.path = path;
    this.plain = ColumnCast.of(from, source);
    this.results = new SlotBuffer(target.type());
  }

  /// The conversion between two fields, or null where none is needed or there is none: then exact
  /// casts decide. Extension types mean more than their storage and are never converted.
  static @Nullable ValueConversion plan(ArrowField from, ArrowField to) {
    ArrowField source = valueField(from);
    boolean plainTypes =
        !source.type().nested()
            && !from.metadata().containsKey(ArrowField.EXTENSION_NAME)
            && !to.metadata().containsKey(ArrowField.EXTENSION_NAME);
    return !plainTypes || isExact(source.type(), to.type())
        ? null
        : ValueConversions.between(source.type(), to.type());
  }

  private static ArrowField valueField(ArrowField field) {
    return new ArrowField(field.name(), PlainLayout.field(field).type(), true);
  }

  private static boolean isExact(ArrowType from, ArrowType to) {
    if (from.equals(to)) {
      return true;
    }
    return switch (from) {
      case ArrowType.Int(int bits, boolean signed) ->
          to instanceof ArrowType.Int(int toBits, boolean toSigned)
              && toBits > bits
              && (toSigned || !signed);
      case ArrowType.FloatingPoint(int bits) ->
          bits == EXACT_FLOAT_BITS
              && to instanceof ArrowType.FloatingPoint(int toBits)
              && toBits > bits;
      case ArrowType.Utf8 _, ArrowType.Utf8View _ ->
          to instanceof ArrowType.Utf8 || to instanceof ArrowType.Utf8View;
      case ArrowType.Binary _, ArrowType.BinaryView _ ->
          to instanceof ArrowType.Binary || to instanceof ArrowType.BinaryView;
      default -> false;
    };
  }

  /// Dates and times as the integers that they are stored as.
  private static ArrowType counts(ArrowType type) {
    return switch (type) {
      case ArrowType.Date _, ArrowType.Time _, ArrowType.Timestamp _, ArrowType.Duration _ ->
          new ArrowType.Int((int) type.slotBits(), true);
      default -> type;
    };
  }

  @Override
  public ArrowColumn apply(ArrowColumn column, ReachedSlots reached) {
    ArrowColumn source = plain.apply(column, reached, path);
    ArrowColumn values = relabelled(source);
    int first = Math.min(reached.first(), source.length());
    // the results begin at the bit in which the source's validity does, to share it
    long base = source.offset() + first;
    int bit = (int) (base & 7);
    results.begin(bit, source.length() - first);
    for (int slot = first; slot < source.length(); slot++) {
      Object value = source.isNull(slot) ? null : SlotValues.value(values, slot);
      Object converted = value == null ? null : conversion.apply(widest(value));
      if (value != null && converted == null && reached.contains(slot)) {
        throw unfit(source.field().type(), reached.row(slot), value);
      }
      results.append(converted);
    }
    MemorySegment validity =
        source.nullCount() == 0 ? MemorySegment.NULL : source.validity().asSlice(base >>> 3);
    return new ArrowColumn(
        field(),
        source.length(),
        bit - (long) first,
        source.nullCount(),
        validity,
        results.values(),
        results.data(),
        null);
  }

  private ArrowColumn relabelled(ArrowColumn source) {
    return source.field().type().equals(counted.type())
            || !(counted.type() instanceof ArrowType.Int)
        ? source
        : new ArrowColumn(
            counted,
            source.length(),
            source.offset(),
            source.nullCount(),
            source.validity(),
            source.values(),
            source.data(),
            null);
  }

  private static Object widest(Object value) {
    return switch (value) {
      case Byte number -> number.longValue();
      case Short number -> number.longValue();
      case Integer number -> number.longValue();
      case Float number -> number.doubleValue();
      default -> value;
    };
  }

  private ArrowField field() {
    return target.type().equals(results.type())
        ? target
        : FieldAlignment.laidOut(target, new ArrowField("", results.type(), true, List.of()));
  }

  private WriteException unfit(ArrowType from, int row, Object value) {
    return new WriteException(
        "cast of %s to %s: %s: row %d: expected a value that %s holds, got %s"
            .formatted(from, target.type(), path, row, target.type(), shown(value)));
  }

  private static String shown(Object value) {
    String text =
        value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : Objects.toString(value);
    String clipped =
        text.codePointCount(0, text.length()) <= SHOWN_CHARACTERS
            ? text
            : text.substring(0, text.offsetByCodePoints(0, SHOWN_CHARACTERS)) + "…";
    return value instanceof String ? "'" + clipped + "'" : clipped;
  }

  @Override
  public void close() {
    plain.close();
    results.close();
  }
}

package dev.frazil.engine.arrow;

import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// An exact conversion of the columns of one field to another: resolves dictionaries, widens
/// numbers, changes units and the layout of decimals. A value that does not fit is an error, never
/// another value.
///
/// A cast without a change of layout copies nothing. Every other result lives in memory of the
/// cast, is valid until the next `apply` or `close`, and shares the validity bitmap of its source,
/// so that it must not be read longer than the source either. Values in null slots are never looked
/// at. Not thread-safe, but any thread may use it, one at a time.
///
/// Times of day outside of 24 hours and decimals with more digits than their precision are errors
/// even where the type stays the same.
public final class ColumnCast implements AutoCloseable {
  private final ArrowField to;
  private final Conversion conversion;
  private final @Nullable DictionaryResolution resolution;
  private final Slab values = new Slab();
  private final Slab wideDecimals = new Slab();

  private ColumnCast(
      ArrowField to, Conversion conversion, @Nullable DictionaryResolution resolution) {
    this.to = to;
    this.conversion = conversion;
    this.resolution = resolution;
  }

  /// Plans the conversion.
  ///
  /// Strings and byte strings count as the same type with 32- and with 64-bit offsets. Integers
  /// become wider ones that hold all their values; timestamps stay with or without a zone; decimals
  /// keep their scale.
  ///
  /// @param from the field of the columns
  /// @param to the field of the results; dictionary-encoded only if `from` is the same way. Whether
  ///   it is nullable makes no difference
  /// @return the cast, to be closed
  /// @throws dev.frazil.engine.SchemaException if there is no exact conversion between the types
  public static ColumnCast of(ArrowField from, ArrowField to) {
    if (from.indexType() == null && to.indexType() == null) {
      return new ColumnCast(to, Conversion.between(from, to), null);
    }
    if (to.indexType() != null) {
      if (!to.indexType().equals(from.indexType()) || !to.type().equals(from.type())) {
        throw Conversion.refusal(from, to);
      }
      return new ColumnCast(to, new Conversion.Same(), null);
    }
    DictionaryResolution resolution = new DictionaryResolution(from);
    return new ColumnCast(to, Conversion.between(resolution.plain(), to), resolution);
  }

  /// Converts a column.
  ///
  /// @param column a column of the field that the cast was planned for
  /// @return the column as the other field; strings have offsets of the width that its type says,
  ///   which may differ from the width that was asked for
  /// @throws dev.frazil.engine.WriteException naming the first row whose value does not fit
  public ArrowColumn apply(ArrowColumn column) {
    ArrowColumn source = resolution == null ? column : resolution.resolve(column);
    return switch (conversion) {
      case Conversion.Same _ -> relabelled(source);
      case Conversion.Widen plan -> {
        MemorySegment result = room(values, source, plan.toBytes());
        Widening.integers(plan, source, result, first(source));
        yield rewritten(source, result);
      }
      case Conversion.WidenFloat _ -> {
        MemorySegment result = room(values, source, Double.BYTES);
        long target = first(source) * Double.BYTES;
        long base = source.offset() * Float.BYTES;
        Widening.floats(source.values(), base, result, target, source.length());
        yield rewritten(source, result);
      }
      case Conversion.Rescale plan -> rescaled(plan, source);
      case Conversion.RewriteDecimal plan -> decimal(plan, source);
      case Conversion.AddOffsets(int width) -> binary(source, width);
    };
  }

  private ArrowColumn rescaled(Conversion.Rescale plan, ArrowColumn source) {
    Rescaling.check(plan, source);
    if (plan.multiplier() == 1 && plan.divisor() == 1) {
      return relabelled(source);
    }
    MemorySegment result = room(values, source, plan.toBytes());
    Rescaling.convert(plan, source, result, first(source));
    return rewritten(source, result);
  }

  private ArrowColumn decimal(Conversion.RewriteDecimal plan, ArrowColumn source) {
    ArrowColumn wide =
        plan.fromBytes() == DecimalRewriting.WIDTH ? source : widened(source, plan.fromBytes());
    DecimalRewriting.check(wide, plan.bound());
    if (!plan.bigEndian() && plan.fromBytes() == plan.toBytes()) {
      return relabelled(source);
    }
    if (!plan.bigEndian() && plan.toBytes() == DecimalRewriting.WIDTH) {
      return relabelled(wide);
    }
    MemorySegment result = room(values, wide, plan.toBytes());
    DecimalRewriting.convert(plan, wide, result, first(wide));
    return rewritten(wide, result);
  }

  private ArrowColumn widened(ArrowColumn source, int width) {
    MemorySegment result = room(wideDecimals, source, DecimalRewriting.WIDTH);
    DecimalRewriting.widen(source, width, result, first(source));
    return new ArrowColumn(
        source.field(),
        source.length(),
        first(source),
        source.nullCount(),
        sharedValidity(source),
        result,
        MemorySegment.NULL,
        null);
  }

  private ArrowColumn binary(ArrowColumn source, int width) {
    MemorySegment offsets = room(values, source, Long.BYTES);
    long first = first(source);
    long start = (source.offset() - first) * width;
    Widening.offsets(offsets, first + source.length(), start, width);
    return column(
        source,
        new ArrowType.Binary(true),
        first,
        sharedValidity(source),
        offsets,
        source.values());
  }

  /// Results begin at the slot of the bit in which the source's validity begins, so that the bitmap
  /// can be shared from a whole byte on.
  private static long first(ArrowColumn source) {
    return source.offset() & 7;
  }

  /// Room for the results, and for one more: the offset behind the last string.
  private static MemorySegment room(Slab slab, ArrowColumn source, int width) {
    return slab.ensure((first(source) + source.length() + 1) * width, 0);
  }

  private static MemorySegment sharedValidity(ArrowColumn source) {
    return source.nullCount() == 0
        ? MemorySegment.NULL
        : source.validity().asSlice(source.offset() >>> 3);
  }

  private ArrowColumn rewritten(ArrowColumn source, MemorySegment result) {
    return column(
        source, to.type(), first(source), sharedValidity(source), result, MemorySegment.NULL);
  }

  private ArrowColumn relabelled(ArrowColumn source) {
    boolean large = source.field().type().slotBits() == Long.SIZE;
    ArrowType type = to.type().withOffsets(large);
    return column(source, type, source.offset(), source.validity(), source.values(), source.data());
  }

  private ArrowColumn column(
      ArrowColumn source,
      ArrowType type,
      long offset,
      MemorySegment validity,
      MemorySegment slots,
      MemorySegment data) {
    ArrowField field =
        type.equals(to.type())
            ? to
            : new ArrowField(to.name(), type, to.nullable(), to.metadata(), to.indexType());
    return new ArrowColumn(
        field,
        source.length(),
        offset,
        source.nullCount(),
        validity,
        slots,
        data,
        to.indexType() == null ? null : source.dictionary());
  }

  /// Frees the memory of the results.
  @Override
  public void close() {
    values.close();
    wideDecimals.close();
    if (resolution != null) {
      resolution.close();
    }
  }
}

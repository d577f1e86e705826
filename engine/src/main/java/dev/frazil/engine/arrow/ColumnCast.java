package dev.frazil.engine.arrow;

import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A conversion of the columns of one field to another: resolves dictionaries and runs, copies
/// views, widens numbers, changes units and the layout of decimals. It is exact but for what
/// [CastOptions] allow, and a value that does not fit is an error, never another value.
///
/// A cast without a change of layout copies nothing. Every other result lives in memory of the
/// cast, is valid until the next `apply` or `close`, and shares the validity bitmap of its source,
/// so that it must not be read longer than the source either. Values in null slots, and in slots
/// that belong to no row, are never looked at. Not thread-safe, but any thread may use it, one at a
/// time.
///
/// Times of day outside of 24 hours and decimals with more digits than their precision are errors
/// even where the type stays the same.
public final class ColumnCast implements AutoCloseable {
  private final ArrowField to;
  private final ArrowField plain;
  private final Conversion conversion;
  private final @Nullable PlainLayout layout;
  private final @Nullable DictionaryResolution resolution;
  private final @Nullable DictionaryCast dictionary;
  private final CastResults results;

  private ColumnCast(ArrowField from, ArrowField to, CastOptions options, String path) {
    ArrowField source = PlainLayout.field(from);
    this.to = to;
    this.layout = source.equals(from) ? null : new PlainLayout(from);
    if (to.indexType() != null) {
      this.plain = source;
      this.conversion = new Conversion.Same();
      this.resolution = null;
      this.dictionary = DictionaryCast.of(source, to, options, path);
      this.results = CastResults.NONE;
    } else {
      this.resolution = source.indexType() == null ? null : new DictionaryResolution(source);
      this.plain = resolution == null ? source : resolution.plain();
      this.conversion = Conversion.between(plain, to, options, path);
      this.dictionary = null;
      this.results = CastResults.of(conversion);
    }
  }

  /// Plans the conversion.
  ///
  /// Strings and byte strings count as the same type with 32- and with 64-bit offsets, and as
  /// views. Integers become wider ones that hold all their values; timestamps stay with or without
  /// a zone; decimals keep their scale. Decimals, float16 and intervals become the
  /// fixed_size_binary that Parquet stores for them, durations int64.
  ///
  /// @param from the field of the columns, of a type without children except for runs
  /// @param to the field of the results; dictionary-encoded only if `from` is with the same type of
  ///   indices, and then the entries are converted. Whether it is nullable makes no difference
  /// @return the cast, to be closed
  /// @throws dev.frazil.engine.SchemaException if there is no exact conversion between the types
  public static ColumnCast of(ArrowField from, ArrowField to) {
    return of(from, to, CastOptions.EXACT, to.name());
  }

  /// As [#of(ArrowField, ArrowField)], with conversions that have to be asked for.
  ///
  /// Whatever the options, int8 with the extension `arrow.bool8` becomes bool.
  ///
  /// @param from the field of the columns
  /// @param to the field of the results
  /// @param options what is asked for
  /// @param path what to call the column in messages
  /// @return the cast, to be closed
  /// @throws dev.frazil.engine.SchemaException if there is no conversion between the types
  public static ColumnCast of(ArrowField from, ArrowField to, CastOptions options, String path) {
    return new ColumnCast(from, to, options, path);
  }

  /// The field of results that keep the dictionary of their source, where it has one whose entries
  /// can be told apart by an encoder: not for booleans, nulls and nested values.
  ///
  /// @param from the field of the columns
  /// @param to the field of their values as plain ones
  /// @return `to` with the type of indices of `from`, or `to`
  public static ArrowField coded(ArrowField from, ArrowField to) {
    ArrowField source = PlainLayout.field(from);
    boolean keeps =
        source.indexType() != null
            && !(source.type() instanceof ArrowType.Bool)
            && !(source.type() instanceof ArrowType.Null);
    return keeps
        ? new ArrowField(to.name(), to.type(), to.nullable(), to.metadata(), source.indexType())
        : to;
  }

  /// Whether results are their source under another field: the same slots in the same memory, none
  /// of which is looked at.
  ///
  /// @return true if who does not ask for the field can take the source itself
  public boolean onlyRelabels() {
    return conversion instanceof Conversion.Same
        && layout == null
        && resolution == null
        && dictionary == null;
  }

  /// Converts a column of a batch.
  ///
  /// @param column a column of the field that the cast was planned for
  /// @return the column as the other field; strings have offsets of the width that its type says,
  ///   which may differ from the width that was asked for
  /// @throws dev.frazil.engine.WriteException naming the first row whose value does not fit
  public ArrowColumn apply(ArrowColumn column) {
    return apply(column, ReachedSlots.all(), column.field().name());
  }

  /// Converts a column at any depth of a batch.
  ///
  /// Slots keep their numbers, so the result may have a negative offset: its slots before the first
  /// one that rows reach do not exist. A result that keeps its dictionary is null where its source
  /// names a null entry; entries that are null hold any value.
  ///
  /// @param column a column of the field that the cast was planned for
  /// @param reached which of its slots belong to rows
  /// @param path the column, for messages
  /// @return the column as the other field; strings have offsets of the width that its type says,
  ///   which may differ from the width that was asked for
  /// @throws dev.frazil.engine.WriteException naming the row of the first slot whose value does not
  ///   fit
  public ArrowColumn apply(ArrowColumn column, ReachedSlots reached, String path) {
    ArrowColumn source = layout == null ? column : layout.apply(column, reached);
    int first = Math.min(reached.first(), source.length());
    CastSite site = new CastSite(plain.type(), to.type(), path, reached.from(first));
    if (first == 0) {
      return converted(source, site);
    }
    ArrowColumn window = moved(source, source.offset() + first, source.length() - first);
    ArrowColumn result = converted(window, site);
    return moved(result, result.offset() - first, source.length());
  }

  private static ArrowColumn moved(ArrowColumn column, long offset, int length) {
    return new ArrowColumn(
        column.field(),
        length,
        offset,
        column.nullCount(),
        column.validity(),
        column.values(),
        column.data(),
        column.variadic(),
        column.dictionary(),
        column.children());
  }

  private ArrowColumn converted(ArrowColumn column, CastSite site) {
    if (dictionary != null) {
      return dictionary.apply(column, site);
    }
    ArrowColumn source = resolution == null ? column : resolution.resolve(column);
    return switch (conversion) {
      case Conversion.Same _ -> relabelled(source);
      case Conversion.Widen plan -> {
        MemorySegment result = room(results.values, source, plan.toBytes());
        Widening.integers(plan, source, result, first(source));
        yield rewritten(source, result);
      }
      case Conversion.WidenFloat _ -> {
        MemorySegment result = room(results.values, source, Double.BYTES);
        long target = first(source) * Double.BYTES;
        long base = source.offset() * Float.BYTES;
        Widening.floats(source.values(), base, result, target, source.length());
        yield rewritten(source, result);
      }
      case Conversion.Rescale plan -> rescaled(plan, source, site);
      case Conversion.RewriteDecimal plan -> decimal(plan, source, site);
      case Conversion.AddOffsets(int width) -> binary(source, width);
      case Conversion.Unview _ -> unviewed(source, to.type().withOffsets(true));
      case Conversion.DropUnsigned(int bytes) -> {
        Rescaling.checkUnsigned(bytes, source, site);
        yield relabelled(source);
      }
      case Conversion.WidenFloat16(int toBytes) -> {
        MemorySegment result = room(results.values, source, toBytes);
        Widening.float16s(source, toBytes, result, first(source));
        yield rewritten(source, result);
      }
      case Conversion.PackBits _ -> {
        MemorySegment result = room(results.values, source, 1);
        Widening.bytesToBits(source, result, (int) first(source));
        yield rewritten(source, result);
      }
      case Conversion.DropOffsets(int width) -> {
        ArrowColumn bytes = withOffsets(source);
        MemorySegment result = room(results.fixed, bytes, width);
        FixedBytes.copy(bytes, width, result, first(bytes), site);
        yield rewritten(bytes, result);
      }
      case Conversion.ParseUuid _ -> {
        ArrowColumn bytes = withOffsets(source);
        MemorySegment result = room(results.fixed, bytes, FixedBytes.UUID_WIDTH);
        FixedBytes.parseUuids(bytes, result, first(bytes), site);
        yield rewritten(bytes, result);
      }
      case Conversion.RewriteInterval(ArrowType.IntervalUnit unit) -> {
        MemorySegment result = room(results.values, source, Intervals.WIDTH);
        Intervals.convert(unit, source, result, first(source), site);
        yield rewritten(source, result);
      }
    };
  }

  private ArrowColumn rescaled(Conversion.Rescale plan, ArrowColumn source, CastSite site) {
    Rescaling.check(plan, source, site);
    if (plan.multiplier() == 1 && plan.divisor() == 1) {
      return relabelled(source);
    }
    MemorySegment result = room(results.values, source, plan.toBytes());
    Rescaling.convert(plan, source, result, first(source), site);
    return rewritten(source, result);
  }

  private ArrowColumn decimal(Conversion.RewriteDecimal plan, ArrowColumn source, CastSite site) {
    if (plan.toBytes() > DecimalRewriting.WIDTH) {
      WideDecimals.check(source, plan.bound(), site);
      if (!plan.bigEndian()) {
        return relabelled(source);
      }
      MemorySegment result = room(results.values, source, plan.toBytes());
      WideDecimals.convert(source, plan.toBytes(), result, first(source));
      return rewritten(source, result);
    }
    ArrowColumn wide = of16Bytes(plan, source, site);
    DecimalRewriting.check(wide, plan.bound(), site);
    if (!plan.bigEndian() && plan.fromBytes() == plan.toBytes()) {
      return relabelled(source);
    }
    if (!plan.bigEndian() && plan.toBytes() == DecimalRewriting.WIDTH) {
      return relabelled(wide);
    }
    MemorySegment result = room(results.values, wide, plan.toBytes());
    DecimalRewriting.convert(plan, wide, result, first(wide));
    return rewritten(wide, result);
  }

  private ArrowColumn of16Bytes(Conversion.RewriteDecimal plan, ArrowColumn source, CastSite site) {
    if (plan.fromBytes() == DecimalRewriting.WIDTH) {
      return source;
    }
    MemorySegment result = room(results.wideDecimals, source, DecimalRewriting.WIDTH);
    if (plan.fromBytes() == WideDecimals.WIDTH) {
      WideDecimals.narrow(source, plan.bound(), result, first(source), site);
    } else {
      DecimalRewriting.widen(source, plan.fromBytes(), result, first(source));
    }
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

  /// Strings of any layout, as bytes behind offsets.
  private ArrowColumn withOffsets(ArrowColumn source) {
    return source.field().type().hasOffsets()
        ? source
        : unviewed(source, new ArrowType.Binary(true));
  }

  private ArrowColumn unviewed(ArrowColumn source, ArrowType type) {
    MemorySegment offsets = room(results.values, source, Long.BYTES);
    long size = ViewGather.offsets(source, offsets, first(source));
    MemorySegment bytes = ViewGather.bytes(source, results.text, size);
    return column(source, type, first(source), sharedValidity(source), offsets, bytes);
  }

  private ArrowColumn binary(ArrowColumn source, int width) {
    MemorySegment offsets = room(results.values, source, Long.BYTES);
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
            : new ArrowField(to.name(), type, to.nullable(), to.metadata(), null);
    return new ArrowColumn(
        field,
        source.length(),
        offset,
        source.nullCount(),
        validity,
        slots,
        data,
        to.type() instanceof ArrowType.Utf8View || to.type() instanceof ArrowType.BinaryView
            ? source.variadic()
            : List.of(),
        null,
        List.of());
  }

  /// Frees the memory of the results.
  @Override
  public void close() {
    results.close();
    if (layout != null) {
      layout.close();
    }
    if (resolution != null) {
      resolution.close();
    }
    if (dictionary != null) {
      dictionary.close();
    }
  }
}

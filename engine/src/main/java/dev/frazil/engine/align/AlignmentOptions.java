package dev.frazil.engine.align;

import dev.frazil.engine.arrow.CastOptions;

/// What an aligner may do beyond what loses nothing. All of it is off unless asked for. Immutable.
///
/// @param ignoreExtraColumns drop columns, and fields of structs, that the target does not have;
///   otherwise they are an error
/// @param narrowUnsigned take uint32 for int32 and uint64 for int64; a value that does not fit is
///   an error
/// @param widenFloat16 take float16 for float32 and float64, which is exact
/// @param truncateTime take times and timestamps of a finer unit, and round each down; otherwise
///   one that is no multiple of the target's unit is an error
/// @param parseUuid take strings of 8-4-4-4-12 hexadecimal digits for UUIDs; another text is an
///   error
/// @param convertValues convert values between unlike types as the strict `cast` of polars does:
///   numbers that fit, text that is read as a number or a date, numbers and dates as text, units of
///   time with loss; a value that has no counterpart is an error
public record AlignmentOptions(
    boolean ignoreExtraColumns,
    boolean narrowUnsigned,
    boolean widenFloat16,
    boolean truncateTime,
    boolean parseUuid,
    boolean convertValues) {
  /// Nothing of it.
  public static final AlignmentOptions DEFAULT = builder().build();

  /// Begins with everything off.
  ///
  /// @return a builder
  public static Builder builder() {
    return new Builder();
  }

  /// The same for casts. Byte strings become fixed ones in any case: their lengths are checked.
  CastOptions casts() {
    return new CastOptions(narrowUnsigned, widenFloat16, truncateTime, true, parseUuid);
  }

  /// Collects options. Not thread-safe.
  public static final class Builder {
    private boolean ignoreExtraColumns;
    private boolean narrowUnsigned;
    private boolean widenFloat16;
    private boolean truncateTime;
    private boolean parseUuid;
    private boolean convertValues;

    private Builder() {}

    /// Sets [AlignmentOptions#ignoreExtraColumns()].
    ///
    /// @param ignore whether to drop what the target does not have
    /// @return this
    public Builder ignoreExtraColumns(boolean ignore) {
      ignoreExtraColumns = ignore;
      return this;
    }

    /// Sets [AlignmentOptions#narrowUnsigned()].
    ///
    /// @param narrow whether to take unsigned integers for signed ones of their width
    /// @return this
    public Builder narrowUnsigned(boolean narrow) {
      narrowUnsigned = narrow;
      return this;
    }

    /// Sets [AlignmentOptions#widenFloat16()].
    ///
    /// @param widen whether to take float16 for wider types
    /// @return this
    public Builder widenFloat16(boolean widen) {
      widenFloat16 = widen;
      return this;
    }

    /// Sets [AlignmentOptions#truncateTime()].
    ///
    /// @param truncate whether to round down to coarser units
    /// @return this
    public Builder truncateTime(boolean truncate) {
      truncateTime = truncate;
      return this;
    }

    /// Sets [AlignmentOptions#parseUuid()].
    ///
    /// @param parse whether to take text for UUIDs
    /// @return this
    public Builder parseUuid(boolean parse) {
      parseUuid = parse;
      return this;
    }

    /// Sets [AlignmentOptions#convertValues()].
    ///
    /// @param convert whether to convert values between unlike types
    /// @return this
    public Builder convertValues(boolean convert) {
      convertValues = convert;
      return this;
    }

    /// The options so far.
    ///
    /// @return immutable ones
    public AlignmentOptions build() {
      return new AlignmentOptions(
          ignoreExtraColumns, narrowUnsigned, widenFloat16, truncateTime, parseUuid, convertValues);
    }
  }
}

package dev.frazil.engine.arrow;

/// Which conversions a cast may make beyond those that keep every value of their type. Each that
/// loses something has to be asked for. Immutable.
///
/// @param narrowUnsigned uint32 to int32 and uint64 to int64; a value that does not fit is an error
/// @param widenFloat16 float16 to float32 and float64, which is exact
/// @param truncateTime times and timestamps to a coarser unit, rounded down
/// @param dropOffsets byte strings to fixed_size_binary; one of another length is an error
/// @param parseUuid strings of 8-4-4-4-12 hexadecimal digits to UUIDs; another text is an error
public record CastOptions(
    boolean narrowUnsigned,
    boolean widenFloat16,
    boolean truncateTime,
    boolean dropOffsets,
    boolean parseUuid) {
  /// None of them.
  public static final CastOptions EXACT = new CastOptions(false, false, false, false, false);
}

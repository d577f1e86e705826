package dev.frazil.fuzz;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One Arrow array as its buffers hold it, before it gets addresses.
///
/// @param length `length`
/// @param nullCount `null_count`, or -1 for unknown
/// @param offset `offset`
/// @param buffers its buffers, null for a NULL pointer; each ends with the last byte that may be
///   read
/// @param children its children
/// @param dictionary its dictionary, or null
record ArrayData(
    int length,
    int nullCount,
    int offset,
    List<byte @Nullable []> buffers,
    List<ArrayData> children,
    @Nullable ArrayData dictionary) {}

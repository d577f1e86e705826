package dev.frazil.fuzz;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An exported array.
///
/// @param struct the ArrowArray
/// @param buffers what its buffer pointers show, NULL ones included
/// @param children its children
/// @param dictionary its dictionary, or null
record ArrayStruct(
    MemorySegment struct,
    List<MemorySegment> buffers,
    List<ArrayStruct> children,
    @Nullable ArrayStruct dictionary) {}

package dev.frazil.fuzz;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An exported field.
///
/// @param struct the ArrowSchema
/// @param children its children
/// @param dictionary the field of its dictionary, or null
record FieldStruct(
    MemorySegment struct, List<FieldStruct> children, @Nullable FieldStruct dictionary) {}

package dev.frazil.engine.verify;

import java.util.List;
import java.util.Map;

/// What was compared in a file, and what could not be.
///
/// @param rowGroups row groups
/// @param columnChunks column chunks
/// @param pages data pages of which the values were decoded
/// @param values slots of those pages, nulls included
/// @param checksums pages of which the checksum was computed
/// @param columnIndexes column indexes
/// @param offsetIndexes offset indexes
/// @param bloomFilters bloom filters in which every value was looked up
/// @param lies statements that are not true
/// @param unverified what could not be compared: each reason with the dotted paths of its columns
public record Verification(
    long rowGroups,
    long columnChunks,
    long pages,
    long values,
    long checksums,
    long columnIndexes,
    long offsetIndexes,
    long bloomFilters,
    long lies,
    Map<String, List<String>> unverified) {}

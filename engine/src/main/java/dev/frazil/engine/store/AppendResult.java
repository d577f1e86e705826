package dev.frazil.engine.store;

/// Rows that were appended.
///
/// @param key the profile
/// @param version the version that has them
/// @param index the index of their data file, 1 or more
/// @param rowCount how many
/// @param byteCount bytes of their data file
/// @param alreadyApplied whether an earlier attempt with the same token had appended them
/// @param superseded whether the version is known not to be the latest one any more, so that who
///   reads the latest one does not see them
/// @param publishDeferred whether something could not be forced to the disk after the rows became
///   visible
public record AppendResult(
    ProfileKey key,
    long version,
    long index,
    long rowCount,
    long byteCount,
    boolean alreadyApplied,
    boolean superseded,
    boolean publishDeferred) {}

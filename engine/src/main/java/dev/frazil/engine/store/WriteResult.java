package dev.frazil.engine.store;

/// A version that was written and committed.
///
/// @param key the profile
/// @param version its number
/// @param rowCount its rows
/// @param byteCount bytes of its data file
/// @param alreadyApplied whether an earlier attempt with the same token had written it
/// @param superseded whether a later version took its place before it was committed, so that it was
///   given up or pruned; only of writes with a token
/// @param publishDeferred whether `manifest.json` could not be moved to it, or the names could not
///   all be forced to the disk: the version is committed, and stores read it; the next call on the
///   profile makes up for it, and Python sees it then
public record WriteResult(
    ProfileKey key,
    long version,
    long rowCount,
    long byteCount,
    boolean alreadyApplied,
    boolean superseded,
    boolean publishDeferred) {}

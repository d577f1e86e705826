package dev.frazil.engine.store;

import dev.frazil.engine.scan.DataFormat;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A version of a profile that can be read, as [DatasetStore#versions] lists it. Immutable.
///
/// @param number N of the directory `vN`
/// @param format the format of its data files
/// @param committedAt when it was committed, by the clock of the file server
/// @param fileCount data files at the time of the listing; an append adds one
/// @param byteCount the sum of their lengths
/// @param parent the version that was the latest one before; null if there was none, or the Python
///   original made the version
/// @param rollbackOf the version whose files it took over; null if it is no rollback
/// @param compactionOf the version whose rows it has in fewer files; null if it is no compaction
/// @param note the writer's note, or null
/// @param tags the tags that name it, in their natural order
public record CommittedVersion(
    long number,
    DataFormat format,
    Instant committedAt,
    int fileCount,
    long byteCount,
    @Nullable Long parent,
    @Nullable Long rollbackOf,
    @Nullable Long compactionOf,
    @Nullable String note,
    List<String> tags) {
  /// Copies the tags.
  public CommittedVersion {
    tags = List.copyOf(tags);
  }
}

package dev.frazil.engine.store;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.scan.Scan;
import java.util.List;

/// Snapshots of several profiles, whose versions were the ones asked for at one moment: a commit of
/// several profiles is in it whole or not at all. Their files stay until it is closed, as those of
/// a [Snapshot] do. Thread-safe.
public final class SnapshotSet implements AutoCloseable {
  private final List<Snapshot> snapshots;

  /// A set.
  ///
  /// @param snapshots one or more, which then belong to the set
  SnapshotSet(List<Snapshot> snapshots) {
    this.snapshots = List.copyOf(snapshots);
  }

  /// The snapshots; they are closed with the set.
  ///
  /// @return one a profile, in the order of the profiles' names
  public List<Snapshot> snapshots() {
    return snapshots;
  }

  /// The schema of all of them.
  ///
  /// @return the columns of the first profile, in its order
  /// @throws dev.frazil.engine.SchemaException if another profile has other columns, or columns of
  ///   other types
  public ArrowSchema schema() {
    return CommonSchema.of(snapshots);
  }

  /// All rows, profile by profile.
  ///
  /// @return a scan that holds this set
  /// @throws dev.frazil.engine.SchemaException if the profiles have not the same columns
  public Scan scan() {
    return Scan.of(schema(), snapshots.stream().flatMap(one -> one.files().stream()).toList())
        .heldBy(this);
  }

  /// Gives the files free; a second call does nothing.
  @Override
  public void close() {
    snapshots.forEach(Snapshot::close);
  }
}

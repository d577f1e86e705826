package dev.frazil.engine.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotAncestryValidator;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.CloseableIterable;
import org.jspecify.annotations.Nullable;

/// Looks for some files among the data files of a table, so that none is added twice. Not
/// thread-safe.
final class TableFiles implements SnapshotAncestryValidator {
  private static final String FILE_SCHEME = "file:";

  private final Table table;
  private final Set<String> locations;
  private @Nullable String found;

  /// @param table the table
  /// @param locations the files that are not to be in it
  TableFiles(Table table, List<String> locations) {
    this.table = table;
    this.locations = new HashSet<>(locations);
  }

  /// Whether none of the files is in the newest snapshot of those that an append is put behind.
  @Override
  public boolean validate(Iterable<Snapshot> ancestors) {
    Iterator<Snapshot> newest = ancestors.iterator();
    return !newest.hasNext() || !holds(newest.next());
  }

  /// Whether one of the files is in a snapshot.
  ///
  /// @param snapshot a snapshot of the table, or null where there is none
  boolean holds(@Nullable Snapshot snapshot) {
    if (snapshot != null) {
      for (ManifestFile manifest : snapshot.dataManifests(table.io())) {
        find(manifest);
      }
    }
    return found != null;
  }

  private void find(ManifestFile manifest) {
    try (CloseableIterable<String> files =
        ManifestFiles.readPaths(manifest, table.io(), table.specs())) {
      for (String location : files) {
        if (locations.contains(location) || locations.contains(withoutScheme(location))) {
          found = location;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String withoutScheme(String location) {
    return location.startsWith(FILE_SCHEME)
        ? location.substring(FILE_SCHEME.length()).replaceFirst("^//+", "/")
        : location;
  }

  /// Refuses a file that was found.
  ///
  /// @param name the table, for messages
  /// @throws CommandFailure if one was found
  void requireNone(TableIdentifier name) {
    if (found != null) {
      throw new CommandFailure(
          "files: %s: expected one that is not in table %s yet, got one that is"
              .formatted(found, name));
    }
  }
}

package dev.frazil.engine.store;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowSchemaMessage;
import dev.frazil.engine.scan.Scan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The schema of a version, to which appended rows and the files themselves are brought.
final class VersionSchema {
  private VersionSchema() {}

  /// The schema that the version's commit record holds; of a version of the Python original, that
  /// of the file with the lowest index.
  ///
  /// @param version the version
  /// @param state its state, of a version that can be read
  /// @param first its data file with the lowest index
  /// @return the schema
  /// @throws DamagedStoreException if the commit record holds no schema
  /// @throws IOException if a file cannot be read
  static ArrowSchema of(
      VersionDirectory version, VersionState state, VersionDirectory.DataFile first)
      throws IOException {
    if (state instanceof VersionState.Committed(VersionFacts facts)) {
      try {
        return ArrowSchemaMessage.readBase64(facts.schema());
      } catch (SchemaException e) {
        throw new DamagedStoreException("read: " + version.commit() + ": " + e.getMessage(), e);
      }
    }
    Path path = version.data(first.index(), first.format());
    return Scan.ofFiles(List.of(path), first.format()).schema();
  }
}

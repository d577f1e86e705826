package dev.frazil.engine.scan;

import dev.frazil.engine.file.ColumnPath;
import dev.frazil.engine.file.FileReceipt;
import java.util.LinkedHashMap;
import java.util.Map;

/// Counts and bounds of a file, by which a scan passes over it without opening it. Immutable.
///
/// Leaves below lists and maps, of which a row has any number, have none.
///
/// @param rowCount rows of the file
/// @param columns by the path of the leaf as [ColumnPath#format] writes it
public record FileStatistics(long rowCount, Map<String, ColumnStatistics> columns) {
  /// Copies the map.
  public FileStatistics {
    columns = Map.copyOf(columns);
  }

  /// The statistics of a file that was just written.
  ///
  /// @param receipt what was written
  /// @return counts and bounds from the objects that the encoders made
  public static FileStatistics of(FileReceipt receipt) {
    Map<String, ColumnStatistics> columns = new LinkedHashMap<>();
    for (FileReceipt.LeafReceipt leaf : receipt.leaves()) {
      if (leaf.leaf().column().maxRepetitionLevel() == 0) {
        columns.put(ColumnPath.format(leaf.leaf().column().path()), ColumnStatistics.of(leaf));
      }
    }
    return new FileStatistics(receipt.rowCount(), columns);
  }
}

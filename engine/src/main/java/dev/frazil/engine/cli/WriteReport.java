package dev.frazil.engine.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.jspecify.annotations.Nullable;

/// What `write` committed.
///
/// @param table namespace and name
/// @param created whether the command created the table
/// @param addedColumns fields that the command added to the table, names joined by dots
/// @param promotedColumns fields of which the command changed the type
/// @param snapshotId the snapshot
/// @param rows rows over all files
/// @param bytes bytes over all files
/// @param files one a data file, in the order in which they were written
record WriteReport(
    String table,
    boolean created,
    List<String> addedColumns,
    List<String> promotedColumns,
    long snapshotId,
    long rows,
    long bytes,
    List<WrittenFile> files) {

  /// One data file.
  ///
  /// @param partition a value as text for each partition field, null for a null partition; empty in
  ///   an unpartitioned table
  /// @param rows its rows
  /// @param bytes its length
  /// @param path its location
  record WrittenFile(Map<String, @Nullable String> partition, long rows, long bytes, String path) {

    private static WrittenFile of(DataFile file, PartitionSpec spec) {
      return new WrittenFile(
          PartitionText.values(spec, file.partition()),
          file.recordCount(),
          file.fileSizeInBytes(),
          file.location());
    }
  }

  /// The report of a commit.
  ///
  /// @param change what happened to the table beside the snapshot
  /// @param spec the partition spec of all files
  /// @param snapshotId the snapshot
  /// @param files what was committed
  /// @return the report
  static WriteReport of(Change change, PartitionSpec spec, long snapshotId, List<DataFile> files) {
    List<WrittenFile> written = new ArrayList<>();
    long rows = 0;
    long bytes = 0;
    for (DataFile file : files) {
      written.add(WrittenFile.of(file, spec));
      rows += file.recordCount();
      bytes += file.fileSizeInBytes();
    }
    return new WriteReport(
        change.table,
        change.created,
        change.added,
        change.promoted,
        snapshotId,
        rows,
        bytes,
        written);
  }

  /// What happened to a table beside its snapshot.
  ///
  /// @param table namespace and name
  /// @param created whether the table was created
  /// @param added fields that were added
  /// @param promoted fields whose types were changed
  record Change(String table, boolean created, List<String> added, List<String> promoted) {}

  /// Prints a row a file and a total.
  ///
  /// @param out where to
  void print(PrintStream out) {
    TextTable rowsOfText = new TextTable(1, 3, "partition", "rows", "bytes", "path");
    for (WrittenFile file : files) {
      rowsOfText.add(
          PartitionText.line(file.partition),
          Counted.of(file.rows),
          Counted.of(file.bytes),
          file.path);
    }
    rowsOfText.add(
        "total",
        Counted.of(rows),
        Counted.of(bytes),
        "%s in %s%s, snapshot %d"
            .formatted(
                Counted.of(files.size(), "file"), created ? "new table " : "", table, snapshotId));
    rowsOfText.print(out);
    print(out, "added columns: ", addedColumns);
    print(out, "promoted columns: ", promotedColumns);
  }

  private static void print(PrintStream out, String heading, List<String> names) {
    if (!names.isEmpty()) {
      out.println(Printable.line(heading + String.join(", ", names)));
    }
  }
}

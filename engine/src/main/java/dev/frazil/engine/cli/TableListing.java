package dev.frazil.engine.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What `inspect --table` prints for people.
///
/// @param report what is printed
record TableListing(TableReport report) {
  private static final String UNKNOWN = "-";

  /// Prints the listing.
  ///
  /// @param out where to
  void print(PrintStream out) {
    out.println(
        "%s: format version %d, %s in %s, %s"
            .formatted(
                report.table(),
                report.formatVersion(),
                Counted.of(report.rows(), "row"),
                Counted.of(report.files().size(), "data file"),
                Counted.of(report.bytes(), "byte")));
    out.println("location: " + Printable.line(report.location()));
    out.println("partition: " + Printable.line(report.partition()));
    out.println("sort order: " + Printable.line(report.sortOrder()));
    out.println();
    printSchema(out);
    printPairs(out, "property", report.properties());
    printSnapshots(out);
    printFiles(out, "data files", report.files());
    printFiles(out, "delete files", report.deleteFiles());
  }

  private void printSchema(PrintStream out) {
    TextTable table = new TextTable(1, 2, "schema", "id", "nulls", "type", "doc");
    for (TableReport.Field field : report.schema()) {
      table.add(
          "  ".repeat(field.path().size() - 1) + field.path().getLast(),
          Integer.toString(field.id()),
          field.required() ? "required" : "optional",
          field.type(),
          field.doc() == null ? UNKNOWN : field.doc());
    }
    table.print(out);
  }

  private static void printPairs(PrintStream out, String heading, Map<String, String> pairs) {
    if (!pairs.isEmpty()) {
      out.println();
      TextTable table = new TextTable(0, 0, heading, "value");
      pairs.forEach(table::add);
      table.print(out);
    }
  }

  private void printSnapshots(PrintStream out) {
    for (TableReport.Snapshot snapshot : report.snapshots()) {
      out.println();
      out.println(
          "snapshot %d: %s at %s%s"
              .formatted(
                  snapshot.id(),
                  snapshot.operation(),
                  snapshot.time(),
                  snapshot.current() ? ", current" : ""));
      TextTable table = new TextTable(1, 2, "summary", "value");
      snapshot.summary().forEach(table::add);
      table.print(out);
    }
  }

  private void printFiles(PrintStream out, String heading, List<TableReport.File> files) {
    if (files.isEmpty()) {
      return;
    }
    out.println();
    out.println(Printable.line(heading + " of snapshot " + report.snapshotId()));
    TextTable table = new TextTable(2, 4, "content", "partition", "rows", "bytes", "path");
    for (TableReport.File file : files) {
      table.add(
          file.content(),
          PartitionText.line(file.partition()),
          Counted.of(file.rows()),
          Counted.of(file.bytes()),
          file.path());
    }
    table.print(out);
    for (TableReport.File file : files) {
      out.println();
      printColumns(out, file);
    }
  }

  private static void printColumns(PrintStream out, TableReport.File file) {
    out.println(Printable.line(file.path()));
    TextTable table =
        new TextTable(1, 6, "column", "id", "bytes", "values", "nulls", "nans", "lower", "upper");
    for (TableReport.Column column : file.columns()) {
      table.add(
          column.name() == null ? UNKNOWN : column.name(),
          Integer.toString(column.id()),
          count(column.bytes()),
          count(column.values()),
          count(column.nulls()),
          count(column.nans()),
          text(column.lower()),
          text(column.upper()));
    }
    table.print(out);
  }

  private static String count(@Nullable Long count) {
    return count == null ? UNKNOWN : Counted.of(count);
  }

  private static String text(@Nullable String value) {
    return value == null ? UNKNOWN : FileListing.shortened(value);
  }
}

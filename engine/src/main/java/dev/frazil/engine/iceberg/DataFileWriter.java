package dev.frazil.engine.iceberg;

import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.FileIO;

/// DRAFT SIGNATURES. Writes record batches as data files of a table. What it has written belongs to
/// it until `finish()`: `close()` without `finish()` deletes every file.
public final class DataFileWriter implements AutoCloseable {
  private DataFileWriter() {}

  /// A writer of a table's data files, by the table's schema, spec, location provider and
  /// properties.
  public static DataFileWriter forTable(Table table) {
    return forTable(table, Map.of());
  }

  /// As `forTable(Table)`, with properties that override the table's for this writer.
  public static DataFileWriter forTable(Table table, Map<String, String> properties) {
    throw new UnsupportedOperationException(table + " " + properties);
  }

  /// Writes all batches of a source (not closed here) in one call: one file per partition and
  /// batch. On failure nothing is left behind.
  public static List<DataFile> writeDataFiles(
      FileIO io,
      String location,
      RecordBatchSource batches,
      Schema schema,
      PartitionSpec spec,
      SortOrder order,
      WriterOptions options)
      throws IOException {
    throw new UnsupportedOperationException(
        io + location + batches.hashCode() + schema + spec + order + options);
  }

  /// Writes all batches of a source, which the caller closes. May be called several times.
  public void write(RecordBatchSource batches) throws IOException {
    throw new UnsupportedOperationException(batches.toString());
  }

  /// Ends the writing. The files belong to the caller from here on, to be committed or deleted.
  public List<DataFile> finish() {
    throw new UnsupportedOperationException();
  }

  /// Without `finish()`: deletes every file written. Frees the memory.
  @Override
  public void close() {}
}

package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.csv.CsvSource;
import java.io.IOException;
import java.util.List;

/// Reads CSV files at the types of a schema.
///
/// @param schema all columns of the files
record CsvFiles(ArrowSchema schema) implements FileBatches {
  @Override
  public RecordBatchSource open(
      ScanFile file, List<String> columns, Pushdown pushdown, int batchRows) throws IOException {
    return CsvSource.open(file.path(), schema, columns, batchRows);
  }
}

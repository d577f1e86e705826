package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.csv.CsvSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads CSV files at the types of a schema.
///
/// @param schema all columns of the files
record CsvFiles(ArrowSchema schema) implements FileBatches {
  @Override
  public RecordBatchSource open(
      ScanFile file, List<String> columns, Pushdown pushdown, int batchRows) throws IOException {
    return new Columns(CsvSource.open(file.path(), schema), columns);
  }

  /// Some of the columns of a source.
  private static final class Columns implements RecordBatchSource {
    private final RecordBatchSource source;
    private final List<Integer> positions = new ArrayList<>();
    private final ArrowSchema schema;

    Columns(RecordBatchSource source, List<String> names) {
      this.source = source;
      List<ArrowField> fields = new ArrayList<>();
      for (int i = 0; i < source.schema().fields().size(); i++) {
        ArrowField field = source.schema().fields().get(i);
        if (names.contains(field.name())) {
          positions.add(i);
          fields.add(field);
        }
      }
      this.schema = new ArrowSchema(fields, source.schema().metadata());
    }

    @Override
    public ArrowSchema schema() {
      return schema;
    }

    @Override
    public @Nullable RecordBatch next() throws IOException {
      RecordBatch batch = source.next();
      if (batch == null) {
        return null;
      }
      List<ArrowColumn> columns = positions.stream().map(batch.columns()::get).toList();
      return new RecordBatch(schema, batch.rowCount(), columns, batch::close);
    }

    @Override
    public void close() throws IOException {
      source.close();
    }
  }
}

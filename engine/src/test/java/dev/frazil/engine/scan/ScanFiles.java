package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.arrow.RowValues;
import dev.frazil.engine.file.ChannelSink;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Files for scans, and their rows as Java objects.
final class ScanFiles {
  private ScanFiles() {}

  /// Writes a batch to a Parquet file.
  static ScanFile write(Path path, WriterOptions options, int rows, CDataColumn... columns)
      throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(CDataColumn.batch(rows, columns))) {
      ArrowSchema schema = source.schema();
      RecordBatch batch = Objects.requireNonNull(source.next());
      try (ParquetFileWriter writer =
          new ParquetFileWriter(ChannelSink.open(path), ParquetSchema.of(schema), options)) {
        writer.append(batch);
        return new ScanFile(path, DataFormat.PARQUET, FileStatistics.of(writer.finish()));
      }
    }
  }

  static ScanFile write(Path path, int rows, CDataColumn... columns) throws IOException {
    return write(path, WriterOptions.DEFAULT, rows, columns);
  }

  /// The rows of a scan, each a list of the values of its columns.
  static List<List<@Nullable Object>> rows(Scan scan) throws IOException {
    try (RecordBatchSource source = scan.open()) {
      return RowValues.of(source);
    }
  }

  /// The values of the first column of a scan.
  static List<@Nullable Object> values(Scan scan) throws IOException {
    List<@Nullable Object> values = new ArrayList<>();
    rows(scan).forEach(row -> values.add(row.getFirst()));
    return values;
  }
}

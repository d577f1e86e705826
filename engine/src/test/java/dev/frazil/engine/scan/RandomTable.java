package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.CDataNested;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.ChannelSink;
import dev.frazil.engine.file.FileReceipt;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Rows of random types in files with small pages and row groups. Column `id` counts the rows from
/// 0; the others are `c0`, `c1`, … and, in a struct, `s.m`.
final class RandomTable {
  /// A column.
  ///
  /// @param path its path as text
  /// @param kind its type
  /// @param values a value a row, or null
  record Column(String path, ValueKind kind, List<@Nullable Object> values) {}

  private final RandomGenerator random;
  private final List<Column> columns = new ArrayList<>();
  private final List<Boolean> structs = new ArrayList<>();
  private final int rows;

  /// Values for some columns.
  RandomTable(RandomGenerator random, List<ValueKind> kinds, int rows) {
    this.random = random;
    this.rows = rows;
    for (int i = 0; i < kinds.size(); i++) {
      columns.add(new Column("c" + i, kinds.get(i), values(kinds.get(i))));
    }
    ValueKind member = kinds.get(random.nextInt(kinds.size()));
    List<@Nullable Object> values = values(member);
    for (int i = 0; i < rows; i++) {
      boolean isThere = random.nextInt(5) != 0;
      structs.add(isThere);
      if (!isThere) {
        values.set(i, null);
      }
    }
    columns.add(new Column("s.m", member, values));
  }

  /// Runs of values from a small pool, some sorted, so that pages and files differ.
  private List<@Nullable Object> values(ValueKind kind) {
    List<@Nullable Object> values = new ArrayList<>();
    while (values.size() < rows) {
      Object one = kind.value(random);
      Object other = kind.value(random);
      int run = 1 + random.nextInt(60);
      int mode = random.nextInt(4);
      for (int i = 0; i < run && values.size() < rows; i++) {
        values.add(
            switch (mode) {
              case 0 -> null;
              case 1 -> one;
              case 2 -> random.nextBoolean() ? one : other;
              default -> random.nextInt(6) == 0 ? null : kind.value(random);
            });
      }
    }
    return values;
  }

  List<Column> columns() {
    return columns;
  }

  int rows() {
    return rows;
  }

  /// Writes the rows to files.
  ///
  /// @param count how many files; some may have no rows
  List<ScanFile> write(Path directory, int count) throws IOException {
    List<ScanFile> files = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < count; i++) {
      int end = i == count - 1 ? rows : from + random.nextInt(rows - from + 1);
      Path path = directory.resolve(i + ".parquet");
      FileReceipt receipt = write(path, from, end);
      files.add(new ScanFile(path, DataFormat.PARQUET, FileStatistics.of(receipt)));
      from = end;
    }
    return files;
  }

  private FileReceipt write(Path path, int from, int end) throws IOException {
    WriterOptions options =
        WriterOptions.builder()
            .pageTargetRows(3 + random.nextInt(30))
            .rowGroupTargetRows(20 + random.nextInt(100))
            .ieee754TotalOrder(random.nextInt(4) == 0)
            .columnIndex(random.nextInt(4) != 0)
            .build();
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(batch(from, end))) {
      ArrowSchema schema = source.schema();
      RecordBatch batch = Objects.requireNonNull(source.next());
      try (ParquetFileWriter writer =
          new ParquetFileWriter(ChannelSink.open(path), ParquetSchema.of(schema), options)) {
        writer.append(batch);
        return writer.finish();
      }
    }
  }

  /// The schema of the files.
  ArrowSchema schema() throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(batch(0, 1))) {
      Objects.requireNonNull(source.next()).close();
      return source.schema();
    }
  }

  private CDataColumn batch(int from, int end) {
    List<CDataColumn> parts = new ArrayList<>();
    @Nullable Integer[] ids = new Integer[end - from];
    StringBuilder validity = new StringBuilder();
    for (int i = from; i < end; i++) {
      ids[i - from] = i;
      validity.append(structs.get(i) ? 'v' : '.');
    }
    parts.add(CDataColumn.ints("id", ids));
    for (Column column : columns.subList(0, columns.size() - 1)) {
      parts.add(data(column, column.path(), from, end));
    }
    CDataColumn member = data(columns.getLast(), "m", from, end);
    parts.add(CDataNested.struct("s", validity.toString(), member));
    return CDataColumn.batch(end - from, parts.toArray(CDataColumn[]::new));
  }

  private static CDataColumn data(Column column, String name, int from, int end) {
    return column.kind().column(name, column.values().subList(from, end).toArray());
  }
}

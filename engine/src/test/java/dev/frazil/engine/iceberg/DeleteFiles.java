package dev.frazil.engine.iceberg;

import static dev.frazil.engine.iceberg.IdNames.SCHEMA;
import static dev.frazil.engine.iceberg.IdNames.row;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.iceberg.IdNames.Row;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.DeleteSchemaUtil;
import org.jspecify.annotations.Nullable;

/// Delete files of tables of ids and names, for tests.
final class DeleteFiles {
  private static final Schema POSITIONS = DeleteSchemaUtil.pathPosSchema();

  private DeleteFiles() {}

  static Table table(Map<String, String> properties) {
    return MemoryTables.create(SCHEMA, properties, SortOrder.unsorted());
  }

  /// A row of position deletes.
  record Position(String path, long position) {}

  static RecordBatchSource positions(List<List<Position>> batches) {
    ArrowSchema schema = IcebergSchemas.arrowSchema(POSITIONS);
    return ValueBatch.source(
        schema,
        batches.stream()
            .map(rows ->
                ValueBatch.of(
                    schema,
                    List.of(
                        rows.stream().map(Position::path).toList(),
                        rows.stream().map(Position::position).toList())))
            .toArray(RecordBatch[]::new));
  }

  static RecordBatchSource columns(Schema schema, List<?>... columns) {
    ArrowSchema arrow = IcebergSchemas.arrowSchema(schema);
    return ValueBatch.source(arrow, ValueBatch.of(arrow, Arrays.asList(columns)));
  }

  static List<DeleteFile> write(DeleteFileWriter writer, RecordBatchSource batches)
      throws IOException {
    try (writer;
        batches) {
      writer.write(batches);
      return writer.finish();
    }
  }

  static DataFile data(Table table, Row... rows) throws IOException {
    List<Long> ids = new ArrayList<>();
    List<@Nullable String> names = new ArrayList<>();
    for (Row row : rows) {
      ids.add(row.id());
      names.add(row.name());
    }
    try (DataFileWriter writer = DataFileWriter.forTable(table);
        RecordBatchSource batches = columns(SCHEMA, ids, names)) {
      writer.write(batches);
      DataFile file = writer.finish().getFirst();
      table.newAppend().appendFile(file).commit();
      return file;
    }
  }

  static void commit(Table table, List<DeleteFile> files) {
    RowDelta delta = table.newRowDelta();
    files.forEach(delta::addDeletes);
    delta.commit();
  }

  static void assertEqualFiles(DeleteFile expected, DeleteFile found) {
    assertEquals(expected.content(), found.content());
    assertEquals(expected.format(), found.format());
    assertEquals(expected.specId(), found.specId());
    assertEquals(expected.partition(), found.partition());
    assertEquals(expected.equalityFieldIds(), found.equalityFieldIds());
    assertEquals(expected.sortOrderId(), found.sortOrderId());
    assertEquals(expected.recordCount(), found.recordCount());
    assertEquals(expected.splitOffsets(), found.splitOffsets());
    assertEquals(expected.keyMetadata(), found.keyMetadata());
    assertEquals(expected.columnSizes().keySet(), found.columnSizes().keySet());
    assertEquals(expected.valueCounts(), found.valueCounts());
    assertEquals(expected.nullValueCounts(), found.nullValueCounts());
    assertEquals(expected.nanValueCounts(), found.nanValueCounts());
    assertEquals(expected.lowerBounds(), found.lowerBounds());
    assertEquals(expected.upperBounds(), found.upperBounds());
  }

  static String text(Table table, DeleteFile file) throws IOException {
    try (InputStream in = table.io().newInputFile(file.location()).newStream()) {
      assertEquals(file.fileSizeInBytes(), table.io().newInputFile(file.location()).getLength());
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}

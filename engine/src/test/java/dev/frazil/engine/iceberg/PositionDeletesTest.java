package dev.frazil.engine.iceberg;

import static dev.frazil.engine.iceberg.DeleteFiles.assertEqualFiles;
import static dev.frazil.engine.iceberg.DeleteFiles.commit;
import static dev.frazil.engine.iceberg.DeleteFiles.data;
import static dev.frazil.engine.iceberg.DeleteFiles.positions;
import static dev.frazil.engine.iceberg.DeleteFiles.table;
import static dev.frazil.engine.iceberg.DeleteFiles.text;
import static dev.frazil.engine.iceberg.DeleteFiles.write;
import static dev.frazil.engine.iceberg.IdNames.SCHEMA;
import static dev.frazil.engine.iceberg.IdNames.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.iceberg.DeleteFiles.Position;
import dev.frazil.engine.iceberg.IdNames.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.parquet.Parquet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PositionDeletesTest {
  private static final PartitionSpec NONE = PartitionSpec.unpartitioned();

  @TempDir Path folder;

  private static DeleteFile peerPositions(Table table, List<Position> rows) throws IOException {
    OutputFile file = table.io().newOutputFile(table.location() + "/data/peer-pos.parquet");
    PositionDeleteWriter<Record> writer =
        Parquet.writeDeletes(file)
            .setAll(table.properties())
            .withSpec(table.spec())
            .metricsConfig(MetricsConfig.forPositionDelete())
            .overwrite()
            .buildPositionWriter();
    try (writer) {
      PositionDelete<Record> delete = PositionDelete.create();
      rows.forEach(row -> writer.write(delete.set(row.path(), row.position())));
    }
    return writer.toDeleteFile();
  }

  @Test
  void positionDeletesAreThoseOfIcebergsOwnWriter() throws Exception {
    Table table = table(Map.of());
    DataFile one = data(table, row(1, "a"), row(2, "b"), row(3, "c"));
    DataFile two = data(table, row(4, "d"), row(5, "e"));
    List<Position> single =
        List.of(new Position(one.location(), 0), new Position(one.location(), 2));
    DeleteFile file =
        write(
                DeleteFileWriter.positionDeletes(table, NONE, null, Map.of()),
                positions(List.of(single.subList(0, 1), List.of(), single.subList(1, 2))))
            .getFirst();
    assertEqualFiles(peerPositions(table, single), file);
    assertEquals(one.location(), file.referencedDataFile());
    assertEquals(FileContent.POSITION_DELETES, file.content());
    assertTrue(text(table, file).contains("delete-type"));
    commit(table, List.of(file));
    assertEquals(List.of(2L, 4L, 5L), IdNames.read(table).stream().map(Row::id).toList());

    List<Position> several =
        new ArrayList<>(List.of(new Position(one.location(), 1), new Position(two.location(), 1)));
    several.sort(java.util.Comparator.comparing(Position::path));
    DeleteFile both =
        write(
                DeleteFileWriter.positionDeletes(table, NONE, null, Map.of()),
                positions(List.of(several)))
            .getFirst();
    assertEqualFiles(peerPositions(table, several), both);
    assertNull(both.referencedDataFile());
    assertNull(both.lowerBounds());
    commit(table, List.of(both));
    assertEquals(List.of(4L), IdNames.read(table).stream().map(Row::id).toList());
  }

  @Test
  void aFilePerDataFileWhereTheTableWantsIt() throws IOException {
    Table table = table(Map.of("write.delete.granularity", "file"));
    List<DeleteFile> files =
        write(
            DeleteFileWriter.positionDeletes(table, NONE, null, Map.of()),
            positions(
                List.of(
                    List.of(new Position("a", 1), new Position("a", 1), new Position("b", 0)),
                    List.of(new Position("b", 5), new Position("c", 0), new Position("c", 9)))));
    assertEquals(
        List.of("a", "b", "c"), files.stream().map(DeleteFile::referencedDataFile).toList());
    assertEquals(List.of(2L, 2L, 2L), files.stream().map(DeleteFile::recordCount).toList());
    assertEquals(Set.copyOf(files.get(1).lowerBounds().keySet()), Set.of(2147483546, 2147483545));
    List<DeleteFile> rolled =
        write(
            DeleteFileWriter.positionDeletes(
                table,
                NONE,
                null,
                Map.of(
                    "write.delete.granularity", "partition",
                    "write.delete.target-file-size-bytes", "1")),
            positions(List.of(List.of(new Position("a", 1)), List.of(new Position("a", 2)))));
    assertEquals(2, rolled.size());
  }

  private static void assertRefused(Table table, String message, List<List<Position>> batches) {
    DeleteFileWriter writer = DeleteFileWriter.positionDeletes(table, NONE, null, Map.of());
    WriteException refusal =
        assertThrows(WriteException.class, () -> write(writer, positions(batches)));
    assertTrue(String.valueOf(refusal.getMessage()).contains(message), refusal.getMessage());
    assertThrows(IllegalStateException.class, writer::finish);
  }

  /// A table whose files lie in a folder of the test's own; every batch fills one.
  private Table local(EmbeddedCatalog catalog) {
    return catalog.createTable(
        TableIdentifier.of("demo", "t"),
        SCHEMA,
        NONE,
        Map.of("write.data.path", folder + "/files", "write.delete.target-file-size-bytes", "1"));
  }

  private List<Path> files() throws IOException {
    Path files = folder.resolve("files");
    if (!Files.exists(files)) {
      return List.of();
    }
    try (Stream<Path> list = Files.list(files)) {
      return list.toList();
    }
  }

  @Test
  void positionsOutOfOrderAreRefusedAndLeaveNothing() throws IOException {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(folder.toString())) {
      positionsOutOfOrderAreRefused(local(catalog));
    }
    assertEquals(List.of(), files());
  }

  private static void positionsOutOfOrderAreRefused(Table table) {
    Position a1 = new Position("a", 1);
    assertRefused(
        table,
        "pos: expected a position of at least 1, got 0 in row 1 of 'a'",
        List.of(List.of(a1), List.of(a1, new Position("a", 0))));
    assertRefused(
        table,
        "pos: expected a position of at least 1, got 0 in row 0 of 'a'",
        List.of(List.of(a1), List.of(new Position("a", 0))));
    assertRefused(table, "got -1 in row 0", List.of(List.of(new Position("a", -1))));
    // by the bytes of UTF-8: U+FFFD before U+10000, which UTF-16 has the other way round
    assertRefused(
        table,
        "file_path: expected rows sorted by path",
        List.of(List.of(new Position("\uD800\uDC00", 0)), List.of(new Position("\uFFFD", 0))));
    assertRefused(
        table,
        "file_path: expected rows sorted by path",
        List.of(List.of(new Position("ab", 0), new Position("a", 0))));
  }

  @Test
  void noRowsAreNoFileAndCloseWithoutFinishLeavesNone() throws IOException {
    Table table = table(Map.of());
    assertEquals(
        List.of(),
        write(
            DeleteFileWriter.positionDeletes(table, NONE, null, Map.of()),
            positions(List.of(List.of()))));
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(folder.toString())) {
      try (DeleteFileWriter writer =
              DeleteFileWriter.positionDeletes(local(catalog), NONE, null, Map.of());
          RecordBatchSource batches = positions(List.of(List.of(new Position("a", 1))))) {
        writer.write(batches);
        assertEquals(1, files().size());
      }
    }
    assertEquals(List.of(), files());
  }
}

package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.align.AlignmentOptions;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.ColumnThreads;
import dev.frazil.engine.iceberg.EmbeddedCatalog;
import dev.frazil.engine.iceberg.WriteMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.UncheckedSQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an append leaves when others commit meanwhile, and when clean-ups fail.
class TableAppendTest {
  private static final TableIdentifier TABLE = TableIdentifier.of("demo", "t");
  private static final AppendRequest REQUEST =
      new AppendRequest(
          TABLE,
          List.of(),
          null,
          Map.of(),
          new WriteMode.Batch(),
          AlignmentOptions.DEFAULT,
          true,
          ColumnThreads.CALLER);

  @TempDir private Path folder = Path.of("");

  private Warehouse warehouse = new Warehouse(folder);
  private final BufferAllocator allocator = new RootAllocator();

  @BeforeEach
  void createTable() throws IOException {
    warehouse = new Warehouse(folder.resolve("lake"));
    append("a");
  }

  @AfterEach
  void nothingRefersToBatches() {
    allocator.close();
  }

  /// One row with 1 in every column.
  private RecordBatchSource row(String... columns) {
    Schema schema =
        new Schema(
            Stream.of(columns)
                .map(name -> Field.nullable(name, new ArrowType.Int(32, true)))
                .toList());
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
    root.getFieldVectors().forEach(vector -> ((IntVector) vector).setSafe(0, 1));
    root.setRowCount(1);
    RecordBatchSource source = RecordBatchSource.of(root, allocator);
    root.close();
    return source;
  }

  private void write(TableAppend append, String... columns) throws IOException {
    try (RecordBatchSource row = row(columns)) {
      append.write(row);
    }
  }

  private TableAppend begin(EmbeddedCatalog catalog, String... columns) throws IOException {
    try (RecordBatchSource row = row(columns)) {
      return TableAppend.begin(catalog, REQUEST, row.schema());
    }
  }

  private WriteReport append(String... columns) throws IOException {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(warehouse.folder().toString());
        TableAppend append = begin(catalog, columns)) {
      write(append, columns);
      return append.commit();
    }
  }

  private List<String> rows() throws IOException {
    return warehouse.table("demo.t", TableAppendTest::rows);
  }

  private static List<String> rows(Table table) {
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      List<String> names = table.schema().columns().stream().map(field -> field.name()).toList();
      return StreamSupport.stream(records.spliterator(), false)
          .map(row -> names.stream().map(name -> name + "=" + row.getField(name)).toList())
          .map(List::toString)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anEvolutionIsCommittedAfterAnAppendOfAnother() throws IOException {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(warehouse.folder().toString());
        TableAppend append = begin(catalog, "a", "b")) {
      write(append, "a", "b");
      append("a");
      assertEquals(List.of("b"), append.commit().addedColumns());
    }
    assertEquals(List.of("[a=1, b=1]", "[a=1, b=null]", "[a=1, b=null]"), rows());
    assertEquals(3, warehouse.dataFiles().size());
  }

  @Test
  void anEvolutionIsCommittedAfterTheSameOneOfAnother() throws IOException {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(warehouse.folder().toString());
        TableAppend append = begin(catalog, "a", "b")) {
      write(append, "a", "b");
      append("a", "b");
      append.commit();
    }
    assertEquals(List.of("[a=1, b=1]", "[a=1, b=1]", "[a=1, b=null]"), rows());
  }

  @Test
  void anotherEvolutionThatWasFasterIsAFailure() throws IOException {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(warehouse.folder().toString());
        TableAppend append = begin(catalog, "a", "b")) {
      write(append, "a", "b");
      append("a", "c");
      assertEquals(
          "schema evolution: demo.t: expected the schema, partition fields and sort order of this"
              + " write after another process's change, got others",
          assertThrows(CommandFailure.class, append::commit).getMessage());
    }
    assertEquals(List.of("[a=1, c=1]", "[a=1, c=null]"), rows());
    assertEquals(2, warehouse.dataFiles().size());
  }

  @Test
  void twoAppendsThatMakeOneTableBothGoThere() throws IOException {
    AppendRequest request =
        new AppendRequest(
            TableIdentifier.of("demo", "twins"),
            List.of(),
            null,
            Map.of(),
            new WriteMode.Batch(),
            AlignmentOptions.DEFAULT,
            false,
            ColumnThreads.CALLER);
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(warehouse.folder().toString());
        RecordBatchSource row = row("a");
        TableAppend first = TableAppend.begin(catalog, request, row.schema());
        TableAppend second = TableAppend.begin(catalog, request, row.schema())) {
      write(first, "a");
      write(second, "a");
      assertTrue(first.commit().created());
      assertFalse(second.commit().created());
    }
    assertEquals(List.of("[a=1]", "[a=1]"), warehouse.table("demo.twins", TableAppendTest::rows));
  }

  @Test
  void aFileThatCannotBeDeletedKeepsNoOther() throws IOException {
    List<Path> before = warehouse.dataFiles();
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(warehouse.folder().toString())) {
      TableAppend append = begin(catalog, "a");
      write(append, "a");
      write(append, "a");
      write(append, "a", "b");
      List<Path> written = warehouse.dataFiles().stream().filter(f -> !before.contains(f)).toList();
      Path stuck = written.getFirst();
      Files.delete(stuck);
      Files.createFile(Files.createDirectory(stuck).resolve("x"));
      UncheckedIOException failure = assertThrows(UncheckedIOException.class, append::close);
      assertTrue(
          String.valueOf(failure.getMessage()).contains(stuck.toString()), failure::toString);
      assertEquals(
          Stream.concat(before.stream(), Stream.of(stuck.resolve("x"))).sorted().toList(),
          warehouse.dataFiles());
    }
  }

  @Test
  void aSnapshotThatExistsIsCommittedWhateverTheDatabaseSaid() throws Exception {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(warehouse.folder().toString());
        TableAppend append = begin(catalog, "a")) {
      write(append, "a");
      execute(
          "CREATE TRIGGER late AFTER UPDATE ON iceberg_tables BEGIN SELECT RAISE(FAIL, 'late');"
              + " END");
      assertEquals(1, append.commit().files().size());
    }
    assertEquals(List.of("[a=1]", "[a=1]"), rows());
  }

  @Test
  void filesOfASnapshotThatDoesNotExistAreDeleted() throws Exception {
    List<Path> before = warehouse.dataFiles();
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(warehouse.folder().toString());
        TableAppend append = begin(catalog, "a")) {
      write(append, "a");
      execute(
          "CREATE TRIGGER no BEFORE UPDATE ON iceberg_tables BEGIN SELECT RAISE(ABORT, 'no'); END");
      assertThrows(UncheckedSQLException.class, append::commit);
    }
    assertEquals(List.of("[a=1]"), rows());
    assertEquals(before, warehouse.dataFiles());
  }

  private void execute(String statement) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + warehouse.folder() + "/catalog.db");
        Statement sql = connection.createStatement()) {
      sql.execute(statement);
    }
  }
}

package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedCatalogTest {
  private static final TableIdentifier NAME = TableIdentifier.of("demo", "flights");
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(7, "id", Types.LongType.get()),
          Types.NestedField.optional(3, "at", Types.DateType.get()));

  @TempDir Path folder;

  @Test
  void aTableKeepsTheIdsOfItsSchema() throws IOException {
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).month("at").build();
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(folder.toString())) {
      catalog.createTable(NAME, SCHEMA, spec, Map.of("owner", "ice"));
    }
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(folder.toUri().toString())) {
      Table table = catalog.catalog().loadTable(NAME);
      assertEquals(SCHEMA.asStruct(), table.schema().asStruct());
      assertTrue(table.spec().compatibleWith(spec));
      assertEquals(7, ((HasTableOperations) table).operations().current().lastColumnId());
      assertEquals("ice", table.properties().get("owner"));
      assertEquals("zstd", table.properties().get("write.parquet.compression-codec"));
      assertEquals(folder + "/demo/flights", table.location());
    }
  }

  @Test
  void aTableMayBeChangedAfterItsCreation() throws IOException {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(folder.toString())) {
      Table table = catalog.createTable(NAME, SCHEMA, PartitionSpec.unpartitioned(), Map.of());
      table.updateSchema().addColumn("more", Types.StringType.get()).commit();
      assertEquals(8, catalog.catalog().loadTable(NAME).schema().findField("more").fieldId());
    }
  }

  @Test
  void nanosecondsNeedFormatVersionThree() throws IOException {
    Schema nanos =
        new Schema(Types.NestedField.optional(1, "at", Types.TimestampNanoType.withZone()));
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(folder.toString())) {
      Table three = catalog.createTable(NAME, nanos, PartitionSpec.unpartitioned(), Map.of());
      assertEquals(3, formatVersion(three));
      TableIdentifier other = TableIdentifier.of("demo", "other");
      Table two = catalog.createTable(other, SCHEMA, PartitionSpec.unpartitioned(), Map.of());
      assertEquals(2, formatVersion(two));
      SchemaException refused =
          assertThrows(
              SchemaException.class,
              () ->
                  catalog.createTable(
                      TableIdentifier.of("demo", "third"),
                      nanos,
                      PartitionSpec.unpartitioned(),
                      Map.of("format-version", "2")));
      assertEquals(
          "format-version: expected at least 3 for the types of the table, got 2",
          refused.getMessage());
    }
  }

  @Test
  void anExistingTableIsNotReplaced() throws IOException {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(folder.toString())) {
      catalog.createTable(NAME, SCHEMA, PartitionSpec.unpartitioned(), Map.of());
      assertThrows(
          AlreadyExistsException.class,
          () -> catalog.createTable(NAME, SCHEMA, PartitionSpec.unpartitioned(), Map.of()));
    }
  }

  @Test
  void metricsOfAnUnknownColumnAreRefused() throws IOException {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(folder.toString())) {
      assertThrows(
          ValidationException.class,
          () ->
              catalog.createTable(
                  NAME,
                  SCHEMA,
                  PartitionSpec.unpartitioned(),
                  Map.of("write.metadata.metrics.column.nope", "none")));
      assertFalse(catalog.catalog().tableExists(NAME));
    }
  }

  @Test
  void severalProcessesMayOpenANewWarehouseAndCommitAtOnce() throws Exception {
    int writers = 6;
    try (ExecutorService pool = Executors.newFixedThreadPool(writers)) {
      List<Callable<String>> tasks = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        TableIdentifier name = TableIdentifier.of("demo", "t" + i);
        tasks.add(() -> {
          try (EmbeddedCatalog catalog = EmbeddedCatalog.open(folder.toString())) {
            Table table =
                catalog.createTable(name, SCHEMA, PartitionSpec.unpartitioned(), Map.of());
            table.updateProperties().set("touched", "yes").commit();
            return table.location();
          }
        });
      }
      for (Future<String> task : pool.invokeAll(tasks)) {
        assertTrue(Files.isDirectory(Path.of(task.get()).resolve("metadata")));
      }
    }
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(folder.toString())) {
      assertEquals(writers, catalog.catalog().listTables(Namespace.of("demo")).size());
    }
  }

  @Test
  void severalProcessesMayMakeOneNamespaceAtOnce() throws Exception {
    int writers = 4;
    int namespaces = 20;
    CyclicBarrier together = new CyclicBarrier(writers);
    try (ExecutorService pool = Executors.newFixedThreadPool(writers)) {
      List<Callable<Integer>> tasks = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        String table = "t" + i;
        tasks.add(() -> beginTables(table, namespaces, together));
      }
      for (Future<Integer> task : pool.invokeAll(tasks)) {
        assertEquals(namespaces, task.get());
      }
    }
  }

  private int beginTables(String table, int namespaces, CyclicBarrier together) throws Exception {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(folder.toString())) {
      for (int i = 0; i < namespaces; i++) {
        together.await();
        catalog.createTableTransaction(
            TableIdentifier.of("n" + i, table),
            SCHEMA,
            PartitionSpec.unpartitioned(),
            SortOrder.unsorted(),
            Map.of());
      }
      return namespaces;
    } finally {
      together.reset(); // a failure here must not leave the others waiting
    }
  }

  @Test
  void theDatabaseLiesInTheFolderWhateverThatIsCalled() throws IOException {
    Path odd = folder.resolve("why? 100%3f #1;a=b&c");
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(odd.toString())) {
      catalog.createTable(NAME, SCHEMA, PartitionSpec.unpartitioned(), Map.of());
    }
    assertTrue(Files.isRegularFile(odd.resolve("catalog.db")));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(odd), files.toList());
    }
  }

  @Test
  void aFileInPlaceOfTheDatabaseIsAnErrorThatNamesIt() throws IOException {
    Files.writeString(folder.resolve("catalog.db"), "this is no database, and never was one");
    IOException failure =
        assertThrows(IOException.class, () -> EmbeddedCatalog.open(folder.toString()));
    assertTrue(String.valueOf(failure.getMessage()).contains("catalog.db"), failure.getMessage());
  }

  private static int formatVersion(Table table) {
    return ((HasTableOperations) table).operations().current().formatVersion();
  }
}

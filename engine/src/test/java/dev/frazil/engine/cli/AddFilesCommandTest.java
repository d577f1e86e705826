package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `frazil add-files` with files that other writers made, read back by Iceberg and DuckDB.
class AddFilesCommandTest {
  private static final Path FOREIGN = Path.of("src/test/resources/foreign");

  @TempDir private Path folder = Path.of("");
  private Warehouse warehouse = new Warehouse(Path.of(""));

  @BeforeEach
  void openWarehouse() throws IOException {
    folder = folder.toRealPath();
    warehouse = new Warehouse(folder.resolve("lake"));
  }

  private Path copy(String name, String as) throws IOException {
    return Files.copy(FOREIGN.resolve(name + ".parquet"), folder.resolve(as + ".parquet"));
  }

  private CommandRun add(List<Path> files, String... options) {
    List<String> arguments = new ArrayList<>(List.of("add-files"));
    files.forEach(file -> arguments.add(file.toString()));
    arguments.addAll(List.of("--warehouse", warehouse.folder().toString(), "--table", "demo.t"));
    arguments.addAll(List.of(options));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  private <T> List<T> rows(Expression filter, String column, Class<T> type) throws IOException {
    return warehouse.table(
        "demo.t",
        table -> {
          try (CloseableIterable<Record> rows = IcebergGenerics.read(table).where(filter).build()) {
            List<T> found = new ArrayList<>();
            rows.forEach(row -> found.add(type.cast(row.getField(column))));
            return found;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static List<Path> files(Table table) {
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      List<Path> files = new ArrayList<>();
      tasks.forEach(task -> files.add(Path.of(task.file().location())));
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void filesOfManyWritersBecomeOneTableWhereTheyLie() throws Exception {
    List<Path> files =
        List.of(
            copy("duckdb-v1", "a"),
            copy("polars-default", "b"),
            copy("arrowcpp-no-ids", "c"),
            copy("polars-no-statistics", "d"));
    JsonNode report = add(files, "--json").succeeded().json();
    assertEquals(24, report.get("rows").asLong());
    assertTrue(report.get("created").asBoolean());
    assertEquals(4, report.get("files").size());
    assertEquals(List.of(), warehouse.dataFiles());
    warehouse.table(
        "demo.t",
        table -> {
          assertTrue(table.properties().containsKey(TableProperties.DEFAULT_NAME_MAPPING));
          assertEquals(new TreeSet<>(files), new TreeSet<>(files(table)));
          return table;
        });
    assertEquals("24,84", DuckDb.value("SELECT count(*) || ',' || sum(id) FROM rows", files));
    assertEquals(
        84L, rows(Expressions.alwaysTrue(), "id", Long.class).stream().mapToLong(l -> l).sum());
  }

  /// A filter and the ids of its rows in a file of the usual values.
  private record Found(Expression filter, List<Long> ids) {}

  @Test
  void everyValueIsFoundByItsFilter() throws IOException {
    add(List.of(copy("duckdb-v1", "a"), copy("polars-default", "b"), copy("arrowcpp-no-ids", "c")))
        .succeeded();
    List<Found> filters =
        List.of(
            new Found(Expressions.equal("id", 6L), List.of(6L)),
            new Found(Expressions.equal("f", 1.5), List.of(1L)),
            new Found(Expressions.isNaN("f"), List.of(2L)),
            new Found(Expressions.equal("f", -0.0), List.of(3L)),
            new Found(Expressions.equal("f", 0.0), List.of(4L)),
            new Found(Expressions.isNull("f"), List.of(5L)),
            new Found(Expressions.equal("s", "zz"), List.of(2L)),
            new Found(Expressions.equal("s", "é"), List.of(3L)),
            new Found(Expressions.equal("s", ""), List.of(4L)),
            new Found(Expressions.equal("d", new BigDecimal("-2.20")), List.of(2L)),
            new Found(Expressions.equal("d", new BigDecimal("9.99")), List.of(6L)),
            new Found(Expressions.equal("t", "1969-12-31T23:59:59.999"), List.of(1L)),
            new Found(Expressions.equal("t", "2038-01-19T03:14:07"), List.of(6L)),
            new Found(Expressions.isNull("t"), List.of(3L)),
            new Found(Expressions.equal("b", ByteBuffer.wrap(new byte[] {-1, -1})), List.of(2L)),
            new Found(Expressions.equal("b", ByteBuffer.wrap(new byte[0])), List.of(3L)),
            new Found(Expressions.equal("dd", "0001-01-01"), List.of(5L)),
            new Found(Expressions.equal("dd", "9999-12-31"), List.of(6L)));
    for (Found found : filters) {
      List<Long> expected =
          Stream.of(0, 1, 2).flatMap(file -> found.ids().stream()).sorted().toList();
      assertEquals(
          expected,
          rows(found.filter(), "id", Long.class).stream().sorted().toList(),
          found.filter().toString());
    }
    assertEquals(
        LocalDate.of(9999, 12, 31),
        rows(Expressions.equal("id", 6L), "dd", LocalDate.class).getFirst());
    assertEquals(
        LocalDateTime.parse("2038-01-19T03:14:07"),
        rows(Expressions.equal("id", 6L), "t", LocalDateTime.class).getFirst());
  }

  @Test
  void filesWithIdsAreFoundByThem() throws IOException {
    add(List.of(copy("arrowcpp-ids", "a"))).succeeded();
    boolean mapped =
        warehouse.table(
            "demo.t", t -> t.properties().containsKey(TableProperties.DEFAULT_NAME_MAPPING));
    assertFalse(mapped);
    String text =
        add(List.of(copy("duckdb-v2-zstd", "b"), copy("arrowcpp-int96", "c"))).succeeded().out();
    assertTrue(text.contains("2 files in demo.t, snapshot "), text);
    assertEquals(3, rows(Expressions.equal("id", 2L), "id", Long.class).size());
    assertEquals(
        "frazil: field ids: %s: expected ids in the file or a name mapping of the table, got neither"
            .formatted(folder.resolve("d.parquet")),
        add(List.of(copy("duckdb-v1", "d"))).failure(Main.FAILURE));
  }

  @Test
  void aFileIsAddedOnce() throws IOException {
    Path file = copy("arrowcpp-ids", "a");
    add(List.of(file)).succeeded();
    assertEquals(
        "frazil: files: %s: expected one that is not in table demo.t yet, got one that is"
            .formatted(file),
        add(List.of(file)).failure(Main.FAILURE));
    Path other = copy("arrowcpp-ids", "b");
    Path link = Files.createSymbolicLink(folder.resolve("c.parquet"), other);
    assertEquals(
        "frazil: files: %s: expected each file once, got it as %s too".formatted(link, other),
        add(List.of(other, link)).failure(Main.FAILURE));
    assertEquals(6, rows(Expressions.alwaysTrue(), "id", Long.class).size());
  }

  @Test
  void theBoundsOfAFileTellItsPartition() throws IOException {
    JsonNode report =
        add(List.of(copy("arrowcpp-ids", "a")), "--partition", "truncate(10, id)", "--json")
            .succeeded()
            .json();
    assertEquals("0", report.get("files").get(0).get("partition").get("id_trunc").asText());
    assertEquals(List.of(3L), rows(Expressions.equal("id", 3L), "id", Long.class));
    assertEquals(
        "frazil: partition: table demo.t: expected truncate(10, id), as the table has it, got"
            + " identity(id)",
        add(List.of(copy("arrowcpp-ids", "b")), "--partition", "id").failure(Main.FAILURE));
  }

  @Test
  void whatIsInSeveralPartitionsIsRefusedAndNothingIsLeft() throws IOException {
    Path file = copy("arrowcpp-ids", "a");
    assertEquals(
        "frazil: partition: %s: id: expected rows of one partition, got 1 to 6".formatted(file),
        add(List.of(file), "--partition", "id").failure(Main.FAILURE));
    assertFalse(warehouse.hasTable("demo.t"));
    assertTrue(Files.exists(file));
  }

  @Test
  void aPartitionValueStandsForWhatTheFooterDoesNotProve() throws IOException {
    Path file = copy("arrowcpp-no-statistics", "a");
    assertTrue(
        add(List.of(file), "--partition", "bucket(4, id)")
            .failure(Main.FAILURE)
            .endsWith(
                "id_bucket: expected values or nulls alone, got no count of nulls in the"
                    + " footer"));
    add(List.of(file), "--partition", "bucket(4, id)", "--partition-value", "id_bucket=3")
        .succeeded();
    assertEquals(
        "frazil: partition value: region: expected one of the fields [id_bucket], got none of that"
            + " name",
        add(
                List.of(copy("arrowcpp-no-statistics", "b")),
                "--partition-value",
                "id_bucket=1",
                "--partition-value",
                "region=eu")
            .failure(Main.FAILURE));
    assertEquals(
        "frazil: partition value: id_bucket: expected a value of int, got x",
        add(List.of(folder.resolve("b.parquet")), "--partition-value", "id_bucket=x")
            .failure(Main.FAILURE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bucket(4, id)|id_bucket=4|a bucket of 0 to 3, got 4",
        "bucket(4, id)|id_bucket=-1|a bucket of 0 to 3, got -1",
        "truncate(10, id)|id_trunc=15|a value that truncate[10] leaves as it is, got 15",
        "truncate(2, s)|s_trunc=abc|a value that truncate[2] leaves as it is, got abc",
      })
  void aPartitionValueThatNoRowHasIsRefused(String clause, String value, String complaint)
      throws IOException {
    Path file = copy("arrowcpp-no-statistics", "a");
    assertEquals(
        "frazil: partition: %s: %s: expected %s"
            .formatted(file, value.substring(0, value.indexOf('=')), complaint),
        add(List.of(file), "--partition", clause, "--partition-value", value)
            .failure(Main.FAILURE));
    assertFalse(warehouse.hasTable("demo.t"));
  }

  @Test
  void aPartitionValueThatIsNoDateIsRefusedByItsField() throws IOException {
    assertEquals(
        "frazil: partition value: dd: expected a value of date, got 30.11.2026",
        add(
                List.of(copy("arrowcpp-ids", "a")),
                "--partition",
                "dd",
                "--partition-value",
                "dd=30.11.2026")
            .failure(Main.FAILURE));
    assertFalse(warehouse.hasTable("demo.t"));
  }

  @Test
  void whatIsNoFileIsAFailureOfOneLine() throws IOException {
    assertEquals(
        "frazil: %s: no such file or directory".formatted(folder.resolve("x.parquet")),
        add(List.of(folder.resolve("x.parquet"))).failure(Main.FAILURE));
    Path text = Files.writeString(folder.resolve("y.parquet"), "not a Parquet file");
    @Nullable String line = add(List.of(text)).failure(Main.FAILURE);
    assertEquals(
        "frazil: footer: %s: expected a Parquet file, got other bytes at its start or end"
            .formatted(text),
        line);
    assertFalse(warehouse.hasTable("demo.t"));
  }

  @Test
  void oneFileIsAddedOnceByProcessesSideBySide() throws Exception {
    add(List.of(copy("arrowcpp-ids", "a"))).succeeded();
    try (ExecutorService processes = Executors.newFixedThreadPool(2)) {
      for (int round = 0; round < 3; round++) {
        Path file = copy("arrowcpp-ids", "b" + round);
        List<Future<CommandRun>> runs =
            processes.invokeAll(Collections.nCopies(2, () -> add(List.of(file))));
        List<Integer> codes = new ArrayList<>();
        for (Future<CommandRun> run : runs) {
          codes.add(run.get().code());
        }
        Collections.sort(codes);
        assertEquals(List.of(Main.OK, Main.FAILURE), codes);
      }
    }
    assertEquals(4 * 6, rows(Expressions.alwaysTrue(), "id", Long.class).size());
  }
}

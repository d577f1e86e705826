package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampNanoVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteCommandTest {
  private static final String FLIGHTS = "samples/flights-100k.arrow";
  private static final String STRIKES = "samples/birdstrikes-10k.arrow";
  private static final String CODEC = "write.parquet.compression-codec";

  @TempDir private Path folder = Path.of("");

  private Warehouse warehouse = new Warehouse(folder);

  @BeforeEach
  void openWarehouse() {
    warehouse = new Warehouse(folder.resolve("lake"));
  }

  @Test
  void aNewTableHoldsTheInputInOneSnapshot() throws Exception {
    JsonNode report =
        warehouse
            .write("demo.flights", List.of(FLIGHTS), "--partition", "month(date)", "--json")
            .succeeded()
            .json();
    assertEquals("demo.flights", report.get("table").asText());
    assertTrue(report.get("created").asBoolean());
    assertEquals(100_000, report.get("rows").asLong());
    Set<String> months =
        StreamSupport.stream(report.get("files").spliterator(), false)
            .map(file -> file.at("/partition/date_month").asText())
            .collect(Collectors.toSet());
    assertEquals(
        Set.of("2001-01", "2001-02", "2001-03", "2001-04", "2001-05", "2001-06", "2001-07"),
        months);
    long snapshot = warehouse.table("demo.flights", table -> onlySnapshot(table));
    assertEquals(report.get("snapshotId").asLong(), snapshot);
    List<Path> files = new ArrayList<>();
    long bytes = 0;
    for (JsonNode file : report.get("files")) {
      Path path = Path.of(file.get("path").asText());
      files.add(path);
      assertEquals(Files.size(path), file.get("bytes").asLong());
      bytes += file.get("bytes").asLong();
    }
    assertEquals(report.get("bytes").asLong(), bytes);
    assertEquals(warehouse.dataFiles(), files.stream().sorted().toList());
    assertEquals("652078", DuckDb.value("SELECT sum(delay) FROM rows", files));
  }

  private static long onlySnapshot(Table table) {
    List<Long> ids = new ArrayList<>();
    table.snapshots().forEach(snapshot -> ids.add(snapshot.snapshotId()));
    assertEquals(1, ids.size());
    return ids.getFirst();
  }

  @Test
  void icebergReadsEveryRowAndFindsThemByFilter() throws IOException {
    warehouse.write("demo.flights", List.of(FLIGHTS), "--partition", "month(date)").succeeded();
    // Counted with apache-arrow for JavaScript.
    assertEquals(100_000, rows("demo.flights", Expressions.alwaysTrue()));
    assertEquals(340, rows("demo.flights", Expressions.equal("delay", 33)));
    assertEquals(1, rows("demo.flights", Expressions.equal("delay", 1_575)));
    long sum = warehouse.table("demo.flights", WriteCommandTest::sumOfDelays);
    assertEquals(652_078, sum);
  }

  private static long sumOfDelays(Table table) {
    long sum = 0;
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      for (Record record : records) {
        sum += (Integer) record.getField("delay");
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return sum;
  }

  private long rows(String name, Expression filter) throws IOException {
    return warehouse.table(
        name,
        table -> {
          long count = 0;
          try (CloseableIterable<Record> records =
              IcebergGenerics.read(table).where(filter).build()) {
            for (Record ignored : records) {
              count++;
            }
          } catch (IOException e) {
            throw new AssertionError(e);
          }
          return count;
        });
  }

  @Test
  void theReportHasARowAFileAndATotal() throws IOException {
    CommandRun run = warehouse.write("demo.strikes", List.of(STRIKES)).succeeded();
    List<String> lines = run.out().lines().toList();
    assertTrue(lines.getFirst().matches("partition +rows +bytes +path"), run.out());
    assertEquals(warehouse.dataFiles().size() + 2, lines.size());
    assertTrue(lines.get(1).matches("- +4,000 +[\\d,]+ +/.*\\.parquet"), run.out());
    assertTrue(
        lines
            .getLast()
            .matches("total +10,000 +[\\d,]+ +3 files in new table demo.strikes, snapshot \\d+"),
        run.out());
  }

  @Test
  void severalInputsAreOneSnapshot() throws IOException {
    warehouse.write("demo.flights", List.of(FLIGHTS, FLIGHTS)).succeeded();
    assertEquals(200_000, rows("demo.flights", Expressions.alwaysTrue()));
    warehouse.table("demo.flights", WriteCommandTest::onlySnapshot);
  }

  @Test
  void standardInputIsAppendedToATable() throws IOException {
    warehouse.write("demo.flights", List.of(FLIGHTS), "--partition", "month(date)").succeeded();
    CommandRun run =
        warehouse.write(
            IpcBytes.streamOf(Path.of(FLIGHTS)),
            "demo.flights",
            List.of("-"),
            "--partition",
            "months(date)");
    assertTrue(run.succeeded().out().contains("files in demo.flights, snapshot"), run.out());
    assertEquals(200_000, rows("demo.flights", Expressions.alwaysTrue()));
  }

  @Test
  void columnsOfAnyNameCanBePartitionSources() throws Exception {
    warehouse
        .write(
            "demo.strikes",
            List.of(STRIKES),
            "--partition",
            "truncate(3, `Airport Name`)",
            "--partition",
            "year(Flight Date)",
            "--partition",
            "bucket(2, Cost Total $)")
        .succeeded();
    assertEquals(
        List.of("truncate[3]", "year", "bucket[2]"),
        warehouse.table(
            "demo.strikes",
            table -> table.spec().fields().stream().map(f -> f.transform().toString()).toList()));
    assertEquals(10_000, rows("demo.strikes", Expressions.alwaysTrue()));
  }

  @Test
  void nullPartitionsAreNullInTheJson() throws Exception {
    byte[] stream =
        IpcBytes.stream(
            List.of(Field.nullable("n", new ArrowType.Int(32, true))),
            root -> {
              ((IntVector) root.getVector("n")).setNull(0);
              root.setRowCount(1);
            });
    JsonNode report =
        warehouse
            .write(stream, "demo.nulls", List.of("-"), "--partition", "n", "--json")
            .succeeded()
            .json();
    assertTrue(report.at("/files/0/partition/n").isNull(), report.toString());
  }

  @Test
  void anExistingTableMustHaveTheAskedPartitions() throws IOException {
    warehouse.write("demo.flights", List.of(FLIGHTS), "--partition", "month(date)").succeeded();
    List<Path> before = warehouse.dataFiles();
    String failure =
        warehouse
            .write("demo.flights", List.of(FLIGHTS), "--partition", "day(date)")
            .failure(Main.FAILURE);
    assertEquals(
        "frazil: partition: table demo.flights: expected month(date), as the table has it, got"
            + " day(date)",
        failure);
    assertEquals(before, warehouse.dataFiles());
    warehouse.table("demo.flights", WriteCommandTest::onlySnapshot);
  }

  @Test
  void propertiesAreStoredWithANewTableAndElseHoldForOneWrite() throws Exception {
    warehouse.write("demo.strikes", List.of(STRIKES), "--property", CODEC + "=snappy").succeeded();
    assertEquals("snappy", storedCodec());
    assertEquals(Set.of("SNAPPY"), codecs());
    JsonNode report =
        warehouse
            .write(
                "demo.strikes",
                List.of(STRIKES),
                "--json",
                "--property",
                CODEC + "=uncompressed",
                "--property",
                "write.parquet.dict-size-bytes=1024")
            .succeeded()
            .json();
    assertFalse(report.get("created").asBoolean());
    assertEquals("snappy", storedCodec());
    assertEquals(Set.of("SNAPPY", "UNCOMPRESSED"), codecs());
  }

  private String storedCodec() throws IOException {
    return warehouse.table("demo.strikes", table -> table.properties().getOrDefault(CODEC, ""));
  }

  private Set<String> codecs() throws IOException {
    Set<String> codecs = new TreeSet<>();
    for (Path file : warehouse.dataFiles()) {
      JsonNode report = CommandRun.of("inspect", file.toString(), "--json").succeeded().json();
      codecs.add(report.at("/rowGroups/0/columns/0/codec").asText());
    }
    return codecs;
  }

  @Test
  void aFailureLeavesAnExistingTableAsItWas() throws IOException {
    warehouse.write("demo.flights", List.of(FLIGHTS), "--partition", "origin").succeeded();
    List<Path> before = warehouse.dataFiles();
    String failure =
        warehouse.write("demo.flights", List.of(FLIGHTS, STRIKES)).failure(Main.FAILURE);
    assertTrue(
        failure.startsWith("frazil: " + STRIKES + ": ") && failure.contains("Airport Name"),
        failure);
    assertEquals(before, warehouse.dataFiles());
    warehouse.table("demo.flights", WriteCommandTest::onlySnapshot);
  }

  @Test
  void fieldIdsOfTheInputBecomeThoseOfTheTable() throws IOException {
    byte[] stream =
        IpcBytes.stream(
            List.of(longField("a", 7), longField("b", 3)),
            root -> {
              ((BigIntVector) root.getVector("a")).setSafe(0, 70);
              ((BigIntVector) root.getVector("b")).setSafe(0, 30);
              root.setRowCount(1);
            });
    warehouse.write(stream, "demo.ids", List.of("-"), "--partition", "b").succeeded();
    warehouse.write(stream, "demo.ids", List.of("-")).succeeded();
    assertEquals(
        Map.of("a", 7, "b", 3),
        warehouse.table(
            "demo.ids",
            table ->
                table.schema().columns().stream()
                    .collect(Collectors.toMap(c -> c.name(), c -> c.fieldId()))));
    assertEquals(2, rows("demo.ids", Expressions.alwaysTrue()));
  }

  private static Field longField(String name, int id) {
    Map<String, String> metadata = Map.of("PARQUET:field_id", Integer.toString(id));
    return new Field(name, new FieldType(true, new ArrowType.Int(64, true), null, metadata), null);
  }

  @Test
  void nanosecondsNeedFormatVersionThree() throws IOException {
    byte[] stream =
        IpcBytes.stream(
            List.of(Field.nullable("at", new ArrowType.Timestamp(TimeUnit.NANOSECOND, null))),
            root -> {
              ((TimeStampNanoVector) root.getVector("at")).setSafe(0, 1_000_000_001L);
              root.setRowCount(1);
            });
    warehouse.write(stream, "demo.nanos", List.of("-"), "--partition", "day(at)").succeeded();
    assertEquals(
        "3 timestamp_ns",
        warehouse.table(
            "demo.nanos",
            table ->
                ((HasTableOperations) table).operations().current().formatVersion()
                    + " "
                    + table.schema().findType("at")));
  }

  @Test
  void anInputWithoutRowsIsASnapshotWithoutFiles() throws Exception {
    byte[] stream =
        IpcBytes.stream(
            List.of(Field.nullable("n", new ArrowType.Int(32, true))), root -> root.setRowCount(0));
    JsonNode report =
        warehouse.write(stream, "demo.empty", List.of("-"), "--json").succeeded().json();
    assertEquals(0, report.get("rows").asLong());
    assertEquals(0, report.get("files").size());
    assertEquals(0, rows("demo.empty", Expressions.alwaysTrue()));
  }
}

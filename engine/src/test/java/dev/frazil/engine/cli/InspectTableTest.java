package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectTableTest {
  private static final String FLIGHTS = "samples/flights-100k.arrow";

  @TempDir private Path folder = Path.of("");

  private Warehouse warehouse = new Warehouse(folder);

  @BeforeEach
  void writeFlights() {
    warehouse = new Warehouse(folder.resolve("lake"));
    warehouse.write("demo.flights", List.of(FLIGHTS), "--partition", "month(date)").succeeded();
  }

  private CommandRun inspect(String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "inspect",
                "--warehouse",
                warehouse.folder().toString(),
                "--table",
                "demo.flights"));
    arguments.addAll(List.of(options));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  @Test
  void theListingShowsTheTableItsSnapshotsAndItsFilesWithReadableBounds() throws IOException {
    String listing = inspect().succeeded().out();
    long snapshot = warehouse.table("demo.flights", table -> table.currentSnapshot().snapshotId());
    int files = warehouse.dataFiles().size();
    assertTrue(
        listing.startsWith(
            "demo.flights: format version 2, 100,000 rows in %d data files, ".formatted(files)),
        listing);
    assertLine(listing, "partition: month\\(date\\)");
    assertLine(listing, "sort order: unsorted");
    assertLine(listing, "date +1 +optional +timestamp +-");
    assertLine(listing, "write.parquet.compression-codec +zstd");
    assertLine(listing, "snapshot " + snapshot + ": append at .*Z, current");
    assertLine(listing, "added-records +100000");
    assertLine(listing, "data +date_month=2001-01 +16,942 +[\\d,]+ +/.*\\.parquet");
    assertLine(listing, "date +1 +[\\d,]+ +16,942 +0 +- +2001-01-01T00:01:00 +2001-01-[\\dT:]+");
    assertLine(listing, "origin +4 +[\\d,]+ +16,942 +0 +- +ABE +YAK");
  }

  private static void assertLine(String listing, String pattern) {
    assertTrue(listing.lines().anyMatch(line -> line.matches(pattern)), pattern + "\n" + listing);
  }

  /// The bounds over all files are those of the values, which DuckDB reads.
  @Test
  void theJsonHoldsCountsAndBoundsOfEveryFile() throws Exception {
    JsonNode report = inspect("--json").succeeded().json();
    assertEquals(100_000, report.get("rows").asLong());
    long bytes = 0;
    String first = "z";
    String last = "";
    for (JsonNode file : report.get("files")) {
      bytes += Files.size(Path.of(file.get("path").asText()));
      assertEquals("data", file.get("content").asText());
      assertFalse(file.get("sorted").asBoolean());
      JsonNode origin = file.at("/columns/3");
      assertEquals("origin", origin.get("name").asText());
      assertEquals(file.get("rows"), origin.get("values"));
      first = min(first, origin.get("lower").asText());
      last = max(last, origin.get("upper").asText());
    }
    assertEquals(report.get("bytes").asLong(), bytes);
    assertEquals(
        first + " " + last,
        DuckDb.value("SELECT min(origin) || ' ' || max(origin) FROM rows", warehouse.dataFiles()));
    assertEquals("[\"date\"]", report.at("/schema/0/path").toString());
    assertEquals(2, report.get("formatVersion").asInt());
  }

  private static String min(String left, String right) {
    return left.compareTo(right) <= 0 ? left : right;
  }

  private static String max(String left, String right) {
    return left.compareTo(right) >= 0 ? left : right;
  }

  @Test
  void anOlderSnapshotHasItsOwnFiles() throws IOException {
    warehouse.write("demo.flights", List.of(FLIGHTS)).succeeded();
    List<Long> ids =
        warehouse.table(
            "demo.flights",
            table ->
                StreamSupport.stream(table.snapshots().spliterator(), false)
                    .map(Snapshot::snapshotId)
                    .toList());
    JsonNode current = inspect("--json").succeeded().json();
    assertEquals(200_000, current.get("rows").asLong());
    assertEquals(ids.get(1), current.get("snapshotId").asLong());
    assertEquals(ids.get(0), current.at("/snapshots/1/parentId").asLong());
    JsonNode older = inspect("--snapshot", ids.get(0).toString(), "--json").succeeded().json();
    assertEquals(100_000, older.get("rows").asLong());
    assertTrue(older.at("/snapshots/1/current").asBoolean());
    String failure = inspect("--snapshot", "7").failure(Main.FAILURE);
    assertTrue(failure.startsWith("frazil: snapshot: table "), failure);
    assertTrue(failure.endsWith("expected one of " + ids + ", got 7"), failure);
  }

  @Test
  void deleteFilesAreListedApart() throws IOException {
    warehouse.table(
        "demo.flights",
        table -> {
          PartitionData january = new PartitionData(table.spec().partitionType());
          january.set(0, 31 * 12); // months since 1970
          table
              .newRowDelta()
              .addDeletes(
                  FileMetadata.deleteFileBuilder(table.spec())
                      .ofEqualityDeletes(4)
                      .withPath(table.location() + "/data/d.parquet")
                      .withFormat(FileFormat.PARQUET)
                      .withPartition(january)
                      .withFileSizeInBytes(100)
                      .withRecordCount(3)
                      .build())
              .commit();
          return table;
        });
    String listing = inspect().succeeded().out();
    assertLine(listing, "equality_deletes +date_month=2001-01 +3 +100 +/.*d\\.parquet");
    assertEquals(
        "[4]", inspect("--json").succeeded().json().at("/deleteFiles/0/equalityIds").toString());
  }

  @Test
  void whatIsNotThereIsNamedAndNotMade() {
    String failure =
        CommandRun.of(
                "inspect", "--warehouse", folder.resolve("none").toString(), "--table", "demo.x")
            .failure(Main.FAILURE);
    assertEquals(
        "frazil: " + folder.resolve("none/catalog.db") + ": no such file or directory", failure);
    assertFalse(Files.exists(folder.resolve("none")));
    failure =
        CommandRun.of("inspect", "--warehouse", warehouse.folder().toString(), "--table", "demo.x")
            .failure(Main.FAILURE);
    assertTrue(failure.contains("demo.x"), failure);
  }

  @Test
  void aFileOrATableIsExpected() {
    for (String[] arguments :
        List.of(
            new String[] {"inspect"},
            new String[] {"inspect", "--table", "demo.x"},
            new String[] {"inspect", "--warehouse", "lake"},
            new String[] {"inspect", "x.parquet", "--warehouse", "lake", "--table", "demo.x"},
            new String[] {"inspect", "x.parquet", "--snapshot", "7"},
            new String[] {"inspect", "--pages", "--warehouse", "lake", "--table", "demo.x"})) {
      String failure = CommandRun.of(arguments).failure(Main.USAGE);
      assertTrue(failure.startsWith("frazil: inspect: expected FILE.parquet"), failure);
    }
  }

  @Test
  void boundsOfADateThatBecameATimestampAreDates() throws IOException {
    ByteBuffer day = Conversions.toByteBuffer(Types.DateType.get(), 11_323);
    warehouse.table(
        "demo.flights",
        table -> {
          DataFile file =
              DataFiles.builder(table.spec())
                  .withPath(table.location() + "/data/older.parquet")
                  .withFormat(FileFormat.PARQUET)
                  .withFileSizeInBytes(10)
                  .withPartitionPath("date_month=372")
                  .withMetrics(
                      new Metrics(
                          1L,
                          Map.of(),
                          Map.of(),
                          Map.of(),
                          Map.of(),
                          Map.of(1, day),
                          Map.of(1, day)))
                  .build();
          table.newAppend().appendFile(file).commit();
          return table;
        });
    assertLine(inspect().succeeded().out(), "date +1 +- +- +- +- +2001-01-01 +2001-01-01");
  }
}

package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Expected numbers of the samples are those that apache-arrow for JavaScript found.
class InspectCommandTest {
  @TempDir private static Path folder = Path.of("");

  private static Path flights = Path.of("");
  private static Path strikes = Path.of("");

  @BeforeAll
  static void convertSamples() {
    flights = folder.resolve("flights.parquet");
    strikes = folder.resolve("strikes.parquet");
    CommandRun.of("convert", "samples/flights-100k.arrow", "-o", flights.toString()).succeeded();
    CommandRun.of("convert", "samples/birdstrikes-10k.arrow", "-o", strikes.toString()).succeeded();
  }

  @Test
  void theListingShowsSchemaRowGroupsAndChunks() throws IOException {
    String listing = CommandRun.of("inspect", flights.toString()).succeeded().out();
    assertTrue(
        listing.startsWith(
            "%s: 100,000 rows in 1 row group, %,d bytes\ncreated by: frazil version "
                .formatted(flights, Files.size(flights))),
        listing);
    assertTrue(listing.lines().anyMatch(l -> l.matches("delay +- +optional +INT32 +-")), listing);
    assertTrue(
        listing
            .lines()
            .anyMatch(l ->
                l.matches(
                    "date +ZSTD .* 100,000 +0 +- +.* 2001-01-01T00:01:00 +2001-07-01T00:00:00")),
        listing);
    assertTrue(listing.lines().anyMatch(l -> l.matches("origin .* ABE +YAK")), listing);
  }

  @Test
  void theJsonHoldsTheWholeFooter() throws IOException {
    JsonNode report = CommandRun.of("inspect", strikes.toString(), "--json").succeeded().json();
    assertEquals(strikes.toString(), report.get("path").asText());
    assertEquals(Files.size(strikes), report.get("bytes").asLong());
    assertEquals(10_000, report.get("rows").asLong());
    assertEquals(14, report.get("schema").size());
    assertEquals("Airport Name", report.at("/schema/0/path/0").asText());
    assertEquals("STRING", report.at("/schema/0/annotation").asText());
    assertEquals("OPTIONAL", report.at("/schema/0/repetition").asText());
    JsonNode group = report.at("/rowGroups/0");
    assertEquals(10_000, group.get("rows").asLong());
    long bytes = 0;
    for (JsonNode column : group.get("columns")) {
      bytes += column.get("compressedSize").asLong();
      assertEquals(10_000, column.get("values").asLong());
    }
    assertEquals(group.get("compressedSize").asLong(), bytes);
    JsonNode speed = group.at("/columns/13");
    assertEquals("Speed IAS in knots", speed.at("/path/0").asText());
    assertEquals(2_836, speed.at("/statistics/nulls").asLong());
    assertEquals("0", speed.at("/statistics/min").asText());
    assertEquals("350", speed.at("/statistics/max").asText());
    assertEquals("5e01000000000000", speed.at("/statistics/maxBytes").asText());
    assertTrue(speed.at("/statistics/maxExact").asBoolean());
    JsonNode date = group.at("/columns/3");
    assertEquals("1990-01-08", date.at("/statistics/min").asText());
    assertEquals("2002-07-25", date.at("/statistics/max").asText());
  }

  @Test
  void pagesAreListedWithTheirIndexes() throws IOException {
    String listing = CommandRun.of("inspect", "--pages", flights.toString()).succeeded().out();
    assertTrue(listing.contains("date: boundary order ascending, bloom filter -"), listing);
    assertTrue(
        listing
            .lines()
            .anyMatch(l ->
                l.matches(
                    "data_page +PLAIN +4 +0 +20,000 +0 .* 2001-01-01T00:01:00 +"
                        + "2001-02-06T15:59:00")),
        listing);
    JsonNode columns =
        CommandRun.of("inspect", "--pages", "--json", flights.toString())
            .succeeded()
            .json()
            .at("/rowGroups/0/columns");
    for (JsonNode column : columns) {
      long size = 0;
      long values = 0;
      for (JsonNode page : column.get("pages")) {
        size += page.get("headerSize").asLong() + page.get("compressedSize").asLong();
        values += page.get("kind").asText().equals("DATA_PAGE") ? page.get("values").asLong() : 0;
      }
      assertEquals(column.get("compressedSize").asLong(), size);
      assertEquals(100_000, values);
    }
    assertEquals("DICTIONARY_PAGE", columns.at("/1/pages/0/kind").asText());
    assertEquals(20_000, columns.at("/1/pages/2/firstRow").asLong());
  }

  @Test
  void otherBytesAreRefused() throws IOException {
    Path file = folder.resolve("other");
    Files.writeString(file, "not Parquet at all");
    String failure = CommandRun.of("inspect", file.toString()).failure(Main.FAILURE);
    assertTrue(failure.contains(file.toString()), failure);
  }
}

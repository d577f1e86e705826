package dev.frazil.engine.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.engine.arrow.CDataColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Events of pages, row groups and files against what the footer of the file says.
class FlightRecorderTest {
  private static final WriterOptions OPTIONS =
      WriterOptions.builder()
          .compression(CompressionPolicy.parse("snappy"))
          .rowGroupTargetRows(60)
          .build();

  @TempDir private Path folder = Path.of("");

  @Test
  void eventsSayWhatWasWritten() throws IOException {
    Path file = folder.resolve("x.parquet");
    List<RecordedEvent> events =
        record(file, "dev.frazil.Page", "dev.frazil.RowGroup", "dev.frazil.File");
    FileMetaData footer = ParquetFiles.footer(file);
    List<RecordedEvent> rowGroups =
        named(events, "dev.frazil.RowGroup").stream()
            .sorted(Comparator.comparing(RecordedEvent::getStartTime))
            .toList();
    assertEquals(footer.getRow_groupsSize(), rowGroups.size());
    for (int group = 0; group < rowGroups.size(); group++) {
      RecordedEvent event = rowGroups.get(group);
      long rows = ParquetFiles.rowGroups(footer).get(group).getNum_rows();
      assertEquals(file.toString(), event.getString("location"));
      assertEquals(rows, event.getLong("rows"));
      assertEquals(2, event.getInt("columns"));
      assertEquals(
          ParquetFiles.rowGroups(footer).get(group).getTotal_compressed_size(),
          event.getLong("size"));
    }
    requirePages(footer, 0, 90, events);
    requirePages(footer, 1, 100, events);
    RecordedEvent whole = named(events, "dev.frazil.File").getFirst();
    assertEquals(file.toString(), whole.getString("location"));
    assertEquals(file.toFile().length(), whole.getLong("size"));
    assertEquals(100, whole.getLong("rows"));
    assertEquals(2, whole.getInt("rowGroups"));
    assertTrue(whole.getDuration().toNanos() > 0);
  }

  /// The pages of a column come to what the footer says of its chunks.
  private static void requirePages(
      FileMetaData footer, int column, long values, List<RecordedEvent> events) {
    List<ColumnMetaData> chunks =
        List.of(ParquetFiles.column(footer, 0, column), ParquetFiles.column(footer, 1, column));
    String path = String.join(".", chunks.getFirst().getPath_in_schema());
    List<RecordedEvent> pages =
        named(events, "dev.frazil.Page").stream()
            .filter(page -> page.getString("column").equals(path))
            .toList();
    List<RecordedEvent> data =
        pages.stream().filter(page -> page.getString("pageType").equals("DATA_PAGE")).toList();
    assertEquals(2, data.size());
    assertEquals(100, sum(data, "slots"));
    assertEquals(values, sum(data, "values"));
    assertEquals(
        chunks.stream().mapToLong(ColumnMetaData::getTotal_compressed_size).sum(),
        sum(pages, "size"));
    assertEquals(
        chunks.stream().mapToLong(ColumnMetaData::getTotal_uncompressed_size).sum(),
        sum(pages, "uncompressedSize"));
    for (RecordedEvent page : pages) {
      assertEquals("SNAPPY", page.getString("codec"));
      assertTrue(
          Objects.requireNonNull(chunks.getFirst().getEncodings()).stream()
              .anyMatch(encoding -> encoding.name().equals(page.getString("encoding"))));
    }
  }

  private static long sum(List<RecordedEvent> events, String field) {
    return events.stream().mapToLong(event -> event.getLong(field)).sum();
  }

  @Test
  void nothingIsRecordedUnlessItIsAskedFor() throws IOException {
    List<RecordedEvent> events = record(folder.resolve("x.parquet"));
    assertEquals(List.of(), events);
  }

  private List<RecordedEvent> record(Path file, String... enabled) throws IOException {
    Path dump = folder.resolve("events.jfr");
    try (Recording recording = new Recording()) {
      for (String name : enabled) {
        recording.enable(name);
      }
      recording.start();
      ParquetFiles.write(file, OPTIONS, batch());
      recording.stop();
      recording.dump(dump);
    }
    return RecordingFile.readAllEvents(dump).stream()
        .filter(event -> event.getEventType().getName().startsWith("dev.frazil."))
        .filter(event -> event.getThread().getJavaThreadId() == Thread.currentThread().threadId())
        .toList();
  }

  private static CDataColumn batch() {
    Long[] numbers = new Long[100];
    IntStream.range(0, 100)
        .filter(i -> i % 10 != 9)
        .forEach(i -> numbers[i] = i * 0x9E3779B97F4A7C15L);
    String[] texts = new String[100];
    IntStream.range(0, 100).forEach(i -> texts[i] = "text " + i % 5);
    return CDataColumn.batch(100, CDataColumn.longs("n", numbers), CDataColumn.strings("s", texts));
  }

  private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
    return events.stream().filter(event -> event.getEventType().getName().equals(name)).toList();
  }
}

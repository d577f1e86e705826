package dev.frazil.engine.file;

import static dev.frazil.engine.arrow.CDataColumn.batch;
import static dev.frazil.engine.arrow.CDataColumn.ints;
import static dev.frazil.engine.arrow.CDataColumn.strings;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.CDataColumn;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileConcatenationTest {
  @TempDir private Path directory;

  private FileConcatenation.Receipt concatenate(Path output, Path... inputs) throws IOException {
    try (FileConcatenation concatenation = new FileConcatenation(ChannelSink.open(output))) {
      for (Path input : inputs) {
        try (ByteSource source = ByteSource.ofPath(input)) {
          concatenation.append(source);
        }
      }
      return concatenation.finish();
    }
  }

  private Path foreign(String name, int from, int to) throws IOException {
    Path file = directory.resolve(name);
    ForeignFile.write(file, from, to);
    return file;
  }

  private Path ours(String name, WriterOptions options, CDataColumn... batches) throws IOException {
    Path file = directory.resolve(name);
    ParquetFiles.write(file, options, batches);
    return file;
  }

  @Test
  void rowsOfAllFilesAreReadInOrderWithWhatTheirFootersSaid() throws Exception {
    Path a = foreign("a", 0, 500);
    Path b = foreign("b", 500, 650);
    Path output = directory.resolve("out");
    FileConcatenation.Receipt receipt = concatenate(output, a, b);
    assertEquals(650, receipt.rowCount());
    assertEquals(4, receipt.splitOffsets().size());
    assertEquals(Files.size(output), receipt.length());
    List<String> expected = new ArrayList<>();
    ParquetFiles.parquetJava(a).forEach(group -> expected.add(group.toString()));
    ParquetFiles.parquetJava(b).forEach(group -> expected.add(group.toString()));
    assertEquals(expected, ParquetFiles.parquetJava(output).stream().map(Group::toString).toList());
    assertEquals(
        List.of(List.of("650", "210925")),
        ParquetFiles.duckdb(output, "select count(*), sum(id) from read_parquet(FILE)"));
    try (ParquetFileReader whole = ForeignFile.open(output);
        ParquetFileReader first = ForeignFile.open(a);
        ParquetFileReader second = ForeignFile.open(b)) {
      ColumnChunkMetaData chunk = whole.getRowGroups().getFirst().getColumns().getFirst();
      assertTrue(whole.readOffsetIndex(chunk).getPageCount() > 1, "several pages");
      List<BlockMetaData> parts = new ArrayList<>(first.getRowGroups());
      parts.addAll(second.getRowGroups());
      for (int i = 0; i < parts.size(); i++) {
        BlockMetaData block = whole.getRowGroups().get(i);
        assertEquals(i, block.getOrdinal());
        assertEquals(receipt.splitOffsets().get(i), block.getStartingPos());
        for (int column = 0; column < 3; column++) {
          assertMoved(
              i < 3 ? first : second,
              parts.get(i).getColumns().get(column),
              whole,
              block.getColumns().get(column));
        }
      }
    }
  }

  private static void assertMoved(
      ParquetFileReader from,
      ColumnChunkMetaData source,
      ParquetFileReader to,
      ColumnChunkMetaData moved)
      throws IOException {
    assertEquals(source.getStatistics(), moved.getStatistics());
    assertEquals(
        source.getEncodingStats().getDataEncodings(), moved.getEncodingStats().getDataEncodings());
    assertEquals(
        source.getSizeStatistics().getDefinitionLevelHistogram(),
        moved.getSizeStatistics().getDefinitionLevelHistogram());
    assertEquals(
        source.getSizeStatistics().getRepetitionLevelHistogram(),
        moved.getSizeStatistics().getRepetitionLevelHistogram());
    assertEquals(
        String.valueOf(from.readColumnIndex(source)), String.valueOf(to.readColumnIndex(moved)));
    OffsetIndex before = from.readOffsetIndex(source);
    OffsetIndex after = to.readOffsetIndex(moved);
    long shift = moved.getFirstDataPageOffset() - source.getFirstDataPageOffset();
    assertEquals(before.getPageCount(), after.getPageCount());
    for (int page = 0; page < before.getPageCount(); page++) {
      assertEquals(before.getOffset(page) + shift, after.getOffset(page));
      assertEquals(before.getFirstRowIndex(page), after.getFirstRowIndex(page));
    }
    BloomFilter filter = from.readBloomFilter(source);
    if (filter == null) {
      assertEquals(-1, moved.getBloomFilterOffset());
    } else {
      assertEquals(filter, to.readBloomFilter(moved));
      assertEquals(source.getBloomFilterLength(), moved.getBloomFilterLength());
    }
  }

  @Test
  void filtersFindEveryRowThroughMovedIndexesAndBloomFilters() throws Exception {
    Path output = directory.resolve("out");
    concatenate(output, foreign("a", 0, 500), foreign("b", 500, 650));
    for (int id : new int[] {0, 49, 50, 199, 200, 499, 500, 649}) {
      assertEquals(
          List.of((long) id),
          ids(output, FilterCompat.get(FilterApi.eq(FilterApi.longColumn("id"), (long) id))));
    }
    assertEquals(
        IntStream.range(0, 650)
            .filter(i -> i % 100 == 41 && i % 7 != 0)
            .asLongStream()
            .boxed()
            .toList(),
        ids(
            output,
            FilterCompat.get(
                FilterApi.eq(FilterApi.binaryColumn("name"), Binary.fromString("name41")))));
  }

  private static List<Long> ids(Path file, FilterCompat.Filter filter) throws IOException {
    List<Long> ids = new ArrayList<>();
    try (ParquetReader<Group> reader = ParquetFiles.reader(file).withFilter(filter).build()) {
      for (Group group = reader.read(); group != null; group = reader.read()) {
        ids.add(group.getLong("id", 0));
      }
    }
    return ids;
  }

  @Test
  void metadataIsThatOfTheFirstAndTheRestIsNamed() throws Exception {
    CDataColumn rows = batch(1, ints("i", 1));
    Path a =
        ours(
            "a",
            WriterOptions.builder().keyValueMetadata(Map.of("k", "1", "l", "1")).build(),
            rows);
    Path b =
        ours(
            "b",
            WriterOptions.builder().keyValueMetadata(Map.of("k", "1", "l", "2")).build(),
            rows);
    Path c = ours("c", WriterOptions.builder().keyValueMetadata(Map.of("m", "1")).build(), rows);
    Path output = directory.resolve("out");
    assertEquals(Set.of("l", "m"), concatenate(output, a, b, c).strayKeys());
    try (ByteSource source = ByteSource.ofPath(output)) {
      assertEquals("1", FileMetadata.read(source).keyValueMetadata().get("l"));
      assertEquals(null, FileMetadata.read(source).keyValueMetadata().get("m"));
    }
  }

  @Test
  void otherArrowSchemasAreRefused() throws Exception {
    CDataColumn rows = batch(1, ints("i", 1));
    Path a = ours("a", options(Map.of("ARROW:schema", "AAAA")), rows);
    Path b = ours("b", options(Map.of("ARROW:schema", "BBBB")), rows);
    String message = refused(a, b);
    assertTrue(message.contains("ARROW:schema"), message);
  }

  private static WriterOptions options(Map<String, String> metadata) {
    return WriterOptions.builder().keyValueMetadata(metadata).build();
  }

  private String refused(Path... inputs) {
    Path output = directory.resolve("refused");
    SchemaException e = assertThrows(SchemaException.class, () -> concatenate(output, inputs));
    assertFalse(Files.exists(output));
    return String.valueOf(e.getMessage());
  }

  @Test
  void everyDifferenceOfSchemasIsNamed() throws Exception {
    Path a = ours("a", WriterOptions.DEFAULT, batch(1, ints("i", 1), strings("s", "a")));
    Path otherType = ours("t", WriterOptions.DEFAULT, batch(1, ints("i", 1), ints("s", 1)));
    assertEquals(
        "append row groups: %s: s: expected optional BYTE_ARRAY STRING without field id, got"
                .formatted(otherType)
            + " optional INT32 without field id",
        refused(a, otherType));
    Path required =
        ours("r", WriterOptions.DEFAULT, batch(1, ints("i", 1).required(), strings("s", "a")));
    String message = refused(a, required);
    assertTrue(message.contains(": i: expected optional INT32"), message);
    Path otherName = ours("n", WriterOptions.DEFAULT, batch(1, ints("i", 1), strings("t.u", "a")));
    message = refused(a, otherName);
    assertTrue(message.endsWith(": s: expected the field there, got `t.u`"), message);
    Path fewer = ours("f", WriterOptions.DEFAULT, batch(1, ints("i", 1)));
    message = refused(a, fewer);
    assertTrue(message.endsWith(": s: expected the field, got none"), message);
    message = refused(fewer, a);
    assertTrue(message.endsWith(": s: expected no such field, got one"), message);
  }

  @Test
  void rowGroupsWithoutRowsAreLeftOut() throws Exception {
    Path a = ours("a", WriterOptions.DEFAULT, batch(0, ints("i")));
    Path b = ours("b", WriterOptions.DEFAULT, batch(2, ints("i", 1, 2)));
    Path output = directory.resolve("out");
    assertEquals(2, concatenate(output, a, b).rowCount());
    assertEquals(1, ParquetFiles.rowGroups(ParquetFiles.footer(output)).size());
  }

  @Test
  void damagedAndTruncatedInputsPublishNothing() throws Exception {
    Path a = foreign("a", 0, 300);
    byte[] bytes = Files.readAllBytes(a);
    Path cut = directory.resolve("cut");
    // A whole footer behind half of the pages: offsets lead behind the end or into other pages.
    byte[] half = Arrays.copyOfRange(bytes, bytes.length / 2, bytes.length);
    System.arraycopy(bytes, 0, half, 0, 4);
    Files.write(cut, half);
    Path output = directory.resolve("out");
    IOException e = assertThrows(IOException.class, () -> concatenate(output, a, cut));
    assertTrue(String.valueOf(e.getMessage()).contains(cut.toString()), e.getMessage());
    Files.write(cut, Arrays.copyOf(bytes, bytes.length - 1));
    assertThrows(IOException.class, () -> concatenate(output, a, cut));
    try (var files = Files.list(directory)) {
      assertEquals(List.of(a, cut), files.sorted().toList());
    }
  }

  @Test
  void anInterruptPublishesNothing() throws Exception {
    Path a = foreign("a", 0, 300);
    Path output = directory.resolve("out");
    try (FileConcatenation concatenation = new FileConcatenation(ChannelSink.open(output));
        ByteSource source =
            ByteSource.ofSegment("a", MemorySegment.ofArray(Files.readAllBytes(a)))) {
      Thread.currentThread().interrupt();
      assertThrows(InterruptedIOException.class, () -> concatenation.append(source));
      assertTrue(Thread.interrupted());
      assertThrows(IllegalStateException.class, concatenation::finish);
    }
    try (var files = Files.list(directory)) {
      assertEquals(List.of(a), files.toList());
    }
  }

  @Test
  void noInputIsNoFile() throws Exception {
    Path output = directory.resolve("out");
    assertThrows(WriteException.class, () -> concatenate(output));
    assertFalse(Files.exists(output));
  }
}

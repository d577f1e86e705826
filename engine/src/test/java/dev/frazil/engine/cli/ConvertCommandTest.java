package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConvertCommandTest {
  private static final Path FLIGHTS = Path.of("samples/flights-100k.arrow");

  /// Every value of the flights in one number; the expected one is the work of another Arrow
  /// library, apache-arrow for JavaScript.
  static final String FLIGHTS_DIGEST_QUERY =
      "SELECT md5(string_agg(line, chr(10) ORDER BY line)) FROM (SELECT concat_ws(',',"
          + " epoch_ms(date), delay, distance, origin, destination) AS line FROM rows)";

  static final String FLIGHTS_DIGEST = "be9aced95a911a25525babf8cbe944da";

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource({
    "zstd:3, ZSTD",
    "zstd, ZSTD",
    "snappy, SNAPPY",
    "uncompressed, UNCOMPRESSED",
    "lz4_raw, LZ4_RAW",
    "gzip:1, GZIP",
    "brotli:5, BROTLI"
  })
  void aFileOfEachCodecHoldsEveryValue(String codec, String name) throws Exception {
    Path output = folder.resolve("flights.parquet");
    CommandRun run =
        CommandRun.of("convert", FLIGHTS.toString(), "-o", output.toString(), "--codec", codec);
    assertTrue(run.succeeded().out().contains(": 100,000 rows in 1 row group, "), run.out());
    assertEquals(FLIGHTS_DIGEST, DuckDb.value(FLIGHTS_DIGEST_QUERY, List.of(output)));
    JsonNode report = CommandRun.of("inspect", output.toString(), "--json").succeeded().json();
    for (JsonNode column : report.at("/rowGroups/0/columns")) {
      assertEquals(name, column.get("codec").asText());
    }
  }

  @Test
  void theReportOfJsonNamesFileRowsBytesAndRowGroups() throws Exception {
    Path output = folder.resolve("strikes.parquet");
    JsonNode report =
        CommandRun.of("convert", "samples/birdstrikes-10k.arrow", "-o", output.toString(), "--json")
            .succeeded()
            .json();
    assertEquals(output.toString(), report.get("path").asText());
    assertEquals(10_000, report.get("rows").asLong());
    assertEquals(Files.size(output), report.get("bytes").asLong());
    assertEquals(4, report.at("/splitOffsets/0").asLong());
    assertEquals(
        "7164 1099926 40545276",
        DuckDb.value(
            "SELECT concat_ws(' ', count(\"Speed IAS in knots\"), sum(\"Speed IAS in knots\"),"
                + " sum(\"Cost Total $\")) FROM rows",
            List.of(output)));
  }

  /// The sums are those of arrow-java's own vectors.
  @Test
  void nestedColumnsOfTheEarthquakesAreKept() throws Exception {
    Path input = Path.of("samples/earthquakes-1.7k.arrow");
    long products = 0;
    long significance = 0;
    try (BufferAllocator allocator = new RootAllocator();
        ArrowFileReader reader = new ArrowFileReader(Files.newByteChannel(input), allocator)) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        StructVector event = (StructVector) root.getVector("event");
        ListVector lists = (ListVector) root.getVector("products");
        for (int row = 0; row < root.getRowCount(); row++) {
          products +=
              lists.isNull(row)
                  ? 0
                  : lists.getElementEndIndex(row) - lists.getElementStartIndex(row);
          Object sig = event.getChild("sig").getObject(row);
          significance += sig == null ? 0 : ((Number) sig).longValue();
        }
      }
    }
    Path output = folder.resolve("earthquakes.parquet");
    CommandRun.of("convert", input.toString(), "-o", output.toString()).succeeded();
    CommandRun.of("verify", output.toString()).succeeded();
    assertEquals(
        "1707 " + products + " " + significance,
        DuckDb.value(
            "SELECT concat_ws(' ', count(*), sum(len(products)), sum(event.sig)) FROM rows",
            List.of(output)));
  }

  @Test
  void sameInputSameBytes() throws IOException {
    Path first = folder.resolve("first.parquet");
    Path second = folder.resolve("second.parquet");
    CommandRun.of("convert", FLIGHTS.toString(), "-o", first.toString()).succeeded();
    CommandRun.of("convert", FLIGHTS.toString(), "-o", second.toString()).succeeded();
    assertArrayEquals(Files.readAllBytes(first), Files.readAllBytes(second));
  }

  @Test
  void standardInputMayBeAStreamOrAFile() throws Exception {
    Path output = folder.resolve("out.parquet");
    byte[] stream = IpcBytes.streamOf(FLIGHTS);
    CommandRun.withInput(stream, "convert", "-", "-o", output.toString()).succeeded();
    assertEquals(FLIGHTS_DIGEST, DuckDb.value(FLIGHTS_DIGEST_QUERY, List.of(output)));
    byte[] file = Files.readAllBytes(FLIGHTS);
    CommandRun.withInput(file, "convert", "-", "-o", output.toString(), "--force").succeeded();
    assertEquals(FLIGHTS_DIGEST, DuckDb.value(FLIGHTS_DIGEST_QUERY, List.of(output)));
  }

  @ParameterizedTest
  @EnumSource(
      value = CompressionUtil.CodecType.class,
      names = {"ZSTD", "LZ4_FRAME"})
  void compressedInputIsRead(CompressionUtil.CodecType codec) throws Exception {
    int rows = 1_000;
    byte[] stream =
        IpcBytes.compressedStream(
            List.of(Field.nullable("n", new ArrowType.Int(32, true))),
            root -> {
              IntVector numbers = (IntVector) root.getVector("n");
              for (int i = 0; i < rows; i++) {
                numbers.setSafe(i, 7);
              }
              root.setRowCount(rows);
            },
            codec);
    assertTrue(stream.length < rows, "the stream is compressed");
    Path output = folder.resolve("out.parquet");
    CommandRun.withInput(stream, "convert", "-", "-o", output.toString()).succeeded();
    assertEquals("7000", DuckDb.value("SELECT sum(n) FROM rows", List.of(output)));
  }

  @Test
  void dictionaryEncodedInputIsRead() throws Exception {
    Path output = folder.resolve("out.parquet");
    CommandRun.withInput(dictionaryStream(), "convert", "-", "-o", output.toString()).succeeded();
    assertEquals(
        "b,a,~,b",
        DuckDb.value("SELECT string_agg(coalesce(word, '~'), ',') FROM rows", List.of(output)));
  }

  private static byte[] dictionaryStream() {
    DictionaryEncoding encoding = new DictionaryEncoding(1, false, null);
    try (BufferAllocator allocator = new RootAllocator();
        VarCharVector words = new VarCharVector("word", allocator);
        VarCharVector column = new VarCharVector("word", allocator)) {
      set(words, "a", "b");
      set(column, "b", "a", null, "b");
      Dictionary dictionary = new Dictionary(words, encoding);
      try (FieldVector indices = (FieldVector) DictionaryEncoder.encode(column, dictionary);
          VectorSchemaRoot root =
              new VectorSchemaRoot(List.of(indices.getField()), List.of(indices), 4)) {
        return IpcBytes.stream(root, new DictionaryProvider.MapDictionaryProvider(dictionary));
      }
    }
  }

  private static void set(VarCharVector vector, @Nullable String... values) {
    vector.allocateNew();
    for (int i = 0; i < values.length; i++) {
      String value = values[i];
      if (value == null) {
        vector.setNull(i);
      } else {
        vector.setSafe(i, value.getBytes(StandardCharsets.UTF_8));
      }
    }
    vector.setValueCount(values.length);
  }

  @Test
  void aStreamWithoutRowsIsAFileWithoutRowGroups() throws Exception {
    Path output = folder.resolve("out.parquet");
    byte[] stream =
        IpcBytes.stream(
            List.of(Field.nullable("n", new ArrowType.Int(32, true))), root -> root.setRowCount(0));
    CommandRun.withInput(stream, "convert", "-", "-o", output.toString()).succeeded();
    assertEquals("0", DuckDb.value("SELECT count(*) FROM rows", List.of(output)));
  }

  @Test
  void anExistingFileIsReplacedOnlyByForce() throws Exception {
    Path output = folder.resolve("out.parquet");
    Files.writeString(output, "precious");
    String failure =
        CommandRun.of("convert", FLIGHTS.toString(), "-o", output.toString()).failure(Main.FAILURE);
    assertTrue(failure.contains("out.parquet") && failure.contains("--force"), failure);
    assertEquals("precious", Files.readString(output));
    CommandRun.of("convert", FLIGHTS.toString(), "-o", output.toString(), "--force").succeeded();
    assertEquals("100000", DuckDb.value("SELECT count(*) FROM rows", List.of(output)));
  }

  @Test
  void theInputIsNeverTheOutput() throws IOException {
    Path file = folder.resolve("flights.arrow");
    Files.copy(FLIGHTS, file);
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    for (Path output : List.of(file, link)) {
      String failure =
          CommandRun.of("convert", file.toString(), "-o", output.toString(), "--force")
              .failure(Main.FAILURE);
      assertTrue(failure.contains("another file than the input"), failure);
    }
    assertEquals(-1, Files.mismatch(FLIGHTS, file));
  }

  @Test
  void aFolderIsNotReplaced() {
    String failure =
        CommandRun.of("convert", FLIGHTS.toString(), "-o", folder.toString(), "--force")
            .failure(Main.FAILURE);
    assertTrue(failure.contains("regular file"), failure);
  }

  @Test
  void aDamagedInputLeavesNothingBehind() throws IOException {
    byte[] file = Files.readAllBytes(FLIGHTS);
    Path input = folder.resolve("cut.arrow");
    Files.write(input, Arrays.copyOf(file, 1_000_000));
    byte[] stream = IpcBytes.streamOf(FLIGHTS);
    Path cutStream = folder.resolve("cut.arrows");
    Files.write(cutStream, Arrays.copyOf(stream, 1_000_000));
    Path output = folder.resolve("out.parquet");
    for (Path cut : List.of(input, cutStream)) {
      String failure =
          CommandRun.of("convert", cut.toString(), "-o", output.toString()).failure(Main.FAILURE);
      assertTrue(failure.startsWith("frazil: " + cut + ": "), failure);
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(input, cutStream), left.sorted().toList());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "PAR1", "date,delay\n2001-01-01,7\n"})
  void otherBytesAreRefusedByTheInputsName(String content) throws IOException {
    Path input = folder.resolve("input");
    Files.writeString(input, content);
    Path output = folder.resolve("out.parquet");
    String failure =
        CommandRun.of("convert", input.toString(), "-o", output.toString()).failure(Main.FAILURE);
    assertTrue(
        failure.startsWith("frazil: " + input + ": Arrow IPC: expected a file or a stream, got "),
        failure);
    assertFalse(Files.exists(output));
  }

  @Test
  void absentInputsAndFoldersAreNamed() {
    Path output = folder.resolve("out.parquet");
    assertEquals(
        "frazil: absent.arrow: no such file or directory",
        CommandRun.of("convert", "absent.arrow", "-o", output.toString()).failure(Main.FAILURE));
    String folderAsInput =
        CommandRun.of("convert", folder.toString(), "-o", output.toString()).failure(Main.FAILURE);
    assertTrue(folderAsInput.endsWith("got a directory"), folderAsInput);
    String noFolder =
        CommandRun.of(
                "convert", FLIGHTS.toString(), "-o", folder.resolve("no/out.parquet").toString())
            .failure(Main.FAILURE);
    assertTrue(noFolder.contains("no/out.parquet"), noFolder);
  }

  @Test
  void aColumnOfAnUnknownTypeIsRefusedByName() {
    Field union =
        new Field(
            "tags",
            FieldType.nullable(new ArrowType.Union(UnionMode.Sparse, new int[] {0})),
            List.of(Field.nullable("item", new ArrowType.Utf8())));
    byte[] stream = IpcBytes.stream(List.of(union), root -> root.setRowCount(0));
    String failure =
        CommandRun.withInput(stream, "convert", "-", "-o", folder.resolve("out.parquet").toString())
            .failure(Main.FAILURE);
    assertTrue(failure.startsWith("frazil: standard input: ") && failure.contains("tags"), failure);
  }

  @Test
  void aValueThatItsTypeDoesNotHaveIsRefusedByColumn() throws SQLException {
    Field required =
        new Field("n", new FieldType(false, new ArrowType.Int(32, true), null, Map.of()), null);
    byte[] stream =
        IpcBytes.stream(
            List.of(required),
            root -> {
              ((IntVector) root.getVector("n")).setNull(0);
              root.setRowCount(1);
            });
    Path output = folder.resolve("out.parquet");
    String failure =
        CommandRun.withInput(stream, "convert", "-", "-o", output.toString()).failure(Main.FAILURE);
    assertTrue(failure.startsWith("frazil: standard input: ") && failure.contains("n"), failure);
    assertFalse(Files.exists(output));
  }
}

package dev.frazil.engine.file;

import static dev.frazil.engine.arrow.CDataColumn.batch;
import static dev.frazil.engine.arrow.CDataColumn.ints;
import static dev.frazil.engine.arrow.CDataColumn.strings;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.Bounds;
import dev.frazil.engine.schema.LogicalType;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileMetadataTest {
  @TempDir private Path directory;

  private static byte[] sample(String name) throws IOException {
    try (InputStream input =
        Objects.requireNonNull(FileMetadataTest.class.getResourceAsStream(name))) {
      return input.readAllBytes();
    }
  }

  private static FileMetadata read(byte[] file) throws IOException {
    try (Arena arena = Arena.ofConfined();
        ByteSource source =
            ByteSource.ofSegment(
                "sample.parquet", arena.allocateFrom(ValueLayout.JAVA_BYTE, file))) {
      return FileMetadata.read(source);
    }
  }

  private static String refusal(byte[] file) {
    IOException e = assertThrows(IOException.class, () -> read(file));
    String message = String.valueOf(e.getMessage());
    assertTrue(message.startsWith("footer: sample.parquet: "), message);
    return message.substring("footer: sample.parquet: ".length());
  }

  private static List<List<String>> paths(FileMetadata metadata) {
    return metadata.schema().stream().map(FileMetadata.Field::path).toList();
  }

  @Test
  void aFileOfOursIsDescribed() throws Exception {
    Path file = directory.resolve("f.parquet");
    ParquetFiles.write(
        file,
        WriterOptions.builder()
            .keyValueMetadata(Map.of("k", "v"))
            .arrowSchema(false)
            .rowGroupTargetRows(2)
            .build(),
        batch(
            3,
            ints("i", 1, null, 3),
            strings("a.b", "x", "x".repeat(70), "y").metadata("PARQUET:field_id", "9")));
    FileMetadata metadata;
    try (ByteSource source = ByteSource.ofPath(file)) {
      metadata = FileMetadata.read(source);
    }
    assertEquals(Files.size(file), metadata.length());
    assertEquals(3, metadata.rowCount());
    assertEquals(Map.of("k", "v"), metadata.keyValueMetadata());
    FileMetadata.Field text =
        new FileMetadata.Field(
            List.of("a.b"),
            FileMetadata.Repetition.OPTIONAL,
            FileMetadata.Type.BYTE_ARRAY,
            0,
            new LogicalType.Text(),
            "STRING",
            false,
            OptionalInt.of(9));
    assertEquals(text, metadata.schema().get(1));
    assertEquals(List.of(2L, 1L), metadata.rowGroups().stream().map(g -> g.rowCount()).toList());
    FileMetadata.RowGroup group = metadata.rowGroups().getFirst();
    FileMetadata.ColumnChunk chunk = group.chunks().get(1);
    assertEquals(4, group.offset());
    assertEquals(text, chunk.leaf());
    assertEquals("ZSTD", chunk.codec());
    assertEquals(List.of("PLAIN", "RLE"), chunk.encodings());
    assertEquals(2, chunk.valueCount());
    assertEquals(OptionalInt.of(1), chunk.dataPages());
    assertEquals(OptionalLong.empty(), chunk.dictionaryPageOffset());
    assertEquals(
        new FileMetadata.Statistics(
            OptionalLong.of(0),
            OptionalLong.empty(),
            OptionalLong.empty(),
            new Bounds("x".getBytes(US_ASCII), ("x".repeat(63) + "y").getBytes(US_ASCII)),
            true,
            false,
            new FileMetadata.StatedBounds(
                ByteBuffer.wrap("x".getBytes(US_ASCII)),
                ByteBuffer.wrap(("x".repeat(63) + "y").getBytes(US_ASCII))),
            FileMetadata.StatedBounds.NONE),
        chunk.statistics());
  }

  @Test
  void aFooterThatIsNoFooterIsRefusedInTheSameWordsEachTime() {
    // An empty structure: parquet.thrift requires version first.
    assertEquals(
        "Required field 'version' was not found in serialized data", refusal(withFooter(0)));
    // A first field of type i32, and no value behind it.
    assertEquals(
        "expected a structure within 1 bytes, got its beginning", refusal(withFooter(0x15)));
  }

  private static byte[] withFooter(int... footer) {
    ByteBuffer file = ByteBuffer.allocate(footer.length + 12).order(ByteOrder.LITTLE_ENDIAN);
    file.put("PAR1".getBytes(US_ASCII));
    for (int octet : footer) {
      file.put((byte) octet);
    }
    return file.putInt(footer.length).put("PAR1".getBytes(US_ASCII)).array();
  }

  @Test
  void groupsAreListedBeforeTheirMembers() throws Exception {
    FileMetadata metadata = read(sample("nested_maps.snappy.parquet"));
    assertEquals(
        List.of(
            List.of("a"),
            List.of("a", "key_value"),
            List.of("a", "key_value", "key"),
            List.of("a", "key_value", "value"),
            List.of("a", "key_value", "value", "key_value"),
            List.of("a", "key_value", "value", "key_value", "key"),
            List.of("a", "key_value", "value", "key_value", "value"),
            List.of("b"),
            List.of("c")),
        paths(metadata));
    assertEquals("MAP", metadata.schema().getFirst().annotation());
    assertNull(metadata.schema().getFirst().type());
    assertEquals(FileMetadata.Repetition.REPEATED, metadata.schema().get(1).repetition());
    assertEquals(5, metadata.rowGroups().getFirst().chunks().size());
    assertEquals(
        List.of("a", "key_value", "value", "key_value", "value"),
        metadata.rowGroups().getFirst().chunks().get(2).leaf().path());
  }

  @Test
  void filesOfOtherWritersAreDescribed() throws Exception {
    FileMetadata duckdb = read(sample("duckdb-v2-zstd.parquet"));
    assertEquals("DuckDB version v1.5.6 (build 069cc9f9b5)", duckdb.createdBy());
    assertEquals(new LogicalType.Decimal(9, 2), duckdb.schema().get(3).logicalType());
    assertEquals("DECIMAL(9,2)", duckdb.schema().get(3).annotation());
    assertEquals("TIMESTAMP(MICROS,false)", duckdb.schema().get(4).annotation());
    assertEquals(OptionalInt.of(7), duckdb.schema().get(6).fieldId());
    FileMetadata.ColumnChunk ids = duckdb.rowGroups().getFirst().chunks().getFirst();
    assertEquals(List.of("DELTA_BINARY_PACKED"), ids.encodings());
    assertEquals("ZSTD", ids.codec());

    FileMetadata fastparquet = read(sample("fastparquet-int96.parquet"));
    assertEquals(FileMetadata.Type.INT96, fastparquet.schema().get(3).type());
    assertEquals(2, fastparquet.rowGroups().size());
    assertEquals(0, fastparquet.schema().getFirst().typeLength());

    FileMetadata unknown = read(sample("unknown-logical-type.parquet"));
    assertEquals("unknown", unknown.schema().get(1).annotation());
    assertNull(unknown.schema().get(1).logicalType());

    FileMetadata none = read(sample("arrowcpp-no-statistics.parquet"));
    assertNull(none.rowGroups().getFirst().chunks().getFirst().statistics());
  }

  @Test
  void aDictionaryPageAtOffsetZeroIsNone() throws Exception {
    FileMetadata metadata = read(sample("dict-page-offset-zero.parquet"));
    FileMetadata.ColumnChunk chunk = metadata.rowGroups().getFirst().chunks().getFirst();
    assertEquals(OptionalLong.empty(), chunk.dictionaryPageOffset());
    assertEquals(4, metadata.rowGroups().getFirst().offset());
  }

  @Test
  void nanCountsAndBoundsOfFloatsAreTaken() throws Exception {
    FileMetadata metadata = read(sample("floating_orders_nan_count.parquet"));
    FileMetadata.Statistics withoutNan =
        assertNotNullAndGet(metadata.rowGroups().getFirst().chunks().get(1).statistics());
    assertEquals(OptionalLong.of(0), withoutNan.nanCount());
    assertEquals(
        HexFormat.of().formatHex(new byte[] {0, 0, 0, (byte) 0xc0}),
        HexFormat.of().formatHex(Objects.requireNonNull(withoutNan.bounds()).min()));
  }

  private static FileMetadata.Statistics assertNotNullAndGet(
      FileMetadata.@Nullable Statistics statistics) {
    assertNotNull(statistics);
    return statistics;
  }

  @Test
  void everyTruncationIsRefused() throws Exception {
    byte[] file = sample("duckdb-v2-zstd.parquet");
    for (int length = 0; length < file.length; length++) {
      refusal(Arrays.copyOf(file, length));
    }
  }

  @Test
  void otherAndEncryptedFilesAreRefused() throws Exception {
    assertEquals("expected a Parquet file, got 5 bytes", refusal("hello".getBytes(US_ASCII)));
    assertEquals(
        "expected a Parquet file, got other bytes at its start or end",
        refusal("hello, is this a file?".getBytes(US_ASCII)));
    byte[] encrypted = sample("duckdb-v2-zstd.parquet");
    encrypted[encrypted.length - 1] = 'E';
    assertEquals("expected a plain footer, got an encrypted one", refusal(encrypted));
  }

  @Test
  void aFooterLongerThanTheFileIsRefusedBeforeAnythingIsAllocated() throws Exception {
    byte[] file = sample("duckdb-v2-zstd.parquet");
    ByteBuffer buffer = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    for (int length : new int[] {Integer.MAX_VALUE, -1, file.length - 11}) {
      buffer.putInt(file.length - 8, length);
      assertEquals(
          "expected a length of at most %d, got %s"
              .formatted(file.length - 12, Integer.toUnsignedString(length)),
          refusal(file));
    }
  }

  @Test
  void damageIsRefusedOrReadAndNeverAnythingElse() throws Exception {
    long seed = 20_261_130;
    Random random = new Random(seed);
    byte[] file = sample("nested_maps.snappy.parquet");
    int footer = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
    int refused = 0;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment damaged = arena.allocate(file.length);
      for (int i = 0; i < 20_000; i++) {
        MemorySegment.copy(file, 0, damaged, ValueLayout.JAVA_BYTE, 0, file.length);
        for (int bytes = 1 + random.nextInt(3); bytes > 0; bytes--) {
          damaged.set(
              ValueLayout.JAVA_BYTE,
              file.length - 8 - footer + random.nextInt(footer),
              (byte) random.nextInt());
        }
        try {
          FileMetadata.read(ByteSource.ofSegment("damaged", damaged));
        } catch (IOException e) {
          refused++;
        } catch (RuntimeException | Error e) {
          throw new AssertionError("seed " + seed + ", file " + i, e);
        }
      }
    }
    assertTrue(refused > 1_000, "refused: " + refused);
  }

  @Test
  void aFileThatCannotBeOpenedIsNamed() {
    Path file = directory.resolve("missing.parquet");
    IOException e = assertThrows(IOException.class, () -> ByteSource.ofPath(file));
    assertEquals("open: " + file + ": no such file or directory", e.getMessage());
    IOException other =
        assertThrows(
            IOException.class,
            () -> {
              try (ByteSource source = ByteSource.ofPath(directory)) {
                FileMetadata.read(source);
              }
            });
    assertTrue(String.valueOf(other.getMessage()).contains(directory.toString()));
  }
}

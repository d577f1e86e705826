package dev.frazil.engine.file;

import static dev.frazil.engine.arrow.CDataColumn.batch;
import static dev.frazil.engine.arrow.CDataColumn.bools;
import static dev.frazil.engine.arrow.CDataColumn.doubles;
import static dev.frazil.engine.arrow.CDataColumn.ints;
import static dev.frazil.engine.arrow.CDataColumn.strings;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.BloomFilterOptions;
import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.encoders.PageVersion;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.CDataColumn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColumnOptionsTest {
  private static final CDataColumn ROWS =
      batch(
          4,
          ints("i", 1, 2, 3, null),
          strings("a.b", "x", "y", "z", "z"),
          doubles("d", 0.0, -1.5, 2.5, null));

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("f.parquet");
  }

  private ColumnMetaData column(int column) throws Exception {
    return ParquetFiles.column(ParquetFiles.footer(file), 0, column);
  }

  @Test
  void eachColumnHasItsOwnCodecAndEncoding() throws Exception {
    ParquetFiles.write(
        file,
        WriterOptions.builder()
            .compression(CompressionPolicy.SNAPPY)
            .pageVersion(PageVersion.V2)
            .column(
                List.of("i"),
                ColumnOptions.DEFAULT.withEncoding(EncodingPolicy.parse("delta_binary_packed")))
            .column(
                List.of("a.b"),
                ColumnOptions.DEFAULT
                    .withCompression(CompressionPolicy.parse("gzip"))
                    .withEncoding(EncodingPolicy.parse("DELTA_BYTE_ARRAY")))
            .build(),
        ROWS);
    assertEquals(CompressionCodec.SNAPPY, column(0).getCodec());
    assertEquals(CompressionCodec.GZIP, column(1).getCodec());
    assertEquals(CompressionCodec.SNAPPY, column(2).getCodec());
    assertEquals(
        List.of(new PageEncodingStats(PageType.DATA_PAGE_V2, Encoding.DELTA_BINARY_PACKED, 1)),
        column(0).getEncoding_stats());
    assertEquals(List.of(Encoding.RLE, Encoding.DELTA_BINARY_PACKED), column(0).getEncodings());
    assertEquals(
        List.of(new PageEncodingStats(PageType.DATA_PAGE_V2, Encoding.DELTA_BYTE_ARRAY, 1)),
        column(1).getEncoding_stats());
    assertEquals(4, ParquetFiles.parquetJava(file).size());
    assertEquals(List.of("x", "y", "z", "z"), ParquetFiles.column(file, "a.b"));
  }

  @Test
  void bloomFiltersAnswerForTheirColumnsOnly() throws Exception {
    ParquetFiles.write(
        file,
        WriterOptions.builder()
            .column(
                List.of("a.b"),
                ColumnOptions.DEFAULT.withBloomFilter(new BloomFilterOptions(0.001, 1024)))
            .column(List.of("d"), ColumnOptions.DEFAULT.withBloomFilter(BloomFilterOptions.DEFAULT))
            .build(),
        ROWS);
    try (ParquetFileReader reader = ForeignFile.open(file)) {
      BlockMetaData block = reader.getRowGroups().getFirst();
      assertNull(reader.readBloomFilter(block.getColumns().getFirst()));
      BloomFilter strings = filter(reader, block.getColumns().get(1));
      for (String present : List.of("x", "y", "z")) {
        assertTrue(strings.findHash(strings.hash(Binary.fromString(present))));
      }
      assertFalse(strings.findHash(strings.hash(Binary.fromString("absent"))));
      BloomFilter numbers = filter(reader, block.getColumns().get(2));
      for (double present : new double[] {0.0, -0.0, -1.5, 2.5}) {
        assertTrue(numbers.findHash(numbers.hash(present)), "finds " + present);
      }
      assertFalse(numbers.findHash(numbers.hash(7.0)));
    }
  }

  private static BloomFilter filter(ParquetFileReader reader, ColumnChunkMetaData chunk)
      throws Exception {
    assertTrue(chunk.getBloomFilterLength() > 32, "header and bitset");
    return Objects.requireNonNull(reader.readBloomFilter(chunk));
  }

  @Test
  void distinctValuesOfADictionaryAreCounted() throws Exception {
    ParquetFiles.write(
        file,
        WriterOptions.DEFAULT,
        batch(200, strings("s", repeated("a".repeat(20), "b".repeat(20), 200))));
    assertNotNull(ParquetFiles.statistics(ParquetFiles.footer(file), 0, 0));
    assertEquals(2, ParquetFiles.statistics(ParquetFiles.footer(file), 0, 0).getDistinct_count());
  }

  private static String[] repeated(String even, String odd, int count) {
    String[] values = new String[count];
    for (int i = 0; i < count; i++) {
      values[i] = i % 2 == 0 ? even : odd;
    }
    return values;
  }

  @Test
  void whatAColumnCannotHaveIsRefusedByPathWhenTheWriterIsBuilt() {
    assertEquals(
        "encoding: `a.b`: expected one that BYTE_ARRAY allows, got BYTE_STREAM_SPLIT",
        refused(
            WriterOptions.builder()
                .column(
                    List.of("a.b"),
                    ColumnOptions.DEFAULT.withEncoding(EncodingPolicy.parse("byte_stream_split")))
                .build()));
    assertEquals(
        "column options: a.b: expected the path of a column, got none of the schema's",
        refused(
            WriterOptions.builder()
                .column(List.of("a", "b"), ColumnOptions.DEFAULT.withDictionary(false))
                .build()));
  }

  @Test
  void aBloomFilterOfBooleansIsRefusedByPath() {
    WriterOptions options =
        WriterOptions.builder()
            .column(
                List.of("yes"), ColumnOptions.DEFAULT.withBloomFilter(BloomFilterOptions.DEFAULT))
            .build();
    SchemaException e =
        assertThrows(
            SchemaException.class,
            () -> ParquetFiles.write(file, options, batch(1, bools("yes", true))));
    assertEquals(
        "bloom filter: yes: expected a type with more than two values, got BOOLEAN",
        e.getMessage());
    assertFalse(Files.exists(file));
  }

  private String refused(WriterOptions options) {
    SchemaException e =
        assertThrows(SchemaException.class, () -> ParquetFiles.write(file, options, ROWS));
    assertFalse(Files.exists(file));
    return String.valueOf(e.getMessage());
  }
}

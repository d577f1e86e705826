package dev.frazil.engine.file;

import static dev.frazil.engine.arrow.CDataColumn.batch;
import static dev.frazil.engine.arrow.CDataColumn.binary;
import static dev.frazil.engine.arrow.CDataColumn.bools;
import static dev.frazil.engine.arrow.CDataColumn.decimals;
import static dev.frazil.engine.arrow.CDataColumn.doubles;
import static dev.frazil.engine.arrow.CDataColumn.fixed;
import static dev.frazil.engine.arrow.CDataColumn.floats;
import static dev.frazil.engine.arrow.CDataColumn.integers;
import static dev.frazil.engine.arrow.CDataColumn.ints;
import static dev.frazil.engine.arrow.CDataColumn.longs;
import static dev.frazil.engine.arrow.CDataColumn.strings;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.engine.arrow.CDataColumn;
import java.io.ByteArrayInputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.CorruptStatistics;
import org.apache.parquet.SemanticVersion;
import org.apache.parquet.VersionParser;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.MilliSeconds;
import org.apache.parquet.format.NanoSeconds;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.UUIDType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The footer field by field, as the library of the format reads it.
class FooterTest {
  @TempDir private Path directory;

  private FileMetaData footer(WriterOptions options, CDataColumn... batches) throws Exception {
    Path file = directory.resolve("f.parquet");
    ParquetFiles.write(file, options, batches);
    return ParquetFiles.footer(file);
  }

  private List<SchemaElement> schema(CDataColumn batch) throws Exception {
    return Objects.requireNonNull(footer(WriterOptions.DEFAULT, batch).getSchema());
  }

  private static SchemaElement optional(String name, Type type) {
    return new SchemaElement(name).setType(type).setRepetition_type(FieldRepetitionType.OPTIONAL);
  }

  @Test
  void fileFactsAreStated() throws Exception {
    FileMetaData footer =
        footer(
            WriterOptions.builder()
                .keyValueMetadata(Map.of("b", "2", "a", "1", "c", ""))
                .arrowSchema(false)
                .rowGroupTargetRows(2)
                .build(),
            batch(5, ints("i", 1, 2, 3, 4, 5), strings("s", "a", "b", "c", "d", "e")));
    assertEquals(1, footer.getVersion());
    assertEquals(5, footer.getNum_rows());
    assertEquals(
        List.of(
            new KeyValue("a").setValue("1"),
            new KeyValue("b").setValue("2"),
            new KeyValue("c").setValue("")),
        footer.getKey_value_metadata());
    ColumnOrder order = ColumnOrder.TYPE_ORDER(new TypeDefinedOrder());
    assertEquals(List.of(order, order), footer.getColumn_orders());
    assertFalse(footer.isSetEncryption_algorithm());
  }

  @Test
  void theArrowSchemaStandsAmongTheKeysUnlessTheCallerHasOne() throws Exception {
    CDataColumn batch = batch(1, integers("d", "tDs", 8, 1).metadata("PARQUET:field_id", "7"));
    List<KeyValue> pairs =
        footer(WriterOptions.builder().keyValueMetadata(Map.of("B", "2", "A", "1")).build(), batch)
            .getKey_value_metadata();
    assertEquals(
        List.of("A", "ARROW:schema", "B"),
        Objects.requireNonNull(pairs).stream().map(KeyValue::getKey).toList());
    byte[] message = Base64.getDecoder().decode(pairs.get(1).getValue());
    Schema schema =
        MessageSerializer.deserializeSchema(
            new ReadChannel(Channels.newChannel(new ByteArrayInputStream(message))));
    assertEquals(
        new ArrowType.Duration(org.apache.arrow.vector.types.TimeUnit.SECOND),
        schema.findField("d").getType());
    assertEquals("7", schema.findField("d").getMetadata().get("PARQUET:field_id"));
    assertEquals(
        List.of(new KeyValue("ARROW:schema").setValue("mine")),
        footer(
                WriterOptions.builder().keyValueMetadata(Map.of("ARROW:schema", "mine")).build(),
                batch)
            .getKey_value_metadata());
  }

  @Test
  void createdByIsParsedByParquetJavaAndTrusted() throws Exception {
    String createdBy = footer(WriterOptions.DEFAULT, batch(1, ints("i", 1))).getCreated_by();
    VersionParser.ParsedVersion version = VersionParser.parse(createdBy);
    assertEquals("frazil", version.application);
    assertTrue(version.hasSemanticVersion(), createdBy);
    assertEquals(0, SemanticVersion.parse(version.version).major);
    assertTrue(version.appBuildHash.matches("[0-9a-f]{12}|unknown"), createdBy);
    assertFalse(CorruptStatistics.shouldIgnoreStatistics(createdBy, PrimitiveTypeName.BINARY));
  }

  @Test
  void schemaListsTheRootAndTheLeaves() throws Exception {
    assertEquals(
        List.of(
            new SchemaElement("schema").setNum_children(3),
            new SchemaElement("a")
                .setType(Type.INT32)
                .setRepetition_type(FieldRepetitionType.REQUIRED),
            optional("b.c", Type.FIXED_LEN_BYTE_ARRAY).setType_length(3),
            optional("d", Type.BYTE_ARRAY).setField_id(1000)),
        schema(
            batch(
                1,
                ints("a", 1).required(),
                fixed("b.c", 3, new byte[3]),
                binary("d", "z", new byte[1]).metadata("PARQUET:field_id", "1000"))));
  }

  @Test
  void annotationsAreWrittenInTheirOlderFormToo() throws Exception {
    TimeUnit millis = TimeUnit.MILLIS(new MilliSeconds());
    TimeUnit micros = TimeUnit.MICROS(new MicroSeconds());
    assertEquals(
        List.of(
            optional("s", Type.BYTE_ARRAY)
                .setConverted_type(ConvertedType.UTF8)
                .setLogicalType(LogicalType.STRING(new StringType())),
            optional("d", Type.INT32)
                .setConverted_type(ConvertedType.DATE)
                .setLogicalType(LogicalType.DATE(new DateType())),
            optional("u8", Type.INT32)
                .setConverted_type(ConvertedType.UINT_8)
                .setLogicalType(LogicalType.INTEGER(new IntType((byte) 8, false))),
            optional("tm", Type.INT32)
                .setConverted_type(ConvertedType.TIME_MILLIS)
                .setLogicalType(LogicalType.TIME(new TimeType(false, millis))),
            optional("local", Type.INT64)
                .setConverted_type(ConvertedType.TIMESTAMP_MICROS)
                .setLogicalType(LogicalType.TIMESTAMP(new TimestampType(false, micros))),
            optional("instant", Type.INT64)
                .setConverted_type(ConvertedType.TIMESTAMP_MILLIS)
                .setLogicalType(LogicalType.TIMESTAMP(new TimestampType(true, millis))),
            optional("p20", Type.FIXED_LEN_BYTE_ARRAY)
                .setType_length(9)
                .setConverted_type(ConvertedType.DECIMAL)
                .setPrecision(20)
                .setScale(3)
                .setLogicalType(LogicalType.DECIMAL(new DecimalType(3, 20)))),
        schema(
                batch(
                    0,
                    strings("s"),
                    integers("d", "tdD", 4),
                    integers("u8", "C", 1),
                    integers("tm", "ttm", 4),
                    integers("local", "tsu:", 8),
                    integers("instant", "tsm:UTC", 8),
                    decimals("p20", 16, 20, 3)))
            .subList(1, 8));
  }

  @Test
  void nanosecondsAndUuidsHaveNoOlderForm() throws Exception {
    TimeUnit nanos = TimeUnit.NANOS(new NanoSeconds());
    assertEquals(
        List.of(
            optional("ns", Type.INT64)
                .setLogicalType(LogicalType.TIMESTAMP(new TimestampType(true, nanos))),
            optional("t", Type.INT64).setLogicalType(LogicalType.TIME(new TimeType(false, nanos))),
            optional("u", Type.FIXED_LEN_BYTE_ARRAY)
                .setType_length(16)
                .setLogicalType(LogicalType.UUID(new UUIDType())),
            optional("plain", Type.INT64)),
        schema(
                batch(
                    0,
                    integers("ns", "tsn:UTC", 8),
                    integers("t", "ttn", 8),
                    fixed("u", 16).metadata("ARROW:extension:name", "arrow.uuid"),
                    longs("plain")))
            .subList(1, 5));
  }

  @Test
  void rowGroupsStateTheirPlaceAndSizes() throws Exception {
    FileMetaData footer =
        footer(
            WriterOptions.builder().rowGroupTargetRows(2).build(),
            batch(5, ints("i", 1, 2, 3, 4, 5), strings("s", "a", "a", "b", "b", "b")));
    long offset = 4;
    short ordinal = 0;
    for (RowGroup group : ParquetFiles.rowGroups(footer)) {
      assertEquals(offset, group.getFile_offset());
      assertEquals(ordinal++, group.getOrdinal());
      assertEquals(ordinal == 3 ? 1 : 2, group.getNum_rows());
      long compressed = 0;
      long uncompressed = 0;
      for (int column = 0; column < 2; column++) {
        ColumnChunk chunk = Objects.requireNonNull(group.getColumns()).get(column);
        ColumnMetaData metaData = ParquetFiles.column(footer, ordinal - 1, column);
        assertEquals(0, chunk.getFile_offset());
        assertFalse(chunk.isSetFile_path());
        assertEquals(
            offset + compressed,
            metaData.isSetDictionary_page_offset()
                ? metaData.getDictionary_page_offset()
                : metaData.getData_page_offset());
        compressed += metaData.getTotal_compressed_size();
        uncompressed += metaData.getTotal_uncompressed_size();
      }
      assertEquals(compressed, group.getTotal_compressed_size());
      assertEquals(uncompressed, group.getTotal_byte_size());
      offset += compressed;
    }
    assertEquals(3, ordinal);
  }

  @Test
  void chunksStateExactlyTheEncodingsTheyUse() throws Exception {
    Integer[] repeated = new Integer[1000];
    Integer[] distinct = new Integer[1000];
    for (int i = 0; i < 1000; i++) {
      repeated[i] = 1_000_000 + i % 3;
      distinct[i] = i * 7919;
    }
    FileMetaData footer =
        footer(
            WriterOptions.builder()
                .compression(CompressionPolicy.SNAPPY)
                .pageTargetRows(400)
                .build(),
            batch(1000, ints("repeated", repeated), ints("distinct", distinct).required()));
    ColumnMetaData dictionary = ParquetFiles.column(footer, 0, 0);
    assertEquals(
        List.of(Encoding.PLAIN, Encoding.RLE, Encoding.RLE_DICTIONARY), dictionary.getEncodings());
    assertEquals(
        List.of(
            new PageEncodingStats(PageType.DICTIONARY_PAGE, Encoding.PLAIN, 1),
            new PageEncodingStats(PageType.DATA_PAGE, Encoding.RLE_DICTIONARY, 3)),
        dictionary.getEncoding_stats());
    assertEquals(4, dictionary.getDictionary_page_offset());
    assertTrue(dictionary.getData_page_offset() > 4);
    ColumnMetaData plain = ParquetFiles.column(footer, 0, 1);
    assertEquals(List.of(Encoding.PLAIN), plain.getEncodings());
    assertEquals(
        List.of(new PageEncodingStats(PageType.DATA_PAGE, Encoding.PLAIN, 3)),
        plain.getEncoding_stats());
    assertFalse(plain.isSetDictionary_page_offset());
    for (ColumnMetaData metaData : List.of(dictionary, plain)) {
      assertEquals(CompressionCodec.SNAPPY, metaData.getCodec());
      assertEquals(1000, metaData.getNum_values());
      assertEquals(Type.INT32, metaData.getType());
    }
    assertEquals(List.of("repeated"), dictionary.getPath_in_schema());
  }

  @Test
  void nullCountsAreAlwaysStatedAndNanCountsForFloatsOnly() throws Exception {
    FileMetaData footer =
        footer(
            WriterOptions.DEFAULT,
            batch(
                2,
                ints("i", 1, 2),
                strings("s", null, null),
                floats("f", 1f, null),
                doubles("d", Double.NaN, 1.0),
                bools("b", true, null)));
    long[] nulls = {0, 2, 1, 0, 1};
    for (int i = 0; i < nulls.length; i++) {
      assertTrue(ParquetFiles.statistics(footer, 0, i).isSetNull_count());
      assertEquals(nulls[i], ParquetFiles.statistics(footer, 0, i).getNull_count());
    }
    assertFalse(ParquetFiles.statistics(footer, 0, 0).isSetNan_count());
    assertFalse(ParquetFiles.statistics(footer, 0, 1).isSetNan_count());
    assertTrue(ParquetFiles.statistics(footer, 0, 2).isSetNan_count());
    assertEquals(0, ParquetFiles.statistics(footer, 0, 2).getNan_count());
    assertEquals(1, ParquetFiles.statistics(footer, 0, 3).getNan_count());
  }

  @Test
  void offsetsAndMagicLieInTheFile() throws Exception {
    FileMetaData footer = footer(WriterOptions.DEFAULT, batch(1, ints("i", 1)));
    byte[] bytes = Files.readAllBytes(directory.resolve("f.parquet"));
    byte[] magic = {'P', 'A', 'R', '1'};
    assertArrayEquals(magic, Arrays.copyOf(bytes, 4));
    assertArrayEquals(magic, Arrays.copyOfRange(bytes, bytes.length - 4, bytes.length));
    assertTrue(ParquetFiles.column(footer, 0, 0).getData_page_offset() < bytes.length);
  }
}

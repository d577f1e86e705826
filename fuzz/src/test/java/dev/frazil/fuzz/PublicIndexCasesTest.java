package dev.frazil.fuzz;

import static dev.frazil.fuzz.Cases.BINARY;
import static dev.frazil.fuzz.Cases.FLOAT64;
import static dev.frazil.fuzz.Cases.INT32;
import static dev.frazil.fuzz.Cases.PLAIN_BYTES;
import static dev.frazil.fuzz.Cases.UTF8;
import static dev.frazil.fuzz.Cases.batch;
import static dev.frazil.fuzz.Cases.chunk;
import static dev.frazil.fuzz.Cases.column;
import static dev.frazil.fuzz.Cases.repeat;
import static dev.frazil.fuzz.Cases.statistics;
import static dev.frazil.fuzz.Cases.struct;
import static dev.frazil.fuzz.Cases.write;
import static org.apache.parquet.filter2.predicate.FilterApi.eq;
import static org.apache.parquet.filter2.predicate.FilterApi.gtEq;
import static org.apache.parquet.filter2.predicate.FilterApi.intColumn;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.BloomFilterOptions;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.file.ColumnOptions;
import dev.frazil.engine.file.WriterOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Defects that other writers once had, in their page indexes and bloom filters. The oracle
/// compares both with the values besides.
@DisabledOnOs(OS.WINDOWS)
class PublicIndexCasesTest {
  private static final BloomFilterOptions BLOOM = BloomFilterOptions.DEFAULT;

  /// The rows of the pages that parquet-java keeps for a filter.
  private static long rowsLeft(WrittenFile file, FilterPredicate filter) throws IOException {
    long rows = 0;
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            new MemoryInputFile(file.bytes()),
            ParquetReadOptions.builder(new PlainParquetConfiguration())
                .withRecordFilter(FilterCompat.get(filter))
                .build())) {
      for (PageReadStore group = reader.readNextFilteredRowGroup();
          group != null;
          group = reader.readNextFilteredRowGroup()) {
        rows += group.getRowCount();
      }
    }
    return rows;
  }

  private static ColumnIndex index(WrittenFile file, int column) throws IOException {
    ColumnChunk chunk =
        Expect.present(
                "columns",
                FooterCheck.groups(FooterCheck.read(file.bytes())).getFirst().getColumns())
            .get(column);
    return Util.readColumnIndex(
        new ByteArrayInputStream(
            file.bytes(),
            Math.toIntExact(chunk.getColumn_index_offset()),
            chunk.getColumn_index_length()));
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static WriterOptions pagesOf(int rows) {
    return PLAIN_BYTES.toBuilder().pageTargetRows(rows).build();
  }

  /// A page of nulls says so twice, and no filter loses rows over it.
  @Test
  @PublicCase("nullpage-zero-nullcount")
  void pagesOfNullsAreCountedAndMarked() throws IOException {
    List<@Nullable Object> values = new ArrayList<>();
    for (long i = 0; i < 30; i++) {
      values.add(i / 3 % 2 == 0 ? null : (Object) i);
    }
    WrittenFile file = write(pagesOf(3), batch(column("a", INT32, values.toArray())));
    List<Boolean> nullPages = index(file, 0).getNull_pages();
    List<Long> nullCounts = index(file, 0).getNull_counts();
    for (int page = 0; page < 10; page++) {
      assertEquals(page % 2 == 0, Expect.present("pages", nullPages).get(page));
      assertEquals(page % 2 == 0 ? 3L : 0L, Expect.present("counts", nullCounts).get(page));
    }
    assertEquals(15, rowsLeft(file, eq(intColumn("a"), null)));
    assertEquals(3, rowsLeft(file, eq(intColumn("a"), 10)));
  }

  /// An index of nothing but null pages can be filtered with.
  @Test
  @PublicCase("filter-all-null-index")
  void anIndexOfNullPagesCanBeFilteredWith() throws IOException {
    WrittenFile file = write(pagesOf(5), batch(column("a", INT32, repeat(20, null).toArray())));
    assertEquals(4, index(file, 0).getNull_pagesSize());
    assertEquals(0, rowsLeft(file, gtEq(intColumn("a"), 1)));
    assertEquals(20, rowsLeft(file, eq(intColumn("a"), null)));
  }

  /// A cut maximum of a page is counted up too.
  @Test
  @PublicCase("stats-max-increment")
  void aCutMaximumOfAPageIsCountedUp() throws IOException {
    byte[] value = new byte[18];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) i;
    }
    WriterOptions.Builder options = PLAIN_BYTES.toBuilder();
    options.encoder().pageBoundMaxBytes(16);
    byte[] file =
        EngineRun.write(
            List.of(BatchValues.of(column("b", BINARY, Bytes.of(value)))),
            options.build(),
            new SplittableRandom(7));
    ColumnChunk chunk =
        Expect.present(
                "columns", FooterCheck.groups(FooterCheck.read(file)).getFirst().getColumns())
            .getFirst();
    ColumnIndex index =
        Util.readColumnIndex(
            new ByteArrayInputStream(
                file,
                Math.toIntExact(chunk.getColumn_index_offset()),
                chunk.getColumn_index_length()));
    byte[] upper = Arrays.copyOf(value, 16);
    upper[15]++;
    assertArrayEquals(upper, bytes(Expect.present("maximums", index.getMax_values()).getFirst()));
    assertArrayEquals(
        Arrays.copyOf(value, 16),
        bytes(Expect.present("minimums", index.getMin_values()).getFirst()));
  }

  /// By the total order, bounds are given although there is a NaN, and the order is named.
  @Test
  @PublicCase("ieee-order")
  void totalOrderIsNamedAndBoundsNumbers() throws IOException {
    WriterOptions options = PLAIN_BYTES.toBuilder().ieee754TotalOrder(true).build();
    WrittenFile file = write(options, batch(column("f", FLOAT64, 1d, Double.NaN, 3d)));
    assertArrayEquals(
        new byte[] {0, 0, 0, 0, 0, 0, (byte) 0xf0, 0x3f}, statistics(file, 0).getMin_value());
    assertEquals(1, statistics(file, 0).getNan_count());
    assertTrue(
        Expect.present("orders", FooterCheck.read(file.bytes()).getColumn_orders())
            .getFirst()
            .isSetIEEE_754_TOTAL_ORDER());
  }

  /// NaN is a bound by the total order alone, and only where there is nothing else.
  @Test
  @PublicCase("float-nan")
  void notANumberIsABoundOnlyAmongItsOwn() throws IOException {
    for (ArrowType type :
        List.of(new ArrowType.FloatingPoint(16), new ArrowType.FloatingPoint(32), FLOAT64)) {
      for (boolean total : new boolean[] {false, true}) {
        WriterOptions options = PLAIN_BYTES.toBuilder().ieee754TotalOrder(total).build();
        WrittenFile all = write(options, batch(floats(type, null, Double.NaN)));
        assertEquals(total, statistics(all, 0).isSetMin_value());
        assertEquals(1, statistics(all, 0).getNan_count());
        WrittenFile some = write(options, batch(floats(type, 5d, 5d, Double.NaN)));
        assertEquals(total, statistics(some, 0).isSetMin_value());
        write(options, batch(floats(type, Double.NaN, 1d, -Double.NaN)));
      }
    }
  }

  private static ColumnValues floats(ArrowType type, @Nullable Double... values) {
    List<@Nullable Object> slots = new ArrayList<>();
    for (Double value : values) {
      slots.add(value == null || type.equals(FLOAT64) ? value : (Object) value.floatValue());
    }
    return column("f", type, slots.toArray());
  }

  /// Bloom filters are over the PLAIN bytes of the physical value: the oracle looks every value up.
  @Test
  @PublicCase("bloom-flba")
  void bloomFiltersHoldPhysicalValues() throws IOException {
    List<@Nullable Object> decimals = new ArrayList<>();
    List<@Nullable Object> numbers = new ArrayList<>();
    for (long i = 1; i <= 6; i++) {
      decimals.add(BigDecimal.valueOf(i, 2));
      numbers.add(i);
    }
    WriterOptions.Builder options = PLAIN_BYTES.toBuilder().rowGroupTargetRows(2);
    options.encoder().bloomFilter(BLOOM);
    WrittenFile file =
        write(
            options.build(),
            batch(
                column("d", new ArrowType.Decimal(128, 19, 2), decimals.toArray()),
                column("i8", new ArrowType.Int(8, true), numbers.toArray()),
                column("i16", new ArrowType.Int(16, true), numbers.toArray())));
    for (int group = 0; group < 3; group++) {
      for (int c = 0; c < 3; c++) {
        assertTrue(chunk(file, group, c).isSetBloom_filter_length());
      }
    }
  }

  /// A filter belongs to the column of the name that was given, odd as it may be.
  @Test
  @PublicCase("bloom-name")
  void bloomFiltersFindColumnsByTheirNames() throws IOException {
    WriterOptions options =
        PLAIN_BYTES.toBuilder()
            .column(List.of("a-b"), ColumnOptions.DEFAULT.withBloomFilter(BLOOM))
            .build();
    WrittenFile file =
        write(options, batch(column("a_b", UTF8, "x", "y"), column("a-b", UTF8, "v", "w")));
    assertFalse(chunk(file, 0, 0).isSetBloom_filter_offset());
    assertTrue(chunk(file, 0, 1).isSetBloom_filter_offset());
  }

  /// Options are found by paths, not by what paths look like joined.
  @Test
  @PublicCase("dotted-names")
  void optionsTellADotFromAStep() throws IOException {
    ArrowField struct = struct("a", Cases.field("b", INT32));
    Map<String, @Nullable Object> two = new LinkedHashMap<>();
    two.put("b", 2L);
    for (List<String> path : List.of(List.of("a.b"), List.of("a", "b"))) {
      WriterOptions options =
          PLAIN_BYTES.toBuilder()
              .column(path, ColumnOptions.DEFAULT.withBloomFilter(BLOOM))
              .build();
      WrittenFile file =
          write(options, batch(column("a.b", INT32, 1L), ColumnValues.of(struct, two)));
      assertEquals(path.size() == 1, chunk(file, 0, 0).isSetBloom_filter_offset());
      assertEquals(path.size() == 2, chunk(file, 0, 1).isSetBloom_filter_offset());
    }
  }
}

package dev.frazil.engine.scan;

import static java.util.Arrays.asList;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.frazil.engine.Python;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that polars writes, with its Arrow schema. Runs where there is a Python with polars.
class PolarsParquetTest {
  private static final String WRITE =
      """
      import datetime as dt, decimal, sys
      import polars as pl
      t = dt.datetime(2001, 2, 3, 4, 5, 6, 789000)
      frame = pl.DataFrame([
          pl.Series('i8', [-128, None, 127], dtype=pl.Int8),
          pl.Series('u16', [0, None, 65535], dtype=pl.UInt16),
          pl.Series('u64', [0, None, 2**64 - 1], dtype=pl.UInt64),
          pl.Series('f32', [1.5, None, -0.0], dtype=pl.Float32),
          pl.Series('bool', [True, None, False], dtype=pl.Boolean),
          pl.Series('text', ['é', None, 'a string of more than twelve bytes'], dtype=pl.String),
          pl.Series('bytes', [b'\\xff', None, b''], dtype=pl.Binary),
          pl.Series('date', [dt.date(1, 1, 1), None, dt.date(9999, 12, 31)], dtype=pl.Date),
          pl.Series('time', [dt.time(23, 59, 59, 999999), None, dt.time(0)], dtype=pl.Time),
          pl.Series('ms', [t, None, t], dtype=pl.Datetime('ms')),
          pl.Series('ns', [t, None, t], dtype=pl.Datetime('ns')),
          pl.Series('us', [t, None, t], dtype=pl.Datetime('us')).dt.replace_time_zone('Asia/Tokyo'),
          pl.Series('span', [dt.timedelta(days=-1), None, dt.timedelta(0)], dtype=pl.Duration('us')),
          pl.Series('dec', [decimal.Decimal('-12.34'), None, decimal.Decimal(0)],
                    dtype=pl.Decimal(20, 2)),
          pl.Series('cat', ['x', None, 'y'], dtype=pl.Categorical),
          pl.Series('enum', ['b', None, 'a'], dtype=pl.Enum(['a', 'b'])),
          pl.Series('list', [[1, None], None, []], dtype=pl.List(pl.Int64)),
          pl.Series('array', [[1, None], None, [3, 4]], dtype=pl.Array(pl.Int32, 2)),
          pl.Series('struct', [{'a': 1, 'b': ['p', None]}, None, {'a': None, 'b': None}],
                    dtype=pl.Struct({'a': pl.Int64, 'b': pl.List(pl.String)})),
          pl.Series('deep', [[{'k': [[1], []]}, None], None, []],
                    dtype=pl.List(pl.Struct({'k': pl.List(pl.List(pl.Int8))}))),
          pl.Series('null', [None, None, None], dtype=pl.Null),
      ])
      frame.write_parquet(sys.argv[1])
      """;

  @TempDir private Path directory;

  @Test
  void everyTypeOfPolarsIsRead() throws IOException {
    assumeTrue(Python.withPolars().isPresent(), "no Python with polars");
    Path path = directory.resolve("polars.parquet");
    Python.withPolars().orElseThrow().run(WRITE, path);
    LocalDateTime time = LocalDateTime.parse("2001-02-03T04:05:06.789");
    Map<String, List<@Nullable Object>> expected = new LinkedHashMap<>();
    expected.put("i8", asList((byte) -128, null, (byte) 127));
    expected.put("u16", asList(0, null, 65535));
    BigInteger most = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
    expected.put("u64", asList(BigInteger.ZERO, null, most));
    expected.put("f32", asList(1.5f, null, -0.0f));
    expected.put("bool", asList(true, null, false));
    expected.put("text", asList("é", null, "a string of more than twelve bytes"));
    expected.put("bytes", asList(bytes(0xff), null, bytes()));
    expected.put("date", asList(LocalDate.of(1, 1, 1), null, LocalDate.of(9999, 12, 31)));
    expected.put("time", asList(LocalTime.parse("23:59:59.999999"), null, LocalTime.MIDNIGHT));
    expected.put("ms", asList(time, null, time));
    expected.put("ns", asList(time, null, time));
    Object tokyo = time.atZone(ZoneId.of("Asia/Tokyo")).toInstant();
    expected.put("us", asList(tokyo, null, tokyo));
    expected.put("span", asList(Duration.ofDays(-1), null, Duration.ZERO));
    expected.put("dec", asList(new BigDecimal("-12.34"), null, new BigDecimal("0.00")));
    expected.put("cat", asList("x", null, "y"));
    expected.put("enum", asList("b", null, "a"));
    expected.put("list", asList(asList(1L, null), null, List.of()));
    expected.put("array", asList(asList(1, null), null, List.of(3, 4)));
    expected.put("struct", asList(pair(1L, asList("p", null)), null, pair(null, null)));
    Object deep = Map.of("k", List.of(List.of((byte) 1), List.of()));
    expected.put("deep", asList(asList(deep, null), null, List.of()));
    expected.put("null", asList(null, null, null));
    assertEquals(expected, FileValues.read(path, 2));
    assertEquals(
        List.of(
            "int8",
            "uint16",
            "uint64",
            "float32",
            "bool",
            "large_utf8",
            "large_binary",
            "date32",
            "time64[ns]",
            "timestamp[ms]",
            "timestamp[ns]",
            "timestamp[us, Asia/Tokyo]",
            "duration[us]",
            "decimal128(20, 2)",
            "large_utf8",
            "large_utf8",
            "large_list",
            "fixed_size_list(2)",
            "struct",
            "large_list",
            "null"),
        types(FileValues.schema(path)));
  }

  private static List<String> types(ArrowSchema schema) {
    return schema.fields().stream().map(ArrowField::type).map(Object::toString).toList();
  }

  private static ByteBuffer bytes(int... bytes) {
    byte[] array = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      array[i] = (byte) bytes[i];
    }
    return ByteBuffer.wrap(array);
  }

  private static Map<String, @Nullable Object> pair(@Nullable Object a, @Nullable Object b) {
    Map<String, @Nullable Object> struct = new LinkedHashMap<>();
    struct.put("a", a);
    struct.put("b", b);
    return struct;
  }
}

package dev.frazil.engine.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.IntervalUnit;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.CDataNested;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which literals fit which columns, and what they mean.
class FilterBindingTest {
  private static final ArrowSchema SCHEMA =
      new ArrowSchema(
          List.of(
              field("i", new ArrowType.Int(8, true)),
              field("f", new ArrowType.FloatingPoint(64)),
              field("b", new ArrowType.Bool()),
              field("t", new ArrowType.Utf8(false)),
              field("z", new ArrowType.Binary(false)),
              field("day", new ArrowType.Date(false)),
              field("time", new ArrowType.Time(TimeUnit.MILLISECOND)),
              field("local", new ArrowType.Timestamp(TimeUnit.SECOND, null)),
              field("instant", new ArrowType.Timestamp(TimeUnit.SECOND, "UTC")),
              field("nowhere", new ArrowType.Timestamp(TimeUnit.SECOND, "Mars/Olympus")),
              field("took", new ArrowType.Duration(TimeUnit.SECOND)),
              field("every", new ArrowType.Interval(IntervalUnit.YEAR_MONTH)),
              field("dec", new ArrowType.Decimal(128, 5, 2)),
              new ArrowField(
                  "uuid",
                  new ArrowType.FixedSizeBinary(16),
                  true,
                  Map.of("ARROW:extension:name", "arrow.uuid"),
                  null)));

  @TempDir Path directory;

  private static ArrowField field(String name, ArrowType type) {
    return new ArrowField(name, type, true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          i = 'x' | i: expected a number for the type int8, got 'x'
          i = true | i: expected a number for the type int8, got true
          f = 'x' | f: expected a number, 'nan', 'inf' or '-inf' for the type float64, got 'x'
          b = 1 | b: expected true or false for the type bool, got 1
          t = 1 | t: expected a text for the type utf8, got 1
          t = x'00' | t: expected a text for the type utf8, got x'00'
          z = 'x' | z: expected bytes (x'…') for the type binary, got 'x'
          day = '2026-02-30' | day: expected a date such as '2026-11-30' for the type date32, got '2026-02-30'
          day = 5 | day: expected a date such as '2026-11-30' for the type date32, got 5
          time = '25:00' | time: expected a time such as '12:30:00.5' for the type time32[ms], got '25:00'
          local = '2026-11-30T00:00:00Z' | local: expected a timestamp without an offset such as '2026-11-30T12:30:00' for the type timestamp[s], got '2026-11-30T00:00:00Z'
          instant = 'x' | instant: expected a timestamp such as '2026-11-30T12:30:00Z', or without an offset in the zone of the column for the type timestamp[s, UTC], got 'x'
          nowhere = '2026-11-30' | nowhere: expected a timestamp such as '2026-11-30T12:30:00Z', or without an offset in the zone of the column for the type timestamp[s, Mars/Olympus], got '2026-11-30'
          took = '5' | took: expected a duration such as 'PT1H30M' for the type duration[s], got '5'
          dec = '1' | dec: expected a number for the type decimal128(5, 2), got '1'
          uuid = 'x' | uuid: expected a UUID of 8-4-4-4-12 hexadecimal digits for the type uuid, got 'x'
          uuid = 5 | uuid: expected a UUID for the type uuid, got 5
          every = 5 | every: expected a type that is compared with literals, got interval[year_month], which can only be IS NULL
          starts_with(i, '1') | i: expected a column of strings or bytes for the type int8, got '1'
          starts_with(uuid, '1') | uuid: expected a column of strings or bytes for the type uuid, got '1'
          no = 1 | no: expected one of i, f, b, t, z, day, time, local, instant, nowhere, took, every, dec, uuid, got none of them
          """)
  void literalsThatDoNotFitAreRefused(String filter, String error) {
    Scan scan = Scan.of(SCHEMA, List.of());
    assertEquals(
        "filter: " + error,
        assertThrows(SchemaException.class, () -> scan.where(Filter.parse(filter))).getMessage());
  }

  @Test
  void whatCanOnlyBeNullMayBe() {
    Scan.of(SCHEMA, List.of()).where(Filter.parse("every is not null and nowhere is null"));
    Scan.of(SCHEMA, List.of()).where(Filter.parse("nowhere > '2026-11-30T00:00:00Z'"));
  }

  @Test
  void textIsUnicode() {
    Scan scan = Scan.of(SCHEMA, List.of());
    assertThrows(SchemaException.class, () -> scan.where(Filter.equal("t", "\uD800")));
  }

  private List<@Nullable Object> kept(String filter, CDataColumn... columns) throws IOException {
    ScanFile file = ScanFiles.write(directory.resolve("f"), 4, columns);
    Scan scan = Scan.ofFiles(List.of(file.path()), DataFormat.PARQUET);
    List<@Nullable Object> plain = ScanFiles.values(scan.where(Filter.parse(filter)));
    Scan known = Scan.of(scan.schema(), List.of(file));
    assertEquals(plain, ScanFiles.values(known.where(Filter.parse(filter))));
    return plain;
  }

  @Test
  void aTextWithoutAnOffsetIsInTheZoneOfTheColumn() throws IOException {
    CDataColumn ids = CDataColumn.ints("id", 0, 1, 2, 3);
    // From 2026-11-30T22:00:00Z on, by the hour.
    CDataColumn hours =
        CDataColumn.integers(
            "ts", "tss:Europe/Berlin", 8, 1796076000L, 1796079600L, 1796083200L, 1796086800L);
    assertEquals(List.of(1, 2, 3), kept("ts >= '2026-12-01'", ids, hours));
    assertEquals(List.of(1), kept("ts = '2026-12-01 00:00:00'", ids, hours));
    assertEquals(List.of(2, 3), kept("ts >= '2026-12-01T00:00:00Z'", ids, hours));
    assertEquals(List.of(2), kept("ts = '2026-11-30t19:00:00-05:00'", ids, hours));
    assertEquals(List.of(2, 3), kept("ts > '2026-12-01T00:00:00.000000001'", ids, hours));
    assertEquals(List.of(), kept("ts = '2026-12-01T00:00:00.000000001'", ids, hours));
    assertEquals(List.of(0, 1, 2, 3), kept("ts < '+99999-01-01T00:00:00Z'", ids, hours));
  }

  @Test
  void booleansOfEightBitsAreTrueUnlessZero() throws IOException {
    CDataColumn ids = CDataColumn.ints("id", 0, 1, 2, 3);
    CDataColumn truths =
        CDataColumn.integers("b", "c", 1, 0, 1, -5, null)
            .metadata("ARROW:extension:name", "arrow.bool8");
    assertEquals(List.of(1, 2), kept("b = true", ids, truths));
    assertEquals(List.of(0), kept("not (b = true)", ids, truths));
    assertEquals(List.of(0, 1, 2), kept("b in (true, false)", ids, truths));
  }

  @Test
  void aColumnOfNothingButNullsIsNeverKept() throws IOException {
    CDataColumn ids = CDataColumn.ints("id", 0, 1, 2, 3);
    CDataColumn nothing = CDataNested.nulls("n", 4);
    assertEquals(List.of(), kept("n = 1 or not (n = 1)", ids, nothing));
    assertEquals(List.of(0, 1, 2, 3), kept("n is null", ids, nothing));
    assertEquals(List.of(), kept("n is not null", ids, nothing));
  }

  @Test
  void halvesAreRoundedOnce() throws IOException {
    CDataColumn ids = CDataColumn.ints("id", 0, 1, 2, 3);
    // 1, 1 + 2^-10, 1 + 2^-9, null
    CDataColumn halves = CDataColumn.integers("h", "e", 2, 0x3c00, 0x3c01, 0x3c02, null);
    assertEquals(List.of(1), kept("h = 1.0009765625", ids, halves));
    // Halfway between the first two, and a little more than a float32 can tell.
    assertEquals(List.of(1), kept("h = 1.00048828125000000001", ids, halves));
    assertEquals(List.of(0), kept("h = 1.00048828125", ids, halves));
    assertEquals(Arrays.asList(1, 2), kept("h > 1", ids, halves));
  }
}

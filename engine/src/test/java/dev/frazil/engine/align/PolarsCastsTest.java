package dev.frazil.engine.align;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.engine.arrow.ColumnValues;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.iceberg.ValueBatch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Conversions of single values against a table that polars made (polars_casts.py beside it).
class PolarsCastsTest {
  private static final AlignmentOptions CONVERT =
      AlignmentOptions.builder().convertValues(true).build();
  private static final List<ArrowType> TYPES =
      Stream.of(
              Stream.of(8, 16, 32, 64)
                  .flatMap(b -> Stream.of(new ArrowType.Int(b, true), new ArrowType.Int(b, false))),
              Stream.of(16, 32, 64).map(ArrowType.FloatingPoint::new),
              Stream.of(
                  new ArrowType.Bool(), new ArrowType.Utf8(false), new ArrowType.Binary(false)),
              Stream.of(new ArrowType.Date(false), new ArrowType.Time(TimeUnit.NANOSECOND)),
              Arrays.stream(TimeUnit.values()).map(unit -> new ArrowType.Timestamp(unit, null)),
              Arrays.stream(TimeUnit.values()).map(ArrowType.Duration::new),
              Stream.of(
                  new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC"),
                  new ArrowType.Timestamp(TimeUnit.MILLISECOND, "Europe/Berlin"),
                  new ArrowType.Decimal(128, 9, 2),
                  new ArrowType.Decimal(128, 38, 10),
                  new ArrowType.Decimal(128, 5, 0)))
          .<ArrowType>flatMap(types -> types)
          .toList();
  private static final Pattern CELL = Pattern.compile("([^=!]*)(?:!|=(.*))");

  /// What polars does and nobody can want: it drops the seconds of a minute that has not so many,
  /// and its time zones know no summer after 2037.
  private static final Set<String> LEFT_OUT =
      Set.of(
          "utf8 -> timestamp[ms]: \"2020-01-02T03:04:61\"=1577934240000",
          "utf8 -> timestamp[us]: \"2020-01-02T03:04:61\"=1577934240000000",
          "utf8 -> timestamp[ns]: \"2020-01-02T03:04:61\"=1577934240000000000",
          "timestamp[ms, Europe/Berlin] -> utf8: 9223372036854=\"2262-04-12 00:47:16.854+01:00\"",
          "timestamp[ms, Europe/Berlin] -> utf8: 9223372036855=\"2262-04-12 00:47:16.855+01:00\"");

  private static ArrowType type(String name) {
    return TYPES.stream().filter(type -> type.toString().equals(name)).findFirst().orElseThrow();
  }

  private static ArrowSchema schema(ArrowType type) {
    return new ArrowSchema(List.of(new ArrowField("x", type, true)));
  }

  /// Aligns a batch of values, with a null in front.
  private static List<@Nullable Object> cast(ArrowType from, ArrowType to, List<String> texts) {
    List<@Nullable Object> values = new ArrayList<>();
    values.add(null);
    texts.forEach(text -> values.add(input(from, text)));
    try (BatchAligner aligner = new BatchAligner(schema(to), TargetDefaults.NONE, CONVERT);
        RecordBatch aligned = aligner.align(ValueBatch.of(schema(from), List.of(values)))) {
      assertEquals(1, aligned.columns().getFirst().nullCount());
      return ColumnValues.of(aligned.columns().getFirst());
    }
  }

  private static Object input(ArrowType type, String text) {
    return switch (type) {
      case ArrowType.Bool _ -> Boolean.valueOf(text);
      case ArrowType.Utf8 _ -> unquoted(text);
      case ArrowType.Binary _ -> ByteBuffer.wrap(HexFormat.of().parseHex(text));
      case ArrowType.Decimal(_, _, int scale) -> new BigDecimal(new BigInteger(text), scale);
      case ArrowType.FloatingPoint(int bits) -> {
        double number = number(text);
        yield bits == 16
            ? (Object) (int) Float.floatToFloat16((float) number)
            : bits == 32 ? (Object) (float) number : number;
      }
      default -> new BigInteger(text).longValue();
    };
  }

  /// A value as [ColumnValues] has it.
  private static Object output(ArrowType type, String text) {
    return switch (type) {
      case ArrowType.Binary _ -> {
        List<Byte> bytes = new ArrayList<>();
        for (byte b : HexFormat.of().parseHex(text)) {
          bytes.add(b);
        }
        yield bytes;
      }
      case ArrowType.Decimal _ -> new BigInteger(text);
      case ArrowType.FloatingPoint(int bits) when bits == 16 ->
          (long) Float.floatToFloat16((float) number(text));
      case ArrowType.Int(int bits, boolean signed) when !signed && bits == 64 ->
          new BigInteger(text).longValue();
      default -> input(type, text);
    };
  }

  private static double number(String text) {
    return switch (text) {
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  private static String unquoted(String json) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i < json.length() - 1; i++) {
      if (json.charAt(i) == '\\' && json.charAt(i + 1) == 'u') {
        text.append((char) Integer.parseInt(json.substring(i + 2, i + 6), 16));
        i += 5;
      } else {
        text.append(json.charAt(i));
      }
    }
    return text.toString();
  }

  private static List<String> check(String line) {
    List<String> parts = List.of(Pattern.compile("\t").split(line));
    ArrowType from = type(parts.get(0));
    ArrowType to = type(parts.get(1));
    List<String> cells = parts.subList(2, parts.size());
    if (cells.isEmpty()) {
      assertThrows(SchemaException.class, () -> cast(from, to, List.of()), line);
      return List.of();
    }
    List<String> wrong = new ArrayList<>();
    for (String cell : cells) {
      Matcher matcher = CELL.matcher(cell);
      assertTrue(matcher.matches(), cell);
      String expected = matcher.group(2);
      String got;
      try {
        Object value = cast(from, to, List.of(matcher.group(1))).getLast();
        got =
            expected != null && Objects.equals(output(to, expected), value) ? "" : " got " + value;
      } catch (WriteException e) {
        got = expected == null ? "" : " got " + e.getMessage();
      }
      String what = parts.get(0) + " -> " + parts.get(1) + ": " + cell;
      if (!got.isEmpty() != LEFT_OUT.contains(what)) {
        wrong.add(what + got);
      }
    }
    return wrong;
  }

  @Test
  void everyValueBecomesWhatPolarsMakesOfIt() throws IOException {
    List<String> wrong = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    PolarsCastsTest.class.getResourceAsStream("polars_casts.tsv")),
                StandardCharsets.UTF_8))) {
      lines.lines().forEach(line -> wrong.addAll(check(line)));
    }
    assertEquals(List.of(), wrong);
  }
}

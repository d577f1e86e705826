package dev.frazil.engine.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.frazil.engine.Python;
import dev.frazil.engine.arrow.RowValues;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random documents read without a schema by Frazil and by polars. Runs where there is a Python
/// with polars.
class PolarsPeerTest {
  private static final int DOCUMENTS = 400;

  /// Prints a line a document: the types of its columns, then the rows, value by value.
  private static final String READ =
      """
      import json, pathlib, struct, sys
      import polars as pl
      names = {pl.String: 'utf8', pl.Int64: 'int64', pl.Float64: 'float64', pl.Boolean: 'bool'}
      def text(value):
          if isinstance(value, float):
              if value != value:
                  value = float('nan')
              return struct.pack('>d', value).hex()
          return json.dumps(value, ensure_ascii=True)
      for i in range(int(sys.argv[2])):
          frame = pl.scan_csv(f'{sys.argv[1]}/{i}.csv', infer_schema_length=None).collect()
          print([names[t] for t in frame.dtypes], *[text(v) for row in frame.rows() for v in row])
      """;

  private static final List<List<String>> THEMES =
      List.of(
          List.of("1", "-20", "007", "9223372036854775807", ""),
          List.of("1", "1.5", "-0.0", "1e3", "inf", "-inf", "NaN", ".5", "5.", ""),
          List.of("0.1", "3.14159265358979", "1e-320", "2.5E+10", "123456789.123456789", "+1.5"),
          List.of("true", "false", "True", "FALSE", ""),
          List.of("true", "1", ""),
          List.of("", "\"\"", "x"),
          List.of(""),
          List.of("2026-11-30", "12:00:00", "2026-11-30T00:00:00"),
          List.of("\"1\"", "2", "\"3.5\"", "\"true\""),
          List.of("+1", "1_0", "0x1", "1e", "-", "nan", "Infinity", "1.e5", "1f"),
          List.of("é", "\"a,b\"", "\"a\nb\"", "\"a\"\"b\"", "\"a\r\nb\"", " a ", "'", "#", "𝄞"));

  private static @Nullable Python python;

  @BeforeAll
  static void findPython() {
    python = Python.withPolars().orElse(null);
    assumeTrue(python != null, "no python3 with polars on the path; -Dfrazil.python names another");
  }

  @Test
  void randomDocumentsHaveTheSameTypesAndValues(@TempDir Path folder) throws IOException {
    List<String> documents = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      documents.add(document(new Random(i)));
      Files.writeString(folder.resolve(i + ".csv"), documents.get(i));
    }
    List<String> lines =
        Objects.requireNonNull(python).run(READ, folder, DOCUMENTS).lines().toList();
    for (int i = 0; i < DOCUMENTS; i++) {
      assertEquals(
          lines.get(i), described(documents.get(i)), "document " + i + ":\n" + documents.get(i));
    }
  }

  private static String document(Random random) {
    int columns = 1 + random.nextInt(4);
    String end = random.nextBoolean() ? "\n" : "\r\n";
    List<List<String>> themes = new ArrayList<>();
    StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "\ufeff" : "");
    for (int i = 0; i < columns; i++) {
      themes.add(THEMES.get(random.nextInt(THEMES.size())));
      text.append(i == 0 ? "" : ",").append("c").append(i);
    }
    for (int row = random.nextInt(6); row > 0; row--) {
      text.append(end);
      int fields = random.nextInt(5) == 0 ? 1 + random.nextInt(columns) : columns;
      for (int i = 0; i < fields; i++) {
        List<String> theme = themes.get(i);
        text.append(i == 0 ? "" : ",").append(theme.get(random.nextInt(theme.size())));
      }
    }
    return text.append(end).toString();
  }

  private static String described(String document) throws IOException {
    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
    try (CsvSource source = CsvSource.open(new ByteArrayInputStream(bytes), null)) {
      List<String> types =
          source.schema().fields().stream().map(field -> "'" + field.type() + "'").toList();
      StringBuilder line = new StringBuilder(types.toString());
      for (List<@Nullable Object> row : RowValues.of(source)) {
        row.forEach(value -> line.append(' ').append(text(value)));
      }
      return line.toString();
    }
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case Double number -> "%016x".formatted(Double.doubleToLongBits(number));
      case String string -> json(string);
      case null, default -> String.valueOf(value);
    };
  }

  private static String json(String string) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      switch (c) {
        case '"', '\\' -> json.append('\\').append(c);
        case '\n' -> json.append("\\n");
        case '\r' -> json.append("\\r");
        default -> json.append(c < 128 ? String.valueOf(c) : "\\u%04x".formatted((int) c));
      }
    }
    return json.append('"').toString();
  }
}

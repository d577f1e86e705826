package dev.frazil.fuzz.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.encoders.CompressionPolicy.Codec;
import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.PageVersion;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.fuzz.readers.ArrowRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Arrow C++ restores the type of every column from the Arrow schema in the footer.
@DisabledOnOs(OS.WINDOWS)
class ArrowSchemaTest {
  /// Types that Arrow C++ 18.3 does not restore though the footer names them, and what it shows: it
  /// makes no views, runs, small decimals and intervals of Parquet values, keeps the file's unit,
  /// and codes nothing but byte strings by a dictionary.
  private static final Map<String, String> UNRESTORED =
      Map.ofEntries(
          Map.entry("decimal32(9, 2)", "decimal128(9, 2)"),
          Map.entry("decimal64(18, 4)", "decimal128(18, 4)"),
          Map.entry("utf8_view", "utf8"),
          Map.entry("binary_view", "binary"),
          Map.entry("date64", "date32"),
          Map.entry("time32[s]", "time32[ms]"),
          Map.entry("timestamp[s]", "timestamp[ms]"),
          Map.entry("timestamp[s, Europe/Rome]", "timestamp[ms, Europe/Rome]"),
          Map.entry("interval[year_month]", "fixed_size_binary(12)"),
          Map.entry("interval[day_time]", "fixed_size_binary(12)"),
          Map.entry("interval[month_day_nano]", "fixed_size_binary(12)"),
          Map.entry("dictionary<int32, int64>", "int64"),
          Map.entry("dictionary<int32, decimal128(38, 10)>", "decimal128(38, 10)"),
          Map.entry("run_end_encoded<int16, utf8>", "utf8"),
          Map.entry("run_end_encoded<int32, utf8>", "utf8"),
          Map.entry("run_end_encoded<int64, utf8>", "utf8"),
          Map.entry("run_end_encoded<int32, float64>", "float64"),
          Map.entry("list_view<bool>", "list<bool>"),
          Map.entry("large_list_view<bool>", "list<bool>"));

  @TempDir private static Path folder;

  private static ArrowRows arrow;

  @BeforeAll
  static void open() throws IOException {
    arrow = new ArrowRows();
  }

  @AfterAll
  static void close() throws IOException {
    arrow.close();
  }

  @TestFactory
  Stream<DynamicTest> aFlatColumnHasItsType() {
    return CellTypes.ALL.stream()
        .filter(type -> !type.group())
        .map(type -> restored(type, Shape.FLAT));
  }

  @TestFactory
  Stream<DynamicTest> aNestedColumnHasItsType() {
    CellType leaf = CellTypes.ALL.getFirst();
    return Stream.of(Shape.values())
        .filter(shape -> shape != Shape.FLAT)
        .map(shape -> restored(leaf, shape));
  }

  private static DynamicTest restored(CellType type, Shape shape) {
    Cell cell =
        new Cell(
            type,
            shape,
            Nullability.LEAF,
            Encoding.PLAIN,
            PageVersion.V1,
            Codec.UNCOMPRESSED,
            false);
    String name = name(shape.column(CellRows.COLUMN, type, cell.nullability()));
    return DynamicTest.dynamicTest(
        name,
        () -> {
          WrittenCell written = WrittenCell.write(cell, folder.resolve("types.parquet"));
          assertEquals(UNRESTORED.getOrDefault(name, name), arrow.types(written.file()).getLast());
        });
  }

  private static String name(ArrowField field) {
    ArrowType.Int index = field.indexType();
    String children =
        field.children().stream().map(ArrowSchemaTest::name).collect(Collectors.joining(", "));
    String name =
        children.isEmpty() ? field.type().toString() : field.type() + "<" + children + ">";
    return index == null ? name : "dictionary<%s, %s>".formatted(index, name);
  }
}

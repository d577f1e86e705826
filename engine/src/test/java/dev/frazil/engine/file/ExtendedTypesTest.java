package dev.frazil.engine.file;

import static dev.frazil.engine.arrow.CDataColumn.batch;
import static dev.frazil.engine.arrow.CDataColumn.binary;
import static dev.frazil.engine.arrow.CDataColumn.integers;
import static dev.frazil.engine.arrow.CDataColumn.strings;
import static dev.frazil.engine.arrow.CDataNested.bits;
import static dev.frazil.engine.arrow.CDataNested.nulls;
import static dev.frazil.engine.arrow.CDataNested.runs;
import static dev.frazil.engine.arrow.CDataNested.struct;
import static dev.frazil.engine.arrow.CDataNested.views;
import static java.util.Arrays.asList;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.frazil.engine.arrow.CDataColumn;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.format.BoundingBox;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.GeospatialStatistics;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Values of the types that only some Arrow libraries have come back as they were.
class ExtendedTypesTest {
  @TempDir private Path directory;

  private Path write(int rows, CDataColumn... columns) throws Exception {
    Path file = directory.resolve("f.parquet");
    ParquetFiles.write(file, WriterOptions.DEFAULT, batch(rows, columns));
    return file;
  }

  private static List<@Nullable String> hex(Path file, String name) throws Exception {
    List<@Nullable String> values = new ArrayList<>();
    for (Group group : ParquetFiles.parquetJava(file)) {
      values.add(
          group.getFieldRepetitionCount(name) == 0
              ? null
              : HexFormat.of().formatHex(group.getBinary(name, 0).getBytes()));
    }
    return values;
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void nothing() throws Exception {
    Path file = write(2, nulls("n", 2), strings("s", "a", "b"));
    assertEquals(asList(null, null), ParquetFiles.column(file, "n"));
    FileMetaData footer = ParquetFiles.footer(file);
    assertEquals(2, ParquetFiles.statistics(footer, 0, 0).getNull_count());
    assertFalse(ParquetFiles.statistics(footer, 0, 0).isSetMin_value());
  }

  @Test
  void halfFloats() throws Exception {
    byte[] halves =
        little(6)
            .putShort(Float.floatToFloat16(1.5f))
            .putShort((short) 0x7e01)
            .putShort(Float.floatToFloat16(-0.25f))
            .array();
    Path file = write(3, CDataColumn.of("h", "e", 3, bits("v.v"), halves).nullCount(1));
    assertEquals(asList("003e", null, "00b4"), hex(file, "h"));
    assertEquals(asList("1.5", null, "-0.25"), ParquetFiles.column(file, "h"));
  }

  @Test
  void unsignedLongsAndDurations() throws Exception {
    Path file =
        write(3, integers("u", "L", 8, -1L, null, 1L), integers("d", "tDn", 8, -5L, 7L, null));
    assertEquals(asList("18446744073709551615", null, "1"), ParquetFiles.column(file, "u"));
    assertEquals(asList("-5", "7", null), ParquetFiles.column(file, "d"));
  }

  @Test
  void viewsAndRuns() throws Exception {
    String large = "a string that is longer than a view holds";
    Path file =
        write(
            4,
            views("s", "vu", "short", null, large, ""),
            views("b", "vz", large, "", null, "x"),
            runs("r", new int[] {3, 4}, strings("values", "run", null)));
    assertEquals(asList("short", null, large, ""), ParquetFiles.column(file, "s"));
    assertEquals(asList(large, "", null, "x"), ParquetFiles.column(file, "b"));
    assertEquals(asList("run", "run", "run", null), ParquetFiles.column(file, "r"));
  }

  @Test
  void intervals() throws Exception {
    byte[] monthDayNanos =
        little(32).putInt(14).putInt(3).putLong(5_000_000).putInt(0).putInt(0).putLong(0).array();
    Path file =
        write(
            2,
            integers("m", "tiM", 4, 25, null),
            CDataColumn.of("n", "tin", 2, null, monthDayNanos));
    assertEquals(asList("190000000000000000000000", null), hex(file, "m"));
    assertEquals(List.of("0e0000000300000005000000", "0".repeat(24)), hex(file, "n"));
    assertEquals(asList("2 years 1 month", null), ParquetFiles.column(file, "m"));
    assertFalse(ParquetFiles.statistics(ParquetFiles.footer(file), 0, 1).isSetMax_value());
  }

  @Test
  void decimalsOf256Bits() throws Exception {
    byte[] values = new byte[64];
    values[0] = 5;
    Arrays.fill(values, 32, 64, (byte) -1);
    Path file =
        write(
            2,
            CDataColumn.of("w", "d:76,2,256", 2, null, values),
            CDataColumn.of("p", "d:9,2,256", 2, null, values));
    assertEquals(List.of("00".repeat(31) + "05", "ff".repeat(32)), hex(file, "w"));
    assertEquals(List.of("0.05", "-0.01"), ParquetFiles.column(file, "p"));
  }

  @Test
  void jsonGeometriesAndVariants() throws Exception {
    byte[] point = little(21).put((byte) 1).putInt(1).putDouble(1).putDouble(2).array();
    CDataColumn variant =
        struct(
                "v",
                "v.",
                binary("metadata", "z", new byte[] {1, 0, 0}, new byte[0]).required(),
                binary("value", "z", new byte[] {12, 7}, new byte[0]).required())
            .metadata("ARROW:extension:name", "arrow.parquet.variant");
    Path file =
        write(
            2,
            strings("j", "{\"a\": 1}", null).metadata("ARROW:extension:name", "arrow.json"),
            binary("g", "z", point, null).metadata("ARROW:extension:name", "geoarrow.wkb"),
            variant);
    assertEquals(asList("{\"a\": 1}", null), ParquetFiles.column(file, "j"));
    assertEquals(asList(HexFormat.of().formatHex(point), null), hex(file, "g"));
    List<Group> records = ParquetFiles.parquetJava(file);
    Group first = records.getFirst().getGroup("v", 0);
    assertEquals("010000", HexFormat.of().formatHex(first.getBinary("metadata", 0).getBytes()));
    assertEquals("0c07", HexFormat.of().formatHex(first.getBinary("value", 0).getBytes()));
    assertEquals(0, records.getLast().getFieldRepetitionCount("v"));
  }

  /// Arcs between two places lie outside the box of the places.
  @Test
  void aGeographyWithEdgesHasNoBox() throws Exception {
    byte[] point = HexFormat.of().parseHex("0101000000000000000000f03f0000000000000040");
    byte[] line =
        HexFormat.of()
            .parseHex(
                "010200000002000000"
                    + "000000000000f03f0000000000000040"
                    + "00000000000008400000000000001040");
    assertEquals("[1.0, 1.0, 2.0, 2.0]", box("{\"edges\": \"spherical\"}", point));
    assertEquals("none", box("{\"edges\": \"spherical\"}", point, line));
    assertEquals("[1.0, 3.0, 2.0, 4.0]", box("{}", point, line));
  }

  private String box(String metadata, byte[]... values) throws Exception {
    Path file =
        write(
            values.length,
            binary("g", "z", values)
                .metadata("ARROW:extension:name", "geoarrow.wkb")
                .metadata("ARROW:extension:metadata", metadata));
    GeospatialStatistics statistics =
        ParquetFiles.column(ParquetFiles.footer(file), 0, 0).getGeospatial_statistics();
    BoundingBox box = Objects.requireNonNull(statistics).getBbox();
    return box == null
        ? "none"
        : List.of(box.getXmin(), box.getXmax(), box.getYmin(), box.getYmax()).toString();
  }
}

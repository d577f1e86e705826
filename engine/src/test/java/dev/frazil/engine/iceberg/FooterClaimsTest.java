package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.verify.EditableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.IEEE754TotalOrder;
import org.apache.parquet.format.Statistics;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is claimed of a column when its statistics are missing, old, or cannot be true.
class FooterClaimsTest {
  private static final int ID = 0;
  private static final int F = 1;
  private static final int S = 2;

  /// A change of a footer.
  ///
  /// @param name what is changed
  /// @param edit the change
  /// @param claims what is claimed of the column then
  record Case(String name, Footers.Edit edit, String claims) {
    @Override
    public String toString() {
      return name;
    }
  }

  /// Takes the deprecated bounds away, which Arrow C++ still writes.
  private static Footers.Edit withoutDeprecated(Footers.Edit edit) {
    return file -> {
      for (int group = 0; group < 2; group++) {
        for (int column = 0; column < 7; column++) {
          file.statistics(group, column).unsetMin();
          file.statistics(group, column).unsetMax();
        }
      }
      edit.edit(file);
    };
  }

  private static String claims(Case edited, String column) throws IOException {
    return Footers.claims(Footers.read(Footers.edited(withoutDeprecated(edited.edit()))), column);
  }

  private static byte[] number(long value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }

  private static byte[] number(double value) {
    return number(Double.doubleToRawLongBits(value));
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void stated(Statistics statistics, byte[] min, byte[] max) {
    statistics.setMin_value(min).setMax_value(max);
  }

  private static void deprecated(
      EditableFile file, int column, byte[] min, byte[] max, @Nullable String createdBy) {
    file.footer().setCreated_by(createdBy);
    for (int group = 0; group < 2; group++) {
      Statistics statistics = file.statistics(group, column);
      statistics.unsetMin_value();
      statistics.unsetMax_value();
      statistics.setMin(min).setMax(max);
    }
  }

  static Stream<Case> cases() {
    return Stream.of(
        new Case("nothing", file -> {}, "id: 6 values, 0 nulls, 1 .. 6"),
        new Case(
            "no null count of a row group",
            file -> file.statistics(1, ID).unsetNull_count(),
            "id: 6 values, 1 .. 6"),
        new Case(
            "no minimum of a row group",
            file -> file.statistics(1, ID).unsetMin_value(),
            "id: 6 values, 0 nulls"),
        new Case(
            "no maximum of a row group",
            file -> file.statistics(0, ID).unsetMax_value(),
            "id: 6 values, 0 nulls"),
        new Case(
            "bounds in the wrong order",
            file -> stated(file.statistics(0, ID), number(3), number(1)),
            "id: 6 values, 0 nulls"),
        new Case(
            "bounds of another width",
            file -> stated(file.statistics(0, ID), new byte[4], new byte[4]),
            "id: 6 values, 0 nulls"),
        new Case(
            "more nulls than values",
            file -> file.statistics(0, ID).setNull_count(4),
            "id: 6 values"),
        new Case(
            "a negative null count",
            file -> file.statistics(0, ID).setNull_count(-1),
            "id: 6 values"),
        new Case(
            "bounds of nothing but nulls",
            file -> file.statistics(0, ID).setNull_count(3),
            "id: 6 values"),
        new Case(
            "a row group of nothing but nulls",
            file -> {
              file.statistics(0, ID).setNull_count(3).unsetMin_value();
              file.statistics(0, ID).unsetMax_value();
            },
            "id: 6 values, 3 nulls, 4 .. 6"),
        new Case(
            "a shortened bound",
            file -> file.statistics(0, ID).setIs_max_value_exact(false),
            "id: 6 values, 0 nulls, 1 .. 6"),
        new Case(
            "deprecated bounds of signed numbers",
            file -> deprecated(file, ID, number(-1), number(9), null),
            "id: 6 values, 0 nulls, -1 .. 9"),
        new Case(
            "an order that is not known",
            file -> file.footer().setColumn_orders(null),
            "id: 6 values, 0 nulls"),
        new Case(
            "fewer orders than columns",
            file ->
                file.footer()
                    .setColumn_orders(
                        Objects.requireNonNull(file.footer().getColumn_orders()).subList(0, 1)),
            "id: 6 values, 0 nulls, 1 .. 6"),
        new Case(
            "the order of floats for integers", FooterClaimsTest::ieee, "id: 6 values, 0 nulls"));
  }

  private static void ieee(EditableFile file) {
    file.footer()
        .setColumn_orders(
            Stream.generate(() -> ColumnOrder.IEEE_754_TOTAL_ORDER(new IEEE754TotalOrder()))
                .limit(7)
                .toList());
  }

  static Stream<Case> floats() {
    return Stream.of(
        new Case("nothing", file -> {}, "f: 6 values, 1 nulls, -0.0 .. 2.5"),
        new Case(
            "the order of floats", FooterClaimsTest::ieee, "f: 6 values, 1 nulls, -0.0 .. 2.5"),
        new Case(
            "zeros of the wrong sign",
            file -> {
              stated(file.statistics(0, F), number(0.0), number(-0.0));
              stated(file.statistics(1, F), number(0.0), number(-0.0));
            },
            "f: 6 values, 1 nulls, -0.0 .. 0.0"),
        new Case(
            "a bound that is NaN",
            file -> stated(file.statistics(0, F), number(Double.NaN), number(1.5)),
            "f: 6 values, 1 nulls"),
        new Case(
            "NaN counted in one row group alone",
            file -> file.statistics(0, F).setNan_count(1),
            "f: 6 values, 1 nulls, -0.0 .. 2.5"),
        new Case(
            "NaN counted in all",
            file -> {
              file.statistics(0, F).setNan_count(1);
              file.statistics(1, F).setNan_count(0);
            },
            "f: 6 values, 1 nulls, 1 NaN, -0.0 .. 2.5"),
        new Case(
            "a row group of nothing but NaN",
            file -> {
              file.statistics(0, F).setNan_count(3).unsetMin_value();
              file.statistics(0, F).unsetMax_value();
              file.statistics(1, F).setNan_count(0);
            },
            "f: 6 values, 1 nulls, 3 NaN, -0.0 .. 2.5"),
        new Case(
            "more NaN than values",
            file -> {
              file.statistics(0, F).setNan_count(4);
              file.statistics(1, F).setNan_count(0);
            },
            "f: 6 values"));
  }

  static Stream<Case> strings() {
    byte[] cut = {'a', (byte) 0xc3};
    return Stream.of(
        new Case("nothing", file -> {}, "s: 6 values, 1 nulls, '' .. 'é'"),
        new Case(
            "a bound within a code point",
            file -> stated(file.statistics(0, S), text("a"), cut),
            "s: 6 values, 1 nulls"),
        new Case(
            "deprecated bounds",
            file -> deprecated(file, S, text("a"), text("b"), "x version 1.0.0"),
            "s: 6 values, 1 nulls"),
        new Case(
            "deprecated bounds that are equal",
            file -> deprecated(file, S, text("a"), text("a"), "impala version 2.2.0 (build x)"),
            "s: 6 values, 1 nulls, 'a' .. 'a'"),
        new Case(
            "deprecated bounds of a writer that mends them",
            file -> deprecated(file, S, text("a"), text("a"), "parquet-mr version 1.8.0"),
            "s: 6 values, 1 nulls, 'a' .. 'a'"),
        new Case(
            "deprecated bounds of a writer that spoils them",
            file -> deprecated(file, S, text("a"), text("a"), "parquet-mr version 1.7.0 (build x)"),
            "s: 6 values, 1 nulls"),
        new Case(
            "deprecated bounds of nobody",
            file -> deprecated(file, S, text("a"), text("a"), null),
            "s: 6 values, 1 nulls"),
        new Case(
            "deprecated bounds of a version without end",
            file -> deprecated(file, S, text("a"), text("a"), "x version 99999999999.1"),
            "s: 6 values, 1 nulls, 'a' .. 'a'"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void ofIntegers(Case edited) throws IOException {
    assertEquals(edited.claims(), claims(edited, "id"));
  }

  @ParameterizedTest
  @MethodSource("floats")
  void ofFloats(Case edited) throws IOException {
    assertEquals(edited.claims(), claims(edited, "f"));
  }

  @ParameterizedTest
  @MethodSource("strings")
  void ofStrings(Case edited) throws IOException {
    assertEquals(edited.claims(), claims(edited, "s"));
  }

  @Test
  void boundsThatScalingWouldOverflowAreLeftOut() throws IOException {
    EditableFile file = EditableFile.of(Footers.bytes("arrowcpp-millis"));
    int t = 4;
    file.statistics(0, t).setMax_value(number(Long.MAX_VALUE / 999));
    file.statistics(0, t).unsetMax();
    DataFile claimed = Footers.read(Footers.inMemory(file.toBytes()));
    assertEquals("t: 6 values, 1 nulls", Footers.claims(claimed, "t"));
  }

  @Test
  void splitOffsetsAreWherePagesStartWhateverElseTheFooterSays() throws IOException {
    List<Long> offsets = Footers.read(Footers.file("arrowcpp-ids")).splitOffsets();
    assertEquals(
        offsets,
        Footers.read(
                Footers.edited(file -> {
                  Objects.requireNonNull(file.footer().getRow_groups())
                      .forEach(group -> group.setFile_offset(7));
                }))
            .splitOffsets());
    assertEquals(4, Objects.requireNonNull(offsets).getFirst());
    assertEquals(2, offsets.size());
  }

  @Test
  void aDictionaryAtZeroOrBehindTheDataIsNone() throws IOException {
    long data = EditableFile.of(Footers.bytes("arrowcpp-ids")).metaData(ID).getData_page_offset();
    for (long offset : new long[] {0, data + 1}) {
      DataFile file =
          Footers.read(Footers.edited(edit -> edit.metaData(ID).setDictionary_page_offset(offset)));
      assertEquals(data, Objects.requireNonNull(file.splitOffsets()).getFirst());
    }
  }
}

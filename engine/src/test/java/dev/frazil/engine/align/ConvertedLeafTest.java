package dev.frazil.engine.align;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.SlotValues;
import dev.frazil.engine.iceberg.ValueBatch;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Conversions of values where columns are nested, sliced, encoded or of types that polars lacks.
class ConvertedLeafTest {
  private static final AlignmentOptions CONVERT =
      AlignmentOptions.builder().convertValues(true).ignoreExtraColumns(true).build();
  private static final ArrowType TEXT = new ArrowType.Utf8(false);
  private static final ArrowType BYTE = new ArrowType.Int(8, true);
  private static final ArrowType LONG = new ArrowType.Int(64, true);

  private static ArrowField field(String name, ArrowType type, ArrowField... children) {
    return new ArrowField(name, type, true, List.of(children));
  }

  private static List<@Nullable Object> align(
      ArrowField from, ArrowField to, List<? extends @Nullable Object> values) {
    try (BatchAligner aligner =
            new BatchAligner(new ArrowSchema(List.of(to)), TargetDefaults.NONE, CONVERT);
        RecordBatch aligned =
            aligner.align(ValueBatch.of(new ArrowSchema(List.of(from)), List.of(values)))) {
      return values(aligned);
    }
  }

  private static List<@Nullable Object> values(RecordBatch batch) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int row = 0; row < batch.rowCount(); row++) {
      values.add(SlotValues.value(batch.columns().getFirst(), row));
    }
    return values;
  }

  @Test
  void membersOfStructsAreConvertedOneByOne() {
    ArrowField from = field("s", new ArrowType.Struct(), field("a", LONG), field("b", TEXT));
    ArrowField to =
        field("s", new ArrowType.Struct(), field("b", BYTE), field("a", TEXT), field("c", LONG));
    Map<String, @Nullable Object> first = new LinkedHashMap<>();
    first.put("b", (byte) 7);
    first.put("a", "300");
    first.put("c", null);
    assertEquals(
        Arrays.asList(first, null), align(from, to, Arrays.asList(Arrays.asList(300L, "7"), null)));
  }

  @Test
  void elementsOfListsAreConvertedAndWhatNoRowReachesIsNot() {
    ArrowField from = field("l", new ArrowType.List(false), field("item", TEXT));
    ArrowField to = field("l", new ArrowType.List(false), field("item", BYTE));
    assertEquals(
        Arrays.asList(List.of((byte) 1), null, List.of(), Arrays.asList((byte) -2, null)),
        align(from, to, Arrays.asList(List.of("1"), null, List.of(), Arrays.asList("-2", null))));
    WriteException unfit =
        assertThrows(
            WriteException.class,
            () -> align(from, to, List.of(List.of("1"), List.of("2", "x".repeat(99)))));
    assertEquals(
        "cast of utf8 to int8: l.element: row 1: expected a value that int8 holds, got '"
            + "x".repeat(60)
            + "…'",
        unfit.getMessage());
  }

  @Test
  void aScalarIsNoListAndATextNoBool() {
    ArrowField list = field("x", new ArrowType.List(false), field("item", LONG));
    assertEquals(
        "align: x: expected list, got int64",
        assertThrows(SchemaException.class, () -> align(field("x", LONG), list, List.of(1L)))
            .getMessage());
    assertThrows(
        SchemaException.class,
        () -> align(field("x", TEXT), field("x", new ArrowType.Bool()), List.of("true")));
  }

  @Test
  void everyBatchIsConvertedTheSameWay() {
    ArrowSchema from = new ArrowSchema(List.of(field("x", TEXT)));
    ArrowSchema to = new ArrowSchema(List.of(field("x", LONG)));
    try (BatchAligner aligner = new BatchAligner(to, TargetDefaults.NONE, CONVERT)) {
      for (int batch = 0; batch < 3; batch++) {
        List<String> texts = new ArrayList<>();
        List<Object> numbers = new ArrayList<>();
        for (long i = 0; i < 1000L * batch; i++) {
          texts.add(Long.toString(i * i));
          numbers.add(i * i);
        }
        try (RecordBatch aligned = aligner.align(ValueBatch.of(from, List.of(texts)))) {
          assertEquals(numbers, values(aligned));
        }
      }
    }
  }

  @Test
  void whatPolarsLacksGoesTheSameWay() {
    ArrowType day = new ArrowType.Date(true);
    ArrowType seconds = new ArrowType.Timestamp(TimeUnit.SECOND, null);
    LocalDate date = LocalDate.of(2020, 1, 2);
    assertEquals(List.of(date), align(field("x", TEXT), field("x", day), List.of("2020-01-02")));
    assertEquals(
        List.of("2020-01-02"), align(field("x", day), field("x", TEXT), List.of(1577923200000L)));
    assertEquals(
        List.of(LocalDateTime.of(2020, 1, 2, 3, 4, 5)),
        align(field("x", TEXT), field("x", seconds), List.of("2020-01-02T03:04:05.9")));
    assertEquals(
        List.of("2020-01-02 00:00:00"),
        align(field("x", seconds), field("x", TEXT), List.of(1577923200L)));
    ArrowType halves = new ArrowType.Time(TimeUnit.MILLISECOND);
    assertEquals(
        List.of("01:01:01"), align(field("x", halves), field("x", TEXT), List.of(3661500)));
    ArrowType wide = new ArrowType.Decimal(256, 50, 1);
    assertEquals(
        List.of(new BigDecimal("-1.5")),
        align(field("x", TEXT), field("x", wide), List.of("-1.5")));
    assertEquals(
        List.of("ab"),
        align(field("x", new ArrowType.FixedSizeBinary(2)), field("x", TEXT), List.of("ab")));
  }

  @Test
  void stringsOfEveryLayoutAreTheSame() {
    ArrowField view = field("x", new ArrowType.Utf8View());
    assertEquals(List.of("7"), align(field("x", LONG), view, List.of(7L)));
    ArrowField large = field("x", new ArrowType.Utf8(true));
    assertEquals(List.of((byte) 7), align(large, field("x", BYTE), List.of("7")));
  }

  @Test
  void extensionTypesAreNotTakenForTheirStorage() {
    ArrowField bool8 =
        new ArrowField("x", BYTE, true, Map.of(ArrowField.EXTENSION_NAME, "arrow.bool8"), null);
    assertThrows(SchemaException.class, () -> align(bool8, field("x", TEXT), List.of(1)));
  }

  @Test
  void columnsOfEqualTypesAreNotCopied() {
    for (ArrowType type :
        List.of(new ArrowType.FloatingPoint(64), new ArrowType.FloatingPoint(16), LONG, TEXT)) {
      ArrowSchema schema = new ArrowSchema(List.of(field("a", type)));
      RecordBatch batch = ValueBatch.of(schema, List.of(Arrays.asList((Object) null, null)));
      long address = batch.columns().getFirst().values().address();
      try (BatchAligner aligner = new BatchAligner(schema, TargetDefaults.NONE, CONVERT);
          RecordBatch aligned = aligner.align(batch)) {
        assertEquals(address, aligned.columns().getFirst().values().address(), type.toString());
      }
    }
  }

  @Test
  void theFirstAndTheLastNanosecondComeFromText() {
    ArrowField to = field("a", new ArrowType.Timestamp(TimeUnit.NANOSECOND, null));
    List<String> texts = List.of("1677-09-21T00:12:43.145224192", "2262-04-11T23:47:16.854775807");
    assertEquals(
        texts.stream().map(LocalDateTime::parse).toList(), align(field("a", TEXT), to, texts));
    assertThrows(
        WriteException.class,
        () -> align(field("a", TEXT), to, List.of("1677-09-21T00:12:43.145224191")));
  }
}

package dev.frazil.engine.align;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.iceberg.ValueBatch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BatchAlignerTest {
  private static final ArrowType INT = new ArrowType.Int(32, true);
  private static final ArrowType LONG = new ArrowType.Int(64, true);
  private static final ArrowType TEXT = new ArrowType.Utf8(false);
  private static final List<@Nullable Object> ONE_TWO = Arrays.asList(1, 2);
  private static final List<@Nullable Object> THREE_NULL = Arrays.asList(3, null);

  private static ArrowField field(String name, ArrowType type, boolean nullable) {
    return new ArrowField(name, type, nullable);
  }

  private static ArrowField field(String name, int id, ArrowType type, boolean nullable) {
    return new ArrowField(
        name, type, nullable, Map.of(ArrowField.FIELD_ID, Integer.toString(id)), null);
  }

  private static ArrowSchema schema(ArrowField... fields) {
    return new ArrowSchema(List.of(fields));
  }

  private static String refusal(ArrowSchema source, ArrowSchema target) {
    try (BatchAligner aligner = new BatchAligner(target)) {
      List<List<@Nullable Object>> columns =
          source.fields().stream().map(ignored -> ONE_TWO).toList();
      RecordBatch batch = ValueBatch.of(source, columns);
      SchemaException refusal = assertThrows(SchemaException.class, () -> aligner.align(batch));
      assertThrows(IllegalStateException.class, batch::columns, "the batch is closed");
      return String.valueOf(refusal.getMessage());
    }
  }

  private static int intAt(ArrowColumn column, int row) {
    return column.values().getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, column.offset() + row);
  }

  @Test
  void idsWinOverNamesAndTheTargetsOrderHolds() {
    ArrowSchema source = schema(field("b", 1, INT, true), field("a", 2, INT, true));
    ArrowSchema target = schema(field("b", 2, INT, true), field("a", 1, INT, true));
    try (BatchAligner aligner = new BatchAligner(target);
        RecordBatch aligned = aligner.align(ValueBatch.of(source, List.of(ONE_TWO, THREE_NULL)))) {
      assertEquals(target, aligned.schema());
      assertEquals(target.fields(), aligned.columns().stream().map(ArrowColumn::field).toList());
      assertEquals(3, intAt(aligned.columns().getFirst(), 0));
      assertEquals(1, aligned.columns().getFirst().nullCount());
      assertEquals(1, intAt(aligned.columns().getLast(), 0));
    }
  }

  @Test
  void columnsWithoutAnIdAreFoundByTheirExactName() {
    ArrowSchema source = schema(field("x", INT, true), field("renamed", 7, INT, true));
    ArrowSchema target = schema(field("y", 7, INT, true), field("x", 8, INT, true));
    try (BatchAligner aligner = new BatchAligner(target);
        RecordBatch aligned = aligner.align(ValueBatch.of(source, List.of(ONE_TWO, THREE_NULL)))) {
      assertEquals(3, intAt(aligned.columns().getFirst(), 0));
      assertEquals(1, intAt(aligned.columns().getLast(), 0));
    }
    assertTrue(
        refusal(schema(field("X", INT, true)), schema(field("x", 8, INT, true)))
            .startsWith("align: X: expected a column of the target schema (x with field id 8)"));
  }

  @Test
  void aColumnWithAnotherIdIsNotFoundByName() {
    assertEquals(
        "align: x with field id 9: expected a column of the target schema (x with field id 8), got"
            + " none",
        refusal(schema(field("x", 9, INT, true)), schema(field("x", 8, INT, true))));
  }

  @Test
  void twoColumnsOfOneIdOrNameAreRefused() {
    ArrowSchema target = schema(field("x", 8, INT, true));
    assertEquals(
        "align: b with field id 8: expected a field id of its own, got that of column a with field"
            + " id 8",
        refusal(schema(field("a", 8, INT, true), field("b", 8, INT, true)), target));
    assertEquals(
        "align: x: expected a name of its own, got that of column x",
        refusal(schema(field("x", INT, true), field("x", INT, true)), target));
  }

  @Test
  void anIdThatIsNoNumberIsRefused() {
    ArrowField field = new ArrowField("x", INT, true, Map.of(ArrowField.FIELD_ID, "seven"), null);
    assertTrue(refusal(schema(field), schema(field("x", 8, INT, true))).contains("got 'seven'"));
  }

  @Test
  void aTypeThatDoesNotFitIsRefusedByName() {
    String message = refusal(schema(field("x", INT, true)), schema(field("x", 8, TEXT, true)));
    assertTrue(message.contains(": x: expected "), message);
  }

  @Test
  void aDecimalIsNotTheBytesOfAFixedColumn() {
    ArrowType decimal = new ArrowType.Decimal(128, 38, 0);
    ArrowType fixed = new ArrowType.FixedSizeBinary(16);
    assertEquals(
        "align: x: expected fixed_size_binary(16), got decimal128(38, 0)",
        refusal(schema(field("x", decimal, true)), schema(field("x", 8, fixed, true))));
  }

  @Test
  void columnsThatAgreeAreNotCopied() {
    ArrowSchema schema = schema(field("x", 1, INT, true));
    RecordBatch batch = ValueBatch.of(schema, List.of(THREE_NULL));
    ArrowColumn before = batch.columns().getFirst();
    try (BatchAligner aligner = new BatchAligner(schema);
        RecordBatch aligned = aligner.align(batch)) {
      ArrowColumn after = aligned.columns().getFirst();
      assertEquals(before.values().address(), after.values().address());
      assertEquals(before.validity().address(), after.validity().address());
      assertEquals(before.offset(), after.offset());
    }
  }

  @Test
  void aWiderTypeIsFilledExactly() {
    ArrowSchema target = schema(field("x", 1, LONG, true));
    try (BatchAligner aligner = new BatchAligner(target);
        RecordBatch aligned =
            aligner.align(ValueBatch.of(schema(field("x", INT, true)), List.of(ONE_TWO)))) {
      ArrowColumn column = aligned.columns().getFirst();
      assertEquals(
          2, column.values().getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, column.offset() + 1));
    }
  }

  @Test
  void aMissingColumnIsNullOrTheDefault() {
    ArrowSchema target =
        schema(
            field("x", 1, INT, false),
            field("nothing", 2, TEXT, true),
            field("number", 3, LONG, false),
            field("text", 4, TEXT, true),
            field("flag", 5, new ArrowType.Bool(), false),
            field("large", 6, new ArrowType.Utf8(true), false));
    TargetDefaults defaults =
        TargetDefaults.builder()
            .value(List.of("number"), new byte[] {0x34, 0x12, 0, 0, 0, 0, 0, 0})
            .value(List.of("text"), "ice".getBytes(StandardCharsets.UTF_8))
            .value(List.of("flag"), new byte[] {1})
            .value(List.of("large"), "berg".getBytes(StandardCharsets.UTF_8))
            .build();
    ArrowSchema source = schema(field("x", INT, true));
    try (BatchAligner aligner = new BatchAligner(target, defaults, AlignmentOptions.DEFAULT)) {
      for (List<@Nullable Object> rows :
          List.of(ONE_TWO, Arrays.<@Nullable Object>asList(1, 2, 3, 4, 5))) {
        try (RecordBatch aligned = aligner.align(ValueBatch.of(source, List.of(rows)))) {
          List<ArrowColumn> columns = aligned.columns();
          assertEquals(rows.size(), columns.get(1).nullCount());
          assertEquals(rows.size(), columns.get(1).length());
          ArrowColumn number = columns.get(2);
          ArrowColumn text = columns.get(3);
          ArrowColumn flag = columns.get(4);
          for (int row = 0; row < rows.size(); row++) {
            assertEquals(
                0x1234,
                number.values().getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, number.offset() + row));
            assertEquals("ice", text(text, row));
            assertEquals("berg", text(columns.get(5), row));
            long bit = flag.offset() + row;
            assertEquals(1, flag.values().get(ValueLayout.JAVA_BYTE, bit / 8) >> bit % 8 & 1);
          }
          assertEquals(0, number.nullCount() + text.nullCount() + flag.nullCount());
        }
      }
    }
  }

  private static String text(ArrowColumn column, int row) {
    boolean large = ((ArrowType.Utf8) column.field().type()).large();
    long slot = column.offset() + row;
    long from = offset(column.values(), large, slot);
    long to = offset(column.values(), large, slot + 1);
    byte[] bytes = column.data().asSlice(from, to - from).toArray(ValueLayout.JAVA_BYTE);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static long offset(MemorySegment offsets, boolean large, long slot) {
    return large
        ? offsets.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, slot)
        : offsets.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, slot);
  }

  @Test
  void aMissingRequiredColumnIsRefused() {
    String message =
        refusal(
            schema(field("x", INT, true)),
            schema(field("x", 1, INT, true), field("y", 2, INT, false)));
    assertTrue(message.startsWith("align: y: expected a column in the batch"), message);
  }

  @Test
  void nullsInARequiredColumnAreRefusedByRow() {
    AtomicInteger releases = new AtomicInteger();
    ArrowSchema source = schema(field("x", INT, true));
    RecordBatch values = ValueBatch.of(source, List.of(THREE_NULL));
    RecordBatch batch =
        new RecordBatch(
            source,
            2,
            values.columns(),
            () -> {
              releases.incrementAndGet();
              values.close();
            });
    try (BatchAligner aligner = new BatchAligner(schema(field("x", 1, INT, false)))) {
      WriteException refusal = assertThrows(WriteException.class, () -> aligner.align(batch));
      assertEquals(
          "align: x: expected a value in every row of a required column, got null in row 1",
          refusal.getMessage());
      assertEquals(1, releases.get());
      // a source that may be null but is not fits a required column
      try (RecordBatch aligned = aligner.align(ValueBatch.of(source, List.of(ONE_TWO)))) {
        assertSame(aligner.target(), aligned.schema());
      }
    }
  }

  @Test
  void batchesOfAnotherSchemaArePlannedAnew() {
    ArrowSchema target = schema(field("x", 1, LONG, true));
    try (BatchAligner aligner = new BatchAligner(target)) {
      for (ArrowSchema source :
          List.of(
              schema(field("x", INT, true)),
              schema(field("x", LONG, true)),
              schema(field("x", new ArrowType.Int(8, false), true)))) {
        List<@Nullable Object> values =
            source.fields().getFirst().type().equals(LONG) ? List.of(250L) : List.of(250);
        try (RecordBatch aligned = aligner.align(ValueBatch.of(source, List.of(values)))) {
          ArrowColumn column = aligned.columns().getFirst();
          assertEquals(
              250, column.values().getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, column.offset()));
        }
      }
    }
  }
}

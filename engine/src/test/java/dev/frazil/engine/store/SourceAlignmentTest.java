package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.arrow.RowValues;
import dev.frazil.engine.iceberg.ValueBatch;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SourceAlignmentTest {
  private static final ProfileKey KEY = ProfileKey.of("sales", "orders");
  private static final ArrowType BYTE = new ArrowType.Int(8, true);
  private static final ArrowType SHORT = new ArrowType.Int(16, true);
  private static final ArrowType LONG = new ArrowType.Int(64, true);
  private static final ArrowType TEXT = new ArrowType.Utf8(false);

  private static ArrowField field(String name, ArrowType type, ArrowField... children) {
    return new ArrowField(name, type, true, List.of(children));
  }

  private static ArrowSchema schema(ArrowField... fields) {
    return new ArrowSchema(List.of(fields));
  }

  private static SchemaException refused(ArrowSchema rows, ArrowSchema version, CastMode mode) {
    RecordBatchSource source = ValueBatch.source(rows);
    return assertThrows(
        SchemaException.class, () -> SourceAlignment.align(source, version, mode, KEY).close());
  }

  @Test
  void otherNamesAreRefusedWithTheMessageOfTheOriginal() {
    RecordBatchSource rows = ValueBatch.source(schema(field("name", TEXT)));
    ColumnsMismatchException mismatch =
        assertThrows(
            ColumnsMismatchException.class,
            () -> SourceAlignment.align(rows, schema(field("id", LONG)), CastMode.SAFE, KEY));
    assertEquals(
        "Columns ['name'] do not match existing columns ['id'] for ('sales', 'orders')",
        mismatch.getMessage());
    for (CastMode mode : CastMode.values()) {
      for (String name : new String[] {"ID", "id ", ""}) {
        RecordBatchSource other = ValueBatch.source(schema(field(name, LONG)));
        assertThrows(
            ColumnsMismatchException.class,
            () -> SourceAlignment.align(other, schema(field("id", LONG)), mode, KEY),
            "names of other case, with blanks or empty are other names");
      }
    }
  }

  @Test
  void everyBatchIsReorderedAndCastTheSameWay() throws IOException {
    ArrowSchema rows = schema(field("b", BYTE), field("a", TEXT));
    ArrowSchema version = schema(field("a", TEXT), field("b", LONG));
    RecordBatchSource source =
        ValueBatch.source(
            rows,
            ValueBatch.of(rows, List.of(Arrays.asList(1, null), List.of("x", "y"))),
            ValueBatch.of(rows, List.of(List.of(-3), Arrays.asList((String) null))));
    try (source;
        SourceAlignment aligned = SourceAlignment.align(source, version, CastMode.SAFE, KEY)) {
      assertEquals(version, aligned.schema());
      assertEquals(
          List.of(List.of("x", 1L), Arrays.asList("y", null), Arrays.asList(null, -3L)),
          RowValues.of(aligned));
    }
  }

  @Test
  void strictTakesEqualTypesInAnyLayoutAndOrder() throws IOException {
    ArrowField member = field("m", new ArrowType.Struct(), field("p", LONG), field("q", TEXT));
    ArrowField turned = field("m", new ArrowType.Struct(), field("q", TEXT), field("p", LONG));
    ArrowSchema version = schema(field("t", new ArrowType.Utf8(true)), member);
    ArrowSchema rows = schema(turned, field("t", TEXT));
    RecordBatchSource source =
        ValueBatch.source(
            rows, ValueBatch.of(rows, List.of(List.of(List.of("q", 1L)), List.of("t"))));
    try (source;
        SourceAlignment aligned = SourceAlignment.align(source, version, CastMode.STRICT, KEY)) {
      assertEquals(List.of(List.of("t", Map.of("p", 1L, "q", "q"))), RowValues.of(aligned));
    }
  }

  @Test
  void strictRefusesOtherTypesAtAnyDepth() {
    assertEquals(
        "append: x: expected int64 as the version has it, got int8",
        refused(schema(field("x", BYTE)), schema(field("x", LONG)), CastMode.STRICT).getMessage());
    ArrowType list = new ArrowType.List(false);
    ArrowType struct = new ArrowType.Struct();
    ArrowSchema version = schema(field("l", list, field("item", struct, field("p", LONG))));
    assertEquals(
        "append: l.item.p: expected int64 as the version has it, got int8",
        refused(
                schema(field("l", list, field("item", struct, field("p", BYTE)))),
                version,
                CastMode.STRICT)
            .getMessage());
    assertEquals(
        "append: l.item.p: expected int64 as the version has it, got none",
        refused(
                schema(field("l", list, field("item", struct, field("q", LONG)))),
                version,
                CastMode.STRICT)
            .getMessage());
    assertEquals(
        "append: l.item.q: expected none as the version has it, got int64",
        refused(
                schema(field("l", list, field("item", struct, field("p", LONG), field("q", LONG)))),
                version,
                CastMode.STRICT)
            .getMessage());
    ArrowField uuid =
        new ArrowField(
            "x",
            new ArrowType.FixedSizeBinary(16),
            true,
            Map.of(ArrowField.EXTENSION_NAME, ArrowField.UUID_EXTENSION),
            null);
    ArrowSchema plain = schema(field("x", new ArrowType.FixedSizeBinary(16)));
    String message = String.valueOf(refused(plain, schema(uuid), CastMode.STRICT).getMessage());
    assertTrue(message.contains("expected arrow.uuid over fixed_size_binary(16)"), message);
  }

  private static List<List<@Nullable Object>> one(
      ArrowType from, ArrowType to, CastMode mode, Object value) throws IOException {
    ArrowSchema rows = schema(field("x", from));
    RecordBatchSource source =
        ValueBatch.source(rows, ValueBatch.of(rows, List.of(List.of(value))));
    try (source;
        SourceAlignment aligned =
            SourceAlignment.align(source, schema(field("x", to)), mode, KEY)) {
      return RowValues.of(aligned);
    }
  }

  @Test
  void safeLosesNothingAndOriginalCastsAsPolarsDoes() throws IOException {
    assertEquals(List.of(List.of((short) 7)), one(BYTE, SHORT, CastMode.SAFE, 7));
    assertThrows(SchemaException.class, () -> one(LONG, BYTE, CastMode.SAFE, 7L));
    assertThrows(SchemaException.class, () -> one(TEXT, LONG, CastMode.SAFE, "7"));
    ArrowType micros = new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
    ArrowType millis = new ArrowType.Timestamp(TimeUnit.MILLISECOND, null);
    assertThrows(WriteException.class, () -> one(micros, millis, CastMode.SAFE, 1001L));
    assertEquals(List.of(List.of((byte) 7)), one(LONG, BYTE, CastMode.ORIGINAL, 7L));
    assertEquals(List.of(List.of(7L)), one(TEXT, LONG, CastMode.ORIGINAL, "7"));
    assertEquals(
        one(millis, millis, CastMode.STRICT, 1L), one(micros, millis, CastMode.ORIGINAL, 1001L));
    WriteException unfit =
        assertThrows(WriteException.class, () -> one(LONG, BYTE, CastMode.ORIGINAL, 300L));
    assertEquals(
        "cast of int64 to int8: x: row 0: expected a value that int8 holds, got 300",
        unfit.getMessage());
  }

  @Test
  void fieldIdsOfEitherSideAreNoNames() throws IOException {
    ArrowField with = new ArrowField("x", LONG, true, Map.of(ArrowField.FIELD_ID, "1"), null);
    ArrowField other = new ArrowField("x", LONG, true, Map.of(ArrowField.FIELD_ID, "2"), null);
    for (ArrowField rows : List.of(with, other, field("x", LONG))) {
      for (ArrowField version : List.of(with, other, field("x", LONG))) {
        RecordBatchSource source =
            ValueBatch.source(schema(rows), ValueBatch.of(schema(rows), List.of(List.of(5L))));
        try (source;
            SourceAlignment aligned =
                SourceAlignment.align(source, schema(version), CastMode.STRICT, KEY)) {
          assertEquals(schema(version), aligned.schema());
          assertEquals(List.of(List.of(5L)), RowValues.of(aligned));
        }
      }
    }
  }

  @Test
  void nullsInARequiredColumnAreRefusedByRow() {
    ArrowSchema version = schema(new ArrowField("x", LONG, false));
    ArrowSchema rows = schema(field("x", LONG));
    RecordBatchSource source =
        ValueBatch.source(rows, ValueBatch.of(rows, List.of(Arrays.asList(5L, null))));
    try (SourceAlignment aligned = SourceAlignment.align(source, version, CastMode.SAFE, KEY)) {
      assertTrue(
          Objects.requireNonNull(assertThrows(WriteException.class, aligned::next).getMessage())
              .contains(
                  "x: expected a value in every row of a required column, got null in row 1"));
    }
  }

  @Test
  void theStoredSchemaSaysNothingOfEncodings() {
    ArrowField coded =
        new ArrowField(
            "c", new ArrowType.Utf8View(), false, Map.of("k", "v"), new ArrowType.Int(8, true));
    ArrowField runs =
        field(
            "r",
            new ArrowType.RunEndEncoded(32),
            new ArrowField("run_ends", new ArrowType.Int(32, true), false),
            field("values", new ArrowType.List(true), field("item", new ArrowType.BinaryView())));
    ArrowSchema stored = StoredSchema.of(new ArrowSchema(List.of(coded, runs), Map.of("a", "b")));
    assertEquals(
        new ArrowSchema(
            List.of(
                new ArrowField("c", TEXT, false, Map.of("k", "v"), null),
                field("r", new ArrowType.List(true), field("item", new ArrowType.Binary(false)))),
            Map.of("a", "b")),
        stored);
  }

  @Test
  void namesMustBeDistinctAndThereMustBeSome() {
    assertEquals(
        "store: x: expected one column of the name, got several",
        assertThrows(
                SchemaException.class,
                () -> StoredSchema.of(schema(field("x", LONG), field("x", TEXT))))
            .getMessage());
    ArrowField struct = field("s", new ArrowType.Struct(), field("x", LONG), field("x", LONG));
    assertEquals(
        "store: s.x: expected one column of the name, got several",
        assertThrows(SchemaException.class, () -> StoredSchema.of(schema(struct))).getMessage());
    assertThrows(SchemaException.class, () -> StoredSchema.of(schema()));
    ArrowSchema odd = schema(field("x", LONG), field("X", LONG), field("", LONG));
    assertEquals(odd, StoredSchema.of(odd));
    assertNull(odd.fields().getFirst().indexType());
  }
}

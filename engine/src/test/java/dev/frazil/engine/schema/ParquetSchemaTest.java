package dev.frazil.engine.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.PhysicalType;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ParquetSchemaTest {

  private static ParquetLeaf leaf(ArrowField field) {
    return ParquetSchema.of(new ArrowSchema(List.of(field))).leaves().getFirst();
  }

  private static void assertLeaf(
      ArrowType from,
      PhysicalType type,
      int typeLength,
      ValueOrder order,
      @Nullable LogicalType logicalType,
      ArrowType storage) {
    assertEquals(
        new ParquetLeaf(
            new LeafColumn(List.of("c"), type, typeLength, 1, order),
            ParquetField.Repetition.OPTIONAL,
            logicalType,
            OptionalInt.empty(),
            new ArrowField("c", storage, true),
            List.of(new ParquetLeaf.Step(0, true, "c"))),
        leaf(new ArrowField("c", from, true)));
  }

  private static void assertSame(
      ArrowType type, PhysicalType physical, ValueOrder order, @Nullable LogicalType logicalType) {
    assertLeaf(type, physical, 0, order, logicalType, type);
  }

  private static void assertInt(
      int bits, boolean signed, PhysicalType type, ArrowType.Int storage, boolean annotated) {
    assertLeaf(
        new ArrowType.Int(bits, signed),
        type,
        0,
        signed ? ValueOrder.SIGNED : ValueOrder.UNSIGNED,
        annotated ? new LogicalType.Int(bits, signed) : null,
        storage);
  }

  @Test
  void narrowIntegersAreStoredInThirtyTwoBitsUnderTheirAnnotation() {
    ArrowType.Int int32 = new ArrowType.Int(32, true);
    assertInt(8, true, PhysicalType.INT32, int32, true);
    assertInt(16, true, PhysicalType.INT32, int32, true);
    assertInt(32, true, PhysicalType.INT32, int32, false);
    assertInt(64, true, PhysicalType.INT64, new ArrowType.Int(64, true), false);
    assertInt(8, false, PhysicalType.INT32, int32, true);
    assertInt(16, false, PhysicalType.INT32, int32, true);
    assertInt(32, false, PhysicalType.INT32, new ArrowType.Int(32, false), true);
    assertInt(64, false, PhysicalType.INT64, new ArrowType.Int(64, false), true);
  }

  @Test
  void typesWithOnePhysicalFormAreStoredAsTheyAre() {
    assertSame(new ArrowType.Bool(), PhysicalType.BOOLEAN, ValueOrder.SIGNED, null);
    assertSame(
        new ArrowType.FloatingPoint(32), PhysicalType.FLOAT, ValueOrder.FLOATING_POINT, null);
    assertSame(
        new ArrowType.FloatingPoint(64), PhysicalType.DOUBLE, ValueOrder.FLOATING_POINT, null);
    for (boolean large : new boolean[] {false, true}) {
      assertSame(
          new ArrowType.Utf8(large),
          PhysicalType.BYTE_ARRAY,
          ValueOrder.UTF8,
          new LogicalType.Text());
      assertSame(
          new ArrowType.Binary(large), PhysicalType.BYTE_ARRAY, ValueOrder.LEXICOGRAPHIC, null);
    }
  }

  @Test
  void datesCountDays() {
    for (boolean millis : new boolean[] {false, true}) {
      assertLeaf(
          new ArrowType.Date(millis),
          PhysicalType.INT32,
          0,
          ValueOrder.SIGNED,
          new LogicalType.Date(),
          new ArrowType.Date(false));
    }
  }

  @Test
  void secondsAreStoredAsMillisecondsAndFinerUnitsAsTheyAre() {
    assertTime(TimeUnit.SECOND, TimeUnit.MILLISECOND, LogicalType.TimeUnit.MILLIS);
    assertTime(TimeUnit.MILLISECOND, TimeUnit.MILLISECOND, LogicalType.TimeUnit.MILLIS);
    assertTime(TimeUnit.MICROSECOND, TimeUnit.MICROSECOND, LogicalType.TimeUnit.MICROS);
    assertTime(TimeUnit.NANOSECOND, TimeUnit.NANOSECOND, LogicalType.TimeUnit.NANOS);
  }

  private static void assertTime(TimeUnit from, TimeUnit stored, LogicalType.TimeUnit unit) {
    assertLeaf(
        new ArrowType.Time(from),
        unit == LogicalType.TimeUnit.MILLIS ? PhysicalType.INT32 : PhysicalType.INT64,
        0,
        ValueOrder.SIGNED,
        new LogicalType.Time(unit, false),
        new ArrowType.Time(stored));
    for (String zone : new @Nullable String[] {null, "UTC", "Europe/Paris"}) {
      assertLeaf(
          new ArrowType.Timestamp(from, zone),
          PhysicalType.INT64,
          0,
          ValueOrder.SIGNED,
          new LogicalType.Timestamp(unit, zone != null),
          new ArrowType.Timestamp(stored, zone));
    }
  }

  @Test
  void decimalsTakeTheSmallestFormThatHoldsTheirPrecision() {
    assertDecimal(1, PhysicalType.INT32, 0, new ArrowType.Decimal(32, 1, 1));
    assertDecimal(9, PhysicalType.INT32, 0, new ArrowType.Decimal(32, 9, 1));
    assertDecimal(10, PhysicalType.INT64, 0, new ArrowType.Decimal(64, 10, 1));
    assertDecimal(18, PhysicalType.INT64, 0, new ArrowType.Decimal(64, 18, 1));
    // Smallest n with 2^(8n - 1) > 10^precision - 1, for precisions 19 to 38.
    int[] bytes = {9, 9, 9, 10, 10, 11, 11, 11, 12, 12, 13, 13, 13, 14, 14, 15, 15, 16, 16, 16};
    for (int i = 0; i < bytes.length; i++) {
      assertDecimal(
          19 + i,
          PhysicalType.FIXED_LEN_BYTE_ARRAY,
          bytes[i],
          new ArrowType.FixedSizeBinary(bytes[i]));
    }
  }

  private static void assertDecimal(
      int precision, PhysicalType type, int length, ArrowType storage) {
    assertLeaf(
        new ArrowType.Decimal(128, precision, 1),
        type,
        length,
        length == 0 ? ValueOrder.SIGNED : ValueOrder.SIGNED_BIG_ENDIAN,
        new LogicalType.Decimal(precision, 1),
        storage);
  }

  @Test
  void decimalsOutsideTheFormatAreRefused() {
    assertRefused(
        "decimal scale: d: expected 0 to the precision 5, got 6", new ArrowType.Decimal(128, 5, 6));
    assertRefused(
        "decimal scale: d: expected 0 to the precision 5, got -1",
        new ArrowType.Decimal(128, 5, -1));
    assertRefused(
        "decimal precision: d: expected 1 to 38 for 128 bits, got 39",
        new ArrowType.Decimal(128, 39, 0));
    assertRefused(
        "decimal precision: d: expected 1 to 9 for 32 bits, got 10",
        new ArrowType.Decimal(32, 10, 0));
  }

  private static void assertRefused(String message, ArrowType type) {
    ArrowSchema schema = new ArrowSchema(List.of(new ArrowField("d", type, true)));
    assertEquals(
        message, assertThrows(SchemaException.class, () -> ParquetSchema.of(schema)).getMessage());
  }

  @Test
  void sixteenBytesAreUuidsOnlyUnderTheExtension() {
    ArrowType.FixedSizeBinary type = new ArrowType.FixedSizeBinary(16);
    Map<String, String> extension = Map.of("ARROW:extension:name", "arrow.uuid");
    ParquetLeaf uuid = leaf(new ArrowField("u", type, true, extension, null));
    assertEquals(new LogicalType.Uuid(), uuid.logicalType());
    assertEquals(ValueOrder.UUID, uuid.column().order());
    assertLeaf(type, PhysicalType.FIXED_LEN_BYTE_ARRAY, 16, ValueOrder.LEXICOGRAPHIC, null, type);
  }

  @Test
  void nullabilityAndFieldIdAreKept() {
    ParquetLeaf leaf =
        leaf(
            new ArrowField(
                "c", new ArrowType.Bool(), false, Map.of("PARQUET:field_id", "7"), null));
    assertEquals(0, leaf.column().maxDefinitionLevel());
    assertEquals(OptionalInt.of(7), leaf.fieldId());
  }

  @Test
  void dictionaryEncodedColumnsAreStoredAsTheirValues() {
    ParquetLeaf leaf =
        leaf(
            new ArrowField(
                "c", new ArrowType.Utf8(false), true, Map.of(), new ArrowType.Int(8, true)));
    assertEquals(new ArrowField("c", new ArrowType.Utf8(false), true), leaf.storage());
  }

  @Test
  void namesWithDotsStayOneElementAndRenamedColumnsKeepTheirSource() {
    ArrowSchema source =
        new ArrowSchema(List.of(new ArrowField("a.b", new ArrowType.Bool(), true)));
    assertEquals(List.of("a.b"), ParquetSchema.of(source).leaves().getFirst().column().path());
    ParquetSchema renamed = ParquetSchema.of("table", source, name -> name.replace(".", "_x2E"));
    assertEquals("table", renamed.name());
    assertEquals(List.of("a_x2Eb"), renamed.leaves().getFirst().column().path());
    assertEquals("a.b", renamed.leaves().getFirst().storage().name());
  }

  @Test
  void schemasThatCannotBeReadBackAreRefused() {
    ArrowType bool = new ArrowType.Bool();
    assertSchemaRefused("schema: schema: expected at least one column, got none", List.of());
    assertSchemaRefused(
        "schema: a: expected distinct names, got two alike",
        List.of(new ArrowField("a", bool, true), new ArrowField("a", bool, true)));
    assertSchemaRefused(
        "schema: b: expected distinct field ids, got 3 as for a",
        List.of(
            new ArrowField("a", bool, true, Map.of("PARQUET:field_id", "3"), null),
            new ArrowField("b", bool, true, Map.of("PARQUET:field_id", "3"), null)));
    assertSchemaRefused(
        "PARQUET:field_id: a: expected a 32-bit integer, got 'x'",
        List.of(new ArrowField("a", bool, true, Map.of("PARQUET:field_id", "x"), null)));
    assertSchemaRefused(
        "fixed_size_binary width: a: expected 1 or more, got 0",
        List.of(new ArrowField("a", new ArrowType.FixedSizeBinary(0), true)));
  }

  private static void assertSchemaRefused(String message, List<ArrowField> fields) {
    assertEquals(
        message,
        assertThrows(SchemaException.class, () -> ParquetSchema.of(new ArrowSchema(fields)))
            .getMessage());
  }

  @Test
  void namesThatFallTogetherWhenRenamedAreRefused() {
    ArrowSchema source =
        new ArrowSchema(
            List.of(
                new ArrowField("a", new ArrowType.Bool(), true),
                new ArrowField("A", new ArrowType.Bool(), true)));
    assertEquals(2, ParquetSchema.of("t", source, UnaryOperator.identity()).leaves().size());
    assertThrows(SchemaException.class, () -> ParquetSchema.of("t", source, name -> "same"));
  }
}

package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.align.AlignmentOptions;
import dev.frazil.engine.align.BatchAligner;
import dev.frazil.engine.align.TargetDefaults;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.CDataNested;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What stands in a file for fields that batches do not have.
class WriteDefaultsTest {
  private static final Types.NestedField ID =
      Types.NestedField.required(1, "id", Types.IntegerType.get());

  static Stream<Arguments> defaults() {
    return Stream.of(
        Arguments.of("boolean", Literal.of(true), "true"),
        Arguments.of("int", Literal.of(34), "34"),
        Arguments.of("long", Literal.of(-1L), "-1"),
        Arguments.of("float", Literal.of(-2.25f), "-2.25"),
        Arguments.of("double", Literal.of(0.1), "0.1"),
        Arguments.of("date", Literal.of("2017-11-16"), "2017-11-16"),
        Arguments.of("time", Literal.of("22:31:08"), "22:31:08"),
        Arguments.of("timestamp", Literal.of("2017-11-16T22:31:08"), "2017-11-16T22:31:08"),
        Arguments.of(
            "timestamptz", Literal.of("2017-11-16T22:31:08+00:00"), "2017-11-16T22:31:08Z"),
        Arguments.of(
            "timestamp_ns",
            Literal.of("2017-11-16T22:31:08.000001001"),
            "2017-11-16T22:31:08.000001001"),
        Arguments.of(
            "timestamptz_ns",
            Literal.of("2017-11-16T22:31:08.000001001+00:00"),
            "2017-11-16T22:31:08.000001001Z"),
        Arguments.of("string", Literal.of("é"), "é"),
        Arguments.of(
            "uuid",
            Literal.of(UUID.fromString("f79c3e09-677c-4bbd-a479-3f349cb785e7")),
            "f79c3e09-677c-4bbd-a479-3f349cb785e7"),
        Arguments.of("fixed[2]", Literal.of(ByteBuffer.wrap(new byte[] {1, 2})), "0102"),
        Arguments.of("binary", Literal.of(ByteBuffer.wrap(new byte[] {3})), "03"),
        Arguments.of("decimal(9, 2)", Literal.of(new BigDecimal("-14.20")), "-14.20"),
        Arguments.of("decimal(38, 2)", Literal.of(new BigDecimal("1.28")), "1.28"));
  }

  @ParameterizedTest
  @MethodSource("defaults")
  void everyTypeHasItsWriteDefaultAndNotItsInitialOne(
      String name, Literal<?> value, String expected) throws IOException {
    Type type = Types.fromPrimitiveString(name);
    Types.NestedField column =
        Types.NestedField.required("d").withId(2).ofType(type).withWriteDefault(value).build();
    Schema table =
        new Schema(
            ID,
            column,
            Types.NestedField.optional(
                3,
                "s",
                Types.StructType.of(
                    Types.NestedField.from(column).withId(4).build(),
                    Types.NestedField.optional(5, "x", Types.IntegerType.get()))));
    CDataColumn struct = CDataNested.struct("s", "v.", CDataColumn.ints("x", 7, 8));
    assertEquals(
        List.of(
            "(1, %s, (%s, 7))".formatted(expected, expected), "(2, %s, null)".formatted(expected)),
        AlignedRows.of(
            table,
            AlignmentOptions.DEFAULT,
            CDataColumn.batch(2, CDataColumn.ints("id", 1, 2), struct)));
  }

  @Test
  void anInitialDefaultAloneIsNotWritten() throws IOException {
    Schema table =
        new Schema(
            ID,
            Types.NestedField.optional("d")
                .withId(2)
                .ofType(Types.LongType.get())
                .withInitialDefault(Expressions.lit(5L))
                .build());
    assertEquals(
        List.of("(1, null)"),
        AlignedRows.of(
            table, AlignmentOptions.DEFAULT, CDataColumn.batch(1, CDataColumn.ints("id", 1))));
  }

  /// The default of a struct can only be `{}`: itself, with the defaults of its members.
  @Test
  void aStructOfDefaultsIsThere() throws IOException {
    Types.StructType struct =
        Types.StructType.of(
            Types.NestedField.required(3, "a", Types.LongType.get()),
            Types.NestedField.optional(4, "b", Types.StringType.get()));
    ArrowSchema target =
        IcebergSchemas.arrowSchema(new Schema(ID, Types.NestedField.required(2, "s", struct)));
    TargetDefaults.Builder defaults = TargetDefaults.builder().struct(List.of("s"));
    assertThrows(SchemaException.class, () -> align(target, defaults.build()));
    byte[] nine = {9, 0, 0, 0, 0, 0, 0, 0};
    ArrowColumn column = align(target, defaults.value(List.of("s", "a"), nine).build());
    assertEquals(0, column.nullCount());
    assertEquals(2, column.children().getLast().nullCount());
    ArrowColumn a = column.children().getFirst();
    assertEquals(0, a.nullCount());
    assertEquals(2, a.length());
  }

  private static ArrowColumn align(ArrowSchema target, TargetDefaults defaults) throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        BatchAligner aligner = new BatchAligner(target, defaults, AlignmentOptions.DEFAULT);
        RecordBatchSource source =
            producer.source(CDataColumn.batch(2, CDataColumn.ints("id", 1, 2)));
        RecordBatch aligned = aligner.align(Objects.requireNonNull(source.next()))) {
      ArrowColumn column = aligned.columns().getLast();
      ArrowColumn first = column.children().getFirst();
      assertEquals(9, first.values().get(ValueLayout.JAVA_LONG_UNALIGNED, first.offset() * 8 + 8));
      return column;
    }
  }
}

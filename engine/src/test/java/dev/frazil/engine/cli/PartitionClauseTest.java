package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.cli.PartitionClause.Transform;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionClauseTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "ts", Types.TimestampType.withZone()),
          Types.NestedField.optional(3, "Flight Date", Types.DateType.get()),
          Types.NestedField.optional(4, "a,b(`c`)", Types.StringType.get()),
          Types.NestedField.optional(5, "cost.total $", Types.StringType.get()));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          id                          | IDENTITY | 0     | id
          Flight Date                 | IDENTITY | 0     | Flight Date
          identity(id)                | IDENTITY | 0     | id
          bucket(16, id)              | BUCKET   | 16    | id
          BUCKET( 16 ,id )            | BUCKET   | 16    | id
          truncate(10,`a,b(``c``)`)   | TRUNCATE | 10    | a,b(`c`)
          `a,b(``c``)`                | IDENTITY | 0     | a,b(`c`)
          year(ts)                    | YEAR     | 0     | ts
          years(ts)                   | YEAR     | 0     | ts
          month(Flight Date)          | MONTH    | 0     | Flight Date
          months(ts)                  | MONTH    | 0     | ts
          day(ts)                     | DAY      | 0     | ts
          days(ts)                    | DAY      | 0     | ts
          hour(ts)                    | HOUR     | 0     | ts
          hours(ts)                   | HOUR     | 0     | ts
          void(id)                    | VOID     | 0     | id
          identity(cost.total $)      | IDENTITY | 0     | cost.total $
          """)
  void theFormsOfTheDdlAreRead(String text, Transform transform, int parameter, String column) {
    PartitionClause clause = PartitionClause.parse(text);
    assertEquals(new PartitionClause(transform, parameter, column), clause);
    assertEquals(clause, PartitionClause.parse(clause.toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "weekly(ts)",
        "bucket(id)",
        "bucket(id, 16)",
        "bucket(-1, id)",
        "month(16, ts)",
        "month(ts",
        "month(a, b)",
        "month()",
        "`open"
      })
  void anythingElseIsRefusedWithTheFormsListed(String text) {
    String message = refusal(IllegalArgumentException.class, () -> PartitionClause.parse(text));
    assertTrue(message.contains("bucket(N, column)") && message.endsWith(text), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bucket(0, id)", "truncate(2147483648, id)"})
  void numbersOutOfRangeAreRefused(String text) {
    String message = refusal(IllegalArgumentException.class, () -> PartitionClause.parse(text));
    assertTrue(message.contains("from 1 to 2147483647"), message);
  }

  @Test
  void clausesBecomeASpecWithIcebergsNames() {
    PartitionSpec spec = spec("month(ts)", "bucket(16, id)", "truncate(3, `a,b(``c``)`)");
    assertEquals(
        List.of("ts_month", "id_bucket", "a,b(`c`)_trunc"),
        spec.fields().stream().map(f -> f.name()).toList());
    assertEquals(
        List.of("month", "bucket[16]", "truncate[3]"),
        spec.fields().stream().map(f -> f.transform().toString()).toList());
    assertEquals("month(ts), bucket(16, id), truncate(3, `a,b(``c``)`)", PartitionClause.ddl(spec));
  }

  @Test
  void noClausesAreAnUnpartitionedSpec() {
    assertTrue(spec().isUnpartitioned());
    assertEquals("unpartitioned", PartitionClause.ddl(spec()));
  }

  @Test
  void aMissingColumnIsRefusedWithTheColumnsThatThereAre() {
    String message = refusal(SchemaException.class, () -> spec("month(tz)"));
    assertTrue(message.contains("tz") && message.contains("id, ts, Flight Date"), message);
  }

  @Test
  void aTransformThatDoesNotTakeTheColumnsTypeIsRefused() {
    String message = refusal(SchemaException.class, () -> spec("month(id)"));
    assertTrue(message.contains("month") && message.contains("long"), message);
  }

  @Test
  void twoTransformsOfOneColumnIntoTimeAreRefused() {
    assertThrows(SchemaException.class, () -> spec("month(ts)", "day(ts)"));
  }

  @Test
  void specsAreTheSameByTransformsWhateverTheirFieldsAreCalled() {
    PartitionSpec named = PartitionSpec.builderFor(SCHEMA).month("ts", "by_month").build();
    assertTrue(PartitionClause.sameTransforms(spec("months(ts)"), named));
    assertTrue(!PartitionClause.sameTransforms(spec("day(ts)"), named));
    assertTrue(!PartitionClause.sameTransforms(spec("month(ts)", "id"), named));
    assertTrue(!PartitionClause.sameTransforms(spec("month(Flight Date)"), named));
  }

  private static String refusal(Class<? extends Exception> kind, Executable parse) {
    return String.valueOf(assertThrows(kind, parse).getMessage());
  }

  private static PartitionSpec spec(String... clauses) {
    return PartitionClause.spec(
        List.of(clauses).stream().map(PartitionClause::parse).toList(), SCHEMA);
  }
}

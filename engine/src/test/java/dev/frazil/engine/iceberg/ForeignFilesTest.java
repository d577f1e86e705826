package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Files that other writers made: what is claimed of them is what the answers allow, and is true.
class ForeignFilesTest {

  /// A file and what may be claimed of it.
  record Answer(String file, String claims) {
    @Override
    public String toString() {
      return file;
    }
  }

  static Stream<Answer> answers() throws IOException {
    String text =
        Files.readString(
            Objects.requireNonNull(Footers.path("x").getParent()).resolve("answers.txt"));
    return Arrays.stream(text.split("(?m)^# "))
        .filter(section -> !section.isBlank())
        .map(section -> section.strip().split("\n", 2))
        .map(section -> new Answer(section[0], section[1]));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void whatIsClaimedIsWhatMayBe(Answer answer) throws IOException {
    InputFile file = Footers.file(answer.file());
    Schema schema = FooterDataFile.tableSchema(file);
    NameMapping mapping = FooterDataFile.withoutIds(file) ? MappingUtil.create(schema) : null;
    DataFile claimed = Footers.read(file, schema, mapping);
    assertEquals(answer.claims(), MetricsText.of(claimed, schema));
    assertTrue(ClaimCheck.check(Footers.path(answer.file()), claimed, schema) > 0);
    assertEquals(file.location(), claimed.location());
    assertEquals(0, claimed.sortOrderId());
  }

  @Test
  void everyFileHasAnAnswer() throws IOException {
    try (Stream<java.nio.file.Path> files =
        Files.list(Objects.requireNonNull(Footers.path("x").getParent()))) {
      assertEquals(
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".parquet"))
              .map(name -> name.replace(".parquet", ""))
              .sorted()
              .toList(),
          Stream.concat(answers().map(Answer::file), Stream.of("arrowcpp-integers"))
              .sorted()
              .toList());
    }
  }

  @Test
  void integersAreComparedAsWhatTheyAre() throws IOException {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "u8", Types.IntegerType.get()),
            Types.NestedField.optional(2, "u32", Types.LongType.get()),
            Types.NestedField.optional(4, "i8", Types.IntegerType.get()),
            Types.NestedField.optional(5, "t32", Types.TimeType.get()),
            Types.NestedField.optional(6, "tns", Types.TimestampNanoType.withoutZone()));
    InputFile file = Footers.file("arrowcpp-integers");
    DataFile claimed = Footers.read(file, schema, MappingUtil.create(schema));
    assertEquals(
        """
        u8: 6 values, 0 nulls, 0 .. 255
        u32: 6 values, 0 nulls, 0 .. 4294967295
        i8: 6 values, 1 nulls, -128 .. 127
        t32: 6 values, 1 nulls, 00:00 .. 23:59:59.999
        tns: 6 values, 1 nulls, 1969-12-31T23:59:59.999999999 .. 2116-02-20T23:53:38.427387904\
        """,
        MetricsText.of(claimed, schema));
    ClaimCheck.check(Footers.path("arrowcpp-integers"), claimed, schema);
    assertEnds(
        "u64: expected a type of a table, got INT64 of INT(64,false)",
        assertThrows(SchemaException.class, () -> FooterDataFile.tableSchema(file)));
  }

  @Test
  void unsignedIntegersOf32BitsAreNoInt() {
    Schema schema =
        new Schema(List.of(Types.NestedField.optional(2, "u32", Types.IntegerType.get())));
    assertEnds(
        "u32: expected int, got INT32 of INT(32,false)",
        assertThrows(
            SchemaException.class,
            () ->
                Footers.read(
                    Footers.file("arrowcpp-integers"), schema, MappingUtil.create(schema))));
  }

  private static void assertEnds(String end, SchemaException e) {
    assertTrue(String.valueOf(e.getMessage()).endsWith(end), e.getMessage());
  }
}

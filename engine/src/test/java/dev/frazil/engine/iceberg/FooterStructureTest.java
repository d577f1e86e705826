package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.types.Types;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Lists and maps of writers old and new, told by their structure.
class FooterStructureTest {
  @TempDir private Path folder = Path.of("");

  /// A file of one row of nulls.
  private InputFile file(String fields) throws IOException {
    MessageType schema = MessageTypeParser.parseMessageType("message m { " + fields + " }");
    Path path = folder.resolve("x.parquet");
    Files.deleteIfExists(path);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(path))
            .withConf(new PlainParquetConfiguration())
            .withType(schema)
            .build()) {
      writer.write(new SimpleGroupFactory(schema).newGroup());
    }
    return new LocalFileIO().newInputFile(path.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "optional group l (LIST) { repeated group list { optional int32 element; } }"
            + " | list<int> | 2: l.element",
        "optional group l (LIST) { repeated group list { required int32 item; } }"
            + " | list<int> | 2: l.element",
        "optional group l (LIST) { repeated group bag { optional int32 array_element; } }"
            + " | list<int> | 2: l.element",
        "optional group l (LIST) { repeated int32 array; }" + " | list<int> | 2: l.element",
        "optional group l (LIST) { repeated group element { optional int32 x; optional int32 y; } }"
            + " | list<struct<3: x: optional int, 4: y: optional int>> | 2: l.element",
        "optional group l (LIST) { repeated group array { optional int32 x; } }"
            + " | list<struct<3: x: optional int>> | 2: l.element",
        "optional group l (LIST) { repeated group l_tuple { optional int32 x; } }"
            + " | list<struct<3: x: optional int>> | 2: l.element",
        "optional group l (LIST) { repeated group array (LIST) { repeated int32 array; } }"
            + " | list<list<int>> | 2: l.element",
        "optional group l (MAP) { repeated group key_value { required binary key (STRING);"
            + " optional int32 value; } } | map<string, int> | 2: l.key",
        "optional group l (MAP_KEY_VALUE) { repeated group map { required binary k (STRING);"
            + " optional int32 v; } } | map<string, int> | 2: l.key",
        "optional group l (MAP) { repeated group map (MAP_KEY_VALUE) { required binary key"
            + " (STRING); optional int32 value; } } | map<string, int> | 2: l.key",
      })
  void aColumnIsWhatItsGroupsMake(String fields, String type, String inner) throws IOException {
    InputFile file = file(fields);
    Schema schema = FooterDataFile.tableSchema(file);
    assertEquals(type.strip(), schema.findField("l").type().toString());
    assertEquals(inner, "2: " + schema.findColumnName(2));
    DataFile read = Footers.read(file, schema, MappingUtil.create(schema));
    assertEquals(1, read.recordCount());
    assertTrue(read.valueCounts().isEmpty());
    assertTrue(!read.columnSizes().isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "repeated int32 l; | a repeated field outside of a list",
        "optional group l (LIST) { optional int32 x; } | a LIST without one repeated field",
        "optional group l (MAP) { repeated group key_value { required int32 key; } }"
            + " | a MAP without one repeated group of a key and a value",
        "optional int64 l (INTEGER(64,false)); | INT64 of INT(64,false)",
        "optional int64 l (TIME(NANOS,true)); | INT64 of TIME(NANOS,true)",
      })
  void whatIsNoTypeOfATableIsRefusedByName(String fields, String found) throws IOException {
    InputFile file = file(fields);
    assertEquals(
        "table schema: %s: l: expected a type of a table, got %s".formatted(file.location(), found),
        assertThrows(SchemaException.class, () -> FooterDataFile.tableSchema(file)).getMessage());
  }

  @Test
  void shapesMustAgree() throws IOException {
    InputFile list =
        file("optional group l (LIST) { repeated group list { optional int32 element; } }");
    Schema value = new Schema(Types.NestedField.optional(1, "l", Types.IntegerType.get()));
    assertEquals(
        "fit to the table: %s: l: expected int, got a list".formatted(list.location()),
        assertThrows(
                SchemaException.class, () -> Footers.read(list, value, MappingUtil.create(value)))
            .getMessage());
    Schema elements =
        new Schema(
            Types.NestedField.optional(
                1, "l", Types.ListType.ofOptional(2, Types.StringType.get())));
    assertEquals(
        "fit to the table: %s: l.element: expected string, got INT32".formatted(list.location()),
        assertThrows(
                SchemaException.class,
                () -> Footers.read(list, elements, MappingUtil.create(elements)))
            .getMessage());
  }

  @Test
  void promotedColumnsHaveBoundsOfTheTablesType() throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message m { required int32 i = 1; required float f = 2; required int32 d"
                + " (DECIMAL(4,2)) = 3; required binary e (ENUM) = 4; required binary s = 5; }");
    Path path = folder.resolve("promoted.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(path))
            .withConf(new PlainParquetConfiguration())
            .withType(schema)
            .build()) {
      SimpleGroupFactory rows = new SimpleGroupFactory(schema);
      for (int i = -1; i < 3; i++) {
        Group row = rows.newGroup();
        row.append("i", i).append("f", i / 2f).append("d", i * 100).append("e", "e" + i);
        row.append("s", "s" + i);
        writer.write(row);
      }
    }
    Schema table =
        new Schema(
            Types.NestedField.required(1, "i", Types.LongType.get()),
            Types.NestedField.required(2, "f", Types.DoubleType.get()),
            Types.NestedField.required(3, "d", Types.DecimalType.of(20, 2)),
            Types.NestedField.required(4, "e", Types.StringType.get()),
            Types.NestedField.required(5, "s", Types.StringType.get()));
    DataFile file = Footers.read(new LocalFileIO().newInputFile(path.toString()), table, null);
    assertEquals(
        """
        i: 4 values, 0 nulls, -1 .. 2
        f: 4 values, 0 nulls, -0.5 .. 1.0
        d: 4 values, 0 nulls, -1.00 .. 2.00
        e: 4 values, 0 nulls, 'e-1' .. 'e2'
        s: 4 values, 0 nulls\
        """,
        MetricsText.of(file, table));
    ClaimCheck.check(path, file, table);
  }
}

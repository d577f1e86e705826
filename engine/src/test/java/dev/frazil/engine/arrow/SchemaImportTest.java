package dev.frazil.engine.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.FrazilException;
import dev.frazil.engine.SchemaException;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Schemas that are refused, each with its message. The array that came with them is released.
class SchemaImportTest {
  @Test
  void typesThatAreNotFlatOrNotKnownAreRefusedByName() {
    Map<String, String> refused = new TreeMap<>();
    refused.put("n", "null");
    refused.put("e", "float16");
    refused.put("d:40,2,256", "decimal256");
    refused.put("vu", "utf8_view");
    refused.put("vz", "binary_view");
    refused.put("+l", "list");
    refused.put("+L", "large_list");
    refused.put("+vl", "list_view");
    refused.put("+vL", "large_list_view");
    refused.put("+w:3", "fixed_size_list");
    refused.put("+s", "struct");
    refused.put("+m", "map");
    refused.put("+ud:0,1", "dense_union");
    refused.put("+us:0,1", "sparse_union");
    refused.put("+r", "run_end_encoded");
    refused.put("tDu", "duration");
    refused.put("tiM", "interval");
    refused.put("tin", "interval");
    refused.forEach((format, name) ->
        refuse(
            SchemaException.class,
            "Arrow type: a: expected a flat type that Frazil knows, got %s ('%s')"
                .formatted(name, format),
            column(format)));
  }

  @Test
  void aRefusedValueTypeOfADictionaryIsNamedByItsPath() {
    refuse(
        SchemaException.class,
        "Arrow type: a.dictionary: expected a flat type that Frazil knows, got struct ('+s')",
        column("i").dictionary(column("+s")));
    refuse(
        SchemaException.class,
        "Arrow type: a.dictionary: expected plain values, got a dictionary of a dictionary",
        column("i").dictionary(column("i").dictionary(column("u"))));
  }

  @Test
  void malformedFormatStringsAreRefused() {
    for (String format :
        new String[] {
          "",
          "?",
          "ii",
          "w:",
          "w:0",
          "w:-1",
          "w:x",
          "w:99999999999",
          "d:",
          "d:5",
          "d:0,0",
          "d:39,0",
          "d:10,0,32",
          "d:19,0,64",
          "d:5,0,17",
          "d:5,0,128,1",
          "d:a,b",
          "ts",
          "tsu",
          "tsx:",
          "tsu;UTC",
          "tdX",
          "ttx",
          "t"
        }) {
      refuse(
          ArrowImportException.class,
          "Arrow import: a: expected a format string, got '%s'".formatted(format),
          column(format));
    }
  }

  @Test
  void aSchemaIsAStructOfLiveColumns() {
    CDataColumn a = CDataColumn.ints("a", 1);
    refuseBatch(
        "Arrow import: ArrowSchema: expected a struct ('+s') of columns, got 'i'", column("i"));
    refuseBatch(
        "Arrow import: ArrowSchema: expected a struct of columns, got a dictionary",
        CDataColumn.batch(1, a).dictionary(a));
    refuseBatch(
        "Arrow import: ArrowSchema: expected 0 to 1048576 children, got -1",
        CDataColumn.batch(1, a).schemaChildCount(-1));
    refuseBatch(
        "Arrow import: ArrowSchema: expected 0 to 1048576 children, got 9223372036854775807",
        CDataColumn.batch(1, a).schemaChildCount(Long.MAX_VALUE));
    refuseBatch(
        "Arrow import: ArrowSchema: expected 2 children, got NULL",
        CDataColumn.batch(1).schemaChildCount(2));
    refuseBatch(
        "Arrow import: column 1: expected an ArrowSchema, got NULL", CDataColumn.batch(1, a, null));
    refuseBatch(
        "Arrow import: column 0: expected a live ArrowSchema, got a released one",
        CDataColumn.batch(1, CDataColumn.ints("a", 1).schemaReleased()));
    refuseBatch(
        "Arrow import: ArrowSchema: expected a format string, got NULL",
        CDataColumn.batch(1).format(null));
  }

  @Test
  void columnsMustBeSound() {
    String prefix = "Arrow import: a: expected ";
    Class<ArrowImportException> type = ArrowImportException.class;
    refuse(type, prefix + "a format string, got NULL", column("i").format(null));
    refuse(type, prefix + "no children under int32, got 1", column("i").schemaChildCount(1));
    refuse(
        type,
        prefix + "integers as dictionary indices, got utf8",
        column("u").dictionary(column("u")));
    refuse(
        type,
        "Arrow import: a.dictionary: expected a live ArrowSchema, got a released one",
        column("i").dictionary(column("u").schemaReleased()));
    refuse(
        type,
        "Arrow import: column 0: expected a name in UTF-8, got other bytes",
        column("i").nameBytes((byte) 'a', (byte) 0xFF));
  }

  @Test
  void lengthsInTheMetadataMustNotBeNegative() {
    String message = "Arrow import: a: expected a length in the metadata, got -1";
    Class<ArrowImportException> type = ArrowImportException.class;
    refuse(type, message, column("i").metadataBytes(CDataColumn.int32s(-1)));
    refuse(type, message, column("i").metadataBytes(CDataColumn.int32s(1, -1)));
    refuse(type, message, column("i").metadataBytes(CDataColumn.int32s(1, 0, -1)));
  }

  private static CDataColumn column(String format) {
    return CDataColumn.of("a", format, 0);
  }

  private static void refuseBatch(String message, CDataColumn schema) {
    refuseSchema(ArrowImportException.class, message, schema);
  }

  private static void refuse(
      Class<? extends FrazilException> type, String message, CDataColumn column) {
    refuseSchema(type, message, CDataColumn.batch(0, column));
  }

  private static void refuseSchema(
      Class<? extends FrazilException> type, String message, CDataColumn schema) {
    try (CDataBuilder producer = new CDataBuilder()) {
      long arrayAddress = producer.array(CDataColumn.batch(0));
      long schemaAddress = producer.schema(schema);
      FrazilException failure =
          assertThrows(type, () -> take(arrayAddress, schemaAddress), message);
      assertEquals(message, failure.getMessage());
    }
  }

  private static void take(long array, long schema) throws IOException {
    RecordBatchSource.ofArray(array, schema).close();
  }
}

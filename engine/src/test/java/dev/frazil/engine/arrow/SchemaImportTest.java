package dev.frazil.engine.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.FrazilException;
import dev.frazil.engine.SchemaException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Schemas that are refused, each with its message. The array that came with them is released.
class SchemaImportTest {
  @Test
  void unionsAreRefusedByName() {
    refuse(
        SchemaException.class,
        "Arrow type: a: expected a type that Parquet can hold, got dense_union ('+ud:0,1')",
        column("+ud:0,1"));
    refuse(
        SchemaException.class,
        "Arrow type: a.element: expected a type that Parquet can hold, got sparse_union ('+us:0')",
        parent("+l", column("+us:0")));
  }

  @Test
  void aRefusedValueTypeOfADictionaryIsNamedByItsPath() {
    refuse(
        SchemaException.class,
        "Arrow type: a.dictionary: expected a type that Parquet can hold, got sparse_union"
            + " ('+us:')",
        column("i").dictionary(column("+us:")));
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
          "d:77,0,256",
          "+w:",
          "+w:-1",
          "+w:x",
          "+v",
          "+",
          "tDx",
          "tD",
          "tiX",
          "v",
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
  void childrenMustBeThoseOfTheType() {
    Class<ArrowImportException> type = ArrowImportException.class;
    String prefix = "Arrow import: a: expected ";
    for (String list : new String[] {"+l", "+L", "+vl", "+vL", "+w:2", "+m"}) {
      ArrowType parsed = ArrowFormat.parse(list, "a");
      refuse(type, prefix + "1 child under " + parsed + ", got 0", parent(list));
      refuse(
          type,
          prefix + "1 child under " + parsed + ", got 2",
          parent(list, column("i"), column("i")));
      refuse(
          type, prefix + "1 children, got NULL", CDataColumn.of("a", list, 0).schemaChildCount(1));
    }
    refuse(type, prefix + "2 children under run_end_encoded, got 1", parent("+r", column("i")));
    refuse(
        type,
        prefix + "run ends of int16, int32 or int64 under run_end_encoded, got int8",
        parent("+r", column("c"), column("i")));
    refuse(
        type,
        prefix + "run ends of int16, int32 or int64 under run_end_encoded, got uint32",
        parent("+r", column("I"), column("i")));
    refuse(
        type,
        prefix + "entries of a struct of a key and a value under map, got int32 of 0 children",
        parent("+m", column("i")));
    refuse(
        type,
        prefix + "entries of a struct of a key and a value under map, got struct of 1 children",
        parent("+m", parent("+s", column("i"))));
    refuse(
        type,
        "Arrow import: a.element: expected a live ArrowSchema, got a released one",
        parent("+l", column("i").schemaReleased()));
    refuse(
        type,
        "Arrow import: a.child 1: expected an ArrowSchema, got NULL",
        parent("+s", column("i"), null));
    refuse(type, "Arrow import: a.a: expected a format string, got '?'", parent("+s", column("?")));
  }

  @Test
  void schemasEndAtSomeDepth() throws IOException {
    CDataColumn deep = column("i");
    for (int i = 1; i < 64; i++) {
      deep = parent("+s", deep);
    }
    assertEquals(64, depth(deep));
    refuse(
        SchemaException.class,
        "Arrow type: a" + ".a".repeat(64) + ": expected at most 64 levels, got more",
        parent("+s", deep));
  }

  private static int depth(CDataColumn column) throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(CDataColumn.batch(0, column))) {
      int depth = 0;
      List<ArrowField> fields = source.schema().fields();
      while (!fields.isEmpty()) {
        depth++;
        fields = fields.getFirst().children();
      }
      return depth;
    }
  }

  private static CDataColumn parent(String format, @Nullable CDataColumn... children) {
    CDataColumn parent = CDataColumn.of("a", format, 0);
    parent.children.addAll(Arrays.asList(children));
    return parent;
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

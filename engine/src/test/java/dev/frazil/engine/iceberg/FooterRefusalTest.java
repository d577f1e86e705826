package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.verify.EditableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.mapping.MappedField;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.format.AesGcmV1;
import org.apache.parquet.format.EncryptionAlgorithm;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Files that no data file is made of, and what is said of them.
class FooterRefusalTest {
  private static final int TAIL = 8;

  /// A change of a footer and the words that refuse it.
  record Case(Footers.Edit edit, String message) {
    @Override
    public String toString() {
      return message;
    }
  }

  private static RowGroup group(EditableFile file, int number) {
    return Objects.requireNonNull(file.footer().getRow_groups()).get(number);
  }

  private static SchemaElement field(EditableFile file, int number) {
    return Objects.requireNonNull(file.footer().getSchema()).get(number);
  }

  static Stream<Case> footers() {
    return Stream.of(
        new Case(file -> file.footer().setNum_rows(7), "row groups: expected 7 rows, got 6"),
        new Case(file -> group(file, 1).setNum_rows(-3), "num_rows: expected 0 or more, got -3"),
        new Case(
            file -> {
              file.footer().setNum_rows(0).setRow_groups(List.of());
            },
            "rows: expected one at least, got none"),
        new Case(
            file -> file.metaData(0).setNum_values(4),
            "id: expected 3 values, nulls included, got 4"),
        new Case(
            file -> file.metaData(0).setNum_values(2),
            "id: expected 3 values, nulls included, got 2"),
        new Case(
            file -> file.metaData(1).setTotal_compressed_size(1L << 40),
            "f: expected a chunk within the file's"),
        new Case(
            file -> file.metaData(1).setTotal_compressed_size(-1),
            "total_compressed_size: expected 0 or more, got -1"),
        new Case(
            file -> file.metaData(1).setDictionary_page_offset(2),
            "f: expected a chunk within the file's"),
        new Case(
            file -> file.metaData(1).setData_page_offset(1L << 40).unsetDictionary_page_offset(),
            "f: expected a chunk within the file's"),
        new Case(
            file -> file.metaData(0).setPath_in_schema(List.of("f")),
            "id: expected a chunk of INT64, got one of f, a INT64"),
        new Case(
            file -> group(file, 1).setColumns(Objects.requireNonNull(group(file, 0).getColumns())),
            "row groups: expected each at an offset of its own, got"),
        new Case(
            file -> file.chunk(2).setFile_path("other.parquet"),
            "s: expected a column chunk in this file, got one in other.parquet"),
        new Case(
            file ->
                file.footer()
                    .setEncryption_algorithm(EncryptionAlgorithm.AES_GCM_V1(new AesGcmV1())),
            "expected plain columns, got encrypted ones"));
  }

  @ParameterizedTest
  @MethodSource("footers")
  void aFooterThatCannotBeTrue(Case refused) throws IOException {
    InputFile file = Footers.edited(refused.edit());
    String message =
        Objects.requireNonNull(
            assertThrows(IOException.class, () -> Footers.read(file)).getMessage());
    assertTrue(message.startsWith("footer: edited.parquet: " + refused.message()), message);
  }

  static Stream<Case> schemas() {
    return Stream.of(
        new Case(
            file -> field(file, 3).unsetField_id(),
            "field ids: edited.parquet: expected an id of every column or of none, got none of s"),
        new Case(
            file -> field(file, 2).setField_id(1),
            "field ids: edited.parquet: f: expected a field id of its own, got 1, which id has"
                + " too"),
        new Case(
            file -> field(file, 1).setField_id(-5),
            "field ids: edited.parquet: id: expected a field id of 0 or more, got -5"),
        new Case(
            file -> {
              for (int i = 1; i <= 7; i++) {
                field(file, i).setField_id(100 + i);
              }
            },
            "fit to the table: edited.parquet: columns: expected one of the table at least, got"
                + " none of their field ids"),
        new Case(
            file -> {
              field(file, 1).setField_id(2);
              field(file, 2).setField_id(1);
            },
            "fit to the table: edited.parquet: id: expected long, got DOUBLE"));
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void aSchemaThatDoesNotFit(Case refused) throws IOException {
    InputFile file = Footers.edited(refused.edit());
    assertEquals(
        refused.message(),
        assertThrows(SchemaException.class, () -> Footers.read(file)).getMessage());
  }

  @Test
  void aFileWithoutIdsNeedsANameMapping() {
    assertEquals(
        "field ids: %s: expected ids in the file or a name mapping of the table, got neither"
            .formatted(Footers.path("arrowcpp-no-ids")),
        assertThrows(SchemaException.class, () -> Footers.read(Footers.file("arrowcpp-no-ids")))
            .getMessage());
  }

  @Test
  void aNameMappingOfTwoColumnsToOneIdIsRefused() {
    NameMapping mapping =
        NameMapping.of(MappedField.of(1, "id"), MappedField.of(2, List.of("f", "s")));
    String message =
        assertThrows(
                SchemaException.class,
                () -> Footers.read(Footers.file("arrowcpp-no-ids"), Footers.SCHEMA, mapping))
            .getMessage();
    assertTrue(
        String.valueOf(message)
            .endsWith("s: expected a field id of its own, got 2, which f has too"));
  }

  @Test
  void aColumnThatTheNameMappingLeavesOutIsPassedOver() throws IOException {
    DataFile file =
        Footers.read(
            Footers.file("arrowcpp-no-ids"),
            Footers.SCHEMA,
            NameMapping.of(MappedField.of(1, List.of("ident", "id"))));
    assertEquals("id: 6 values, 0 nulls, 1 .. 6", MetricsText.of(file, Footers.SCHEMA));
  }

  @Test
  void aRequiredColumnMustBeThereWithAValueInEveryRow() throws IOException {
    Schema missing =
        new Schema(
            Types.NestedField.optional(1, "id", Types.LongType.get()),
            Types.NestedField.required(9, "n", Types.LongType.get()));
    InputFile file = Footers.file("arrowcpp-ids");
    assertEquals(
        "fit to the table: %s: n: expected the required column, field id 9, got none"
            .formatted(file.location()),
        assertThrows(SchemaException.class, () -> Footers.read(file, missing, null)).getMessage());
    Schema nulls = new Schema(Types.NestedField.required(3, "s", Types.StringType.get()));
    assertEquals(
        "fit to the table: %s: s: expected a value in every row, got 1 nulls"
            .formatted(file.location()),
        assertThrows(SchemaException.class, () -> Footers.read(file, nulls, null)).getMessage());
    Schema values = new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
    assertEquals(6, Footers.read(file, values, null).recordCount());
  }

  @Test
  void typesThatAreNotPromotedAreRefused() {
    List<Type> types =
        List.of(
            Types.IntegerType.get(),
            Types.DoubleType.get(),
            Types.StringType.get(),
            Types.TimestampType.withZone(),
            Types.DecimalType.of(8, 2),
            Types.DecimalType.of(11, 3),
            Types.FixedType.ofLength(3),
            Types.StructType.of(Types.NestedField.optional(20, "x", Types.IntegerType.get())),
            Types.ListType.ofOptional(20, Types.IntegerType.get()));
    int[] ids = {1, 1, 1, 5, 4, 4, 6, 1, 3};
    for (int i = 0; i < ids.length; i++) {
      Schema schema = new Schema(Types.NestedField.optional(ids[i], "c", types.get(i)));
      String message =
          assertThrows(
                  SchemaException.class,
                  () -> Footers.read(Footers.file("arrowcpp-ids"), schema, null))
              .getMessage();
      assertTrue(
          String.valueOf(message).contains(": c: expected " + types.get(i) + ", got "), message);
    }
  }

  @Test
  void aFileThatIsCutOrNotParquetIsRefused() throws IOException {
    byte[] whole = Footers.bytes("arrowcpp-ids");
    for (int length : new int[] {0, 4, 11, 12, whole.length - 1, whole.length / 2}) {
      assertRefused(Arrays.copyOf(whole, length));
    }
    byte[] encrypted = whole.clone();
    System.arraycopy("PARE".getBytes(StandardCharsets.US_ASCII), 0, encrypted, whole.length - 4, 4);
    assertRefused(encrypted);
    byte[] longFooter = whole.clone();
    Arrays.fill(longFooter, whole.length - TAIL, whole.length - 4, (byte) 0x7f);
    assertRefused(longFooter);
    Arrays.fill(longFooter, whole.length - TAIL, whole.length - 4, (byte) 0xff);
    assertRefused(longFooter);
  }

  private static void assertRefused(byte[] bytes) {
    String message =
        assertThrows(IOException.class, () -> Footers.read(Footers.inMemory(bytes))).getMessage();
    assertTrue(message != null && message.contains("edited.parquet"), message);
  }

  @Test
  void aFileThatIsNotThereIsAnIoException() {
    InputFile file = new LocalFileIO().newInputFile("/absent/x.parquet");
    assertTrue(
        String.valueOf(assertThrows(IOException.class, () -> Footers.read(file)).getMessage())
            .contains("/absent/x.parquet"));
  }

  @Test
  void countsWhoseSumIsNoNumberAreRefused() throws IOException {
    EditableFile edited = EditableFile.of(Footers.bytes("arrowcpp-nested-no-ids"));
    InputFile whole = Footers.inMemory(edited.toBytes());
    Schema schema = FooterDataFile.tableSchema(whole);
    int leaf = Objects.requireNonNull(edited.rowGroup().getColumns()).size() - 1;
    edited.metaData(leaf).setNum_values(Long.MAX_VALUE);
    edited.footer().addToRow_groups(edited.rowGroup().deepCopy());
    edited.footer().setNum_rows(edited.footer().getNum_rows() + edited.rowGroup().getNum_rows());
    InputFile file = Footers.inMemory(edited.toBytes());
    String message =
        String.valueOf(
            assertThrows(
                    IOException.class, () -> Footers.read(file, schema, MappingUtil.create(schema)))
                .getMessage());
    assertTrue(message.contains("expected counts that a file can have, got "), message);
  }

  /// Damage is refused, or leaves a footer that says something: it never ends in an error of
  /// another kind.
  @Test
  void damagedFootersAreRefusedInOneWay() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] whole = Footers.bytes("arrowcpp-ids");
    int footer = whole.length - TAIL - 1500;
    for (int i = 0; i < 2_000; i++) {
      byte[] damaged = whole.clone();
      for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
        damaged[random.nextInt(footer, whole.length - TAIL)] = (byte) random.nextInt();
      }
      try {
        Footers.read(Footers.inMemory(damaged));
      } catch (IOException | SchemaException e) {
        assertTrue(String.valueOf(e.getMessage()).contains("edited.parquet"), "seed " + seed);
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ", file " + i, e);
      }
    }
  }
}

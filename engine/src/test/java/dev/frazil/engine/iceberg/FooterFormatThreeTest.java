package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.file.MemorySink;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.types.EdgeAlgorithm;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Files with types and columns of format version 3, by their footers.
class FooterFormatThreeTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "geometry", Types.GeometryType.crs84()),
          Types.NestedField.optional(2, "geography", Types.GeographyType.crs84()),
          Types.NestedField.optional(
              3, "edges", Types.GeographyType.of("EPSG:4326", EdgeAlgorithm.KARNEY)),
          Types.NestedField.optional(4, "variant", Types.VariantType.get()),
          Types.NestedField.required(5, "id", Types.IntegerType.get()));

  @TempDir private Path folder = Path.of("");

  /// Rows over several row groups.
  private InputFile file(Schema schema, List<List<@Nullable Object>> rows) throws IOException {
    ParquetSchema parquet = IcebergSchemas.parquetSchema(schema);
    Path path = folder.resolve("x.parquet");
    try (MemorySink sink = new MemorySink();
        ParquetFileWriter writer =
            new ParquetFileWriter(
                sink, parquet, WriterOptions.builder().rowGroupTargetRows(7).build())) {
      writer.append(ValueBatch.of(parquet.source(), StoredColumns.of(schema, rows)));
      writer.finish();
      Files.write(path, sink.segment().toArray(ValueLayout.JAVA_BYTE));
    }
    return new LocalFileIO().newInputFile(path.toString());
  }

  private InputFile file() throws IOException {
    Random random = new Random(4);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      List<@Nullable Object> row = new ArrayList<>();
      row.add(i % 3 == 0 ? null : RandomGeometries.geometry(random));
      row.add(i % 5 == 0 ? null : RandomGeometries.geometry(random));
      row.add(RandomGeometries.geometry(random));
      row.add(i % 2 == 0 ? null : RandomVariants.variant(random));
      row.add(i);
      rows.add(row);
    }
    return file(SCHEMA, rows);
  }

  @Test
  void shapesHaveCountsAndVariantsNothing() throws IOException {
    DataFile file = Footers.read(file(), SCHEMA, null);
    assertEquals(Map.of(1, 30L, 2, 30L, 3, 30L, 5, 30L), file.valueCounts());
    assertEquals(Map.of(1, 10L, 2, 6L, 3, 0L, 5, 0L), file.nullValueCounts());
    assertEquals(Set.of(5), file.lowerBounds().keySet());
    assertEquals(Set.of(5), file.upperBounds().keySet());
  }

  @Test
  void aTableOfTheFileHasItsTypes() throws IOException {
    assertEquals(SCHEMA.asStruct(), FooterDataFile.tableSchema(file()).asStruct());
  }

  @Test
  void aShapeOfAnotherReferenceSystemIsRefused() throws IOException {
    Schema other =
        new Schema(Types.NestedField.optional(1, "geometry", Types.GeometryType.of("EPSG:3857")));
    InputFile file = file();
    String message =
        String.valueOf(
            assertThrows(SchemaException.class, () -> Footers.read(file, other, null))
                .getMessage());
    assertTrue(message.contains(": geometry: expected geometry(EPSG:3857), got "), message);
  }

  static Stream<Arguments> typesWithoutText() {
    return Stream.of(
        Arguments.of("EPSG (4326)", Types.GeometryType.of("EPSG (4326)")),
        Arguments.of("EPSG, 4326", Types.GeographyType.of("EPSG, 4326", EdgeAlgorithm.KARNEY)),
        Arguments.of(" EPSG:4326", Types.GeometryType.of(" EPSG:4326")),
        Arguments.of("EPSG:4326 ", Types.GeographyType.of("EPSG:4326 ")));
  }

  @ParameterizedTest
  @MethodSource("typesWithoutText")
  void aReferenceSystemThatIsNotReadBackIsNoneOfATable(String crs, Type type) throws IOException {
    Schema schema = new Schema(Types.NestedField.optional(1, "shape", type));
    List<@Nullable Object> row = new ArrayList<>();
    row.add(null);
    InputFile file = file(schema, List.of(row));
    String refusal =
        "expected a reference system that the metadata of a table can hold, such as EPSG:4326 or"
            + " srid:4326, got '"
            + crs
            + "'";
    assertEquals(
        "table schema: %s: shape: %s".formatted(file.location(), refusal),
        assertThrows(SchemaException.class, () -> FooterDataFile.tableSchema(file)).getMessage());
    ArrowSchema batches = IcebergSchemas.arrowSchema(schema);
    assertEquals(
        "table schema: shape: " + refusal,
        assertThrows(SchemaException.class, () -> IcebergSchemas.icebergSchema(batches))
            .getMessage());
  }

  @Test
  void idsThatIcebergReservesAreNoColumnsOfANewTable() throws IOException {
    Schema lineage =
        MetadataColumns.schemaWithRowLineage(
            new Schema(Types.NestedField.required(1, "id", Types.IntegerType.get())));
    List<@Nullable Object> row = new ArrayList<>();
    row.add(1);
    row.add(2L);
    row.add(3L);
    InputFile file = file(lineage, List.of(row));
    assertEquals(
        List.of("id"),
        FooterDataFile.tableSchema(file).columns().stream().map(column -> column.name()).toList());
  }
}

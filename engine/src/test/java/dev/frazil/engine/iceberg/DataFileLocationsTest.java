package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DataFileLocationsTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "d", Types.StringType.get()),
          Types.NestedField.required(2, "n", Types.StringType.get()));
  private static final ArrowSchema ARROW = IcebergSchemas.arrowSchema(SCHEMA);

  /// The vectors' partition: the rows of these tests are in `d=a+b/n_bucket=3`.
  private static final PartitionSpec BY_BOTH =
      PartitionSpec.builderFor(SCHEMA).identity("d").bucket("n", 4, "n_bucket").build();

  private static final PartitionSpec BY_D = PartitionSpec.builderFor(SCHEMA).identity("d").build();

  @TempDir private Path folder;

  /// Puts files where a test can see that it was asked.
  public static final class Shelf implements LocationProvider {
    private static final long serialVersionUID = 1;
    private final String table;

    public Shelf(String table, Map<String, String> properties) {
      this.table = table + properties.getOrDefault("shelf", "");
    }

    @Override
    public String newDataLocation(String filename) {
      return table + "/shelf/" + filename;
    }

    @Override
    public String newDataLocation(PartitionSpec spec, StructLike partition, String filename) {
      return table + "/shelf/" + spec.partitionToPath(partition) + "/" + filename;
    }
  }

  /// A string in the last of four buckets.
  private static String third() {
    var bucket = Transforms.<String>bucket(4).bind(Types.StringType.get());
    String value = "x";
    while (bucket.apply(value) != 3) {
      value += "x";
    }
    return value;
  }

  private static List<DataFile> write(Table table, DataFileOptions options) throws IOException {
    try (RecordBatchSource source =
            ValueBatch.source(
                ARROW, ValueBatch.of(ARROW, List.of(List.of("a b", "c"), List.of(third(), "y"))));
        DataFileWriter writer = DataFileWriter.forTable(table, options)) {
      writer.write(source);
      List<DataFile> files = writer.finish();
      // tables in memory share their files, and names come again
      files.forEach(file -> table.io().deleteFile(file.location()));
      return files;
    }
  }

  private static Table table(PartitionSpec spec, Map<String, String> properties) {
    return MemoryTables.create(SCHEMA, spec, properties, SortOrder.unsorted());
  }

  static List<JsonNode> vectors() {
    return Vectors.of("misc-vectors.json", "locations")
        .filter(vector -> vector.get("filename").asText().startsWith("00001-2-op-"))
        .toList();
  }

  /// The vectors' table lies elsewhere: the location of a table in memory is put in the place of
  /// theirs.
  @ParameterizedTest
  @MethodSource("vectors")
  void filesLieWhereIcebergPutsThem(JsonNode vector) throws IOException {
    Map<String, String> properties = new HashMap<>();
    Table table = table(PartitionSpec.unpartitioned(), Map.of());
    vector
        .get("properties")
        .properties()
        .forEach(p ->
            properties.put(
                p.getKey(), p.getValue().asText().replace("s3://b/wh/db/t", table.location())));
    DataFileOptions options =
        DataFileOptions.builder()
            .properties(properties)
            .partitionId(1)
            .taskId(2)
            .operationId("op")
            .build();
    if (vector.has("error")) {
      RuntimeException refusal =
          assertThrows(RuntimeException.class, () -> DataFileWriter.forTable(table, options));
      assertTrue(
          vector.get("error").asText().contains(String.valueOf(refusal.getMessage()).strip()),
          refusal.toString());
      return;
    }
    assertEquals(
        located(vector.get("unpartitioned"), table), write(table, options).getFirst().location());
    Table partitioned = table(BY_BOTH, Map.of());
    assertEquals(
        located(vector.get("partitioned"), partitioned),
        write(partitioned, options).getFirst().location());
  }

  private static String located(JsonNode expected, Table table) {
    return expected
        .asText()
        .replace("s3://b/wh/db/t", table.location())
        .replace("/db/t/", context(table));
  }

  /// The last two names of the table's location.
  private static String context(Table table) {
    String location = table.location();
    int last = location.lastIndexOf('/');
    return location.substring(location.lastIndexOf('/', last - 1)) + "/";
  }

  @Test
  void vectorsOfEveryKindAreRead() {
    assertTrue(vectors().size() >= 9, "vectors: " + vectors().size());
    assertTrue(vectors().stream().anyMatch(vector -> vector.has("error")));
  }

  @Test
  void namesAreThoseOfIcebergsFactory() throws IOException {
    for (Map<String, String> properties :
        List.of(
            Map.<String, String>of(),
            Map.of("write.data.path", "memory:/other/place/"),
            Map.of("write.object-storage.enabled", "true"),
            Map.of(
                "write.object-storage.enabled", "true",
                "write.object-storage.partitioned-paths", "false"))) {
      Table table = table(BY_D, properties);
      OutputFileFactory factory =
          OutputFileFactory.builderFor(table, 1234567, 89)
              .operationId("an-operation")
              .format(FileFormat.PARQUET)
              .build();
      DataFileOptions options =
          DataFileOptions.builder()
              .partitionId(1234567)
              .taskId(89)
              .operationId("an-operation")
              .build();
      for (DataFile file : write(table, options)) {
        assertEquals(
            factory.newOutputFile(file.partition()).encryptingOutputFile().location(),
            file.location());
      }
    }
  }

  @Test
  void aTablesOwnLocationProviderIsAsked() throws IOException {
    Table table = table(BY_D, Map.of("write.location-provider.impl", Shelf.class.getName()));
    String location = write(table, DataFileOptions.DEFAULT).getFirst().location();
    assertTrue(location.startsWith(table.location() + "/shelf/d=a+b/00000-0-"), location);
  }

  @Test
  void aWritersPropertiesMoveItsFilesAlone() throws IOException {
    Table table = table(BY_D, Map.of("write.data.path", "memory:/table"));
    DataFileOptions options =
        DataFileOptions.builder().properties(Map.of("write.data.path", "memory:/mine")).build();
    assertTrue(write(table, options).getFirst().location().startsWith("memory:/mine/d=a+b/"));
    assertTrue(
        write(table, DataFileOptions.DEFAULT)
            .getFirst()
            .location()
            .startsWith("memory:/table/d=a+b/"));
  }

  @Test
  void aPartitionWhoseFolderHasTooLongANameIsRefused() {
    String value = "é".repeat(127);
    try (RecordBatchSource source =
        ValueBatch.source(ARROW, ValueBatch.of(ARROW, List.of(List.of(value), List.of("x"))))) {
      IOException refusal =
          assertThrows(
              IOException.class,
              () ->
                  DataFileWriter.writeDataFiles(
                      new LocalFileIO(),
                      folder.toString(),
                      source,
                      SCHEMA,
                      BY_D,
                      SortOrder.unsorted(),
                      WriterOptions.DEFAULT));
      String message = String.valueOf(refusal.getMessage());
      assertTrue(
          message.contains(
              "expected names of at most 255 bytes, got one of 764, which begins d=%C3"),
          message);
      assertTrue(message.startsWith("create: "), message);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void idsOfNamesAreChecked() {
    DataFileOptions.Builder negative = DataFileOptions.builder().partitionId(-1);
    assertThrows(IllegalArgumentException.class, negative::build);
    DataFileOptions.Builder slash = DataFileOptions.builder().operationId("a/b");
    assertThrows(IllegalArgumentException.class, slash::build);
  }
}

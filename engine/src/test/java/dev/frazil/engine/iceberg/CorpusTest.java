package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.file.FileMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.mapping.MappingUtil;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Every Parquet file of a folder that the property `frazil.corpus` names, such as a checkout of
/// parquet-testing: nothing that is claimed of a file is false. No part of the build.
@EnabledIfSystemProperty(named = "frazil.corpus", matches = ".+")
class CorpusTest {
  private static final List<String> MODES = List.of("full", "truncate(2)");

  @TestFactory
  Stream<DynamicTest> nothingFalseIsClaimed() throws IOException {
    Path corpus = Path.of(System.getProperty("frazil.corpus", ""));
    List<Path> files;
    try (Stream<Path> all = Files.walk(corpus)) {
      files = all.filter(file -> file.toString().endsWith(".parquet")).sorted().toList();
    }
    assertFalse(files.isEmpty(), corpus + " has no Parquet file");
    return files.stream()
        .map(
            file -> DynamicTest.dynamicTest(corpus.relativize(file).toString(), () -> check(file)));
  }

  private static void check(Path path) throws IOException {
    InputFile file = new LocalFileIO().newInputFile(path.toString());
    for (String mode : MODES) {
      Schema schema;
      DataFile claims;
      try {
        schema = schema(file);
        claims = read(file, schema, mode);
      } catch (IOException | SchemaException e) {
        System.out.println(path.getFileName() + ": refused: " + e.getMessage());
        return;
      }
      try {
        int compared = ClaimCheck.check(path, claims, schema);
        System.out.println(path.getFileName() + ": " + compared + " claims hold");
      } catch (IOException | RuntimeException | LinkageError e) {
        // Who cannot decode the file cannot contradict it.
        Assumptions.abort(path.getFileName() + ": not decoded: " + e);
      }
    }
  }

  /// The columns that a table can have.
  private static Schema schema(InputFile file) throws IOException {
    List<FileColumn> columns = new ArrayList<>();
    try (InputFileSource source = InputFileSource.open(file)) {
      for (FileColumn column : FileColumns.of(FileMetadata.read(source).schema())) {
        try {
          FileSchema.of(file.location(), List.of(column));
          columns.add(column);
        } catch (SchemaException e) {
          System.out.println(e.getMessage());
        }
      }
    }
    return FileSchema.of(file.location(), columns);
  }

  private static DataFile read(InputFile file, Schema schema, String mode) throws IOException {
    return FooterDataFile.read(
        file,
        schema,
        PartitionSpec.unpartitioned(),
        null,
        SortOrder.unsorted(),
        MetricsConfig.from(
            Map.of("write.metadata.metrics.default", mode), schema, SortOrder.unsorted()),
        MappingUtil.create(schema));
  }
}

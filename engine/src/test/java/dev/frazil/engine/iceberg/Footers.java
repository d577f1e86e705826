package dev.frazil.engine.iceberg;

import dev.frazil.engine.verify.EditableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.inmemory.InMemoryInputFile;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// Files of other writers whose footers can be changed, and the table that they fit.
final class Footers {
  /// The columns of the files, whose ids are those of `arrowcpp-ids`.
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "f", Types.DoubleType.get()),
          Types.NestedField.optional(3, "s", Types.StringType.get()),
          Types.NestedField.optional(4, "d", Types.DecimalType.of(9, 2)),
          Types.NestedField.optional(5, "t", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(6, "b", Types.BinaryType.get()),
          Types.NestedField.optional(7, "dd", Types.DateType.get()));

  static final MetricsConfig FULL =
      MetricsConfig.from(
          Map.of("write.metadata.metrics.default", "full"), SCHEMA, SortOrder.unsorted());

  private static final Path FOLDER = Path.of("src/test/resources/foreign");

  private Footers() {}

  /// A change of a file.
  interface Edit {
    /// Changes what the footer says.
    void edit(EditableFile file) throws IOException;
  }

  static Path path(String name) {
    return FOLDER.resolve(name + ".parquet");
  }

  static InputFile file(String name) {
    return new LocalFileIO().newInputFile(path(name).toString());
  }

  static byte[] bytes(String name) throws IOException {
    return Files.readAllBytes(path(name));
  }

  /// `arrowcpp-ids` with another footer: two row groups of three rows.
  static InputFile edited(Edit edit) throws IOException {
    EditableFile file = EditableFile.of(bytes("arrowcpp-ids"));
    edit.edit(file);
    return inMemory(file.toBytes());
  }

  static InputFile inMemory(byte[] bytes) {
    return new InMemoryInputFile("edited.parquet", bytes);
  }

  static DataFile read(InputFile file, Schema schema, @Nullable NameMapping mapping)
      throws IOException {
    return FooterDataFile.read(
        file, schema, PartitionSpec.unpartitioned(), null, SortOrder.unsorted(), FULL, mapping);
  }

  static DataFile read(InputFile file) throws IOException {
    return read(file, SCHEMA, null);
  }

  /// What is claimed of one column of [#SCHEMA].
  static String claims(DataFile file, String column) {
    return MetricsText.of(file, SCHEMA)
        .lines()
        .filter(line -> line.startsWith(column + ":"))
        .findFirst()
        .orElse("");
  }
}

package dev.frazil.engine.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.format.SortingColumn;
import org.junit.jupiter.api.DynamicTest;

/// A good file of parquet-java, and one lie in it: the lie is reported and nothing else is.
///
/// @param version which pages parquet-java writes
/// @param lie how the report of it starts
/// @param edit makes the lie
record Plant(WriterVersion version, String lie, Plant.Edit edit) {
  private static final int ID = SampleFile.ID;
  private static final int NAME = SampleFile.NAME;
  private static final int RATIO = SampleFile.RATIO;
  private static final int KIND = SampleFile.KIND;

  /// A change to a good file.
  interface Edit {
    void apply(EditableFile file) throws IOException;
  }

  static Plant v1(String lie, Edit edit) {
    return new Plant(WriterVersion.PARQUET_1_0, lie, edit);
  }

  static Plant v2(String lie, Edit edit) {
    return new Plant(WriterVersion.PARQUET_2_0, lie, edit);
  }

  /// One test a lie.
  static Stream<DynamicTest> tests(Path folder, List<List<Plant>> plants) {
    return plants.stream()
        .flatMap(List::stream)
        .map(plant ->
            DynamicTest.dynamicTest(
                plant.version() + " " + plant.lie(),
                () -> {
                  EditableFile file = sample(folder, plant.version());
                  plant.edit().apply(file);
                  List<String> lies = Verdict.of(file.toBytes()).lies();
                  assertEquals(1, lies.size(), lies.toString());
                  assertTrue(lies.getFirst().startsWith(plant.lie()), lies.toString());
                }));
  }

  /// What parquet-java does not state is added, truly.
  static EditableFile sample(Path folder, WriterVersion version) throws IOException {
    EditableFile file = EditableFile.of(SampleFile.write(folder, version));
    for (int column : List.of(ID, NAME, KIND)) {
      file.statistics(column).setIs_min_value_exact(true).setIs_max_value_exact(true);
    }
    file.statistics(ID).setDistinct_count(SampleFile.ROWS);
    file.statistics(NAME).setDistinct_count(7);
    file.statistics(KIND).setDistinct_count(4);
    // parquet-java 1.17.1 takes NaN for the largest value.
    file.statistics(RATIO).unsetMin();
    file.statistics(RATIO).unsetMax();
    file.statistics(RATIO)
        .setNan_count(1)
        .setMin_value(bytes(-2.0))
        .setMax_value(bytes(7.75))
        .setIs_min_value_exact(true)
        .setIs_max_value_exact(true);
    file.rowGroup()
        .setSorting_columns(
            List.of(
                new SortingColumn(KIND, false, false),
                new SortingColumn(RATIO, false, false),
                new SortingColumn(ID, false, true)));
    file.columnIndex(ID, index -> index.setNan_counts(List.of(0L, 0L, 0L, 0L)));
    return file;
  }

  static byte[] bytes(double value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putDouble(value).array();
  }

  static byte[] bytes(long value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }
}

package dev.frazil.engine.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.arrow.RowValues;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random filters over files of random types with small pages and row groups, whose rows are those
/// that a naive evaluation of Java values keeps, with statistics of the files and without.
class FilterPropertyTest {
  private static final int TABLES = Integer.getInteger("frazil.tables", 5);
  private static final int FILTERS = 40;

  @TempDir Path directory;

  @Test
  void randomFiltersKeepTheRowsThatANaiveOneKeeps() throws IOException {
    long seed = Long.getLong("frazil.seed", System.nanoTime());
    System.out.println("filter property: seed " + seed);
    for (int i = 0; i < TABLES; i++) {
      trial(seed + i);
    }
  }

  private void trial(long seed) throws IOException {
    RandomGenerator random = new Random(seed);
    List<ValueKind> all = new ArrayList<>(CountedKind.all());
    all.addAll(StringKind.all());
    List.of(16, 32, 64).forEach(bits -> all.add(new FloatKind(bits)));
    List<ValueKind> kinds = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      kinds.add(all.get(random.nextInt(all.size())));
    }
    RandomTable table = new RandomTable(random, kinds, 50 + random.nextInt(500));
    List<ScanFile> files = table.write(directory, 1 + random.nextInt(4));
    List<ScanFile> unknown =
        files.stream().map(file -> new ScanFile(file.path(), DataFormat.PARQUET)).toList();
    for (int i = 0; i < FILTERS; i++) {
      RandomFilter filter = RandomFilter.of(random, table, 3);
      String what = "seed " + seed + ", " + kinds + ": " + filter.filter();
      assertEquals(filter.filter(), Filter.parse(filter.filter().toString()), what);
      List<Integer> expected = new ArrayList<>();
      for (int row = 0; row < table.rows(); row++) {
        if (Boolean.TRUE.equals(filter.truth().apply(row))) {
          expected.add(row);
        }
      }
      assertEquals(expected, ids(Scan.of(table.schema(), files), filter), what);
      assertEquals(expected, ids(Scan.of(table.schema(), unknown), filter), what);
    }
  }

  private static List<Integer> ids(Scan scan, RandomFilter filter) throws IOException {
    List<Integer> ids = new ArrayList<>();
    try (RecordBatchSource source = scan.select("id").where(filter.filter()).open()) {
      RowValues.of(source).forEach(row -> ids.add((Integer) row.getFirst()));
    }
    return ids;
  }
}

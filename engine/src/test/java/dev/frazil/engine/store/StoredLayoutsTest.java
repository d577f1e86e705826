package dev.frazil.engine.store;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.ColumnValues;
import dev.frazil.engine.arrow.RandomColumns;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Batches of every layout, written, appended strictly, and read back.
class StoredLayoutsTest {
  private static final int TRIALS = Integer.getInteger("frazil.trials", 12);

  @TempDir Path directory;

  private static CDataColumn batch(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int rows = random.nextInt(30);
    RandomColumns columns = new RandomColumns(random);
    CDataColumn[] made = new CDataColumn[1 + random.nextInt(4)];
    for (int i = 0; i < made.length; i++) {
      made[i] = columns.column("c" + i, rows, 2);
    }
    return CDataColumn.batch(rows, made);
  }

  private static List<List<@Nullable Object>> columns(RecordBatchSource source) throws IOException {
    List<List<@Nullable Object>> columns = new ArrayList<>();
    source.schema().fields().forEach(_ -> columns.add(new ArrayList<>()));
    RecordBatch batch = source.next();
    while (batch != null) {
      try (RecordBatch open = batch) {
        for (int i = 0; i < columns.size(); i++) {
          columns.get(i).addAll(ColumnValues.of(open.columns().get(i)));
        }
      }
      batch = source.next();
    }
    return columns;
  }

  private static List<List<@Nullable Object>> twice(List<List<@Nullable Object>> columns) {
    List<List<@Nullable Object>> doubled = new ArrayList<>();
    for (List<@Nullable Object> column : columns) {
      List<@Nullable Object> values = new ArrayList<>(column);
      values.addAll(column);
      doubled.add(values);
    }
    return doubled;
  }

  private void trial(DatasetStore store, long seed) throws IOException {
    ProfileKey key = ProfileKey.of("p" + Long.toHexString(seed));
    List<List<@Nullable Object>> expected;
    ArrowSchema schema;
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(batch(seed))) {
      schema = StoredSchema.of(source.schema());
      expected = columns(source);
    }
    try (CDataBuilder producer = new CDataBuilder()) {
      store.write(key, producer.source(batch(seed)), WriteRequest.DEFAULT);
    }
    AppendRequest strict = AppendRequest.DEFAULT.withCastMode(CastMode.STRICT);
    try (CDataBuilder producer = new CDataBuilder()) {
      store.append(key, producer.source(batch(seed)), strict);
    }
    try (Snapshot snapshot = store.read(key, ReadRequest.latest());
        RecordBatchSource rows = requireNonNull(snapshot.scan().open())) {
      assertEquals(schema, snapshot.schema());
      assertEquals(twice(expected), columns(rows));
      try (BufferAllocator allocator = new RootAllocator();
          RecordBatchSource exported =
              RecordBatchSource.of(snapshot.scan().open(allocator), allocator)) {
        assertEquals(twice(expected), columns(exported));
      }
    }
  }

  @Test
  void everyLayoutIsReadBackAsPlainTypes() throws IOException {
    long first = System.nanoTime();
    DatasetStore store = DatasetStore.open(directory, StoreOptions.DEFAULT);
    for (long seed = first; seed < first + TRIALS; seed++) {
      try {
        trial(store, seed);
      } catch (RuntimeException | IOException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }
}

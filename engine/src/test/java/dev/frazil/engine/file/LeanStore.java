package dev.frazil.engine.file;

import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.arrow.SlotValues;
import dev.frazil.engine.scan.Filter;
import dev.frazil.engine.store.AppendRequest;
import dev.frazil.engine.store.DatasetStore;
import dev.frazil.engine.store.ProfileKey;
import dev.frazil.engine.store.ReadRequest;
import dev.frazil.engine.store.Snapshot;
import dev.frazil.engine.store.StoreOptions;
import dev.frazil.engine.store.WriteRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A program that keeps Parquet files in a store, for a JVM with few libraries.
final class LeanStore {
  private LeanStore() {}

  /// Writes, appends and reads with a filter; prints the snapshot and what it read.
  ///
  /// @param arguments the store's directory, then names of classes that must be missing
  public static void main(String[] arguments) throws IOException {
    LeanWriter.requireAbsent(arguments);
    DatasetStore store = DatasetStore.open(Path.of(arguments[0]), StoreOptions.DEFAULT);
    ProfileKey key = ProfileKey.of("p");
    try (CDataBuilder producer = new CDataBuilder()) {
      store.write(key, rows(producer, 1, null, 3), WriteRequest.DEFAULT);
      store.append(key, rows(producer, 5), AppendRequest.DEFAULT.withToken("once"));
    }
    List<@Nullable Object> values = new ArrayList<>();
    String token;
    try (Snapshot snapshot = store.read(key, ReadRequest.latest());
        RecordBatchSource found = snapshot.scan().where(Filter.parse("i > 2")).open()) {
      token = snapshot.token();
      for (RecordBatch batch = found.next(); batch != null; batch = found.next()) {
        try (RecordBatch rows = batch) {
          for (int slot = 0; slot < rows.rowCount(); slot++) {
            values.add(SlotValues.value(rows.columns().getFirst(), slot));
          }
        }
      }
    }
    System.out.println(token + " " + values);
  }

  private static RecordBatchSource rows(CDataBuilder producer, @Nullable Integer... values) {
    return producer.source(CDataColumn.batch(values.length, CDataColumn.ints("i", values)));
  }
}

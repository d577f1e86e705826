package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.encoders.PageVersion;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.apache.iceberg.Accessor;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.SortOrderComparators;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Files of random tables, written by Iceberg's own Parquet writer and by this one: the metrics are
/// equal by field id but for the policies of [#expected], and so are the rows.
///
/// `-Dfrazil.metrics.seed=N` starts elsewhere and `-Dfrazil.metrics.files=N` writes more.
class MetricsDifferentialTest {
  private static final long SEED = Long.getLong("frazil.metrics.seed", 20_260_401);
  private static final int FILES = Integer.getInteger("frazil.metrics.files", 200);
  private static final int MAX_ROWS = 40;

  /// What one file holds and how it is written.
  ///
  /// @param table a table of the schema, or null to write without one
  private record Trial(
      Schema schema,
      @Nullable Table table,
      SortOrder order,
      Map<String, String> properties,
      List<List<@Nullable Object>> rows,
      int rowGroupRows,
      WriterOptions options,
      String about) {}

  @Test
  void metricsAndRowsAreThoseOfIcebergsWriter() throws IOException {
    System.out.printf("-Dfrazil.metrics.seed=%d -Dfrazil.metrics.files=%d%n", SEED, FILES);
    for (int i = 0; i < FILES; i++) {
      Trial trial = trial(SEED + i);
      try {
        check(trial);
      } catch (RuntimeException e) {
        throw new AssertionError(e + trial.about(), e);
      }
    }
  }

  private static Trial trial(long seed) {
    Random random = new Random(seed);
    Schema schema = new RandomSchemas(seed).schema(random.nextInt(4));
    Map<String, String> properties = RandomMetricsProperties.of(schema, random);
    int[] counts = {0, 1, 2, 7, MAX_ROWS};
    int count = counts[random.nextInt(counts.length)];
    int rowGroupRows = random.nextBoolean() ? 1 + random.nextInt(5) : MAX_ROWS;
    properties.put("write.parquet.row-group-size-rows", Integer.toString(rowGroupRows));
    SortOrder order = RandomSortOrders.of(schema, random);
    Table table = null;
    if (random.nextInt(4) == 0) {
      Map<String, String> all = new HashMap<>(properties);
      all.put("format-version", "3");
      table = MemoryTables.create(schema, all, order);
      schema = table.schema(); // of other ids
      order = table.sortOrder();
    }
    List<List<@Nullable Object>> rows = new RandomRows(random).rows(schema, count);
    if (order.isSorted()) {
      rows.sort(
          Comparator.comparing(
              PeerRows::structLike, SortOrderComparators.forSchema(schema, order)));
    }
    String about =
        "%n-Dfrazil.metrics.seed=%d -Dfrazil.metrics.files=1%n%s%n%s%n%d rows, %s%s"
            .formatted(
                seed,
                SchemaParser.toJson(schema),
                properties,
                count,
                order,
                table == null ? "" : " of a table");
    WriterOptions options = options(random, WriterOptions.fromProperties(properties));
    return new Trial(schema, table, order, properties, rows, rowGroupRows, options, about);
  }

  /// Whatever the pages of a file look like, and however numbers are compared for its footer.
  private static WriterOptions options(Random random, WriterOptions options) {
    return options.toBuilder()
        .encoding(
            random.nextBoolean() ? new EncodingPolicy.Compatible() : new EncodingPolicy.Smallest())
        .dictionary(random.nextBoolean())
        .pageVersion(random.nextBoolean() ? PageVersion.V1 : PageVersion.V2)
        .pageTargetRows(1 + random.nextInt(20))
        .columnIndex(random.nextBoolean())
        .ieee754TotalOrder(random.nextInt(3) == 0)
        .build();
  }

  private static void check(Trial trial) throws IOException {
    FileIO io = trial.table() == null ? new InMemoryFileIO() : trial.table().io();
    Schema schema = trial.schema();
    OutputFile peerFile = io.newOutputFile("memory:/peer.parquet");
    Metrics peer = writePeer(peerFile, trial);
    List<DataFile> files = write(io, trial);
    if (trial.rows().isEmpty()) {
      assertEquals(List.of(), files, trial.about());
      assertEquals(0, peer.recordCount());
      return;
    }
    assertEquals(1, files.size(), trial.about());
    DataFile file = files.getFirst();
    assertMetrics(peer, file, trial);
    assertEquals(trial.order().orderId(), file.sortOrderId(), trial.about());
    List<@Nullable Object> rows = PeerRows.comparable(schema, trial.rows());
    assertEquals(rows, PeerRows.read(peerFile.toInputFile(), schema), trial.about());
    assertEquals(rows, PeerRows.read(io.newInputFile(file), schema), trial.about());
    new PruningCheck(schema, file, trial.rows(), trial.about()).check();
  }

  private static Metrics writePeer(OutputFile file, Trial trial) throws IOException {
    String rowGroupRows = Integer.toString(trial.rowGroupRows());
    Map<String, String> properties = new HashMap<>(trial.properties());
    // statistics that the footer does without are in the metrics all the same
    properties.keySet().removeIf(name -> name.startsWith("write.parquet.stats-enabled"));
    properties.put("write.parquet.row-group-size-bytes", "1");
    properties.put("write.parquet.row-group-check-min-record-count", rowGroupRows);
    properties.put("write.parquet.row-group-check-max-record-count", rowGroupRows);
    MetricsConfig config = MetricsConfig.from(trial.properties(), trial.schema(), trial.order());
    return PeerRows.write(file, trial.schema(), trial.rows(), properties, config);
  }

  private static List<DataFile> write(FileIO io, Trial trial) throws IOException {
    ArrowSchema batches = IcebergSchemas.arrowSchema(trial.schema());
    int rows = trial.rows().size();
    // one file a batch without a table, one file of several batches with one
    int batchRows = trial.table() == null || rows == 0 ? Math.max(rows, 1) : (rows + 2) / 3;
    List<RecordBatch> made = new ArrayList<>();
    for (int from = 0; from == 0 || from < rows; from += batchRows) {
      List<List<@Nullable Object>> part =
          trial.rows().subList(from, Math.min(rows, from + batchRows));
      made.add(ValueBatch.of(batches, StoredColumns.of(trial.schema(), part)));
    }
    try (RecordBatchSource source = ValueBatch.source(batches, made.toArray(RecordBatch[]::new))) {
      if (trial.table() != null) {
        return writeTable(trial.table(), source);
      }
      return DataFileWriter.writeDataFiles(
          io,
          "memory:/table/data",
          source,
          trial.schema(),
          PartitionSpec.unpartitioned(),
          trial.order(),
          trial.options());
    }
  }

  private static List<DataFile> writeTable(Table table, RecordBatchSource source)
      throws IOException {
    DataFileOptions options =
        DataFileOptions.builder()
            .mode(new WriteMode.Fanout())
            .sortOrder(table.sortOrder().isSorted() ? table.sortOrder() : null)
            .build();
    try (DataFileWriter writer = DataFileWriter.forTable(table, options)) {
      writer.write(source);
      return writer.finish();
    }
  }

  private static void assertMetrics(Metrics peer, DataFile file, Trial trial) {
    String about = trial.about();
    assertEquals(peer.recordCount(), file.recordCount(), about);
    assertEquals(peer.columnSizes().keySet(), file.columnSizes().keySet(), "sizes" + about);
    long size = file.columnSizes().values().stream().mapToLong(Long::longValue).sum();
    assertTrue(size < file.fileSizeInBytes(), about);
    assertEquals(peer.valueCounts(), file.valueCounts(), "values" + about);
    assertEquals(peer.nullValueCounts(), file.nullValueCounts(), "nulls" + about);
    assertEquals(peer.nanValueCounts(), file.nanValueCounts(), "NaNs" + about);
    assertEquals(
        expected(peer.lowerBounds(), true, trial),
        Vectors.hex(file.lowerBounds()),
        "lower bounds" + about);
    assertEquals(
        expected(peer.upperBounds(), false, trial),
        Vectors.hex(file.upperBounds()),
        "upper bounds" + about);
  }

  /// The bounds of Iceberg's writer with what differs on purpose: a bound of zero is `-0.0` below
  /// and `0.0` above, and UUIDs have bounds only where the signed and the unsigned order agree on
  /// them.
  private static Map<String, String> expected(
      Map<Integer, ByteBuffer> bounds, boolean lower, Trial trial) {
    Map<Integer, ByteBuffer> expected = new HashMap<>();
    bounds.forEach((id, bound) -> {
      ByteBuffer number = bound.duplicate().order(ByteOrder.LITTLE_ENDIAN);
      Type type = trial.schema().findType(id);
      switch (type.typeId()) {
        case FLOAT ->
            expected.put(
                id,
                number.getFloat() == 0
                    ? Conversions.toByteBuffer(type, lower ? -0.0f : 0.0f)
                    : bound);
        case DOUBLE ->
            expected.put(
                id,
                number.getDouble() == 0
                    ? Conversions.toByteBuffer(type, lower ? -0.0 : 0.0)
                    : bound);
        case UUID -> {
          if (ordersAgree(trial, id)) {
            expected.put(id, bound);
          }
        }
        default -> expected.put(id, bound);
      }
    });
    return Vectors.hex(expected);
  }

  private static boolean ordersAgree(Trial trial, int id) {
    Accessor<StructLike> accessor = trial.schema().accessorForField(id);
    List<UUID> values =
        trial.rows().stream()
            .map(row -> (UUID) accessor.get(PeerRows.structLike(row)))
            .filter(Objects::nonNull)
            .toList();
    Comparator<UUID> unsigned =
        Comparator.comparing(UUID::getMostSignificantBits, Long::compareUnsigned)
            .thenComparing(UUID::getLeastSignificantBits, Long::compareUnsigned);
    return Collections.min(values).equals(Collections.min(values, unsigned))
        && Collections.max(values).equals(Collections.max(values, unsigned));
  }
}

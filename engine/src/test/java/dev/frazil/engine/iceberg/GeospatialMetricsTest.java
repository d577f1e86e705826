package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.file.MemorySink;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Metrics of geometries and geographies over several row groups: bounds, and the average sizes of
/// values, which a [org.apache.iceberg.DataFile] does not tell but keeps for table metadata to
/// come.
class GeospatialMetricsTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "geometry", Types.GeometryType.crs84()),
          Types.NestedField.optional(2, "geography", Types.GeographyType.crs84()),
          Types.NestedField.optional(3, "nothing", Types.GeometryType.crs84()),
          Types.NestedField.optional(4, "text", Types.StringType.get()),
          Types.NestedField.optional(
              5, "list", Types.ListType.ofOptional(6, Types.GeometryType.crs84())));

  @ParameterizedTest
  @ValueSource(strings = {"truncate(16)", "full", "counts", "none"})
  void boxesAndAverageSizesAreThoseOfIcebergsWriter(String mode) throws IOException {
    Random random = new Random(20_260_402);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      List<@Nullable Object> row = new ArrayList<>();
      row.add(i % 3 == 0 ? null : RandomGeometries.geometry(random));
      row.add(i % 5 == 0 ? null : RandomGeometries.geometry(random));
      row.add(null);
      row.add("text");
      row.add(Collections.nCopies(i % 3, RandomGeometries.geometry(random)));
      rows.add(row);
    }
    Map<String, String> properties = Map.of("write.metadata.metrics.default", mode);
    MetricsConfig config = MetricsConfig.from(properties, SCHEMA, SortOrder.unsorted());
    Metrics peer =
        PeerRows.write(
            new InMemoryFileIO().newOutputFile("memory:/geospatial.parquet"),
            SCHEMA,
            rows,
            properties,
            config);
    Metrics written = written(rows, config);
    assertEquals(peer.valueCounts(), written.valueCounts());
    assertEquals(peer.nullValueCounts(), written.nullValueCounts());
    assertEquals(Vectors.hex(peer.lowerBounds()), Vectors.hex(written.lowerBounds()));
    assertEquals(Vectors.hex(peer.upperBounds()), Vectors.hex(written.upperBounds()));
    assertEquals(peer.avgValueSizes(), written.avgValueSizes());
    assertEquals(
        mode.equals("none") ? null : Set.of(1, 2),
        peer.avgValueSizes() == null ? null : peer.avgValueSizes().keySet());
  }

  private static Metrics written(List<List<@Nullable Object>> rows, MetricsConfig config)
      throws IOException {
    ParquetSchema parquet = IcebergSchemas.parquetSchema(SCHEMA);
    ArrowSchema batches = parquet.source();
    WriterOptions options = WriterOptions.builder().rowGroupTargetRows(7).build();
    try (MemorySink sink = new MemorySink();
        ParquetFileWriter writer = new ParquetFileWriter(sink, parquet, options)) {
      writer.append(ValueBatch.of(batches, StoredColumns.of(SCHEMA, rows)));
      return new MetricsMapper(SCHEMA, config).metrics(writer.finish());
    }
  }
}

package dev.frazil.jmh;

import dev.frazil.encoders.memory.SlabCount;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.iceberg.DataFileOptions;
import dev.frazil.engine.iceberg.DataFileWriter;
import dev.frazil.engine.iceberg.WriteMode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// Batches to the partitions of an Iceberg table by its first column, with a file of each of them
/// open until the end. Each write has a writer of its own, as a commit has. The bytes of files are
/// dropped.
final class PartitionWork implements ScaleWork {
  private static final String LOCATION = "memory:scale";

  private final Batches batches;
  private final CountingFileIO io = new CountingFileIO(this::sample);
  private final Table table;
  private final DataFileOptions options;

  /// Slabs of others, in bytes.
  private long before;

  private final int pieces;
  private long nativeBytes;
  private int files;

  /// @param batches the input, whose first column says the partition
  /// @param partitions at least as many as the column has values
  /// @param properties the table's
  PartitionWork(Batches batches, int partitions, Map<String, String> properties) {
    this.batches = batches;
    Schema schema = schema(batches.roots().getFirst());
    PartitionSpec spec =
        PartitionSpec.builderFor(schema).identity(schema.columns().getFirst().name()).build();
    TableMetadata metadata =
        TableMetadata.newTableMetadata(schema, spec, LOCATION, Map.copyOf(properties));
    this.table =
        new BaseTable(
            new StaticTableOperations(
                metadata, io, LocationProviders.locationsFor(LOCATION, properties)),
            "scale");
    this.pieces = batches.roots().stream().mapToInt(root -> distinct(root.getVector(0))).sum();
    this.options =
        DataFileOptions.builder()
            .mode(new WriteMode.Fanout(partitions, WriteMode.Fanout.DEFAULT_MAX_OPEN_BYTES))
            .build();
  }

  /// Partitions of a batch, to each of which it is one piece.
  private static int distinct(FieldVector keys) {
    Set<@Nullable Object> values = new HashSet<>();
    for (int i = 0; i < keys.getValueCount(); i++) {
      values.add(keys.getObject(i));
    }
    return values.size();
  }

  private static Schema schema(VectorSchemaRoot root) {
    List<Types.NestedField> fields = new ArrayList<>();
    for (FieldVector vector : root.getFieldVectors()) {
      fields.add(Types.NestedField.optional(fields.size() + 1, vector.getName(), type(vector)));
    }
    return new Schema(fields);
  }

  private static Type type(FieldVector vector) {
    return switch (vector.getMinorType()) {
      case INT -> Types.IntegerType.get();
      case BIGINT -> Types.LongType.get();
      case FLOAT8 -> Types.DoubleType.get();
      case TIMESTAMPMICRO -> Types.TimestampType.withoutZone();
      case VARCHAR -> Types.StringType.get();
      default ->
          throw new IllegalArgumentException(
              "column: "
                  + vector.getName()
                  + ": expected a type of taxi trips, got "
                  + vector.getMinorType());
    };
  }

  @Override
  public void write() throws IOException {
    io.reset();
    before = SlabCount.allBytes();
    try (DataFileWriter writer = DataFileWriter.forTable(table, options)) {
      for (VectorSchemaRoot root : batches.roots()) {
        try (RecordBatchSource source = RecordBatchSource.of(root, batches.allocator())) {
          writer.write(source);
        }
        sample();
      }
      files = writer.finish().size();
    }
  }

  private void sample() {
    nativeBytes = Math.max(nativeBytes, SlabCount.allBytes() - before);
  }

  @Override
  public int files() {
    return files;
  }

  @Override
  public int pieces() {
    return pieces;
  }

  @Override
  public long fileBytes() {
    return io.length();
  }

  @Override
  public long nativeBytes() {
    return nativeBytes;
  }

  @Override
  public void close() {}
}

package dev.frazil.engine.iceberg;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.io.OutputFile;
import org.jspecify.annotations.Nullable;

/// Names the data files of one write: `<partition id>-<task id>-<operation id>-<number>.parquet`,
/// numbered from 1 over all partitions, as Iceberg's own writers do it. Not thread-safe.
final class DataFileLocations {
  /// What decides where a table's files lie.
  private static final Set<String> PROPERTIES =
      Set.of(
          TableProperties.WRITE_DATA_LOCATION,
          TableProperties.OBJECT_STORE_ENABLED,
          TableProperties.WRITE_OBJECT_STORE_PARTITIONED_PATHS,
          TableProperties.WRITE_LOCATION_PROVIDER_IMPL,
          // Iceberg refuses these two by name.
          "write.object-storage.path",
          "write.folder-storage.path");

  private final FileIO io;
  private final LocationProvider provider;
  private final PartitionSpec spec;
  private final String prefix;
  private int number;

  private DataFileLocations(
      FileIO io, LocationProvider provider, PartitionSpec spec, DataFileOptions names) {
    this.io = io;
    this.provider = provider;
    this.spec = spec;
    String operation =
        Objects.requireNonNullElseGet(names.operationId(), () -> UUID.randomUUID().toString());
    this.prefix =
        String.format(Locale.ROOT, "%05d-%d-%s-", names.partitionId(), names.taskId(), operation);
  }

  /// Files where the table's location provider puts them, or the one that the writer's properties
  /// ask for.
  ///
  /// @throws IllegalArgumentException if a property cannot be used, or names a place in a way that
  ///   Iceberg no longer takes
  static DataFileLocations of(Table table, PartitionSpec spec, DataFileOptions options) {
    Map<String, String> overrides = options.properties();
    boolean moved = overrides.keySet().stream().anyMatch(PROPERTIES::contains);
    LocationProvider provider =
        moved
            ? LocationProviders.locationsFor(
                table.location(), WritableTable.properties(table, overrides))
            : table.locationProvider();
    return new DataFileLocations(table.io(), provider, spec, options);
  }

  /// Files below a folder, in one folder a partition.
  static DataFileLocations of(FileIO io, String folder, PartitionSpec spec) {
    LocationProvider provider =
        LocationProviders.locationsFor(folder, Map.of(TableProperties.WRITE_DATA_LOCATION, folder));
    return new DataFileLocations(io, provider, spec, DataFileOptions.DEFAULT);
  }

  /// The next file.
  ///
  /// @param partition the partition it belongs to, or null without partitioning
  OutputFile next(@Nullable StructLike partition) {
    number++;
    String name =
        FileFormat.PARQUET.addExtension(prefix + String.format(Locale.ROOT, "%05d", number));
    return io.newOutputFile(
        partition == null
            ? provider.newDataLocation(name)
            : provider.newDataLocation(spec, partition, name));
  }
}

package dev.frazil.engine.iceberg;

import java.util.Locale;
import java.util.Map;
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
import org.apache.iceberg.io.OutputFileFactory;
import org.jspecify.annotations.Nullable;

/// Names the data files of one write: `00000-0-<operation id>-<number>.parquet`, numbered from 1
/// over all partitions, as Iceberg's own writers do it. The operation id is random, so that no two
/// writes share a name.
interface DataFileLocations {

  /// The next file.
  ///
  /// @param partition the partition it belongs to, or null without partitioning
  OutputFile next(@Nullable StructLike partition);

  /// Files where the table's location provider puts them.
  static DataFileLocations of(Table table, PartitionSpec spec) {
    OutputFileFactory factory =
        OutputFileFactory.builderFor(table, 0, 0)
            .defaultSpec(spec)
            .format(FileFormat.PARQUET)
            .build();
    return partition ->
        (partition == null ? factory.newOutputFile() : factory.newOutputFile(partition))
            .encryptingOutputFile();
  }

  /// Files below a folder, in one folder a partition.
  static DataFileLocations of(FileIO io, String folder, PartitionSpec spec) {
    LocationProvider provider =
        LocationProviders.locationsFor(folder, Map.of(TableProperties.WRITE_DATA_LOCATION, folder));
    String operation = UUID.randomUUID().toString();
    int[] number = {0};
    return partition -> {
      number[0]++;
      String name = String.format(Locale.ROOT, "00000-0-%s-%05d.parquet", operation, number[0]);
      return io.newOutputFile(
          partition == null
              ? provider.newDataLocation(name)
              : provider.newDataLocation(spec, partition, name));
    };
  }
}

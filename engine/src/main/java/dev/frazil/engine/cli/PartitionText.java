package dev.frazil.engine.cli;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.jspecify.annotations.Nullable;

/// Partitions of files for people and machines.
final class PartitionText {
  private PartitionText() {}

  /// A value as text for each partition field. The partition path holds the human form of every
  /// value, each percent-encoded; only a null has to be told from the text `null`.
  ///
  /// @param spec the spec of the file
  /// @param partition the partition of the file
  /// @return values by the names of the fields in the spec's order, null for a null; empty without
  ///   partitioning
  static Map<String, @Nullable String> values(PartitionSpec spec, StructLike partition) {
    Map<String, @Nullable String> values = new LinkedHashMap<>();
    if (spec.isPartitioned()) {
      String[] folders = spec.partitionToPath(partition).split("/", -1);
      for (int i = 0; i < folders.length; i++) {
        String value = folders[i].substring(folders[i].indexOf('=') + 1);
        values.put(
            spec.fields().get(i).name(),
            partition.get(i, Object.class) == null
                ? null
                : URLDecoder.decode(value, StandardCharsets.UTF_8));
      }
    }
    return values;
  }

  /// The values on one line.
  ///
  /// @param values what [#values] says
  static String line(Map<String, @Nullable String> values) {
    return values.isEmpty()
        ? "-"
        : String.join(
            ", ",
            values.entrySet().stream()
                .map(field -> field.getKey() + "=" + field.getValue())
                .toList());
  }
}

package dev.frazil.engine.iceberg;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.TypeUtil;

/// Table properties that say, by column and by default, which metrics are kept.
final class RandomMetricsProperties {
  private static final String[] MODES = {
    "none",
    "counts",
    "Counts",
    "truncate(1)",
    "truncate(2)",
    "Truncate(7)",
    "truncate(16)",
    "full",
    "truncate(0)",
    "bogus"
  };

  private RandomMetricsProperties() {}

  static Map<String, String> of(Schema schema, Random random) {
    Map<String, String> properties = new HashMap<>();
    if (random.nextInt(3) > 0) {
      properties.put("write.metadata.metrics.default", mode(random));
    }
    if (random.nextInt(3) == 0) {
      properties.put(
          "write.metadata.metrics.max-inferred-column-defaults",
          Integer.toString(random.nextInt(-1, 8)));
    }
    for (int id : TypeUtil.indexById(schema.asStruct()).keySet()) {
      if (random.nextInt(6) == 0) {
        properties.put("write.metadata.metrics.column." + schema.findColumnName(id), mode(random));
      }
      if (random.nextInt(12) == 0) {
        properties.put("write.parquet.stats-enabled.column." + schema.findColumnName(id), "false");
      }
    }
    return properties;
  }

  private static String mode(Random random) {
    return MODES[random.nextInt(MODES.length)];
  }
}

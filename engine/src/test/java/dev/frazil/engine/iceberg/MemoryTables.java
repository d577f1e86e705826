package dev.frazil.engine.iceberg;

import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;

/// Tables in memory, for tests.
final class MemoryTables {
  private MemoryTables() {}

  /// A table `demo.t` of a catalog of its own.
  static Table create(Schema schema, Map<String, String> properties, SortOrder order) {
    return create(schema, PartitionSpec.unpartitioned(), properties, order);
  }

  /// As above, partitioned.
  static Table create(
      Schema schema, PartitionSpec spec, Map<String, String> properties, SortOrder order) {
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize("memory", Map.of());
    catalog.createNamespace(Namespace.of("demo"));
    return catalog
        .buildTable(TableIdentifier.of("demo", "t"), schema)
        .withPartitionSpec(spec)
        .withSortOrder(order)
        .withProperties(properties)
        .create();
  }
}

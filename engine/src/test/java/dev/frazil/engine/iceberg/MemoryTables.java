package dev.frazil.engine.iceberg;

import java.util.Map;
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
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize("memory", Map.of());
    catalog.createNamespace(Namespace.of("demo"));
    return catalog
        .buildTable(TableIdentifier.of("demo", "t"), schema)
        .withSortOrder(order)
        .withProperties(properties)
        .create();
  }
}

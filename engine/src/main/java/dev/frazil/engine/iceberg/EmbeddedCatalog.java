package dev.frazil.engine.iceberg;

import dev.frazil.engine.SchemaException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.Transactions;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.jdbc.UncheckedSQLException;
import org.jspecify.annotations.Nullable;

/// An Iceberg catalog inside the folder that holds its tables: Iceberg's `JdbcCatalog`, named
/// `frazil`, on the SQLite file `catalog.db`, with [LocalFileIO].
///
/// Several processes may share a warehouse: a writer waits up to a minute for the database. The
/// folder's file system must honour file locks. Thread-safe.
public final class EmbeddedCatalog implements AutoCloseable {
  private static final String NAME = "frazil";
  private static final String DATABASE = "catalog.db";
  private static final int BUSY_TIMEOUT_MILLIS = 60_000;
  private static final int SMALLEST_FORMAT_VERSION = 2;

  private final SqliteCatalog catalog;
  private final String warehouse;

  private EmbeddedCatalog(SqliteCatalog catalog, String warehouse) {
    this.catalog = catalog;
    this.warehouse = warehouse;
  }

  /// Iceberg's catalog, whose operations on one table can be had.
  private static final class SqliteCatalog extends JdbcCatalog {
    SqliteCatalog(LocalFileIO io) {
      super(ignored -> io, null, true);
    }

    TableOperations operations(TableIdentifier identifier) {
      return newTableOps(identifier);
    }
  }

  /// Opens the catalog of a warehouse; makes the folder and the database when they are absent.
  ///
  /// @param warehouse the folder: a path or a `file:` URI; locations of tables start with its
  ///   absolute path
  /// @return the catalog, to be closed by the caller
  /// @throws IOException if the folder cannot be made or the database cannot be opened
  public static EmbeddedCatalog open(String warehouse) throws IOException {
    String folder = LocalFileIO.folder(warehouse);
    LocalFileIO io = new LocalFileIO();
    Map<String, String> properties =
        Map.of(
            CatalogProperties.URI,
            address(folder),
            CatalogProperties.WAREHOUSE_LOCATION,
            folder,
            JdbcCatalog.PROPERTY_PREFIX + "busy_timeout",
            Integer.toString(BUSY_TIMEOUT_MILLIS),
            JdbcCatalog.PROPERTY_PREFIX + "schema-version",
            "V1");
    try {
      return new EmbeddedCatalog(initialized(io, properties), folder);
    } catch (UncheckedSQLException e) {
      throw new IOException("catalog: %s/%s: %s".formatted(folder, DATABASE, causes(e)), e);
    }
  }

  /// As [#open], of a warehouse that is there already.
  ///
  /// @param warehouse the folder: a path or a `file:` URI
  /// @return the catalog, to be closed by the caller
  /// @throws IOException if the folder has no catalog, or it cannot be opened
  public static EmbeddedCatalog openExisting(String warehouse) throws IOException {
    if (!LocalFileIO.holds(warehouse, DATABASE)) {
      throw new NoSuchFileException(warehouse + "/" + DATABASE);
    }
    return open(warehouse);
  }

  /// Two processes that open a new warehouse at once both make its tables, and one of them is told
  /// that they exist: it only has to look again.
  private static SqliteCatalog initialized(LocalFileIO io, Map<String, String> properties) {
    try {
      return initializedOnce(io, properties);
    } catch (UncheckedSQLException e) {
      return initializedOnce(io, properties);
    }
  }

  private static SqliteCatalog initializedOnce(LocalFileIO io, Map<String, String> properties) {
    SqliteCatalog catalog = new SqliteCatalog(io);
    boolean done = false;
    try {
      catalog.initialize(NAME, properties);
      done = true;
      return catalog;
    } finally {
      if (!done) {
        catalog.close();
      }
    }
  }

  /// The database's address for JDBC. As a URI, because that has escapes: without them a `?` in the
  /// name of a folder would end the path, and the database would lie elsewhere.
  private static String address(String folder) {
    String path = folder + "/" + DATABASE;
    return "jdbc:sqlite:file:" + path.replace("%", "%25").replace("?", "%3f").replace("#", "%23");
  }

  private static String causes(Throwable e) {
    Throwable cause = e.getCause();
    return cause == null ? String.valueOf(e.getMessage()) : e.getMessage() + ": " + cause;
  }

  /// The catalog itself, to load, list and drop tables.
  ///
  /// @return the catalog, closed with this object
  public Catalog catalog() {
    return catalog;
  }

  /// Creates an empty table, and its namespace when that is absent.
  ///
  /// Unlike `Catalog.createTable` it keeps the field ids of the schema, so that batches that carry
  /// those ids fit the table. As there, a table without a Parquet codec is given zstd. The format
  /// version is 2, or what the schema needs, or what the property `format-version` says.
  ///
  /// @param identifier namespace and name; the table's folder is named after them
  /// @param schema its columns with the ids to keep
  /// @param spec its partitioning, of that schema
  /// @param properties its properties, validated against the schema
  /// @return the table
  /// @throws AlreadyExistsException if there is such a table
  /// @throws SchemaException if the asked format version does not have the schema's types
  public Table createTable(
      TableIdentifier identifier,
      Schema schema,
      PartitionSpec spec,
      Map<String, String> properties) {
    createTableTransaction(identifier, schema, spec, SortOrder.unsorted(), properties)
        .commitTransaction();
    return catalog.loadTable(identifier);
  }

  /// As [#createTable], but the table appears when the transaction is committed, with the snapshots
  /// that were added to the transaction until then. One that is dropped leaves no table behind.
  ///
  /// @param identifier namespace and name; the table's folder is named after them
  /// @param schema its columns with the ids to keep
  /// @param spec its partitioning, of that schema
  /// @param order its sort order, of that schema
  /// @param properties its properties, validated against the schema
  /// @return an open transaction, whose table data files can be written for; its commit fails with
  ///   [AlreadyExistsException] when another process was faster
  /// @throws AlreadyExistsException if there is such a table
  /// @throws SchemaException if the asked format version does not have the schema's types
  public Transaction createTableTransaction(
      TableIdentifier identifier,
      Schema schema,
      PartitionSpec spec,
      SortOrder order,
      Map<String, String> properties) {
    if (catalog.tableExists(identifier)) {
      throw new AlreadyExistsException("create table: %s: expected none, found one", identifier);
    }
    TableMetadata metadata = metadata(identifier, schema, spec, order, properties);
    if (!catalog.namespaceExists(identifier.namespace())) {
      createNamespace(identifier);
    }
    return Transactions.createTableTransaction(
        identifier.toString(), catalog.operations(identifier), metadata);
  }

  private void createNamespace(TableIdentifier identifier) {
    try {
      catalog.createNamespace(identifier.namespace(), Map.of());
    } catch (AlreadyExistsException | UncheckedSQLException e) {
      // Another process may have been faster: in front of the catalog's look, or between that and
      // its insert.
      if (!catalog.namespaceExists(identifier.namespace())) {
        throw e;
      }
    }
  }

  private TableMetadata metadata(
      TableIdentifier identifier,
      Schema schema,
      PartitionSpec spec,
      SortOrder order,
      Map<String, String> properties) {
    Map<String, String> stored = new HashMap<>(properties);
    int version = formatVersion(schema, stored.remove(TableProperties.FORMAT_VERSION));
    stored.putIfAbsent(TableProperties.PARQUET_COMPRESSION, "zstd");
    MetricsConfig.validate(stored, schema);
    String location =
        warehouse
            + "/"
            + String.join("/", identifier.namespace().levels())
            + "/"
            + identifier.name();
    return TableMetadata.buildFromEmpty(version)
        .assignUUID()
        .setCurrentSchema(schema, schema.highestFieldId())
        .setDefaultPartitionSpec(spec)
        .setDefaultSortOrder(order)
        .setLocation(location)
        .setProperties(stored)
        .build();
  }

  private static int formatVersion(Schema schema, @Nullable String asked) {
    int needed = Math.max(SMALLEST_FORMAT_VERSION, IcebergSchemas.formatVersion(schema));
    if (asked == null) {
      return needed;
    }
    String version = asked.strip();
    if (!version.matches("\\d{1,3}") || Integer.parseInt(version) < needed) {
      throw new SchemaException(
          "%s: expected at least %d for the types of the table, got %s"
              .formatted(TableProperties.FORMAT_VERSION, needed, asked));
    }
    return Integer.parseInt(version);
  }

  /// Closes the database.
  @Override
  public void close() {
    catalog.close();
  }
}

package dev.frazil.engine.cli;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.iceberg.DataFileOptions;
import dev.frazil.engine.iceberg.DataFileWriter;
import dev.frazil.engine.iceberg.EmbeddedCatalog;
import dev.frazil.engine.iceberg.IcebergSchemas;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitStateUnknownException;

/// One append to a table, from the first batch to the snapshot. A table that is absent is created
/// by the same commit, so that a failure leaves neither a table, nor a snapshot, nor a data file
/// behind. Not thread-safe.
final class TableAppend implements AutoCloseable {
  private final TableIdentifier identifier;
  private final boolean created;
  private final Transaction transaction;
  private final DataFileWriter writer;

  private TableAppend(
      TableIdentifier identifier,
      boolean created,
      Transaction transaction,
      Map<String, String> overrides) {
    this.identifier = identifier;
    this.created = created;
    this.transaction = transaction;
    this.writer =
        DataFileWriter.forTable(
            transaction.table(), DataFileOptions.builder().properties(overrides).build());
  }

  /// Begins to append.
  ///
  /// @param catalog where the table is, or will be
  /// @param identifier namespace and name
  /// @param batches the schema of the first batches, from which an absent table is made
  /// @param clauses the partition spec of a table that is absent; one that exists must have the
  ///   same, unless there are no clauses
  /// @param properties stored with a table that is absent; else they override the table's own for
  ///   this append
  /// @return the append, to be closed by the caller
  /// @throws CommandFailure if the table has another partition spec, or a property cannot be used
  static TableAppend begin(
      EmbeddedCatalog catalog,
      TableIdentifier identifier,
      ArrowSchema batches,
      List<PartitionClause> clauses,
      Map<String, String> properties) {
    try {
      if (catalog.catalog().tableExists(identifier)) {
        Table table = catalog.catalog().loadTable(identifier);
        requireSpec(table, identifier, clauses);
        return new TableAppend(identifier, false, table.newTransaction(), properties);
      }
      Schema schema = IcebergSchemas.icebergSchema(batches);
      PartitionSpec spec = PartitionClause.spec(clauses, schema);
      return new TableAppend(
          identifier,
          true,
          catalog.createTableTransaction(identifier, schema, spec, properties),
          Map.of());
    } catch (IllegalArgumentException e) {
      throw new CommandFailure("table %s: %s".formatted(identifier, e.getMessage()), e);
    }
  }

  private static void requireSpec(
      Table table, TableIdentifier identifier, List<PartitionClause> clauses) {
    if (!clauses.isEmpty()) {
      PartitionSpec asked = PartitionClause.spec(clauses, table.schema());
      if (!PartitionClause.sameTransforms(asked, table.spec())) {
        throw new CommandFailure(
            "partition: table %s: expected %s, as the table has it, got %s"
                .formatted(
                    identifier, PartitionClause.ddl(table.spec()), PartitionClause.ddl(asked)));
      }
    }
  }

  /// Writes all batches of a source as data files, which nobody sees before [#commit()].
  ///
  /// @param batches the source; not closed
  /// @throws IOException if it cannot be read or the files cannot be written
  void write(RecordBatchSource batches) throws IOException {
    writer.write(batches);
  }

  /// Commits everything that was written as one snapshot.
  ///
  /// @return what was committed
  WriteReport commit() {
    List<DataFile> files = writer.finish();
    try {
      AppendFiles append = transaction.newAppend();
      files.forEach(append::appendFile);
      append.commit();
      transaction.commitTransaction();
    } catch (CommitStateUnknownException e) {
      // The snapshot may exist: its files must stay.
      throw e;
    } catch (RuntimeException e) {
      delete(files, e);
      throw e;
    }
    Table table = transaction.table();
    return WriteReport.of(
        identifier.toString(), created, table.spec(), table.currentSnapshot().snapshotId(), files);
  }

  private void delete(List<DataFile> files, RuntimeException failure) {
    for (DataFile file : files) {
      try {
        transaction.table().io().deleteFile(file.location());
      } catch (RuntimeException e) {
        failure.addSuppressed(e);
      }
    }
  }

  /// Deletes what was written and not committed.
  @Override
  public void close() {
    writer.close();
  }
}

package dev.frazil.engine.cli;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.iceberg.DataFileOptions;
import dev.frazil.engine.iceberg.DataFileWriter;
import dev.frazil.engine.iceberg.EmbeddedCatalog;
import dev.frazil.engine.iceberg.FileDeletion;
import dev.frazil.engine.iceberg.IcebergSchemas;
import dev.frazil.engine.iceberg.SchemaEvolution;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;

/// One append to a table, from the first batch to the snapshot. A table that is absent is created,
/// and one whose schema lacks something is changed, by the same commit, so that a failure leaves
/// neither a table, nor a column, nor a snapshot, nor a data file behind. Not thread-safe.
final class TableAppend implements AutoCloseable {
  /// Names and starts of names of the properties that a single write can have of its own.
  private static final List<String> PROPERTIES_OF_A_WRITE =
      List.of(
          "write.parquet.",
          "write.metadata.metrics.",
          "write.target-file-size-bytes",
          "write.format.default",
          "parquet.");

  private static final int EVOLUTION_RETRIES = 4;

  private final EmbeddedCatalog catalog;
  private final AppendRequest request;
  private final Transaction transaction;
  private final DataFileOptions options;
  private final List<DataFile> files = new ArrayList<>();
  private final List<ArrowSchema> evolvedFor = new ArrayList<>();
  private final List<String> added = new ArrayList<>();
  private final List<String> promoted = new ArrayList<>();
  private DataFileWriter writer;
  private boolean created;
  private boolean ended;

  /// What files depend on of a table: they carry field ids, values of partition fields and the id
  /// of a sort order.
  private record Shape(Schema schema, PartitionSpec spec, SortOrder order) {
    static Shape of(Table table) {
      return new Shape(table.schema(), table.spec(), table.sortOrder());
    }

    boolean same(Shape other) {
      return schema.sameSchema(other.schema)
          && spec.equals(other.spec)
          && order.equals(other.order);
    }
  }

  private TableAppend(
      EmbeddedCatalog catalog,
      AppendRequest request,
      boolean created,
      Transaction transaction,
      DataFileOptions options) {
    this.catalog = catalog;
    this.request = request;
    this.created = created;
    this.transaction = transaction;
    this.options = options;
    this.writer = DataFileWriter.forTable(transaction.table(), options, request.threads());
  }

  /// Begins to append.
  ///
  /// @param catalog where the table is, or will be
  /// @param request what is asked for
  /// @param batches the schema of the first batches, from which an absent table is made
  /// @return the append, to be closed by the caller
  /// @throws CommandFailure if the table has another partition spec or no such sort order, or a
  ///   property cannot be used
  static TableAppend begin(EmbeddedCatalog catalog, AppendRequest request, ArrowSchema batches) {
    try {
      return catalog.catalog().tableExists(request.table())
          ? toTable(catalog, request)
          : toNewTable(catalog, request, batches);
    } catch (AlreadyExistsException e) {
      return toTable(catalog, request); // another process has just made it
    } catch (IllegalArgumentException e) {
      throw new CommandFailure("table %s: %s".formatted(request.table(), e.getMessage()), e);
    }
  }

  private static TableAppend toTable(EmbeddedCatalog catalog, AppendRequest request) {
    Table table = catalog.catalog().loadTable(request.table());
    PartitionClause.requireSpec(table, request.table(), request.partitions());
    request.properties().keySet().forEach(name -> requireOfAWrite(request.table(), name));
    DataFileOptions.Builder options = options(request).properties(request.properties());
    if (request.order() != null) {
      options.sortOrder(request.order().of(table, request.table().toString()));
    }
    return new TableAppend(catalog, request, false, table.newTransaction(), options.build());
  }

  private static TableAppend toNewTable(
      EmbeddedCatalog catalog, AppendRequest request, ArrowSchema batches) {
    Schema schema = IcebergSchemas.icebergSchema(batches);
    PartitionSpec spec = PartitionClause.spec(request.partitions(), schema);
    SortOrder order = request.order() == null ? SortOrder.unsorted() : request.order().of(schema);
    Transaction transaction =
        catalog.createTableTransaction(request.table(), schema, spec, order, request.properties());
    DataFileOptions.Builder options = options(request);
    if (order.isSorted()) {
      options.sortOrder(transaction.table().sortOrder());
    }
    return new TableAppend(catalog, request, true, transaction, options.build());
  }

  private static DataFileOptions.Builder options(AppendRequest request) {
    return DataFileOptions.builder().mode(request.mode()).alignment(request.alignment());
  }

  /// A property of the table itself would be passed over, and its user would not know.
  private static void requireOfAWrite(TableIdentifier table, String name) {
    if (PROPERTIES_OF_A_WRITE.stream().noneMatch(name::startsWith)) {
      throw new CommandFailure(
          "property: table %s, which exists: expected one that holds for a write (%s), got %s"
              .formatted(table, String.join(", ", PROPERTIES_OF_A_WRITE), name));
    }
  }

  /// Writes all batches of a source as data files, which nobody sees before [#commit()].
  ///
  /// @param batches the source; not closed
  /// @throws IOException if it cannot be read or the files cannot be written
  void write(RecordBatchSource batches) throws IOException {
    if (request.evolve()) {
      evolve(batches.schema());
      writer.write(batches);
      return;
    }
    try {
      writer.write(batches);
    } catch (SchemaException e) {
      throw hinted(e, batches.schema());
    }
  }

  private void evolve(ArrowSchema batches) throws IOException {
    SchemaEvolution evolution = SchemaEvolution.of(transaction.table().schema(), batches);
    if (evolution.isEmpty()) {
      return;
    }
    files.addAll(writer.finish());
    writer.close();
    apply(evolution, transaction);
    evolvedFor.add(batches);
    writer = DataFileWriter.forTable(transaction.table(), options, request.threads());
  }

  private void apply(SchemaEvolution evolution, Transaction changed) {
    if (evolution.isEmpty()) {
      return;
    }
    UpdateSchema update = changed.updateSchema();
    try {
      evolution.apply(update, TableUtil.formatVersion(changed.table()));
      update.commit();
    } catch (IllegalArgumentException e) {
      throw new SchemaException(
          "schema evolution: %s: %s".formatted(request.table(), e.getMessage()), e);
    }
    evolution.additions().forEach(addition -> added.add(addition.path()));
    evolution.promotions().forEach(promotion -> promoted.add(promotion.path()));
  }

  /// Says so where `--evolve` would take the batches. Nothing is committed after a refusal, so the
  /// update that is tried here needs no end.
  private SchemaException hinted(SchemaException e, ArrowSchema batches) {
    try {
      SchemaEvolution evolution = SchemaEvolution.of(transaction.table().schema(), batches);
      boolean helps =
          !evolution.additions().isEmpty()
              || evolution.promotions().stream().anyMatch(SchemaEvolution.Promotion::needed);
      if (!helps) {
        return e;
      }
      evolution.apply(transaction.updateSchema(), TableUtil.formatVersion(transaction.table()));
    } catch (SchemaException | IllegalArgumentException other) {
      e.addSuppressed(other);
      return e;
    }
    return new SchemaException(e.getMessage() + "; --evolve changes the table's schema", e);
  }

  /// Commits everything that was written as one snapshot. When another process has made the table
  /// since this append began, and has made the same one, the files go to that one. When another
  /// process has changed the table, an evolution is made of the table as it is by then, if the
  /// files fit what comes out.
  ///
  /// @return what was committed
  /// @throws IOException if a file cannot be ended
  /// @throws AlreadyExistsException if another process has made a table that is not the same
  /// @throws CommandFailure if another process has changed the table so that the files do not fit
  /// @throws CommitFailedException if other processes have changed the table too often meanwhile
  WriteReport commit() throws IOException {
    files.addAll(writer.finish());
    Table table = committed(Shape.of(transaction.table()));
    return WriteReport.of(
        new WriteReport.Change(request.table().toString(), created, added, promoted),
        table.spec(),
        table.currentSnapshot().snapshotId(),
        files);
  }

  private Table committed(Shape written) {
    try {
      return commit(transaction);
    } catch (AlreadyExistsException e) {
      Table other = catalog.catalog().loadTable(request.table());
      if (!Shape.of(other).same(written)) {
        throw new AlreadyExistsException(
            e,
            "create table: %s: expected the schema, partition fields and sort order of this write"
                + " in the table that another process has made meanwhile, got others",
            request.table());
      }
      created = false;
      return commit(other.newTransaction());
    } catch (CommitFailedException e) {
      if (created || evolvedFor.isEmpty()) {
        throw e; // tried again already
      }
      return committedAnew(written, e);
    }
  }

  /// A transaction that changes a schema is not tried again as a whole.
  private Table committedAnew(Shape written, CommitFailedException first) {
    CommitFailedException failure = first;
    for (int attempt = 0; attempt < EVOLUTION_RETRIES; attempt++) {
      try {
        return commit(evolvedAnew(written, failure));
      } catch (CommitFailedException e) {
        failure = e;
      }
    }
    throw failure;
  }

  private Transaction evolvedAnew(Shape written, CommitFailedException cause) {
    Transaction again = catalog.catalog().loadTable(request.table()).newTransaction();
    added.clear();
    promoted.clear();
    for (ArrowSchema batches : evolvedFor) {
      apply(SchemaEvolution.of(again.table().schema(), batches), again);
    }
    if (!Shape.of(again.table()).same(written)) {
      throw new CommandFailure(
          ("schema evolution: %s: expected the schema, partition fields and sort order of this"
                  + " write after another process's change, got others")
              .formatted(request.table()),
          cause);
    }
    return again;
  }

  private Table commit(Transaction commit) {
    AppendFiles append = commit.newAppend();
    files.forEach(append::appendFile);
    append.commit();
    Table table = commit.table();
    long snapshot = table.currentSnapshot().snapshotId();
    try {
      commit.commitTransaction();
    } catch (CommitStateUnknownException e) {
      ended = true;
      throw e;
    } catch (RuntimeException e) {
      if (e instanceof CleanableFailure || !exists(snapshot, e)) {
        throw e;
      }
    }
    ended = true;
    return table;
  }

  /// Whether a commit has succeeded that was reported as a failure, such as that of the database.
  /// Until it is known that there is no snapshot its files must stay.
  private boolean exists(long snapshot, RuntimeException failure) {
    ended = true;
    try {
      ended =
          catalog.catalog().tableExists(request.table())
              && catalog.catalog().loadTable(request.table()).snapshot(snapshot) != null;
      return ended;
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  /// Deletes what was written and not committed.
  @Override
  public void close() {
    try {
      writer.close();
    } finally {
      if (!ended) {
        ended = true;
        FileDeletion.delete(
            transaction.table().io(), files.stream().map(DataFile::location).toList());
      }
    }
  }
}

package dev.frazil.engine.cli;

import dev.frazil.engine.iceberg.EmbeddedCatalog;
import dev.frazil.engine.iceberg.FooterDataFile;
import dev.frazil.engine.iceberg.LocalFileIO;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/// Adds files that exist to a table. The table is created by the same commit when it is absent. The
/// files stay as they are whatever happens: a failure leaves them and the table alone.
///
/// @param catalog where the table is, or will be
/// @param identifier namespace and name
record FileRegistration(EmbeddedCatalog catalog, TableIdentifier identifier) {
  /// Adds files in one snapshot.
  ///
  /// @param files the files, each once
  /// @param clauses the partition spec of a table that is absent; one that exists must have the
  ///   same, unless there are no clauses
  /// @param values a value for every partition field, or none to find them in each file's footer
  /// @return what was committed
  /// @throws IOException if a file cannot be read
  /// @throws CommandFailure if a file is in the table already or given twice, or a value is of no
  ///   use
  WriteReport add(List<Path> files, List<PartitionClause> clauses, Map<String, String> values)
      throws IOException {
    List<String> locations = locations(files);
    boolean created = !catalog.catalog().tableExists(identifier);
    Transaction transaction =
        created ? create(locations.getFirst(), clauses) : existing(clauses, locations);
    Table table = transaction.table();
    StructLike partition = values.isEmpty() ? null : partition(table.spec(), values);
    List<DataFile> dataFiles = dataFiles(table, locations, partition);
    commit(transaction, dataFiles, locations);
    return WriteReport.of(
        new WriteReport.Change(identifier.toString(), created, List.of(), List.of()),
        table.spec(),
        transaction.table().currentSnapshot().snapshotId(),
        dataFiles);
  }

  /// Where the files lie, links followed, so that one file has one name.
  private static List<String> locations(List<Path> files) throws IOException {
    Map<String, Path> locations = new HashMap<>();
    List<String> ordered = new ArrayList<>();
    for (Path file : files) {
      String location = file.toRealPath().toString();
      Path other = locations.putIfAbsent(location, file);
      if (other != null) {
        throw new CommandFailure(
            "files: %s: expected each file once, got it as %s too".formatted(file, other));
      }
      ordered.add(location);
    }
    return ordered;
  }

  private Transaction existing(List<PartitionClause> clauses, List<String> locations) {
    Table table = catalog.catalog().loadTable(identifier);
    PartitionClause.requireSpec(table, identifier, clauses);
    TableFiles present = new TableFiles(table, locations);
    present.holds(table.currentSnapshot());
    present.requireNone(identifier);
    return table.newTransaction();
  }

  private Transaction create(String location, List<PartitionClause> clauses) throws IOException {
    InputFile file = new LocalFileIO().newInputFile(location);
    Schema schema = FooterDataFile.tableSchema(file);
    Map<String, String> properties =
        FooterDataFile.withoutIds(file)
            ? Map.of(
                TableProperties.DEFAULT_NAME_MAPPING,
                NameMappingParser.toJson(MappingUtil.create(schema)))
            : Map.of();
    return catalog.createTableTransaction(
        identifier,
        schema,
        PartitionClause.spec(clauses, schema),
        SortOrder.unsorted(),
        properties);
  }

  /// Another process may add the same files meanwhile: they are looked for again in every snapshot
  /// that the append is put behind.
  private void commit(Transaction transaction, List<DataFile> files, List<String> locations) {
    TableFiles others = new TableFiles(transaction.table(), locations);
    AppendFiles append = transaction.newAppend();
    files.forEach(append::appendFile);
    append.validateWith(others);
    try {
      append.commit();
      transaction.commitTransaction();
    } catch (ValidationException e) {
      others.requireNone(identifier);
      throw e;
    }
  }

  private static List<DataFile> dataFiles(
      Table table, List<String> locations, @Nullable StructLike partition) throws IOException {
    String mapping = table.properties().get(TableProperties.DEFAULT_NAME_MAPPING);
    NameMapping names = mapping == null ? null : NameMappingParser.fromJson(mapping);
    MetricsConfig metrics = MetricsConfig.forTable(table);
    List<DataFile> files = new ArrayList<>();
    for (String location : locations) {
      files.add(
          FooterDataFile.read(
              table.io().newInputFile(location),
              table.schema(),
              table.spec(),
              partition,
              table.sortOrder(),
              metrics,
              names));
    }
    return files;
  }

  private static StructLike partition(PartitionSpec spec, Map<String, String> values) {
    Map<String, String> left = new HashMap<>(values);
    PartitionData partition = new PartitionData(spec.partitionType());
    for (int i = 0; i < spec.fields().size(); i++) {
      PartitionField field = spec.fields().get(i);
      String value = left.remove(field.name());
      if (value == null && !field.transform().isVoid()) {
        throw refused(field.name(), "a value for every partition field or for none", "none");
      }
      if (value != null) {
        partition.set(i, value(field, spec.partitionType().fields().get(i).type(), value));
      }
    }
    for (String name : left.keySet()) {
      throw refused(
          name,
          "one of the fields " + spec.fields().stream().map(PartitionField::name).toList(),
          "none of that name");
    }
    return partition;
  }

  private static @Nullable Object value(PartitionField field, Type type, String value) {
    try {
      return Conversions.fromPartitionString(type, value);
    } catch (IllegalArgumentException | UnsupportedOperationException | DateTimeException e) {
      throw refused(field.name(), "a value of " + type, value);
    }
  }

  private static CommandFailure refused(String field, String expected, String found) {
    return new CommandFailure(
        "partition value: %s: expected %s, got %s".formatted(field, expected, found));
  }
}

package dev.frazil.engine.cli;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What `inspect --table` prints for machines: the metadata of an Iceberg table, and the files of
/// one of its snapshots.
///
/// @param table namespace and name
/// @param uuid the table's UUID
/// @param location its folder
/// @param formatVersion version of the table format
/// @param schema fields of the current schema, each before its members
/// @param partition the current partition spec in Iceberg's DDL form
/// @param sortOrder the current sort order in the form of `--sorted-by`
/// @param properties table properties by name
/// @param snapshots all snapshots, oldest first
/// @param snapshotId the snapshot of the files: the one that was asked for, else the current one;
///   null when the table has none
/// @param rows rows of its data files, deleted ones included
/// @param bytes bytes of its data files
/// @param files its data files
/// @param deleteFiles its delete files
record TableReport(
    String table,
    String uuid,
    String location,
    int formatVersion,
    List<Field> schema,
    String partition,
    String sortOrder,
    Map<String, String> properties,
    List<Snapshot> snapshots,
    @Nullable Long snapshotId,
    long rows,
    long bytes,
    List<File> files,
    List<File> deleteFiles) {

  /// A field of the schema.
  ///
  /// @param id field id
  /// @param path names from the top to the field
  /// @param type Iceberg type; `struct`, `list` or `map` where members follow
  /// @param required whether it is never null
  /// @param doc documentation
  record Field(int id, List<String> path, String type, boolean required, @Nullable String doc) {}

  /// A snapshot.
  ///
  /// @param id snapshot id
  /// @param parentId the snapshot before it
  /// @param current whether it is what readers see
  /// @param time when it was committed, ISO 8601 in UTC
  /// @param operation append, replace, overwrite or delete
  /// @param summary what the writer says of it
  record Snapshot(
      long id,
      @Nullable Long parentId,
      boolean current,
      String time,
      @Nullable String operation,
      Map<String, String> summary) {}

  /// A data file or delete file.
  ///
  /// @param content data, position_deletes or equality_deletes
  /// @param path location
  /// @param format parquet, avro, orc or puffin
  /// @param partition a value as text for each field of the file's spec, null for a null partition
  /// @param rows rows, or deletes
  /// @param bytes length
  /// @param sorted whether it names a sort order
  /// @param equalityIds fields that an equality delete compares
  /// @param columns the columns of which the manifest says something
  record File(
      String content,
      String path,
      String format,
      Map<String, @Nullable String> partition,
      long rows,
      long bytes,
      boolean sorted,
      List<Integer> equalityIds,
      List<Column> columns) {}

  /// What a manifest says of a column of a file; null where it says nothing.
  ///
  /// @param id field id
  /// @param name name in the snapshot's schema, joined by dots
  /// @param bytes size in the file
  /// @param values values, nulls included
  /// @param nulls nulls
  /// @param nans NaNs
  /// @param lower lower bound as text
  /// @param upper upper bound as text
  record Column(
      int id,
      @Nullable String name,
      @Nullable Long bytes,
      @Nullable Long values,
      @Nullable Long nulls,
      @Nullable Long nans,
      @Nullable String lower,
      @Nullable String upper) {}
}

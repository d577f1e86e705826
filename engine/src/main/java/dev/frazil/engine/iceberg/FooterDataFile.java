package dev.frazil.engine.iceberg;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.file.FileMetadata;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.mapping.NameMapping;
import org.jspecify.annotations.Nullable;

/// A [DataFile] from a Parquet file that exists, of any writer, by its footer alone.
///
/// What a footer claims is taken only where the format, and what is known of older writers, let it
/// be relied on. The rest is left out of the metrics, never guessed: a reader then looks at the
/// rows, and finds all of them. A footer that contradicts itself in sizes, offsets or rows is
/// refused. One that makes up statistics in a consistent way cannot be told from a true one:
/// `frazil verify` compares statistics with the values.
///
/// Columns are found by field id. They must be of the table's type or be promoted to it; times and
/// timestamps in milliseconds, unsigned integers of 32 bits in a `long`, and decimals of any
/// physical type are read by Iceberg and taken. Lists and maps are told by the structure of their
/// groups, so those of older writers fit. Columns of the file that the table does not have are
/// passed over; row ids of format version 3, though, are read from the file where it has them, so
/// only files of the same table should have any. Files are not changed or moved; whoever commits
/// the data file gives it to the table, which may delete it.
public final class FooterDataFile {
  private FooterDataFile() {}

  /// Reads the footer of a file.
  ///
  /// Metrics are those of [DataFileWriter], where the footer has ground for them: bounds of the
  /// table's type, shortened by the column's mode; sizes alone inside lists and maps. A null count,
  /// a NaN count and bounds are there only if every row group has them, but for row groups without
  /// a value. Zeros are `-0.0` below and `0.0` above. UUIDs have bounds that hold in the signed and
  /// in the unsigned order. INT96, FLOAT16, strings without an annotation and what has no order
  /// have no bounds, INT96 no null count either.
  ///
  /// @param file the file
  /// @param schema the table's schema
  /// @param spec a partition spec of the table
  /// @param partition the file's partition, refused if the footer proves it wrong; or null: for a
  ///   partitioned table it is then found in the footer, where the bounds of every partition column
  ///   come to one value and there is no null or nothing but nulls
  /// @param order the order that the rows are said to have. Its id is stamped only if every row
  ///   group declares it in `sorting_columns` and the row groups follow each other by their bounds;
  ///   otherwise, and for unsorted, the file is unsorted
  /// @param metrics which metrics are kept
  /// @param mapping the table's name mapping, used for a file without any field id; or null
  /// @return the data file; its location is the one of `file`
  /// @throws IOException if the file cannot be read, is not a whole Parquet file, is encrypted, is
  ///   a summary of other files, has no rows, or has a footer that cannot be true; the message
  ///   names the file
  /// @throws SchemaException if the file does not fit the table: missing, doubled or mixed field
  ///   ids, another type, a missing required column or nulls in it, or a partition that is not
  ///   proven
  public static DataFile read(
      InputFile file,
      Schema schema,
      PartitionSpec spec,
      @Nullable StructLike partition,
      SortOrder order,
      MetricsConfig metrics,
      @Nullable NameMapping mapping)
      throws IOException {
    String name = file.location();
    FileMetadata footer = footer(file);
    FooterLayout layout = new FooterLayout(name, footer);
    layout.check();
    List<FileColumn> found = ColumnIds.resolve(name, FileColumns.of(footer.schema()), mapping);
    List<SchemaFit.FittedLeaf> leaves = SchemaFit.of(name, found, schema, constants(spec));
    for (SchemaFit.FittedLeaf leaf : leaves) {
      if (leaf.counted()) {
        layout.checkFlat(leaf);
      }
    }
    List<FooterColumn> columns =
        leaves.stream().map(leaf -> FooterColumn.of(footer, leaf)).toList();
    columns.forEach(column -> requireValues(name, column));
    DataFiles.Builder builder =
        DataFiles.builder(spec)
            .withPath(name)
            .withFormat(FileFormat.PARQUET)
            .withFileSizeInBytes(footer.length())
            .withMetrics(FooterMetrics.of(footer.rowCount(), columns, schema, metrics))
            .withSplitOffsets(layout.splitOffsets())
            .withSortOrder(DeclaredOrder.of(footer, columns).proven(order));
    if (spec.isPartitioned()) {
      builder.withPartition(partition(new FilePartition(name, spec, columns), partition));
    }
    return builder.build();
  }

  private static StructLike partition(FilePartition found, @Nullable StructLike stated) {
    if (stated == null) {
      return found.proven();
    }
    found.require(stated);
    return stated;
  }

  /// The schema of a table for the rows of a file: for every column the Iceberg type that its
  /// values are read as, with the file's field ids if it has any, else with 1, 2, 3 and so on by
  /// level. Columns with ids that Iceberg reserves, such as row ids, are left out. A table for a
  /// file without ids needs a name mapping.
  ///
  /// @param file the file
  /// @return a schema for a new table
  /// @throws IOException if the footer cannot be read
  /// @throws SchemaException if a column has no Iceberg type or a reference system that no table's
  ///   metadata holds, or if some columns have a field id and some have none
  public static Schema tableSchema(InputFile file) throws IOException {
    return FileSchema.of(file.location(), FileColumns.of(footer(file).schema()));
  }

  /// Whether no column of a file has a field id, so that a table knows its columns by a name
  /// mapping alone.
  ///
  /// @param file the file
  /// @return false if any has one
  /// @throws IOException if the footer cannot be read
  public static boolean withoutIds(InputFile file) throws IOException {
    return ColumnIds.none(file.location(), FileColumns.of(footer(file).schema()));
  }

  private static FileMetadata footer(InputFile file) throws IOException {
    try (InputFileSource source = InputFileSource.open(file)) {
      return FileMetadata.read(source);
    }
  }

  /// Columns that readers take from the partition when a file lacks them.
  private static Set<Integer> constants(PartitionSpec spec) {
    Set<Integer> ids = new HashSet<>();
    for (PartitionField field : spec.fields()) {
      if (field.transform().isIdentity()) {
        ids.add(field.sourceId());
      }
    }
    return ids;
  }

  private static void requireValues(String name, FooterColumn column) {
    SchemaFit.FittedLeaf leaf = column.leaf();
    long nulls = column.nulls().orElse(0);
    if (leaf.required() && leaf.counted() && nulls > 0) {
      throw new SchemaException(
          "fit to the table: %s: %s: expected a value in every row, got %d nulls"
              .formatted(name, String.join(".", leaf.field().path()), nulls));
    }
  }
}

package dev.frazil.engine.file;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowSchemaMessage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.jspecify.annotations.Nullable;

/// A file whose row groups are moved into another one, by its footer.
final class AppendedFile {
  /// Writers whose statistics and delta-encoded strings readers mistrust by the name in the footer
  /// (PARQUET-246, PARQUET-251), which is lost when row groups move.
  private static final Pattern MISTRUSTED =
      Pattern.compile("parquet-mr version (0|1\\.[0-7])\\..*", Pattern.DOTALL);

  private final ByteSource source;
  private final FileMetaData thrift;
  private final FileMetadata metadata;

  private AppendedFile(ByteSource source, FooterReader.Footer footer) {
    this.source = source;
    this.thrift = footer.thrift();
    this.metadata = footer.metadata();
  }

  /// Reads the footer.
  ///
  /// @param source the file, which must stay open
  /// @throws IOException if it cannot be read, is encrypted, or refers to other files
  /// @throws SchemaException if its row groups mean something only where they are
  static AppendedFile open(ByteSource source) throws IOException {
    AppendedFile file = new AppendedFile(source, FooterReader.footer(source));
    file.requireMovable();
    file.requirePaths();
    return file;
  }

  private void requireMovable() {
    String writer = metadata.createdBy();
    if (writer != null && MISTRUSTED.matcher(writer).matches()) {
      throw new SchemaException(
          "append row groups: %s: expected a writer other than parquet-mr before 1.8.0, got %s"
              .formatted(source.name(), writer));
    }
    for (ColumnOrder order : ThriftReader.orEmpty(columnOrders())) {
      if (!order.isSet()) {
        throw new SchemaException(
            "append row groups: %s: expected known orders of bounds, got an unknown one"
                .formatted(source.name()));
      }
    }
    for (SchemaElement element : schemaElements()) {
      LogicalType type = element.getLogicalType();
      if (type != null && !type.isSet()) {
        throw new SchemaException(
            "append row groups: %s: %s: expected a known annotation, got an unknown one"
                .formatted(source.name(), element.getName()));
      }
    }
  }

  /// A chunk that names another leaf than the one in whose place it stands would take the lie
  /// along.
  private void requirePaths() {
    for (FileMetadata.RowGroup rowGroup : metadata.rowGroups()) {
      for (FileMetadata.ColumnChunk chunk : rowGroup.chunks()) {
        if (!chunk.facts().path().equals(chunk.leaf().path())) {
          throw new SchemaException(
              "append row groups: %s: %s: expected column chunks of this path, got one of %s"
                  .formatted(
                      source.name(),
                      ColumnPath.format(chunk.leaf().path()),
                      ColumnPath.format(chunk.facts().path())));
        }
      }
    }
  }

  String name() {
    return source.name();
  }

  /// Fields below the root, each group before its members.
  List<FileMetadata.Field> fields() {
    return metadata.schema();
  }

  List<SchemaElement> schemaElements() {
    return Objects.requireNonNull(thrift.getSchema());
  }

  @Nullable List<ColumnOrder> columnOrders() {
    return thrift.getColumn_orders();
  }

  Map<String, String> keyValueMetadata() {
    return metadata.keyValueMetadata();
  }

  /// The row groups that have rows, as they stand in the file.
  List<RowGroup> rowGroups() {
    List<RowGroup> all = thrift.getRow_groups();
    return all == null
        ? List.of()
        : all.stream().filter(rowGroup -> rowGroup.getNum_rows() > 0).toList();
  }

  /// Checks schema and orders of bounds.
  ///
  /// @param fields fields below the root of the file that the row groups go to
  /// @param orders its orders of bounds
  /// @throws SchemaException if the row groups do not fit there
  void requireFits(List<FileMetadata.Field> fields, @Nullable List<ColumnOrder> orders) {
    SchemaComparison comparison = new SchemaComparison(name());
    comparison.requireSameFields(fields, fields());
    comparison.requireSameOrders(
        fields.stream().filter(field -> field.type() != null).toList(), orders, columnOrders());
  }

  /// Checks that Arrow's readers restore the same types from both files.
  ///
  /// @param arrowSchema the Arrow schema of the file that the row groups go to, or null
  /// @throws SchemaException if this file has another one
  void requireArrowSchema(@Nullable String arrowSchema) {
    String own = keyValueMetadata().get(ArrowSchemaMessage.KEY);
    if (arrowSchema != null && own != null && !arrowSchema.equals(own)) {
      throw new SchemaException(
          "append row groups: %s: %s: expected the same in all files, got another one"
              .formatted(name(), ArrowSchemaMessage.KEY));
    }
  }
}

package dev.frazil.engine.scan;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowSchemaMessage;
import dev.frazil.engine.arrow.ArrowType;
import dev.hardwood.HardwoodContext;
import dev.hardwood.reader.ParquetFileReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An open Parquet file and the columns that it has. Not thread-safe, but any thread may use it,
/// one at a time.
///
/// The types are those of the Arrow schema in the metadata of the file where the columns can hold
/// them, in the layouts of [StatedTypes], else those that the Parquet types stand for.
final class ParquetFile implements AutoCloseable {
  private final Path path;
  private final ParquetFileReader reader;
  private final List<ReadColumn> columns;
  private final Map<String, String> metadata;

  private ParquetFile(
      Path path, ParquetFileReader reader, List<ReadColumn> columns, Map<String, String> metadata) {
    this.path = path;
    this.reader = reader;
    this.columns = columns;
    this.metadata = metadata;
  }

  /// Opens a file and reads its footer.
  ///
  /// @param context whose threads decode pages; it stays the caller's
  /// @param expected what the types are where the file states none, by the names of its columns, or
  ///   null for nothing
  /// @throws IOException if the file cannot be read, or is no Parquet file
  /// @throws SchemaException if a column has no Arrow type; the message names the file and the
  ///   column
  static ParquetFile open(Path path, HardwoodContext context, @Nullable ArrowSchema expected)
      throws IOException {
    ChannelInput input = ChannelInput.of(path);
    ParquetFileReader reader =
        DamagedFile.attempt(path, () -> ParquetFileReader.open(input, context), input);
    return DamagedFile.attempt(path, () -> of(path, reader, expected), reader);
  }

  private static ParquetFile of(
      Path path, ParquetFileReader reader, @Nullable ArrowSchema expected) {
    Map<String, String> metadata = new HashMap<>();
    if (reader.getFileMetaData().keyValueMetadata() != null) {
      // A key may stand there without a value.
      reader
          .getFileMetaData()
          .keyValueMetadata()
          .forEach((key, value) -> metadata.put(key, value == null ? "" : value));
    }
    ArrowSchema stated = stated(metadata.remove(ArrowSchemaMessage.KEY));
    if (stated != null) {
      metadata.putAll(stated.metadata());
    }
    try {
      ParquetNode root = ParquetNode.root(reader.getFileMetaData().schema());
      ArrowSchema known = stated == null && expected != null ? named(root, expected) : stated;
      return new ParquetFile(path, reader, ColumnTree.of(root, known), metadata);
    } catch (SchemaException e) {
      throw new SchemaException("Parquet read: %s: %s".formatted(path, e.getMessage()), e);
    }
  }

  /// A message that cannot be read, such as one with types of a later version, states nothing.
  private static @Nullable ArrowSchema stated(@Nullable String message) {
    if (message == null) {
      return null;
    }
    try {
      return ArrowSchemaMessage.readBase64(message);
    } catch (SchemaException _) {
      return null;
    }
  }

  /// The expected fields in the order of a file; type null, which no column has, stands for those
  /// that are not expected.
  private static ArrowSchema named(ParquetNode root, ArrowSchema expected) {
    List<ArrowField> fields = new ArrayList<>();
    for (ParquetNode column : root.children()) {
      fields.add(
          expected.fields().stream()
              .filter(field -> field.name().equals(column.name()))
              .findFirst()
              .orElseGet(() -> new ArrowField(column.name(), new ArrowType.Null(), true)));
    }
    return new ArrowSchema(fields);
  }

  /// The columns as they are read, with the metadata of the file.
  ArrowSchema schema() {
    return new ArrowSchema(columns.stream().map(ReadColumn::field).toList(), metadata);
  }

  /// Begins to read. The source closes the file, and so does this when it throws.
  ///
  /// @param names as those of [FileBatches#open]
  /// @throws IOException if the file cannot be read
  ParquetBatches batches(List<String> names, Pushdown pushdown, int batchRows) throws IOException {
    List<ReadColumn> selected = new ArrayList<>();
    for (String name : names) {
      columns.stream()
          .filter(column -> column.field().name().equals(name))
          .findFirst()
          .ifPresent(selected::add);
    }
    return DamagedFile.attempt(
        path,
        () -> ParquetBatches.of(path, reader, columns, selected, pushdown, batchRows),
        reader);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}

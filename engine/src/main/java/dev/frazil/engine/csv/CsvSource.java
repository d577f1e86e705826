package dev.frazil.engine.csv;

import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.PlainLayout;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The rows of a CSV document with a header line as record batches, some thousand rows each.
///
/// Fields are separated by commas, lines end with LF, CRLF or CR, text is UTF-8 with or without a
/// byte order mark (RFC 4180). As polars reads it: an empty field is null, and so is what a row
/// lacks at its end, all of it in a blank line; a row with more fields than the header is an error.
/// Empty quotes are an empty string, and null where the column holds no strings. [ValueText] shows
/// how values are written.
///
/// With a schema the header names its fields, in any order, and batches have its fields in its
/// order: values of dictionaries and runs as plain ones, views as strings with offsets. Each text
/// must spell a value of the field's type exactly. Without a schema the types are found by all
/// values (int64, double, bool or string).
///
/// Not thread-safe, but any thread may use it, one at a time.
public final class CsvSource implements RecordBatchSource {
  private static final int BATCH_ROWS = 8_192;
  private static final long BATCH_BYTES = 4 << 20;
  private static final int LEFT_OUT = -1;

  private final String place;
  private final CsvRecords records;
  private final ArrowSchema schema;
  private final int[] fieldOfColumn;
  private final int batchRows;
  private final List<FieldParser> parsers = new ArrayList<>();
  private boolean closed;

  /// Takes the records behind the header.
  ///
  /// @param fieldOfColumn the field of the schema that each column holds, or [#LEFT_OUT]
  private CsvSource(
      String place, CsvRecords records, ArrowSchema schema, int[] fieldOfColumn, int batchRows) {
    this.batchRows = batchRows;
    this.place = place;
    this.records = records;
    this.schema = schema;
    this.fieldOfColumn = fieldOfColumn;
    schema.fields().forEach(field -> parsers.add(FieldParser.of(field)));
  }

  /// Opens a file and reads its header, or all of it when its types have to be found.
  ///
  /// @param file the document
  /// @param schema the columns, or null for what the values look like
  /// @return the rows, to be closed by the caller
  /// @throws IOException if the file cannot be read
  /// @throws dev.frazil.engine.SchemaException if the header does not name the fields of the
  ///   schema, each once, or if one of them is of a nested type
  /// @throws ArrowImportException if the document is damaged or has no header
  public static CsvSource open(Path file, @Nullable ArrowSchema schema) throws IOException {
    String place = "CSV: " + file;
    if (schema != null) {
      return open(Files.newInputStream(file), place, schema);
    }
    ArrowSchema inferred;
    try (CsvRecords records = CsvRecords.of(Files.newInputStream(file), place)) {
      inferred = CsvInference.of(records, place);
    }
    return inferred(Files.newInputStream(file), place, inferred);
  }

  /// Opens a file for some of its columns; texts of the others are not looked at.
  ///
  /// @param file the document
  /// @param schema all columns that the document may have; of those it lacks there is nothing in
  ///   the batches
  /// @param columns names of the columns to read; none for batches that have nothing but a row
  ///   count
  /// @param batchRows rows of a batch at most, 1 or more
  /// @return the rows, with those of the schema's fields that are asked for and there, in the
  ///   schema's order; to be closed by the caller
  /// @throws IOException if the file cannot be read
  /// @throws dev.frazil.engine.SchemaException if the header has a name that the schema does not
  ///   have, or one twice, or if a column that is asked for is of a nested type
  /// @throws ArrowImportException if the document is damaged or has no header
  public static CsvSource open(
      Path file, ArrowSchema schema, Collection<String> columns, int batchRows) throws IOException {
    String place = "CSV: " + file;
    return begin(
        Files.newInputStream(file),
        place,
        (records, header) -> narrowed(place, records, header, schema, columns, batchRows));
  }

  private static CsvSource narrowed(
      String place,
      CsvRecords records,
      CsvHeader header,
      ArrowSchema schema,
      Collection<String> columns,
      int batchRows) {
    ArrowSchema plain = plain(schema);
    int[] fieldOfColumn = header.match(plain, false, place);
    Set<Integer> there = Arrays.stream(fieldOfColumn).boxed().collect(Collectors.toSet());
    List<ArrowField> read = new ArrayList<>();
    int[] positions = new int[plain.fields().size()];
    for (int i = 0; i < positions.length; i++) {
      ArrowField field = plain.fields().get(i);
      boolean wanted = there.contains(i) && columns.contains(field.name());
      positions[i] = wanted ? read.size() : LEFT_OUT;
      if (wanted) {
        read.add(field);
      }
    }
    int[] narrow = Arrays.stream(fieldOfColumn).map(field -> positions[field]).toArray();
    return new CsvSource(
        place, records, new ArrowSchema(read, plain.metadata()), narrow, batchRows);
  }

  /// Opens a stream and reads the header. When types have to be found, the whole stream is first
  /// copied to a temporary file, which lasts until the source is closed.
  ///
  /// @param bytes the document, closed with the source, and also when this throws
  /// @param schema the columns, or null for what the values look like
  /// @return the rows, to be closed by the caller
  /// @throws IOException if the stream cannot be read or copied
  /// @throws dev.frazil.engine.SchemaException if the header does not name the fields of the
  ///   schema, each once, or if one of them is of a nested type
  /// @throws ArrowImportException if the document is damaged or has no header
  public static CsvSource open(InputStream bytes, @Nullable ArrowSchema schema) throws IOException {
    String place = "CSV";
    if (schema != null) {
      return open(bytes, place, schema);
    }
    try (bytes) {
      return copied(bytes, place);
    }
  }

  private static CsvSource copied(InputStream bytes, String place) throws IOException {
    Path copy = Files.createTempFile("frazil-", ".csv");
    try {
      Files.copy(bytes, copy, StandardCopyOption.REPLACE_EXISTING);
      ArrowSchema inferred;
      try (CsvRecords records = CsvRecords.of(Files.newInputStream(copy), place)) {
        inferred = CsvInference.of(records, place);
      }
      InputStream again = Files.newInputStream(copy, StandardOpenOption.DELETE_ON_CLOSE);
      return inferred(again, place, inferred);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(copy);
      throw e;
    }
  }

  private static CsvSource open(InputStream bytes, String place, ArrowSchema schema)
      throws IOException {
    return begin(
        bytes,
        place,
        (records, header) -> {
          ArrowSchema plain = plain(schema);
          int[] fieldOfColumn = header.match(plain, true, place);
          return new CsvSource(place, records, plain, fieldOfColumn, BATCH_ROWS);
        });
  }

  /// Fields stand in the order of the columns.
  private static CsvSource inferred(InputStream bytes, String place, ArrowSchema schema)
      throws IOException {
    return begin(
        bytes,
        place,
        (records, header) -> {
          int[] fieldOfColumn = IntStream.range(0, header.names().size()).toArray();
          return new CsvSource(place, records, schema, fieldOfColumn, BATCH_ROWS);
        });
  }

  /// What is made of a header and the records behind it.
  private interface Opening {
    CsvSource open(CsvRecords records, CsvHeader header);
  }

  private static CsvSource begin(InputStream bytes, String place, Opening opening)
      throws IOException {
    CsvRecords records = CsvRecords.of(bytes, place);
    try {
      return opening.open(records, CsvHeader.read(records, place));
    } catch (IOException | RuntimeException e) {
      closeAfter(e, records);
      throw e;
    }
  }

  private static void closeAfter(Exception failure, CsvRecords records) {
    try {
      records.close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private static ArrowSchema plain(ArrowSchema schema) {
    return new ArrowSchema(
        schema.fields().stream().map(CsvSource::plain).toList(), schema.metadata());
  }

  private static ArrowField plain(ArrowField field) {
    ArrowField values = PlainLayout.field(field);
    ArrowType type =
        switch (values.type()) {
          case ArrowType.Utf8View() -> new ArrowType.Utf8(false);
          case ArrowType.BinaryView() -> new ArrowType.Binary(false);
          default -> values.type();
        };
    return new ArrowField(
        values.name(), type, values.nullable(), values.metadata(), null, values.children());
  }

  @Override
  public ArrowSchema schema() {
    return schema;
  }

  /// The next rows.
  ///
  /// @return a batch to be closed by the caller, or null at the end
  /// @throws IOException if the document cannot be read
  /// @throws ArrowImportException naming the line, the column and the text that is no value of the
  ///   column, or what else is wrong with the document
  @Override
  public @Nullable RecordBatch next() throws IOException {
    if (closed) {
      throw new IllegalStateException("record batches: expected an open source, got a closed one");
    }
    List<ColumnBuilder> columns = schema.fields().stream().map(ColumnBuilder::new).toList();
    int rows = 0;
    try {
      long bytes = 0;
      long slots = (long) columns.size() * Long.BYTES;
      while (rows < batchRows && bytes < BATCH_BYTES && records.next()) {
        bytes += appendRow(columns) + slots;
        rows++;
      }
    } catch (IOException | RuntimeException e) {
      columns.forEach(ColumnBuilder::close);
      throw e;
    }
    Runnable release = () -> columns.forEach(ColumnBuilder::close);
    if (rows == 0) {
      release.run();
      return null;
    }
    return new RecordBatch(
        schema, rows, columns.stream().map(ColumnBuilder::column).toList(), release);
  }

  /// Appends the record that was read.
  ///
  /// @return the characters of its fields
  private long appendRow(List<ColumnBuilder> columns) {
    int count = records.fieldCount();
    if (count > fieldOfColumn.length) {
      throw new ArrowImportException(
          "%s: line %d: expected %d %s, as in the header, got %d"
              .formatted(
                  place,
                  records.line(),
                  fieldOfColumn.length,
                  fieldOfColumn.length == 1 ? "field" : "fields",
                  count));
    }
    long characters = 0;
    for (int i = 0; i < fieldOfColumn.length; i++) {
      int field = fieldOfColumn[i];
      if (field == LEFT_OUT) {
        continue;
      }
      ColumnBuilder column = columns.get(field);
      if (i >= count) {
        appendNull(field, column, "no field");
        continue;
      }
      FieldText text = records.field(i);
      characters += text.length();
      append(field, column, text);
    }
    return characters;
  }

  private void append(int index, ColumnBuilder column, FieldText text) {
    ArrowField field = schema.fields().get(index);
    if (text.isEmpty() && !(text.quoted() && ValueText.hasEmptyText(field.type()))) {
      appendNull(index, column, "an empty field");
    } else if (!parsers.get(index).append(text, column)) {
      throw unfit(field, text.clipped());
    }
  }

  private void appendNull(int index, ColumnBuilder column, String found) {
    ArrowField field = schema.fields().get(index);
    if (!field.nullable()) {
      throw unfit(field, found);
    }
    column.addNull();
  }

  private ArrowImportException unfit(ArrowField field, String found) {
    return new ArrowImportException(
        "%s: line %d, column %s: expected %s, got %s"
            .formatted(place, records.line(), field.name(), field.type(), found));
  }

  /// Closes the document. Batches already handed out stay valid.
  @Override
  public void close() throws IOException {
    closed = true;
    records.close();
  }
}

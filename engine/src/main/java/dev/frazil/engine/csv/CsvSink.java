package dev.frazil.engine.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategy;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.SlotValues;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Record batches as a CSV document that [CsvSource] and polars read back with the same values: a
/// header line, commas, LF, UTF-8 without a byte order mark (RFC 4180). Null is an empty field, an
/// empty string empty quotes; other fields are quoted where they must be. [ValueText] has the text
/// of each type.
///
/// The stream stays the caller's. Not thread-safe, but any thread may use it, one at a time.
public final class CsvSink {
  private static final int BUFFER_UNITS = 1 << 16;

  private final List<ValueText> texts;
  private final List<String> names;
  private final CsvWriter writer;

  /// Starts a document with its header.
  ///
  /// @param out where the bytes go
  /// @param schema the columns of all batches, at least one
  /// @throws IOException if the stream fails
  /// @throws SchemaException naming a column of a nested type, or if there are no columns
  public CsvSink(OutputStream out, ArrowSchema schema) throws IOException {
    if (schema.fields().isEmpty()) {
      throw new SchemaException("CSV: expected at least one column, got none");
    }
    this.texts = schema.fields().stream().map(ValueText::of).toList();
    this.names = schema.fields().stream().map(ArrowField::name).toList();
    this.writer =
        CsvWriter.builder()
            .lineDelimiter(LineDelimiter.LF)
            .quoteStrategy(new Quotes())
            .bufferSize(BUFFER_UNITS)
            .build(out, StandardCharsets.UTF_8);
    try {
      writer.writeRecord(names);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /// Appends the rows of a batch, and closes it, also when this throws.
  ///
  /// @param batch columns of the schema's names and types, in its order
  /// @throws IOException if the stream fails
  /// @throws SchemaException if the batch has other columns
  /// @throws dev.frazil.engine.ArrowImportException if a value is no date or time that can be
  ///   written
  public void append(RecordBatch batch) throws IOException {
    try (batch) {
      List<String> found = batch.schema().fields().stream().map(ArrowField::name).toList();
      if (!found.equals(names)) {
        throw new SchemaException("CSV: expected the columns %s, got %s".formatted(names, found));
      }
      for (int slot = 0; slot < batch.rowCount(); slot++) {
        writeRow(batch.columns(), slot);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void writeRow(List<ArrowColumn> columns, int slot) {
    CsvWriter.CsvWriterRecord row = writer.writeRecord();
    for (int i = 0; i < columns.size(); i++) {
      Object value = SlotValues.value(columns.get(i), slot);
      row.writeField(value == null ? null : texts.get(i).text(value));
    }
    row.endRecord();
  }

  /// Writes what is left. Nothing may be appended afterwards.
  ///
  /// @throws IOException if the stream fails
  public void finish() throws IOException {
    try {
      writer.flush();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /// Quotes what would read back as another value: an empty string as null, and a first character
  /// as a byte order mark.
  private static final class Quotes implements QuoteStrategy {
    @Override
    public boolean quoteEmpty(int lineNumber, int fieldIndex) {
      return true;
    }

    @Override
    public boolean quoteValue(int lineNumber, int fieldIndex, String value) {
      return lineNumber == 1 && fieldIndex == 0 && value.charAt(0) == '\ufeff';
    }
  }
}

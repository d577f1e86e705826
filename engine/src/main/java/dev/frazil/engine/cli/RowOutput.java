package dev.frazil.engine.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.arrow.SlotValues;
import dev.frazil.engine.csv.CsvSink;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/// Rows on standard output.
enum RowOutput {
  /// Aligned columns for people; see [RowTable].
  TABLE {
    @Override
    void print(RecordBatchSource rows, PrintStream out) throws IOException {
      RowTable table = new RowTable(rows.schema(), out);
      for (RecordBatch batch = rows.next(); batch != null; batch = rows.next()) {
        table.append(batch);
        requireOpen(out);
      }
      table.finish();
      requireOpen(out);
    }
  },

  /// One JSON object a line, its members in the order of the columns; see [ValueJson].
  JSON {
    @Override
    void print(RecordBatchSource rows, PrintStream out) throws IOException {
      List<String> names = rows.schema().fields().stream().map(ArrowField::name).toList();
      List<ValueJson> values = rows.schema().fields().stream().map(ValueJson::of).toList();
      try (JsonGenerator json = JSON_FACTORY.createGenerator(out)) {
        json.setRootValueSeparator(null);
        for (RecordBatch batch = rows.next(); batch != null; batch = rows.next()) {
          printObjects(batch, names, values, json);
          requireOpen(out);
        }
      }
    }
  },

  /// A CSV document; see [CsvSink].
  CSV {
    @Override
    void print(RecordBatchSource rows, PrintStream out) throws IOException {
      CsvSink sink = new CsvSink(out, rows.schema());
      for (RecordBatch batch = rows.next(); batch != null; batch = rows.next()) {
        sink.append(batch);
        requireOpen(out);
      }
      sink.finish();
      requireOpen(out);
    }
  };

  /// Makes generators of JSON that may be shown on a terminal, which leave their target open.
  static final JsonFactory JSON_FACTORY =
      new JsonFactoryBuilder()
          .characterEscapes(JsonEscapes.INSTANCE)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .build();

  /// Prints all rows that are left of a source, batch by batch.
  ///
  /// @param rows the rows; stays open
  /// @param out where to, in UTF-8; stays open
  /// @throws IOException if the rows cannot be read
  /// @throws dev.frazil.engine.FrazilException if a value has no text; CSV: if a column is nested
  /// @throws CommandFailure if the output cannot be written
  abstract void print(RecordBatchSource rows, PrintStream out) throws IOException;

  private static void printObjects(
      RecordBatch batch, List<String> names, List<ValueJson> values, JsonGenerator json)
      throws IOException {
    try (batch) {
      for (int slot = 0; slot < batch.rowCount(); slot++) {
        json.writeStartObject();
        for (int i = 0; i < names.size(); i++) {
          json.writeFieldName(names.get(i));
          values.get(i).write(json, SlotValues.value(batch.columns().get(i), slot));
        }
        json.writeEndObject();
        json.writeRaw('\n');
      }
    }
  }

  /// Ends early where nobody reads: a print stream swallows the failure.
  private static void requireOpen(PrintStream out) {
    if (out.checkError()) {
      throw new CommandFailure("standard output: cannot be written");
    }
  }
}

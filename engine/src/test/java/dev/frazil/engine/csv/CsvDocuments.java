package dev.frazil.engine.csv;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.arrow.RowValues;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// CSV documents of tests, read and written whole.
final class CsvDocuments {
  private CsvDocuments() {}

  /// A nullable field.
  static ArrowField field(String name, ArrowType type) {
    return new ArrowField(name, type, true);
  }

  /// A schema of nullable fields named `a`, `b` and so on.
  static ArrowSchema schema(ArrowType... types) {
    List<ArrowField> fields = new ArrayList<>();
    for (ArrowType type : types) {
      fields.add(field(String.valueOf((char) ('a' + fields.size())), type));
    }
    return new ArrowSchema(fields);
  }

  /// The rows of a document.
  static List<List<@Nullable Object>> rows(String document, @Nullable ArrowSchema schema)
      throws IOException {
    return rows(document.getBytes(StandardCharsets.UTF_8), schema);
  }

  /// The rows of a document.
  static List<List<@Nullable Object>> rows(byte[] document, @Nullable ArrowSchema schema)
      throws IOException {
    try (CsvSource source = CsvSource.open(new ByteArrayInputStream(document), schema)) {
      return RowValues.of(source);
    }
  }

  /// The types and rows that are found in a document without a schema.
  static String inferred(String document) throws IOException {
    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
    try (CsvSource source = CsvSource.open(new ByteArrayInputStream(bytes), null)) {
      List<String> fields =
          source.schema().fields().stream().map(f -> f.name() + " " + f.type()).toList();
      return fields + " " + RowValues.of(source);
    }
  }

  /// A document of all rows that are left of a source.
  static byte[] written(RecordBatchSource source) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CsvSink sink = new CsvSink(bytes, source.schema());
    for (RecordBatch batch = source.next(); batch != null; batch = source.next()) {
      sink.append(batch);
    }
    sink.finish();
    return bytes.toByteArray();
  }

  /// The bytes of a file that polars wrote.
  static byte[] polars(String name) throws IOException {
    try (InputStream file =
        Objects.requireNonNull(CsvDocuments.class.getResourceAsStream(name + ".csv"), name)) {
      return file.readAllBytes();
    }
  }
}

package dev.frazil.fuzz;

import dev.frazil.encoders.EncoderOptions;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.file.ColumnOptions;
import dev.frazil.engine.file.WriterOptions;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.MessageType;

/// What a file must hold.
///
/// @param schema its schema
/// @param leaves the slots of its leaves over all batches
/// @param rowCount its rows
/// @param options what it was written under
record ExpectedFile(
    MessageType schema, List<ExpectedLeaf> leaves, int rowCount, WriterOptions options) {

  static ExpectedFile of(
      List<ArrowField> fields, List<BatchValues> batches, WriterOptions options) {
    MessageType schema = ExpectedSchema.of(fields, options.ieee754TotalOrder());
    List<ArrowField> columns = new ArrayList<>();
    fields.forEach(field -> addLeaves(field, columns));
    List<ColumnDescriptor> descriptors = schema.getColumns();
    List<ExpectedLeaf> leaves = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      leaves.add(new ExpectedLeaf(new ParquetColumn(columns.get(i), descriptors.get(i))));
    }
    Shredder shredder = new Shredder(leaves);
    batches.forEach(shredder::add);
    return new ExpectedFile(
        schema, leaves, batches.stream().mapToInt(BatchValues::rowCount).sum(), options);
  }

  /// How a leaf is encoded.
  EncoderOptions encoder(ParquetColumn column) {
    ColumnOptions own = options.columns().getOrDefault(column.path(), ColumnOptions.DEFAULT);
    EncoderOptions.Builder encoder = options.encoder().toBuilder();
    if (own.compression() != null) {
      encoder.compression(own.compression());
    }
    if (own.encoding() != null) {
      encoder.encoding(own.encoding());
    }
    if (own.dictionary() != null) {
      encoder.dictionary(own.dictionary());
    }
    if (own.dictionaryMaxBytes() != null) {
      encoder.dictionaryMaxBytes(own.dictionaryMaxBytes());
    }
    if (own.pageTargetBytes() != null) {
      encoder.pageTargetBytes(own.pageTargetBytes());
    }
    if (own.bloomFilter() != null) {
      encoder.bloomFilter(own.bloomFilter());
    }
    return encoder.build();
  }

  private static void addLeaves(ArrowField encoded, List<ArrowField> leaves) {
    ArrowField field = ExpectedSchema.resolved(encoded);
    if (field.children().isEmpty()) {
      leaves.add(field);
    } else {
      field.children().forEach(child -> addLeaves(child, leaves));
    }
  }
}

package dev.frazil.engine.iceberg;

import dev.frazil.engine.align.AlignmentOptions;
import dev.frazil.engine.align.BatchAligner;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetSchema;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.TableProperties;

/// What the files of one table schema look like, whoever writes them: the Parquet schema, and
/// options that go by the columns' paths in the file and carry the key `iceberg.schema`.
///
/// @param schema the table's schema
/// @param parquet the schema of the files
/// @param options how they are written
record TableFileFormat(Schema schema, ParquetSchema parquet, WriterOptions options) {
  private static final String SCHEMA_KEY = "iceberg.schema";

  /// The format of files of a schema.
  ///
  /// @param options options of columns go by the names in the table; others are passed over
  /// @throws dev.frazil.engine.SchemaException if a column has a type that is not written
  static TableFileFormat of(Schema schema, WriterOptions options) {
    ParquetSchema parquet = IcebergSchemas.parquetSchema(schema);
    Map<String, String> keyValues = new HashMap<>(options.keyValueMetadata());
    keyValues.put(SCHEMA_KEY, SchemaParser.toJson(schema));
    return new TableFileFormat(
        schema,
        parquet,
        TableColumns.inFiles(options, schema, parquet).toBuilder()
            .keyValueMetadata(keyValues)
            // As Iceberg's own writer: the table says what the types are.
            .arrowSchema(false)
            .build());
  }

  /// Options from the properties of a table, which gets Iceberg's default codec, gzip, if it names
  /// none.
  ///
  /// @throws IllegalArgumentException if a property has a value that cannot be used
  static WriterOptions options(Map<String, String> properties) {
    Map<String, String> withCodec = new HashMap<>(properties);
    withCodec.putIfAbsent(
        TableProperties.PARQUET_COMPRESSION, TableProperties.PARQUET_COMPRESSION_DEFAULT);
    return WriterOptions.fromProperties(withCodec);
  }

  /// A new aligner of batches to these files, with the write defaults of the schema, that loses
  /// nothing.
  BatchAligner aligner() {
    return aligner(AlignmentOptions.DEFAULT);
  }

  /// As [#aligner()], with what is allowed beyond.
  BatchAligner aligner(AlignmentOptions alignment) {
    return new BatchAligner(parquet.source(), WriteDefaults.of(schema), alignment);
  }
}

package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.FrazilException;
import dev.frazil.engine.align.AlignmentOptions;
import dev.frazil.engine.align.BatchAligner;
import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.MemorySink;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.inmemory.InMemoryInputFile;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.variants.Variant;
import org.jspecify.annotations.Nullable;

/// Batches over the C interface, aligned to a table and written, and their rows as Iceberg's own
/// reader has them. The producer's memory is gone once the batch is released.
final class AlignedRows {
  private AlignedRows() {}

  /// The rows of a file of batches, each as text.
  static List<String> of(Schema table, AlignmentOptions options, CDataColumn... batches)
      throws IOException {
    ParquetSchema parquet = IcebergSchemas.parquetSchema(table);
    byte[] file;
    try (CDataBuilder producer = new CDataBuilder();
        BatchAligner aligner =
            new BatchAligner(parquet.source(), WriteDefaults.of(table), options);
        MemorySink sink = new MemorySink();
        ParquetFileWriter writer = new ParquetFileWriter(sink, parquet, WriterOptions.DEFAULT)) {
      for (CDataColumn batch : batches) {
        try (RecordBatchSource source = producer.source(batch)) {
          writer.append(aligner.align(Objects.requireNonNull(source.next())));
        }
      }
      writer.finish();
      file = sink.segment().toArray(ValueLayout.JAVA_BYTE);
    }
    return read(table, file);
  }

  private static List<String> read(Schema table, byte[] file) throws IOException {
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> records =
        Parquet.read(new InMemoryInputFile(file))
            .project(table)
            .createReaderFunc(schema -> GenericParquetReaders.buildReader(table, schema))
            .build()) {
      records.forEach(row -> rows.add(text(row)));
    }
    return rows;
  }

  /// Checks that a batch is refused, and released all the same.
  static void assertRefused(
      String message, Schema table, AlignmentOptions options, CDataColumn batch)
      throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        BatchAligner aligner =
            new BatchAligner(IcebergSchemas.arrowSchema(table), WriteDefaults.of(table), options);
        RecordBatchSource source = producer.source(batch)) {
      RecordBatch read = Objects.requireNonNull(source.next());
      assertEquals(
          message,
          assertThrows(FrazilException.class, () -> aligner.align(read).close()).getMessage());
    }
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case Record row -> {
        List<String> members = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
          members.add(text(row.get(i)));
        }
        yield "(" + String.join(", ", members) + ")";
      }
      case List<?> list -> list.stream().map(AlignedRows::text).toList().toString();
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> text(entry.getKey()) + "=" + text(entry.getValue()))
              .sorted()
              .toList()
              .toString();
      case byte[] bytes -> HexFormat.of().formatHex(bytes);
      case ByteBuffer bytes -> {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        yield HexFormat.of().formatHex(copy);
      }
      case Variant variant -> variant.value().asPrimitive().get().toString();
      default -> value.toString();
    };
  }
}

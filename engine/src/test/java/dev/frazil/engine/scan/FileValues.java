package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.arrow.SlotValues;
import dev.frazil.engine.file.ChannelSink;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Files written for tests, and the values of what is read of files: of each column, as objects
/// that can be compared.
final class FileValues {
  private FileValues() {}

  /// Writes a file.
  ///
  /// @return the schema of the batch
  static ArrowSchema write(Path path, WriterOptions options, CDataColumn batch) throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(batch);
        ParquetFileWriter writer =
            new ParquetFileWriter(
                ChannelSink.open(path), ParquetSchema.of(source.schema()), options)) {
      writer.append(Objects.requireNonNull(source.next()));
      writer.finish();
      return source.schema();
    }
  }

  /// The values of a batch.
  static Map<String, List<@Nullable Object>> of(CDataColumn batch) throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(batch)) {
      return of(source);
    }
  }

  /// The values of all batches of a source, which is closed.
  static Map<String, List<@Nullable Object>> of(RecordBatchSource source) throws IOException {
    try (source) {
      Map<String, List<@Nullable Object>> values = new LinkedHashMap<>();
      source.schema().fields().forEach(field -> values.put(field.name(), new ArrayList<>()));
      for (RecordBatch next = source.next(); next != null; next = source.next()) {
        try (RecordBatch batch = next) {
          for (ArrowColumn column : batch.columns()) {
            List<@Nullable Object> of = values.get(column.field().name());
            for (int i = 0; i < batch.rowCount(); i++) {
              Objects.requireNonNull(of).add(comparable(SlotValues.value(column, i)));
            }
          }
        }
      }
      return values;
    }
  }

  /// The values of all columns of a Parquet file.
  static Map<String, List<@Nullable Object>> read(Path path, int batchRows) throws IOException {
    try (ParquetFiles files = new ParquetFiles(1)) {
      ScanFile file = new ScanFile(path, DataFormat.PARQUET);
      return of(files.open(file, names(schema(path)), Pushdown.NONE, batchRows));
    }
  }

  static List<String> names(ArrowSchema schema) {
    return schema.fields().stream().map(ArrowField::name).toList();
  }

  static ArrowSchema schema(Path path) throws IOException {
    try (ParquetFiles files = new ParquetFiles(1);
        ParquetFile open = files.open(new ScanFile(path, DataFormat.PARQUET))) {
      return open.schema();
    }
  }

  /// Bytes as a buffer, at any depth.
  static @Nullable Object comparable(@Nullable Object value) {
    return switch (value) {
      case byte[] bytes -> ByteBuffer.wrap(bytes);
      case List<?> list -> {
        List<@Nullable Object> elements = new ArrayList<>();
        list.forEach(element -> elements.add(comparable(element)));
        yield elements;
      }
      case Map.Entry<?, ?> entry -> {
        List<@Nullable Object> pair = new ArrayList<>();
        pair.add(comparable(entry.getKey()));
        pair.add(comparable(entry.getValue()));
        yield pair;
      }
      case Map<?, ?> struct -> {
        Map<@Nullable Object, @Nullable Object> members = new LinkedHashMap<>();
        struct.forEach((name, member) -> members.put(name, comparable(member)));
        yield members;
      }
      case null, default -> value;
    };
  }
}

package dev.frazil.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Statistics;
import org.jspecify.annotations.Nullable;

/// Small files written by hand, and what stands in their footers.
final class Cases {
  static final ArrowType BOOL = new ArrowType.Bool();
  static final ArrowType INT32 = new ArrowType.Int(32, true);
  static final ArrowType INT64 = new ArrowType.Int(64, true);
  static final ArrowType FLOAT32 = new ArrowType.FloatingPoint(32);
  static final ArrowType FLOAT64 = new ArrowType.FloatingPoint(64);
  static final ArrowType UTF8 = new ArrowType.Utf8(false);
  static final ArrowType BINARY = new ArrowType.Binary(false);
  static final WriterOptions PLAIN_BYTES =
      WriterOptions.builder().compression(CompressionPolicy.UNCOMPRESSED).build();

  private Cases() {}

  static byte[] text(String text) {
    return text.getBytes(UTF_8);
  }

  static ArrowField field(String name, ArrowType type) {
    return new ArrowField(name, type, true);
  }

  static ArrowField list(String name, ArrowField element) {
    return new ArrowField(name, new ArrowType.List(false), true, List.of(element));
  }

  static ArrowField struct(String name, ArrowField... members) {
    return new ArrowField(name, new ArrowType.Struct(), true, List.of(members));
  }

  static ArrowField map(String name, ArrowType key, ArrowField value) {
    List<ArrowField> members = List.of(new ArrowField("key", key, false), value);
    return new ArrowField(
        name,
        new ArrowType.Map(false),
        true,
        List.of(new ArrowField("entries", new ArrowType.Struct(), false, members)));
  }

  /// A nullable column with these values.
  static ColumnValues column(String name, ArrowType type, @Nullable Object... values) {
    return column(field(name, type), Arrays.asList(values));
  }

  static ColumnValues column(ArrowField field, List<@Nullable Object> values) {
    return new ColumnValues(field, values);
  }

  static List<@Nullable Object> repeat(int count, @Nullable Object value) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(value);
    }
    return values;
  }

  /// A batch of one column of text with this very dictionary.
  static BatchData coded(List<String> dictionary, @Nullable Object... indices) {
    ArrowField field = new ArrowField("d", UTF8, true, Map.of(), new ArrowType.Int(32, true));
    List<@Nullable Object> values = new ArrayList<>();
    for (Object index : indices) {
      values.add(index == null ? null : dictionary.get(Math.toIntExact((Long) index)));
    }
    return BatchData.of(
        BatchValues.of(column(field, values)),
        List.of(layout().coded(field, new ArrayList<>(dictionary), Arrays.asList(indices))));
  }

  /// A layout that is the same in every run.
  static ArrayLayout layout() {
    return new ArrayLayout(new SplittableRandom(7));
  }

  static BatchData batch(ColumnValues... columns) {
    return BatchData.of(BatchValues.of(columns), new SplittableRandom(7));
  }

  /// Writes batches and has the oracle compare everything.
  static WrittenFile write(WriterOptions options, BatchData... batches) throws IOException {
    return EngineRun.verified(
        new FileCase(batches[0].fields(), List.of(batches), options), new SplittableRandom(7));
  }

  static WrittenFile write(ColumnValues... columns) throws IOException {
    return write(PLAIN_BYTES, batch(columns));
  }

  static ColumnMetaData chunk(WrittenFile file, int rowGroup, int column) throws IOException {
    return FooterCheck.chunk(
        FooterCheck.groups(FooterCheck.read(file.bytes())).get(rowGroup), column);
  }

  static Statistics statistics(WrittenFile file, int column) throws IOException {
    return Expect.present("statistics", chunk(file, 0, column).getStatistics());
  }

  /// The pages of the first row group's chunk.
  static PageWalk pages(WrittenFile file, int column) throws IOException {
    return PageWalk.of(file.bytes(), chunk(file, 0, column));
  }
}

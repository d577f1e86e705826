package dev.frazil.encoders;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Encodes values batch by batch and reads the chunk back.
final class ChunkTrial {
  static final EncoderOptions SNAPPY =
      EncoderOptions.builder().compression(CompressionPolicy.SNAPPY).build();

  private ChunkTrial() {}

  static LeafColumn leaf(PhysicalType type, int length, int level, ValueOrder order) {
    return new LeafColumn(List.of("c"), type, length, level, order);
  }

  static LeafColumn int32(int level) {
    return leaf(PhysicalType.INT32, 0, level, ValueOrder.SIGNED);
  }

  static LeafColumn int64(int level) {
    return leaf(PhysicalType.INT64, 0, level, ValueOrder.SIGNED);
  }

  static LeafColumn string(int level) {
    return leaf(PhysicalType.BYTE_ARRAY, 0, level, ValueOrder.LEXICOGRAPHIC);
  }

  static LeafColumn float64(int level) {
    return leaf(PhysicalType.DOUBLE, 0, level, ValueOrder.FLOATING_POINT);
  }

  /// What a chunk held, read back by parquet-java's decoders.
  record Read(Encoding encoding, LeafStatistics statistics, ChunkReader pages, long compressed) {
    List<@Nullable Object> values() {
      return pages.values;
    }
  }

  interface Source {
    LeafValues of(Arena arena, List<? extends @Nullable Object> values);
  }

  /// Encodes the values in batches of one size; each batch is unmapped before the next one comes.
  static Read encode(
      LeafColumn column,
      EncoderOptions options,
      Source source,
      List<? extends @Nullable Object> values,
      int batch)
      throws IOException {
    try (EncoderWorkspace workspace = new EncoderWorkspace();
        ColumnChunkEncoder encoder = new ColumnChunkEncoder(column, options, workspace)) {
      for (int from = 0; from < values.size(); from += batch) {
        List<? extends @Nullable Object> part =
            values.subList(from, Math.min(values.size(), from + batch));
        try (Arena arena = Arena.ofConfined()) {
          Nesting nesting =
              column.optional()
                  ? NativeValues.validity(arena, part)
                  : new Nesting.Required(part.size());
          encoder.append(source.of(arena, part), nesting, 0, part.size());
        }
      }
      return read(column, options, encoder.finish());
    }
  }

  /// Reads a finished chunk back.
  static Read read(LeafColumn column, EncoderOptions options, EncodedChunk chunk)
      throws IOException {
    return new Read(
        chunk.valueEncoding(),
        chunk.statistics(),
        new ChunkReader(column, options.compression().codec(), chunk),
        chunk.bytes().byteSize());
  }

  static <T> List<@Nullable T> withNulls(int count, int every, IntFunction<T> value) {
    List<@Nullable T> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(i % every == every - 1 ? null : value.apply(i));
    }
    return values;
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  static Bounds bounds(Read read) {
    Bounds bounds = read.statistics().bounds();
    assertNotNull(bounds);
    return bounds;
  }
}

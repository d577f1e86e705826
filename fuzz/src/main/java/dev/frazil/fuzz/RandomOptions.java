package dev.frazil.fuzz;

import dev.frazil.encoders.BloomFilterOptions;
import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.ContentDefinedChunking;
import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.encoders.PageVersion;
import dev.frazil.encoders.PhysicalType;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.file.ColumnOptions;
import dev.frazil.engine.file.WriterOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.apache.parquet.column.ColumnDescriptor;

/// Random options: limits of every size, every policy, codec and page version, and columns that go
/// their own ways.
final class RandomOptions {
  private static final int[] DICTIONARY_BYTES = {1, 20, 300, 5_000, 2 << 20};
  private static final int[] PAGE_BYTES = {1, 30, 1_000, 40_000, 1 << 20};
  private static final int[] PAGE_ROWS = {1, 2, 7, 8, 9, 100, 1_000, 20_000};
  private static final int[] PAGE_VALUES = {1, 10, 1_000, 1 << 20};
  private static final int[] GROUP_ROWS = {1, 3, 64, 1_000, 10_000, 1 << 20};
  private static final long[] GROUP_BYTES = {1, 2_000, 100_000, 128 << 20};
  private static final int[] ZSTD_LEVELS = {-3, 1, 3, 9};
  private static final double[] FALSE_POSITIVES = {0.001, 0.01, 0.1, 0.5};

  private final RandomGenerator random;

  RandomOptions(RandomGenerator random) {
    this.random = random;
  }

  /// Options for a file; tiny limits only where they do not make thousands of pages.
  ///
  /// @param fields its columns
  /// @param rows its rows
  WriterOptions options(List<ArrowField> fields, int rows) {
    int least = Math.max(1, rows / 300);
    WriterOptions.Builder options =
        WriterOptions.builder()
            .compression(codec())
            .encoding(
                random.nextInt(3) == 0
                    ? new EncodingPolicy.Smallest()
                    : new EncodingPolicy.Compatible())
            .dictionary(random.nextInt(4) > 0)
            .dictionaryMaxBytes(one(DICTIONARY_BYTES))
            .pageVersion(random.nextBoolean() ? PageVersion.V1 : PageVersion.V2)
            .pageTargetBytes(Math.max(least, one(PAGE_BYTES)))
            .pageTargetRows(Math.max(least, one(PAGE_ROWS)))
            .columnIndex(random.nextInt(8) > 0)
            .arrowSchema(random.nextInt(4) > 0)
            .ieee754TotalOrder(random.nextInt(3) == 0)
            .rowGroupTargetBytes(
                Math.max(20L * least - 19, GROUP_BYTES[random.nextInt(GROUP_BYTES.length)]))
            .rowGroupTargetRows(Math.max(5 * least - 4, one(GROUP_ROWS)))
            .keyValueMetadata(
                random.nextBoolean() ? Map.of() : Map.of("key", "value", "empty", ""));
    if (random.nextInt(3) == 0) {
      options.encoder().pageTargetValues(Math.max(least, one(PAGE_VALUES)));
    }
    if (random.nextInt(3) == 0) {
      options.encoder().pageBoundMaxBytes(random.nextInt(1, 80));
    }
    if (random.nextInt(8) == 0) {
      int min = Math.max(least, random.nextInt(1, 2_000));
      options
          .encoder()
          .chunking(
              new ContentDefinedChunking(
                  min, min + random.nextInt(1, 4_000), random.nextInt(-3, 4)));
    }
    for (ColumnDescriptor leaf : ExpectedSchema.of(fields, false).getColumns()) {
      if (random.nextInt(2) == 0) {
        options.column(Arrays.asList(leaf.getPath()), column(physicalType(leaf)));
      }
    }
    return options.build();
  }

  private ColumnOptions column(PhysicalType type) {
    ColumnOptions options = ColumnOptions.DEFAULT;
    if (random.nextInt(4) == 0) {
      options = options.withCompression(codec());
    }
    if (random.nextInt(4) > 0) {
      List<Encoding> legal =
          Arrays.stream(Encoding.values()).filter(encoding -> encoding.allows(type)).toList();
      options =
          options.withEncoding(new EncodingPolicy.Fixed(legal.get(random.nextInt(legal.size()))));
    }
    if (type != PhysicalType.BOOLEAN && random.nextInt(3) == 0) {
      options =
          options.withBloomFilter(
              new BloomFilterOptions(
                  FALSE_POSITIVES[random.nextInt(FALSE_POSITIVES.length)],
                  32 << random.nextInt(12)));
    }
    return options;
  }

  private static PhysicalType physicalType(ColumnDescriptor leaf) {
    return switch (leaf.getPrimitiveType().getPrimitiveTypeName()) {
      case BOOLEAN -> PhysicalType.BOOLEAN;
      case INT32 -> PhysicalType.INT32;
      case INT64 -> PhysicalType.INT64;
      case FLOAT -> PhysicalType.FLOAT;
      case DOUBLE -> PhysicalType.DOUBLE;
      case BINARY -> PhysicalType.BYTE_ARRAY;
      case FIXED_LEN_BYTE_ARRAY -> PhysicalType.FIXED_LEN_BYTE_ARRAY;
      case INT96 -> throw new IllegalArgumentException("leaf: " + leaf);
    };
  }

  private int one(int[] choices) {
    return choices[random.nextInt(choices.length)];
  }

  private CompressionPolicy codec() {
    return switch (random.nextInt(8)) {
      case 0, 1 -> CompressionPolicy.UNCOMPRESSED;
      case 2, 3 -> CompressionPolicy.SNAPPY;
      case 4 -> new CompressionPolicy(CompressionPolicy.Codec.LZ4_RAW, 0);
      case 5 -> new CompressionPolicy(CompressionPolicy.Codec.GZIP, random.nextInt(10));
      case 6 -> new CompressionPolicy(CompressionPolicy.Codec.BROTLI, random.nextInt(6));
      default -> new CompressionPolicy(CompressionPolicy.Codec.ZSTD, one(ZSTD_LEVELS));
    };
  }
}

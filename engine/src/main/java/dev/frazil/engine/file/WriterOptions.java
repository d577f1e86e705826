package dev.frazil.engine.file;

import dev.frazil.encoders.CompressionPolicy;
import java.util.Map;

/// DRAFT (helper B writes builder, validation, fromProperties, DEFAULT_METRICS_TRUNCATE and PROP_*
/// constants).
public record WriterOptions(
    CompressionPolicy compression,
    boolean dictionary,
    int dictionaryMaxBytes,
    int pageTargetBytes,
    int pageTargetRows,
    long rowGroupTargetBytes,
    int rowGroupTargetRows,
    Map<String, String> keyValueMetadata,
    Map<String, String> metricsProperties) {
  public static final WriterOptions DEFAULT =
      new WriterOptions(
          CompressionPolicy.ZSTD,
          true,
          2 << 20,
          1 << 20,
          20_000,
          128L << 20,
          1 << 20,
          Map.of(),
          Map.of());

  public static WriterOptions fromProperties(Map<String, String> properties) {
    throw new UnsupportedOperationException(properties.toString());
  }
}

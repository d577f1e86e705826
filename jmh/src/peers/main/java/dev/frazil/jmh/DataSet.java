package dev.frazil.jmh;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;

/// An input and a codec, written `taxi/snappy`, with row groups of equal rows for every writer.
///
/// @param input the name of the input
/// @param codec the codec, with its level where it has one
record DataSet(String input, String codec) {
  /// Rows of a row group where the writer can be told.
  static final int ROW_GROUP_ROWS = 1_000_000;

  static DataSet parse(String text) {
    int slash = text.indexOf('/');
    return new DataSet(text.substring(0, slash), text.substring(slash + 1));
  }

  /// The rows, 130 to 280 MB of Arrow.
  Batches batches() throws IOException {
    int rows =
        switch (input) {
          case "taxi", "nested" -> 2_000_000;
          case "strings_high" -> 1_500_000;
          default -> 4_000_000;
        };
    return Batches.of(input, Path.of("engine/samples/flights-100k.arrow"), rows);
  }

  /// The options of Frazil for row groups of so many rows.
  WriterOptions options(EncodingPolicy encoding, int rowGroupRows) {
    return WriterOptions.builder()
        .compression(CompressionPolicy.parse(codec))
        .encoding(encoding)
        .rowGroupTargetRows(rowGroupRows)
        .rowGroupTargetBytes(1L << 30)
        .build();
  }
}

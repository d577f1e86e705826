package dev.frazil.engine.verify;

import dev.frazil.engine.file.FileMetadata;

/// Hashes of values in PLAIN layout without a length (BloomFilter.md).
final class ValueHashes {
  private ValueHashes() {}

  /// One hash a value.
  static long[] of(FileMetadata.Type type, Values values) {
    long[] hashes = new long[values.count()];
    switch (values) {
      case Values.Words(long[] words) -> {
        boolean four = type == FileMetadata.Type.INT32 || type == FileMetadata.Type.FLOAT;
        for (int i = 0; i < hashes.length; i++) {
          hashes[i] = four ? XxHash64.ofInt((int) words[i]) : XxHash64.ofLong(words[i]);
        }
      }
      case Values.Strings(byte[] data, int[] starts, int[] lengths) -> {
        for (int i = 0; i < hashes.length; i++) {
          hashes[i] = XxHash64.of(data, starts[i], lengths[i]);
        }
      }
    }
    return hashes;
  }
}

package dev.frazil.fuzz;

import dev.frazil.engine.file.FileReceipt;

/// What the engine made: a whole file, and what the engine says about it.
final class WrittenFile {
  private final byte[] bytes;
  private final FileReceipt receipt;

  /// @param bytes the whole file; not copied
  /// @param receipt its receipt
  WrittenFile(byte[] bytes, FileReceipt receipt) {
    this.bytes = bytes;
    this.receipt = receipt;
  }

  /// The whole file, not a copy.
  byte[] bytes() {
    return bytes;
  }

  FileReceipt receipt() {
    return receipt;
  }
}

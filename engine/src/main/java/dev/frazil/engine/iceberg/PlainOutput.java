package dev.frazil.engine.iceberg;

import dev.frazil.engine.WriteException;
import java.nio.ByteBuffer;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.encryption.NativeEncryptionOutputFile;
import org.apache.iceberg.io.OutputFile;
import org.jspecify.annotations.Nullable;

/// Refuses whatever asks for encryption, which is not written: a file in plain text under the name
/// of an encrypted one would be worse than none.
final class PlainOutput {
  private PlainOutput() {}

  /// Refuses a file that Parquet's own encryption is meant for, or one with a key.
  ///
  /// @return the file to write
  static OutputFile require(EncryptedOutputFile file) {
    OutputFile output = file.encryptingOutputFile();
    if (file instanceof NativeEncryptionOutputFile
        || (file.keyMetadata() != null && file.keyMetadata().buffer() != null)) {
      throw refused(output.location(), "an encrypted one");
    }
    require(output);
    return output;
  }

  /// Refuses a file that Parquet's own encryption is meant for.
  static void require(OutputFile file) {
    if (file instanceof NativeEncryptionOutputFile) {
      throw refused(file.location(), "an encrypted one");
    }
  }

  /// Refuses a key or a prefix of authenticated data.
  static void requireNone(String location, String what, @Nullable ByteBuffer bytes) {
    if (bytes != null) {
      throw refused(location, what);
    }
  }

  private static WriteException refused(String location, String got) {
    return new WriteException(
        "encryption: %s: expected a file in plain text, got %s".formatted(location, got));
  }
}

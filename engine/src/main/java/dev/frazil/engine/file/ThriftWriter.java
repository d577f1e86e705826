package dev.frazil.engine.file;

import java.io.IOException;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.TSerializer;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;

/// Bytes of Thrift structures that came from another file, or are made once a writer.
final class ThriftWriter {
  private ThriftWriter() {}

  /// The structure in the compact protocol.
  static byte[] bytes(TBase<?, ?> structure) throws IOException {
    try {
      return new TSerializer(new TCompactProtocol.Factory()).serialize(structure);
    } catch (TException e) {
      throw new IOException("thrift: " + e.getMessage(), e);
    }
  }
}

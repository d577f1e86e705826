package dev.frazil.engine.file;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.apache.parquet.format.InterningProtocol;
import org.jspecify.annotations.Nullable;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TConfiguration;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;
import shaded.parquet.org.apache.thrift.transport.TTransportException;

/// Reads one Thrift structure that stands between other bytes of a file, perhaps damaged. No list
/// and no string is allocated that is longer than the bytes at hand.
final class ThriftReader {
  private ThriftReader() {}

  /// Reads a structure from the start of some bytes.
  ///
  /// @param bytes the structure, and perhaps more behind it
  /// @param target what is filled
  /// @return the length of the structure in bytes
  /// @throws IOException if the bytes are not such a structure, or end within it
  static int read(byte[] bytes, TBase<?, ?> target) throws IOException {
    ByteArrayInputStream input = new ByteArrayInputStream(bytes);
    TConfiguration limits =
        TConfiguration.custom().setMaxMessageSize(Math.max(1, bytes.length)).build();
    try {
      target.read(
          new InterningProtocol(new TCompactProtocol(new TIOStreamTransport(limits, input))));
    } catch (TTransportException e) {
      throw new IOException(
          e.getType() == TTransportException.END_OF_FILE
              ? "expected a structure within %d bytes, got its beginning".formatted(bytes.length)
              : e.getMessage(),
          e);
    } catch (TException | RuntimeException e) {
      // The Thrift library answers some damage with exceptions that are not its own, and ends some
      // messages with the address of an object.
      throw new IOException(String.valueOf(e.getMessage()).replaceFirst("! Struct:.*", ""), e);
    }
    return bytes.length - input.available();
  }

  /// Checks that a structure fills its bytes.
  static void requireWhole(byte[] bytes, int length) throws IOException {
    if (length != bytes.length) {
      throw new IOException("expected %d bytes, got %d".formatted(bytes.length, length));
    }
  }

  /// A member that every structure has, or an empty list in its place.
  static <T> List<T> orEmpty(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }

  /// Reads bytes of a file of which a footer says where they are.
  ///
  /// @param source the file
  /// @param offset where they start, by the footer
  /// @param length how many, by the footer
  /// @return the bytes
  /// @throws IOException if they are not all within the file, or cannot be read
  static byte[] bytes(ByteSource source, long offset, long length) throws IOException {
    if (offset < 0 || length < 0 || offset > source.length() - length) {
      throw new IOException(
          "expected bytes of the file, got %d at %d of %d"
              .formatted(length, offset, source.length()));
    }
    return source.read(offset, Math.toIntExact(length));
  }
}

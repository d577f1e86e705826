package dev.frazil.engine.csv;

import dev.frazil.engine.ArrowImportException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// UTF-8 as text, without the byte order mark that it may start with. Bytes that are no UTF-8 are
/// an error that says where they stand, never another character. Owns the stream.
final class Utf8Reader extends Reader {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final char BYTE_ORDER_MARK = '\ufeff';

  private final InputStream bytes;
  private final String place;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).flip();
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);
  private long bufferStart;
  private boolean ended;
  private boolean begun;

  /// Reads from where the stream stands.
  ///
  /// @param bytes the stream, closed with the reader
  /// @param place what messages start with
  Utf8Reader(InputStream bytes, String place) {
    this.bytes = bytes;
    this.place = place;
  }

  /// Reads at least one character unless the end is reached.
  ///
  /// @throws ArrowImportException at bytes that are no UTF-8
  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    CharBuffer out = CharBuffer.wrap(target, offset, length);
    int start = out.position();
    while (out.position() == start) {
      CoderResult result = decoder.decode(buffer, out, ended);
      if (result.isError()) {
        throw new ArrowImportException(
            "%s: byte %d: expected valid UTF-8, got 0x%02x"
                .formatted(
                    place, bufferStart + buffer.position(), buffer.get(buffer.position()) & 0xFF));
      }
      if (!begun && out.position() > start) {
        begun = true;
        if (target[offset] == BYTE_ORDER_MARK) {
          int rest = out.position() - start - 1;
          System.arraycopy(target, offset + 1, target, offset, rest);
          out.position(start + rest);
        }
      }
      if (result.isUnderflow() && out.position() == start) {
        if (ended) {
          return -1;
        }
        fill();
      } else if (result.isOverflow() && out.position() == start) {
        throw new IllegalArgumentException(
            "%s: expected room for a character of two units, got %d".formatted(place, length));
      }
    }
    return out.position() - start;
  }

  private void fill() throws IOException {
    bufferStart += buffer.position();
    buffer.compact();
    int count = bytes.read(buffer.array(), buffer.position(), buffer.remaining());
    if (count < 0) {
      ended = true;
    } else {
      buffer.position(buffer.position() + count);
    }
    buffer.flip();
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}

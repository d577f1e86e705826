package dev.frazil.encoders.internal.codec;

import com.aayushatharva.brotli4j.encoder.Encoder;
import com.aayushatharva.brotli4j.encoder.EncoderJNI;
import com.aayushatharva.brotli4j.encoder.EncoderJNI.Operation;
import dev.frazil.encoders.EncoderException;
import dev.frazil.encoders.memory.Slab;
import java.io.IOException;
import java.nio.ByteBuffer;

/// One brotli stream a page (RFC 7932), by the native library. Its encoders serve one stream.
///
/// The library is optional: this class loads only where it is used.
final class BrotliCompressor implements PageCompressor {
  /// Bytes that are handed over together.
  private static final int CHUNK = 1 << 20;

  /// The base-2 logarithm of the window: the largest one without the "large window" extension is
  /// 24, the reference encoder's default 22.
  private static final int WINDOW_BITS = 22;

  private final int level;

  BrotliCompressor(int level) {
    this.level = level;
  }

  @Override
  public int compress(Slab source, int from, int length, Slab target) {
    try {
      int chunk = Math.max(1, Math.min(length, CHUNK));
      EncoderJNI.Wrapper stream =
          new EncoderJNI.Wrapper(chunk, level, WINDOW_BITS, Encoder.Mode.GENERIC);
      try {
        return compress(stream, source, from, length, chunk, target);
      } finally {
        stream.destroy();
      }
    } catch (IOException | IllegalStateException e) {
      throw failed(length, e.toString());
    }
  }

  private static int compress(
      EncoderJNI.Wrapper stream, Slab source, int from, int length, int chunk, Slab target) {
    int written = 0;
    int read = 0;
    do {
      int bytes = Math.min(chunk, length - read);
      stream.getInputBuffer().clear().put(source.buffer(from + read, bytes));
      read += bytes;
      boolean last = read == length;
      Operation operation = last ? Operation.FINISH : Operation.PROCESS;
      stream.push(operation, bytes);
      while (stream.isSuccess() && pending(stream, last)) {
        if (stream.hasMoreOutput()) {
          written = append(stream.pull(), target, written);
        } else {
          stream.push(operation, 0);
        }
      }
      if (!stream.isSuccess()) {
        throw failed(length, "an error of the encoder");
      }
    } while (read < length);
    return written;
  }

  /// Levels 2 and 3 end a stream only when they are asked again, without input or output between.
  private static boolean pending(EncoderJNI.Wrapper stream, boolean last) {
    return stream.hasMoreOutput() || stream.hasRemainingInput() || (last && !stream.isFinished());
  }

  private static int append(ByteBuffer output, Slab target, int written) {
    int bytes = output.remaining();
    if (bytes > Integer.MAX_VALUE - Slab.SLACK - written) {
      throw new EncoderException(
          "expected at most %d bytes of brotli, got more".formatted(Integer.MAX_VALUE));
    }
    target.ensure((long) written + bytes, written);
    target.buffer().position(written).put(output);
    return written + bytes;
  }

  private static EncoderException failed(int length, String found) {
    return new EncoderException(
        "expected a page of %d bytes to become brotli, got %s".formatted(length, found));
  }

  @Override
  public void close() {}
}

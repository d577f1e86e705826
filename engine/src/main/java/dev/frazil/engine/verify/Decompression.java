package dev.frazil.engine.verify;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import io.airlift.compress.v3.Decompressor;
import io.airlift.compress.v3.lz4.Lz4JavaDecompressor;
import io.airlift.compress.v3.snappy.SnappyJavaDecompressor;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/// Decompresses pages by the codecs of the format (Compression.md). The libraries are others than
/// those that compress, where there are others.
final class Decompression {
  /// Larger pages are not looked into: a damaged size must not take all memory.
  private static final int LARGEST_PAGE = 1 << 30;

  private static final int LEAST_ROOM = 1 << 10;
  private static final int HADOOP_HEADER = 2 * Integer.BYTES;

  private final String codec;

  /// Prepares for a column chunk.
  ///
  /// @param codec the codec by its name in the specification
  Decompression(String codec) {
    this.codec = codec;
  }

  /// Decompresses bytes.
  ///
  /// @param stated how many bytes there must be afterwards, by the page header
  /// @return the bytes; a little more or fewer than stated if the header is wrong
  Bits decompress(byte[] bytes, int from, int length, int stated) throws Undecodable, Unsupported {
    if (stated > LARGEST_PAGE) {
      throw new Unsupported("pages of more than 1 GiB");
    }
    // A page that is a little longer than its header says is to be told from a damaged one.
    int room = stated + Math.max(LEAST_ROOM, stated / 8);
    return switch (codec) {
      case "UNCOMPRESSED" -> new Bits(bytes, from, from + length);
      case "SNAPPY" -> blocks(new SnappyJavaDecompressor(), bytes, from, length, room);
      case "ZSTD" -> blocks(new ZstdJavaDecompressor(), bytes, from, length, room);
      case "LZ4_RAW" -> blocks(new Lz4JavaDecompressor(), bytes, from, length, room);
      case "LZ4" -> hadoopLz4(bytes, from, length, room);
      case "GZIP" -> gzip(bytes, from, length, room);
      case "BROTLI" -> brotli(bytes, from, length, room);
      default -> throw new Unsupported("codec " + codec);
    };
  }

  private static Bits blocks(
      Decompressor decompressor, byte[] bytes, int from, int length, int room) throws Undecodable {
    byte[] target = new byte[room];
    try {
      return new Bits(
          target, 0, decompressor.decompress(bytes, from, length, target, 0, target.length));
    } catch (RuntimeException e) {
      throw Undecodable.of(e);
    }
  }

  /// Blocks of LZ4 behind their sizes, as Hadoop writes them, or one block as others did under the
  /// same name.
  private static Bits hadoopLz4(byte[] bytes, int from, int length, int room) throws Undecodable {
    byte[] target = new byte[room];
    Lz4JavaDecompressor lz4 = new Lz4JavaDecompressor();
    ByteBuffer source = ByteBuffer.wrap(bytes, from, length);
    int written = 0;
    try {
      while (source.remaining() >= HADOOP_HEADER) {
        int block = source.getInt();
        int compressed = source.getInt();
        if (compressed < 0 || compressed > source.remaining() || block > room - written) {
          return blocks(lz4, bytes, from, length, room);
        }
        int done =
            lz4.decompress(bytes, source.position(), compressed, target, written, room - written);
        if (done != block) {
          return blocks(lz4, bytes, from, length, room);
        }
        written += done;
        source.position(source.position() + compressed);
      }
    } catch (RuntimeException e) {
      return blocks(lz4, bytes, from, length, room);
    }
    return new Bits(target, 0, written);
  }

  private static Bits gzip(byte[] bytes, int from, int length, int room) throws Undecodable {
    try (InputStream stream = new GZIPInputStream(new ByteArrayInputStream(bytes, from, length))) {
      byte[] target = stream.readNBytes(room);
      return new Bits(target, 0, target.length);
    } catch (IOException e) {
      throw Undecodable.of(e);
    }
  }

  private static Bits brotli(byte[] bytes, int from, int length, int room)
      throws Undecodable, Unsupported {
    try {
      Brotli4jLoader.ensureAvailability();
    } catch (LinkageError e) {
      throw new Unsupported("codec BROTLI without the library brotli4j for this platform");
    }
    byte[] page = Arrays.copyOfRange(bytes, from, from + length);
    try (InputStream stream = new BrotliInputStream(new ByteArrayInputStream(page))) {
      byte[] target = stream.readNBytes(room);
      return new Bits(target, 0, target.length);
    } catch (IOException e) {
      throw Undecodable.of(e);
    }
  }
}

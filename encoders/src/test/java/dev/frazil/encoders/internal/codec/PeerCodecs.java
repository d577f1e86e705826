package dev.frazil.encoders.internal.codec;

import com.github.luben.zstd.Zstd;
import dev.frazil.encoders.CompressionPolicy.Codec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import net.jpountz.lz4.LZ4Factory;
import org.brotli.dec.BrotliInputStream;
import org.xerial.snappy.Snappy;

/// Decompression of pages by libraries other than the ones that compressed them, where there are
/// such: snappy and zstd by their own native libraries, whoever compressed.
public final class PeerCodecs {
  private static final int GZIP_HEADER_BYTES = 10;
  private static final int GZIP_TRAILER_BYTES = 8;

  private PeerCodecs() {}

  /// Decompresses a page whose size is known; fails unless all of `stored` is used up.
  public static byte[] decompress(Codec codec, byte[] stored, int size) throws IOException {
    return switch (codec) {
      case UNCOMPRESSED -> stored;
      case SNAPPY -> Snappy.uncompress(stored);
      case ZSTD -> Zstd.decompress(stored, size);
      case LZ4_RAW -> LZ4Factory.safeInstance().safeDecompressor().decompress(stored, size);
      case GZIP -> gunzip(stored, size);
      case BROTLI -> unbrotli(stored);
    };
  }

  private static byte[] unbrotli(byte[] stored) throws IOException {
    try (InputStream in = new BrotliInputStream(new ByteArrayInputStream(stored))) {
      return in.readAllBytes();
    }
  }

  /// Exactly one member by RFC 1952.
  private static byte[] gunzip(byte[] stored, int size) throws IOException {
    ByteBuffer member = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN);
    if (member.getInt() != 0x0008_8b1f || member.getInt() != 0) {
      throw new IOException("expected the header of a member without flags and time");
    }
    byte[] page = new byte[size];
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(stored, GZIP_HEADER_BYTES, stored.length - GZIP_HEADER_BYTES);
      int inflated = inflater.inflate(page);
      boolean more = !inflater.finished() && inflater.inflate(new byte[1]) > 0;
      if (inflated != size || more || inflater.getRemaining() != GZIP_TRAILER_BYTES) {
        throw new IOException("expected one member of " + size + " bytes and its trailer");
      }
    } catch (DataFormatException e) {
      throw new IOException(e);
    } finally {
      inflater.end();
    }
    CRC32 crc = new CRC32();
    crc.update(page);
    member.position(stored.length - GZIP_TRAILER_BYTES);
    if (member.getInt() != (int) crc.getValue() || member.getInt() != size) {
      throw new IOException("expected the checksum and the size behind the data");
    }
    return Arrays.copyOf(page, size);
  }
}

package dev.frazil.fuzz.readers;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.brotli.dec.BrotliInputStream;

/// The codecs of parquet-java and, in place of the Hadoop class for Brotli that nobody publishes,
/// Brotli's reference decoder in Java. Decompresses only.
public final class BrotliCodecs implements CompressionCodecFactory {
  private final CodecFactory others = new CodecFactory(new PlainParquetConfiguration(), 0);

  /// Codecs for one reader.
  public BrotliCodecs() {}

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    throw new UnsupportedOperationException("compressor: expected none, got " + codec);
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    return codec == CompressionCodecName.BROTLI ? new Brotli() : others.getDecompressor(codec);
  }

  @Override
  public void release() {
    others.release();
  }

  private static final class Brotli implements BytesInputDecompressor {
    @Override
    public BytesInput decompress(BytesInput bytes, int size) throws IOException {
      return BytesInput.from(decompressed(bytes.toInputStream(), size));
    }

    @Override
    public void decompress(ByteBuffer input, int compressed, ByteBuffer output, int size)
        throws IOException {
      byte[] bytes = new byte[compressed];
      input.get(bytes);
      output.put(decompressed(new ByteArrayInputStream(bytes), size));
    }

    private static byte[] decompressed(InputStream bytes, int size) throws IOException {
      try (InputStream in = new BrotliInputStream(bytes)) {
        byte[] content = in.readAllBytes();
        if (content.length != size) {
          throw new IOException(
              "Brotli: expected %d bytes, got %d".formatted(size, content.length));
        }
        return content;
      }
    }

    @Override
    public void release() {}
  }
}

package dev.frazil.encoders;

import dev.frazil.encoders.internal.codec.PeerCodecs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.plain.BinaryPlainValuesReader;
import org.apache.parquet.column.values.plain.BooleanPlainValuesReader;
import org.apache.parquet.column.values.plain.FixedLenByteArrayPlainValuesReader;
import org.apache.parquet.column.values.plain.PlainValuesReader;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/// Reads a chunk back with parquet-java's own page headers and decoders.
final class ChunkReader {
  /// Slots of each data page.
  final List<Integer> pageSlots = new ArrayList<>();

  /// Uncompressed bytes of each data page.
  final List<Integer> pageBytes = new ArrayList<>();

  /// The slots of all pages: Boolean, Integer, Long, Float, Double or, for byte strings,
  /// ByteBuffer.
  final List<@Nullable Object> values = new ArrayList<>();

  private final LeafColumn column;
  private final CompressionPolicy.Codec codec;
  private final List<Object> dictionary = new ArrayList<>();

  ChunkReader(LeafColumn column, CompressionPolicy.Codec codec, EncodedChunk chunk)
      throws IOException {
    this.column = column;
    this.codec = codec;
    byte[] bytes = chunk.bytes().toArray(ValueLayout.JAVA_BYTE);
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    while (in.available() > 0) {
      int before = in.available();
      PageHeader header = Util.readPageHeader(in);
      if (header.type == PageType.DICTIONARY_PAGE) {
        byte[] body = body(header, in.readNBytes(header.compressed_page_size));
        ValuesReader reader = plain(body, 0, header.dictionary_page_header.num_values);
        for (int i = 0; i < header.dictionary_page_header.num_values; i++) {
          dictionary.add(next(reader));
        }
        if (before - in.available() != chunk.dictionaryPageSize()) {
          throw new IOException("dictionary page size is wrong");
        }
      } else {
        dataPage(header, body(header, in.readNBytes(header.compressed_page_size)));
      }
    }
  }

  private byte[] body(PageHeader header, byte[] stored) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(stored);
    if ((int) crc.getValue() != header.crc) {
      throw new IOException("checksum is wrong");
    }
    byte[] body = PeerCodecs.decompress(codec, stored, header.uncompressed_page_size);
    if (body.length != header.uncompressed_page_size) {
      throw new IOException("uncompressed size is wrong");
    }
    return body;
  }

  private void dataPage(PageHeader header, byte[] body) throws IOException {
    int slots = header.data_page_header.num_values;
    pageSlots.add(slots);
    pageBytes.add(body.length);
    boolean[] valid = new boolean[slots];
    Arrays.fill(valid, true);
    int start = 0;
    if (column.optional()) {
      int length = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
      RunLengthBitPackingHybridDecoder levels =
          new RunLengthBitPackingHybridDecoder(1, new ByteArrayInputStream(body, 4, length));
      for (int i = 0; i < slots; i++) {
        valid[i] = levels.readInt() == 1;
      }
      start = 4 + length;
    }
    if (header.data_page_header.encoding == org.apache.parquet.format.Encoding.RLE_DICTIONARY) {
      RunLengthBitPackingHybridDecoder indices =
          new RunLengthBitPackingHybridDecoder(
              body[start], new ByteArrayInputStream(body, start + 1, body.length - start - 1));
      for (boolean present : valid) {
        values.add(present ? dictionary.get(indices.readInt()) : null);
      }
    } else {
      ValuesReader reader = plain(body, start, slots);
      for (boolean present : valid) {
        values.add(present ? next(reader) : null);
      }
    }
  }

  private ValuesReader plain(byte[] body, int start, int count) throws IOException {
    ValuesReader reader =
        switch (column.type()) {
          case BOOLEAN -> new BooleanPlainValuesReader();
          case INT32 -> new PlainValuesReader.IntegerPlainValuesReader();
          case INT64 -> new PlainValuesReader.LongPlainValuesReader();
          case FLOAT -> new PlainValuesReader.FloatPlainValuesReader();
          case DOUBLE -> new PlainValuesReader.DoublePlainValuesReader();
          case BYTE_ARRAY -> new BinaryPlainValuesReader();
          case FIXED_LEN_BYTE_ARRAY -> new FixedLenByteArrayPlainValuesReader(column.typeLength());
        };
    reader.initFromPage(
        count,
        ByteBufferInputStream.wrap(ByteBuffer.wrap(body, start, body.length - start).slice()));
    return reader;
  }

  private Object next(ValuesReader reader) {
    return switch (column.type()) {
      case BOOLEAN -> reader.readBoolean();
      case INT32 -> reader.readInteger();
      case INT64 -> reader.readLong();
      case FLOAT -> reader.readFloat();
      case DOUBLE -> reader.readDouble();
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> ByteBuffer.wrap(reader.readBytes().getBytes());
    };
  }
}

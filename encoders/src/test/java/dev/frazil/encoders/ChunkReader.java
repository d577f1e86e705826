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
import java.util.Objects;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesReaderForDouble;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesReaderForFLBA;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesReaderForFloat;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesReaderForInteger;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesReaderForLong;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesReader;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesReader;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayReader;
import org.apache.parquet.column.values.plain.BinaryPlainValuesReader;
import org.apache.parquet.column.values.plain.BooleanPlainValuesReader;
import org.apache.parquet.column.values.plain.FixedLenByteArrayPlainValuesReader;
import org.apache.parquet.column.values.plain.PlainValuesReader;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridValuesReader;
import org.apache.parquet.format.DataPageHeaderV2;
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

  /// The levels of all slots; empty where the column has none.
  final List<Integer> definitionLevels = new ArrayList<>();

  final List<Integer> repetitionLevels = new ArrayList<>();

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
        ValuesReader reader = plain();
        reader.initFromPage(
            header.dictionary_page_header.num_values,
            ByteBufferInputStream.wrap(ByteBuffer.wrap(body)));
        for (int i = 0; i < header.dictionary_page_header.num_values; i++) {
          dictionary.add(next(reader));
        }
        if (before - in.available() != chunk.dictionaryPageSize()) {
          throw new IOException("dictionary page size is wrong");
        }
      } else if (header.type == PageType.DATA_PAGE) {
        dataPage(header, body(header, in.readNBytes(header.compressed_page_size)));
      } else {
        dataPageV2(header, in.readNBytes(header.compressed_page_size));
      }
    }
  }

  private byte[] body(PageHeader header, byte[] stored) throws IOException {
    requireChecksum(header, stored);
    return uncompressed(stored, header.uncompressed_page_size);
  }

  private static void requireChecksum(PageHeader header, byte[] stored) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(stored);
    if ((int) crc.getValue() != header.crc) {
      throw new IOException("checksum is wrong");
    }
  }

  private byte[] uncompressed(byte[] stored, int size) throws IOException {
    byte[] body = PeerCodecs.decompress(codec, stored, size);
    if (body.length != size) {
      throw new IOException("uncompressed size is wrong");
    }
    return body;
  }

  private void dataPage(PageHeader header, byte[] body) throws IOException {
    int slots = header.data_page_header.num_values;
    int start = 0;
    if (column.maxRepetitionLevel() > 0) {
      int length = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).getInt(start);
      levels(body, start + 4, length, slots, column.maxRepetitionLevel(), repetitionLevels);
      start += 4 + length;
    }
    if (column.optional()) {
      int length = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).getInt(start);
      levels(body, start + 4, length, slots, column.maxDefinitionLevel(), definitionLevels);
      start += 4 + length;
    }
    values(header.data_page_header.encoding, body, start, slots);
  }

  private void dataPageV2(PageHeader header, byte[] stored) throws IOException {
    requireChecksum(header, stored);
    DataPageHeaderV2 v2 = Objects.requireNonNull(header.data_page_header_v2);
    int slots = v2.num_values;
    int repetition = v2.repetition_levels_byte_length;
    int definition = v2.definition_levels_byte_length;
    if (repetition > 0) {
      levels(stored, 0, repetition, slots, column.maxRepetitionLevel(), repetitionLevels);
    }
    if (definition > 0) {
      levels(stored, repetition, definition, slots, column.maxDefinitionLevel(), definitionLevels);
    }
    int levelBytes = repetition + definition;
    byte[] body = Arrays.copyOfRange(stored, levelBytes, stored.length);
    if (v2.is_compressed) {
      body = uncompressed(body, header.uncompressed_page_size - levelBytes);
    }
    int before = values.size();
    values(v2.encoding, body, 0, slots);
    long nulls = values.subList(before, values.size()).stream().filter(Objects::isNull).count();
    if (nulls != v2.num_nulls) {
      throw new IOException("nulls of a page are wrong");
    }
  }

  private static void levels(
      byte[] body, int start, int length, int slots, int max, List<Integer> target)
      throws IOException {
    RunLengthBitPackingHybridDecoder decoder =
        new RunLengthBitPackingHybridDecoder(
            32 - Integer.numberOfLeadingZeros(max), new ByteArrayInputStream(body, start, length));
    for (int i = 0; i < slots; i++) {
      target.add(decoder.readInt());
    }
  }

  private void values(
      org.apache.parquet.format.Encoding encoding, byte[] body, int start, int slots)
      throws IOException {
    pageSlots.add(slots);
    pageBytes.add(body.length);
    boolean[] valid = new boolean[slots];
    Arrays.fill(valid, true);
    if (column.optional()) {
      int first = definitionLevels.size() - slots;
      for (int i = 0; i < slots; i++) {
        valid[i] = definitionLevels.get(first + i) == column.maxDefinitionLevel();
      }
    }
    if (encoding == org.apache.parquet.format.Encoding.RLE_DICTIONARY) {
      RunLengthBitPackingHybridDecoder indices =
          new RunLengthBitPackingHybridDecoder(
              body[start], new ByteArrayInputStream(body, start + 1, body.length - start - 1));
      for (boolean present : valid) {
        values.add(present ? dictionary.get(indices.readInt()) : null);
      }
      return;
    }
    ValuesReader reader = reader(encoding);
    reader.initFromPage(
        slots,
        ByteBufferInputStream.wrap(ByteBuffer.wrap(body, start, body.length - start).slice()));
    for (boolean present : valid) {
      values.add(present ? next(reader) : null);
    }
  }

  private ValuesReader reader(org.apache.parquet.format.Encoding encoding) throws IOException {
    int length = column.typeLength();
    return switch (encoding) {
      case PLAIN -> plain();
      case RLE -> new RunLengthBitPackingHybridValuesReader(1);
      case DELTA_BINARY_PACKED -> new DeltaBinaryPackingValuesReader();
      case DELTA_LENGTH_BYTE_ARRAY -> new DeltaLengthByteArrayValuesReader();
      case DELTA_BYTE_ARRAY -> new DeltaByteArrayReader();
      case BYTE_STREAM_SPLIT ->
          switch (column.type()) {
            case INT32 -> new ByteStreamSplitValuesReaderForInteger();
            case INT64 -> new ByteStreamSplitValuesReaderForLong();
            case FLOAT -> new ByteStreamSplitValuesReaderForFloat();
            case DOUBLE -> new ByteStreamSplitValuesReaderForDouble();
            default -> new ByteStreamSplitValuesReaderForFLBA(length);
          };
      default -> throw new IOException("unexpected encoding " + encoding);
    };
  }

  private ValuesReader plain() {
    return switch (column.type()) {
      case BOOLEAN -> new BooleanPlainValuesReader();
      case INT32 -> new PlainValuesReader.IntegerPlainValuesReader();
      case INT64 -> new PlainValuesReader.LongPlainValuesReader();
      case FLOAT -> new PlainValuesReader.FloatPlainValuesReader();
      case DOUBLE -> new PlainValuesReader.DoublePlainValuesReader();
      case BYTE_ARRAY -> new BinaryPlainValuesReader();
      case FIXED_LEN_BYTE_ARRAY -> new FixedLenByteArrayPlainValuesReader(column.typeLength());
    };
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

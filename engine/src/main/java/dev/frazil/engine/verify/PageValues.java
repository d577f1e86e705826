package dev.frazil.engine.verify;

import dev.frazil.engine.file.FileMetadata;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Decodes the values of a page by their encoding (Encodings.md).
///
/// @param type physical type of the column
/// @param typeLength bytes of a FIXED_LEN_BYTE_ARRAY
record PageValues(FileMetadata.Type type, int typeLength) {
  private static final int INT96_BYTES = 12;

  /// Decodes values.
  ///
  /// @param encoding the encoding by its name in the specification
  /// @param bits the values; stands behind them afterwards, unless the encoding fills the page
  /// @param count how many values there are
  /// @param dictionary the dictionary of the chunk, or null when it has none
  /// @throws Undecodable if the bytes are not that many values in that encoding
  /// @throws Unsupported if the encoding is not known for the type
  Values decode(String encoding, Bits bits, int count, @Nullable Values dictionary)
      throws Undecodable, Unsupported {
    return switch (encoding) {
      case "PLAIN" -> plain(bits, count);
      case "PLAIN_DICTIONARY", "RLE_DICTIONARY" -> indices(bits, count, dictionary);
      case "RLE" -> runs(bits, count);
      case "DELTA_BINARY_PACKED" -> delta(bits, count);
      case "DELTA_LENGTH_BYTE_ARRAY" -> {
        requireType(encoding, FileMetadata.Type.BYTE_ARRAY);
        yield DeltaDecoder.lengths(bits, count);
      }
      case "DELTA_BYTE_ARRAY" -> {
        requireType(encoding, FileMetadata.Type.BYTE_ARRAY, FileMetadata.Type.FIXED_LEN_BYTE_ARRAY);
        yield requireWidth(DeltaDecoder.prefixes(bits, count));
      }
      case "BYTE_STREAM_SPLIT" -> streams(bits, count);
      default -> throw new Unsupported("encoding " + encoding);
    };
  }

  private Values plain(Bits bits, int count) throws Undecodable {
    return switch (type) {
      case BOOLEAN -> {
        long[] words = new long[count];
        bits.unpack((count + 7) / 8, 1, words, 0, count);
        yield new Values.Words(words);
      }
      case INT32, INT64, FLOAT, DOUBLE -> {
        int width = width();
        int at = bits.skip((long) count * width);
        long[] words = new long[count];
        for (int i = 0; i < count; i++) {
          words[i] = word(Bits.littleEndian(bits.array(), at + i * width, width));
        }
        yield new Values.Words(words);
      }
      case BYTE_ARRAY -> {
        if (bits.remaining() / Integer.BYTES < count) {
          throw new Undecodable("%d bytes".formatted(bits.remaining()));
        }
        int[] starts = new int[count];
        int[] lengths = new int[count];
        for (int i = 0; i < count; i++) {
          lengths[i] = (int) bits.readLittleEndian(Integer.BYTES);
          starts[i] = bits.skip(lengths[i]);
        }
        yield new Values.Strings(bits.array(), starts, lengths);
      }
      case FIXED_LEN_BYTE_ARRAY, INT96 ->
          fixed(bits.array(), bits.skip((long) count * width()), count);
    };
  }

  private int width() {
    return switch (type) {
      case BOOLEAN -> 1;
      case INT32, FLOAT -> Integer.BYTES;
      case INT64, DOUBLE -> Long.BYTES;
      case INT96 -> INT96_BYTES;
      case FIXED_LEN_BYTE_ARRAY -> typeLength;
      case BYTE_ARRAY -> 0;
    };
  }

  /// The sign of four bytes belongs to INT32 as to the bits of a FLOAT.
  private long word(long littleEndian) {
    return width() == Integer.BYTES ? (int) littleEndian : littleEndian;
  }

  private Values.Strings fixed(byte[] data, int at, int count) {
    int width = width();
    int[] starts = new int[count];
    int[] lengths = new int[count];
    for (int i = 0; i < count; i++) {
      starts[i] = at + i * width;
    }
    Arrays.fill(lengths, width);
    return new Values.Strings(data, starts, lengths);
  }

  private Values indices(Bits bits, int count, @Nullable Values dictionary) throws Undecodable {
    if (dictionary == null) {
      throw new Undecodable("no dictionary page");
    }
    if (count == 0) {
      return dictionary.at(new int[0]);
    }
    return dictionary.at(bits.readHybrid(bits.readByte(), count));
  }

  private Values runs(Bits bits, int count) throws Undecodable, Unsupported {
    requireType("RLE", FileMetadata.Type.BOOLEAN);
    Bits runs = bits.slice(bits.readLittleEndian(Integer.BYTES));
    return new Values.Words(Arrays.stream(runs.readHybrid(1, count)).asLongStream().toArray());
  }

  private Values delta(Bits bits, int count) throws Undecodable, Unsupported {
    requireType("DELTA_BINARY_PACKED", FileMetadata.Type.INT32, FileMetadata.Type.INT64);
    long[] words = DeltaDecoder.integers(bits, count);
    for (int i = 0; i < count; i++) {
      words[i] = word(words[i]);
    }
    return new Values.Words(words);
  }

  private Values streams(Bits bits, int count) throws Undecodable, Unsupported {
    if (type == FileMetadata.Type.BOOLEAN
        || type == FileMetadata.Type.BYTE_ARRAY
        || type == FileMetadata.Type.INT96) {
      throw new Unsupported("encoding BYTE_STREAM_SPLIT of " + type);
    }
    int width = width();
    int at = bits.skip((long) count * width);
    byte[] data = new byte[count * width];
    for (int s = 0; s < width; s++) {
      for (int i = 0; i < count; i++) {
        data[i * width + s] = bits.array()[at + s * count + i];
      }
    }
    return type == FileMetadata.Type.FIXED_LEN_BYTE_ARRAY
        ? fixed(data, 0, count)
        : plain(new Bits(data, 0, data.length), count);
  }

  private void requireType(String encoding, FileMetadata.Type... types) throws Unsupported {
    if (!Arrays.asList(types).contains(type)) {
      throw new Unsupported("encoding " + encoding + " of " + type);
    }
  }

  private Values requireWidth(Values.Strings strings) throws Undecodable {
    for (int length : strings.lengths()) {
      if (type == FileMetadata.Type.FIXED_LEN_BYTE_ARRAY && length != typeLength) {
        throw new Undecodable("a value of %d bytes".formatted(length));
      }
    }
    return strings;
  }
}

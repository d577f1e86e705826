package dev.frazil.engine.verify;

import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.file.PageHeader;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Decodes the pages of a column chunk, one after the other. Keeps the dictionary. Not thread-safe.
final class PageDecoder {
  private final LeafLevels levels;
  private final PageValues pageValues;
  private final Decompression decompression;
  private @Nullable Values dictionary;
  private boolean dictionaryLost;

  /// Starts a chunk.
  ///
  /// @param leaf the column
  /// @param levels its largest levels
  /// @param codec the codec by its name in the specification
  PageDecoder(FileMetadata.Field leaf, LeafLevels levels, String codec) {
    this.levels = levels;
    this.pageValues = new PageValues(Objects.requireNonNull(leaf.type()), leaf.typeLength());
    this.decompression = new Decompression(codec);
  }

  /// Takes the dictionary of the chunk.
  ///
  /// @param header its header
  /// @param body the bytes behind it
  /// @return its entries
  Values dictionary(PageHeader header, byte[] body) throws Undecodable, Unsupported {
    Bits bits = decompress(header, body, 0, true);
    Values values = pageValues.decode("PLAIN", bits, header.valueCount(), null);
    if (bits.remaining() > 0) {
      throw new Undecodable("%d bytes more".formatted(bits.remaining()));
    }
    dictionary = values;
    return values;
  }

  /// Notes that the chunk has a dictionary that cannot be decoded.
  void loseDictionary() {
    dictionaryLost = true;
  }

  /// Decodes a data page.
  ///
  /// @param header its header
  /// @param body the bytes behind it
  DecodedPage page(PageHeader header, byte[] body) throws Undecodable, Unsupported {
    return switch (Objects.requireNonNull(header.levels())) {
      case PageHeader.LevelsV1 v1 -> {
        Bits bits = decompress(header, body, 0, true);
        int[] repetition =
            prefixed(bits, v1.repetitionEncoding(), levels.maxRepetition(), header.valueCount());
        int[] definition =
            prefixed(bits, v1.definitionEncoding(), levels.maxDefinition(), header.valueCount());
        yield decode(header, repetition, definition, bits);
      }
      case PageHeader.LevelsV2 v2 -> {
        Bits stored = new Bits(body, 0, body.length);
        int[] repetition =
            hybrid(stored.slice(v2.repetitionBytes()), levels.maxRepetition(), header.valueCount());
        int[] definition =
            hybrid(stored.slice(v2.definitionBytes()), levels.maxDefinition(), header.valueCount());
        yield decode(
            header,
            repetition,
            definition,
            decompress(header, body, stored.position(), v2.compressed()));
      }
    };
  }

  /// @param from how many bytes stand before the compressed ones
  private Bits decompress(PageHeader header, byte[] body, int from, boolean compressed)
      throws Undecodable, Unsupported {
    int length = body.length - from;
    int stated = header.uncompressedSize() - from;
    if (stated < 0) {
      throw new Undecodable("%d bytes of levels".formatted(from));
    }
    // Nothing needs no compression, whatever the header says.
    Bits bits =
        compressed && length > 0
            ? decompression.decompress(body, from, length, stated)
            : new Bits(body, from, body.length);
    if (bits.remaining() != stated) {
      throw new Undecodable("%d bytes".formatted(bits.remaining() + from));
    }
    return bits;
  }

  private static int[] prefixed(Bits bits, String encoding, int max, int slots)
      throws Undecodable, Unsupported {
    if (max == 0) {
      return new int[0];
    }
    if (!encoding.equals("RLE")) {
      throw new Unsupported("levels in the encoding " + encoding);
    }
    return hybrid(bits.slice(bits.readLittleEndian(Integer.BYTES)), max, slots);
  }

  private static int[] hybrid(Bits bits, int max, int slots) throws Undecodable {
    if (max == 0) {
      return new int[0];
    }
    int[] result = bits.readHybrid(Integer.SIZE - Integer.numberOfLeadingZeros(max), slots);
    for (int level : result) {
      if (level > max) {
        throw new Undecodable("a level of " + level);
      }
    }
    return result;
  }

  private DecodedPage decode(PageHeader header, int[] repetition, int[] definition, Bits bits)
      throws Undecodable, Unsupported {
    int slots = header.valueCount();
    int values = slots;
    for (int level : definition) {
      values -= level < levels.maxDefinition() ? 1 : 0;
    }
    if (dictionaryLost && header.encoding().endsWith("_DICTIONARY")) {
      throw new Unsupported("values of which the dictionary cannot be decoded");
    }
    return new DecodedPage(
        slots,
        repetition,
        definition,
        pageValues.decode(header.encoding(), bits, values, dictionary));
  }
}

package dev.frazil.encoders.internal.values;

import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.internal.dictionary.BinaryDictionary;
import dev.frazil.encoders.internal.dictionary.DictionaryVerdict;
import dev.frazil.encoders.memory.Slab;
import dev.frazil.encoders.memory.SlackCopy;
import java.lang.foreign.MemorySegment;

/// BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY: what their dictionaries have in common.
abstract sealed class ByteStringEncoder extends DictionaryValueEncoder
    permits BinaryEncoder, FixedBytesEncoder {
  /// Values at which dictionaries are judged.
  private static final int[] PREFIXES = {1_024, 4_096};

  final BinaryDictionary dictionary;

  ByteStringEncoder(int prefix, EncoderOptions options, CodedEntries coded) {
    super(new DictionaryVerdict(false, PREFIXES), coded);
    dictionary = new BinaryDictionary(prefix, options.dictionaryMaxBytes());
  }

  @Override
  public final Slab entries() {
    return dictionary.entries();
  }

  @Override
  public final int entryCount() {
    return dictionary.size();
  }

  @Override
  public final long entryBytes() {
    return dictionary.bytes();
  }

  @Override
  public final int restorable(long first, int count, long budget) {
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      int code = code(first + i);
      bytes += dictionary.end(code) - dictionary.start(code);
      if (bytes > budget) {
        return i;
      }
    }
    return count;
  }

  @Override
  public final void restore(long first, int count) {
    MemorySegment entries = dictionary.entries().segment();
    long from = pageEnd;
    for (int i = 0; i < count; i++) {
      int code = code(first + i);
      int start = dictionary.start(code);
      int bytes = dictionary.end(code) - start;
      MemorySegment target = page.ensure(pageEnd + bytes, pageEnd);
      SlackCopy.copy(entries, start, target, pageEnd, bytes);
      pageEnd += bytes;
    }
    boundPage(from, count);
  }

  /// Takes `count` values that were restored to the open page from `from` into its bounds.
  abstract void boundPage(long from, int count);

  @Override
  public void forgetDictionary() {
    super.forgetDictionary();
    dictionary.reset();
  }

  @Override
  public void close() {
    super.close();
    dictionary.close();
  }
}

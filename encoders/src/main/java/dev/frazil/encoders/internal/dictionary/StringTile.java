package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import java.lang.foreign.MemorySegment;

/// Some byte strings on their way to their codes, few enough to stay in the nearest cache: which of
/// them are not found at once, and on the way there their words and hashes.
///
/// Unless there are few entries ([FewStrings]) each step is a loop of its own over all of them,
/// short enough that the loads of many strings, of a table that is not in the nearest cache, are on
/// their way at once.
final class StringTile {
  private static final int GROUP = Long.SIZE;

  private long[] words = new long[4];
  private long[] hashes = new long[1];
  private int[] lengths = new int[1];
  private int[] misses = new int[1];
  private int[] codes = new int[1];
  private boolean hashed;

  /// Stores the codes of the first `count` of the values that are shown, which are known; returns
  /// how many of them are missed: those that are not, or whose bucket does not tell, and all long
  /// ones.
  ///
  /// @param known the words of all entries by their codes
  /// @param knownLengths their lengths, of long ones another number
  int find(
      StringTable table,
      long[] known,
      byte[] knownLengths,
      MemorySegment source,
      ByteSpans spans,
      int count,
      int stride,
      MemorySegment codes,
      long to) {
    ensure(count, table.few() ? 0 : stride);
    int missed = 0;
    hashed = !table.few();
    if (stride == 4 && allLong(spans, count)) {
      for (; missed < count; missed++) {
        misses[missed] = missed;
      }
    } else {
      missed =
          hashed
              ? many(table, known, knownLengths, source, spans, count, stride, codes, to)
              : few(table.fewCodes(), known, knownLengths, source, spans, count, stride, codes, to);
    }
    if (missed > 0 && spans.longest() > StringWords.MAX_SHORT) {
      hashLong(table, source, spans, missed, codes, to);
    }
    return missed;
  }

  private void ensure(int count, int stride) {
    if (hashes.length < count) {
      hashes = new long[count];
      lengths = new int[count];
      misses = new int[count];
      codes = new int[count];
    }
    if (words.length < stride * count) {
      words = new long[stride * count];
    }
  }

  private static boolean allLong(ByteSpans spans, int count) {
    int signs = -1;
    for (int i = 0; i < count; i++) {
      signs &= StringWords.MAX_SHORT - spans.length(i);
    }
    return signs < 0;
  }

  private int few(
      char[] few,
      long[] known,
      byte[] knownLengths,
      MemorySegment source,
      ByteSpans spans,
      int count,
      int stride,
      MemorySegment codes,
      long to) {
    int missed = 0;
    for (int i = 0; i < count; i += GROUP) {
      int some = Math.min(GROUP, count - i);
      long at = to + ((long) i << 1);
      long bits =
          switch (stride) {
            case 1 ->
                FewStrings.match1(source, spans, i, some, few, known, knownLengths, codes, at);
            case 2 ->
                FewStrings.match2(source, spans, i, some, few, known, knownLengths, codes, at);
            default ->
                FewStrings.match4(source, spans, i, some, few, known, knownLengths, codes, at);
          };
      for (; bits != 0; bits &= bits - 1) {
        misses[missed++] = i + Long.numberOfTrailingZeros(bits);
      }
    }
    return missed;
  }

  private int many(
      StringTable table,
      long[] known,
      byte[] knownLengths,
      MemorySegment source,
      ByteSpans spans,
      int count,
      int stride,
      MemorySegment target,
      long to) {
    read(source, spans, count, stride);
    table.candidates(hashes, count, codes);
    for (int i = 0; i < count; i++) {
      target.set(SHORT, to + ((long) i << 1), (short) codes[i]);
    }
    return switch (stride) {
      case 1 -> match1(known, knownLengths, count);
      case 2 -> match2(known, knownLengths, count);
      default -> match4(known, knownLengths, count);
    };
  }

  /// Reads the words and the hashes of strings; of those longer than [StringWords#MAX_SHORT] they
  /// are of no use.
  private void read(MemorySegment source, ByteSpans spans, int count, int stride) {
    switch (stride) {
      case 1 -> read1(source, spans, count, lengths, words, hashes);
      case 2 -> read2(source, spans, count, lengths, words, hashes);
      default -> read4(source, spans, count, lengths, words, hashes);
    }
  }

  private static void read1(
      MemorySegment source,
      ByteSpans spans,
      int count,
      int[] lengths,
      long[] words,
      long[] hashes) {
    MemorySegment offsets = spans.offsets();
    long origin = spans.origin();
    long starts = spans.starts();
    long ends = spans.ends();
    for (int i = 0; i < count; i++) {
      int start = offsets.get(INT, starts + ((long) i << 2));
      int whole = offsets.get(INT, ends + ((long) i << 2)) - start;
      lengths[i] = whole;
      int length = whole & 15;
      long word = source.get(LONG, origin + start) & StringWords.mask(length, 0);
      words[i] = word;
      hashes[i] = StringWords.hash(word);
    }
  }

  private static void read2(
      MemorySegment source,
      ByteSpans spans,
      int count,
      int[] lengths,
      long[] words,
      long[] hashes) {
    MemorySegment offsets = spans.offsets();
    long origin = spans.origin();
    long starts = spans.starts();
    long ends = spans.ends();
    for (int i = 0; i < count; i++) {
      int start = offsets.get(INT, starts + ((long) i << 2));
      int whole = offsets.get(INT, ends + ((long) i << 2)) - start;
      lengths[i] = whole;
      int length = whole & 31;
      long from = origin + start;
      long first = source.get(LONG, from) & StringWords.mask(length, 0);
      long second = source.get(LONG, from + 8) & StringWords.mask(length, 1);
      words[i << 1] = first;
      words[(i << 1) + 1] = second;
      hashes[i] = StringWords.hash(first, second);
    }
  }

  private static void read4(
      MemorySegment source,
      ByteSpans spans,
      int count,
      int[] lengths,
      long[] words,
      long[] hashes) {
    MemorySegment offsets = spans.offsets();
    long origin = spans.origin();
    long starts = spans.starts();
    long ends = spans.ends();
    for (int i = 0; i < count; i++) {
      int start = offsets.get(INT, starts + ((long) i << 2));
      int whole = offsets.get(INT, ends + ((long) i << 2)) - start;
      lengths[i] = whole;
      int length = whole & 63;
      long from = origin + start;
      long first = source.get(LONG, from) & StringWords.mask(length, 0);
      long second = source.get(LONG, from + 8) & StringWords.mask(length, 1);
      long third = source.get(LONG, from + 16) & StringWords.mask(length, 2);
      long fourth = source.get(LONG, from + 24) & StringWords.mask(length, 3);
      int word = i << 2;
      words[word] = first;
      words[word + 1] = second;
      words[word + 2] = third;
      words[word + 3] = fourth;
      hashes[i] = StringWords.hash(first, second, third, fourth);
    }
  }

  private int match1(long[] known, byte[] knownLengths, int count) {
    long[] sought = words;
    int missed = 0;
    for (int i = 0; i < count; i++) {
      int code = codes[i];
      long length = knownLengths[code] ^ lengths[i];
      misses[missed] = i;
      missed += (int) StringWords.nonZero(length | (known[code] ^ sought[i]));
    }
    return missed;
  }

  private int match2(long[] known, byte[] knownLengths, int count) {
    long[] sought = words;
    int missed = 0;
    for (int i = 0; i < count; i++) {
      int code = codes[i];
      int entry = code << 1;
      int word = i << 1;
      long length = knownLengths[code] ^ lengths[i];
      long bits = (known[entry] ^ sought[word]) | (known[entry + 1] ^ sought[word + 1]);
      misses[missed] = i;
      missed += (int) StringWords.nonZero(length | bits);
    }
    return missed;
  }

  private int match4(long[] known, byte[] knownLengths, int count) {
    long[] sought = words;
    int missed = 0;
    for (int i = 0; i < count; i++) {
      int code = codes[i];
      int entry = code << 2;
      int word = i << 2;
      long length = knownLengths[code] ^ lengths[i];
      long low = (known[entry] ^ sought[word]) | (known[entry + 1] ^ sought[word + 1]);
      long high = (known[entry + 2] ^ sought[word + 2]) | (known[entry + 3] ^ sought[word + 3]);
      misses[missed] = i;
      missed += (int) StringWords.nonZero(length | low | high);
    }
    return missed;
  }

  /// Makes the hashes of those strings among the `missed` that are long, and their codes the only
  /// ones that they can have, if their own buckets have them.
  private void hashLong(
      StringTable table,
      MemorySegment source,
      ByteSpans spans,
      int missed,
      MemorySegment codes,
      long to) {
    for (int i = 0; i < missed; i++) {
      int string = misses[i];
      int length = spans.length(string);
      if (length > StringWords.MAX_SHORT) {
        hashes[string] = StringWords.hash(source, spans.start(string), length);
      }
    }
    for (int i = 0; i < missed; i++) {
      int string = misses[i];
      short code = (short) table.candidate(hashes[string]);
      codes.set(SHORT, to + ((long) string << 1), code);
    }
  }

  /// The string that is missed as number `index`, of those that were looked for.
  int missed(int index) {
    return misses[index];
  }

  /// Whether strings have their words and hashes, and not only the long ones hashes.
  boolean hashed() {
    return hashed;
  }

  /// The words of all strings.
  long[] words() {
    return words;
  }

  /// The hash of a string.
  long hash(int string) {
    return hashes[string];
  }
}

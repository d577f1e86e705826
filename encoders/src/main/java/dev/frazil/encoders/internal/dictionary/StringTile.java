package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;

/// Some byte strings on their way to their codes, few enough to stay in the nearest cache: their
/// words, their hashes, and the codes that they may have.
///
/// Each step is a loop of its own over all of them, short enough that the loads of many strings, of
/// a table that is not in the nearest cache, are on their way at once.
final class StringTile {
  private long[] words = new long[4];
  private long[] hashes = new long[1];
  private int[] codes = new int[1];
  private int[] misses = new int[1];

  /// Finds the codes of strings that are known; returns how many are missed: those that are not, or
  /// whose bucket does not tell, and all long ones.
  ///
  /// @param known the words of all entries by their codes
  /// @param knownLengths their lengths, of long ones another number
  int find(
      StringTable table,
      long[] known,
      byte[] knownLengths,
      MemorySegment source,
      long[] at,
      int[] lengths,
      int count,
      int stride) {
    ensure(count);
    int missed;
    if (stride == 4 && allLong(lengths, count)) {
      missed = count;
      for (int i = 0; i < count; i++) {
        misses[i] = i;
      }
    } else {
      read(source, at, lengths, count, stride);
      missed = match(table, known, knownLengths, lengths, count, stride);
    }
    if (missed > 0) {
      hashLong(table, source, at, lengths, missed);
    }
    return missed;
  }

  private void ensure(int count) {
    if (hashes.length < count) {
      words = new long[4 * count];
      hashes = new long[count];
      codes = new int[count];
      misses = new int[count];
    }
  }

  private static boolean allLong(int[] lengths, int count) {
    int signs = -1;
    for (int i = 0; i < count; i++) {
      signs &= StringWords.MAX_SHORT - lengths[i];
    }
    return signs < 0;
  }

  /// Reads the words and the hashes of strings; of those longer than [StringWords#MAX_SHORT] they
  /// are of no use.
  private void read(MemorySegment source, long[] at, int[] lengths, int count, int stride) {
    switch (stride) {
      case 1 -> read1(source, at, lengths, count, words, hashes);
      case 2 -> read2(source, at, lengths, count, words, hashes);
      default -> read4(source, at, lengths, count, words, hashes);
    }
  }

  private static void read1(
      MemorySegment source, long[] at, int[] lengths, int count, long[] words, long[] hashes) {
    for (int i = 0; i < count; i++) {
      int length = lengths[i] & 15;
      long word = source.get(LONG, at[i]) & StringWords.mask(length, 0);
      words[i] = word;
      hashes[i] = StringWords.hash(word);
    }
  }

  private static void read2(
      MemorySegment source, long[] at, int[] lengths, int count, long[] words, long[] hashes) {
    for (int i = 0; i < count; i++) {
      int length = lengths[i] & 31;
      long first = source.get(LONG, at[i]) & StringWords.mask(length, 0);
      long second = source.get(LONG, at[i] + 8) & StringWords.mask(length, 1);
      words[i << 1] = first;
      words[(i << 1) + 1] = second;
      hashes[i] = StringWords.hash(first, second);
    }
  }

  private static void read4(
      MemorySegment source, long[] at, int[] lengths, int count, long[] words, long[] hashes) {
    for (int i = 0; i < count; i++) {
      int length = lengths[i] & 63;
      long first = source.get(LONG, at[i]) & StringWords.mask(length, 0);
      long second = source.get(LONG, at[i] + 8) & StringWords.mask(length, 1);
      long third = source.get(LONG, at[i] + 16) & StringWords.mask(length, 2);
      long fourth = source.get(LONG, at[i] + 24) & StringWords.mask(length, 3);
      int word = i << 2;
      words[word] = first;
      words[word + 1] = second;
      words[word + 2] = third;
      words[word + 3] = fourth;
      hashes[i] = StringWords.hash(first, second, third, fourth);
    }
  }

  private int match(
      StringTable table, long[] known, byte[] knownLengths, int[] lengths, int count, int stride) {
    table.candidates(hashes, count, codes);
    return switch (stride) {
      case 1 -> match1(known, knownLengths, lengths, count);
      case 2 -> match2(known, knownLengths, lengths, count);
      default -> match4(known, knownLengths, lengths, count);
    };
  }

  private int match1(long[] known, byte[] knownLengths, int[] lengths, int count) {
    long[] sought = words;
    int missed = 0;
    for (int i = 0; i < count; i++) {
      int code = codes[i];
      long length = knownLengths[code] ^ lengths[i];
      misses[missed] = i;
      missed += StringWords.nonZero(length | (known[code] ^ sought[i]));
    }
    return missed;
  }

  private int match2(long[] known, byte[] knownLengths, int[] lengths, int count) {
    long[] sought = words;
    int missed = 0;
    for (int i = 0; i < count; i++) {
      int code = codes[i];
      int entry = code << 1;
      int word = i << 1;
      long length = knownLengths[code] ^ lengths[i];
      long bits = (known[entry] ^ sought[word]) | (known[entry + 1] ^ sought[word + 1]);
      misses[missed] = i;
      missed += StringWords.nonZero(length | bits);
    }
    return missed;
  }

  private int match4(long[] known, byte[] knownLengths, int[] lengths, int count) {
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
      missed += StringWords.nonZero(length | low | high);
    }
    return missed;
  }

  /// Makes the hashes of those strings among the `missed` that are long, and their codes the only
  /// ones that they can have, if their own buckets have them.
  private void hashLong(
      StringTable table, MemorySegment source, long[] at, int[] lengths, int missed) {
    for (int i = 0; i < missed; i++) {
      int string = misses[i];
      if (lengths[string] > StringWords.MAX_SHORT) {
        hashes[string] = StringWords.hash(source, at[string], lengths[string]);
      }
    }
    for (int i = 0; i < missed; i++) {
      int string = misses[i];
      codes[string] = table.candidate(hashes[string]);
    }
  }

  /// The string that is missed as number `index`, of those that were read.
  int missed(int index) {
    return misses[index];
  }

  /// The code of each string, but of those that are missed.
  int[] codes() {
    return codes;
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

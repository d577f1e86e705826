package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import java.lang.foreign.MemorySegment;

/// Looks strings up in one step each, where the dictionary has so few entries that they stay in the
/// nearest cache and there is a place of its own for nearly every one of them.
///
/// What counts are instructions: there is no bucket, and words and hashes stay in registers.
final class FewStrings {
  private FewStrings() {}

  /// Stores the codes of at most 64 values of up to 8 bytes, of longer ones any code.
  ///
  /// @param few by the low bits of its hash, the only code that a value is looked for at; a power
  ///   of two of them
  /// @param known the words of all entries by their codes
  /// @param lengths their lengths, of long ones another number
  /// @param at where the code of the `first` value goes
  /// @return a bit for each value that was not found there
  static long match1(
      MemorySegment source,
      ByteSpans spans,
      int first,
      int count,
      char[] few,
      long[] known,
      byte[] lengths,
      MemorySegment codes,
      long at) {
    MemorySegment offsets = spans.offsets();
    long origin = spans.origin();
    long starts = spans.starts() + ((long) first << 2);
    long ends = spans.ends() + ((long) first << 2);
    long missed = 0;
    for (int i = 0; i < count; i++) {
      int start = offsets.get(INT, starts + ((long) i << 2));
      int length = offsets.get(INT, ends + ((long) i << 2)) - start;
      long word = source.get(LONG, origin + start) & StringWords.mask(length & 15, 0);
      int code = few[(int) StringWords.hash(word) & (few.length - 1)];
      codes.set(SHORT, at + ((long) i << 1), (short) code);
      long differences = (known[code] ^ word) | (lengths[code] ^ length);
      missed |= StringWords.nonZero(differences) << i;
    }
    return missed;
  }

  /// The same for values of up to 16 bytes.
  static long match2(
      MemorySegment source,
      ByteSpans spans,
      int first,
      int count,
      char[] few,
      long[] known,
      byte[] lengths,
      MemorySegment codes,
      long at) {
    MemorySegment offsets = spans.offsets();
    long origin = spans.origin();
    long starts = spans.starts() + ((long) first << 2);
    long ends = spans.ends() + ((long) first << 2);
    long missed = 0;
    for (int i = 0; i < count; i++) {
      int start = offsets.get(INT, starts + ((long) i << 2));
      int length = offsets.get(INT, ends + ((long) i << 2)) - start;
      long from = origin + start;
      long low = source.get(LONG, from) & StringWords.mask(length & 31, 0);
      long high = source.get(LONG, from + 8) & StringWords.mask(length & 31, 1);
      int code = few[(int) StringWords.hash(low, high) & (few.length - 1)];
      codes.set(SHORT, at + ((long) i << 1), (short) code);
      int entry = code << 1;
      long differences = (known[entry] ^ low) | (known[entry + 1] ^ high);
      missed |= StringWords.nonZero(differences | (lengths[code] ^ length)) << i;
    }
    return missed;
  }

  /// The same for values of up to 32 bytes.
  static long match4(
      MemorySegment source,
      ByteSpans spans,
      int first,
      int count,
      char[] few,
      long[] known,
      byte[] lengths,
      MemorySegment codes,
      long at) {
    MemorySegment offsets = spans.offsets();
    long origin = spans.origin();
    long starts = spans.starts() + ((long) first << 2);
    long ends = spans.ends() + ((long) first << 2);
    long missed = 0;
    for (int i = 0; i < count; i++) {
      int start = offsets.get(INT, starts + ((long) i << 2));
      int length = offsets.get(INT, ends + ((long) i << 2)) - start;
      long from = origin + start;
      long a = source.get(LONG, from) & StringWords.mask(length & 63, 0);
      long b = source.get(LONG, from + 8) & StringWords.mask(length & 63, 1);
      long c = source.get(LONG, from + 16) & StringWords.mask(length & 63, 2);
      long d = source.get(LONG, from + 24) & StringWords.mask(length & 63, 3);
      int code = few[(int) StringWords.hash(a, b, c, d) & (few.length - 1)];
      codes.set(SHORT, at + ((long) i << 1), (short) code);
      int entry = code << 2;
      long low = (known[entry] ^ a) | (known[entry + 1] ^ b);
      long high = (known[entry + 2] ^ c) | (known[entry + 3] ^ d);
      missed |= StringWords.nonZero(low | high | (lengths[code] ^ length)) << i;
    }
    return missed;
  }
}

package dev.frazil.encoders.internal.encoding;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.memory.Slab;
import dev.frazil.encoders.memory.SlackCopy;
import java.lang.foreign.MemorySegment;

/// DELTA_BYTE_ARRAY of BYTE_ARRAY or FIXED_LEN_BYTE_ARRAY (Encodings.md, "Delta Strings"): how much
/// each value shares with the one before, then what follows as DELTA_LENGTH_BYTE_ARRAY. The first
/// value of a page shares nothing.
final class DeltaByteArrayEncoder implements BodyEncoder {
  private final int fixedLength;
  private final Slab scratch;
  private final DeltaBinaryPackedWriter writer = new DeltaBinaryPackedWriter();

  /// Encodes values of so many bytes, or for 0 values with their lengths in front.
  DeltaByteArrayEncoder(int fixedLength, Slab scratch) {
    this.fixedLength = fixedLength;
    this.scratch = scratch;
  }

  @Override
  public long encode(Slab plain, long plainBytes, int count, Slab target) {
    MemorySegment values = plain.segment();
    long suffixesAt = (long) Integer.BYTES * count;
    MemorySegment lengths = scratch.ensure(2 * suffixesAt, 0);
    long suffixBytes =
        fixedLength == 0
            ? split(values, count, lengths, suffixesAt)
            : splitFixed(values, count, fixedLength, lengths, suffixesAt);
    MemorySegment body =
        target.ensure(2 * DeltaBinaryPackedWriter.maxSize(count, Integer.BYTES) + suffixBytes, 0);
    long end = writer.ints(lengths, 0, count, body, 0);
    end = writer.ints(lengths, suffixesAt, count, body, end);
    suffixes(values, fixedLength == 0 ? Integer.BYTES : 0, count, lengths, suffixesAt, body, end);
    return end + suffixBytes;
  }

  /// Lengths of the shared prefixes, from `suffixesAt` on those of the suffixes; returns the sum of
  /// the latter.
  private static long split(
      MemorySegment values, int count, MemorySegment lengths, long suffixesAt) {
    long previous = 0;
    long previousLength = 0;
    long at = 0;
    long sum = 0;
    for (int i = 0; i < count; i++) {
      int length = values.get(INT, at);
      at += Integer.BYTES;
      int prefix = (int) shared(values, previous, at, Math.min(previousLength, length));
      lengths.set(INT, (long) i << 2, prefix);
      lengths.set(INT, suffixesAt + ((long) i << 2), length - prefix);
      sum += length - prefix;
      previous = at;
      previousLength = length;
      at += length;
    }
    return sum;
  }

  private static long splitFixed(
      MemorySegment values, int count, int length, MemorySegment lengths, long suffixesAt) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      long at = (long) i * length;
      int prefix = i == 0 ? 0 : (int) shared(values, at - length, at, length);
      lengths.set(INT, (long) i << 2, prefix);
      lengths.set(INT, suffixesAt + ((long) i << 2), length - prefix);
      sum += length - prefix;
    }
    return sum;
  }

  /// Bytes that two values have in common at their start, at most `limit`. Whole words are read,
  /// into the slab's slack at the end.
  private static long shared(MemorySegment values, long one, long other, long limit) {
    for (long i = 0; i < limit; i += Long.BYTES) {
      long difference = values.get(LONG, one + i) ^ values.get(LONG, other + i);
      if (difference != 0) {
        return Math.min(limit, i + (Long.numberOfTrailingZeros(difference) >>> 3));
      }
    }
    return limit;
  }

  private static void suffixes(
      MemorySegment values,
      int lengthBytes,
      int count,
      MemorySegment lengths,
      long suffixesAt,
      MemorySegment target,
      long position) {
    long from = 0;
    long to = position;
    for (int i = 0; i < count; i++) {
      int length = lengths.get(INT, suffixesAt + ((long) i << 2));
      from += lengthBytes + lengths.get(INT, (long) i << 2);
      SlackCopy.copy(values, from, target, to, length);
      from += length;
      to += length;
    }
  }
}

package dev.frazil.encoders.internal.encoding;

import static dev.frazil.encoders.memory.Layouts.INT;

import dev.frazil.encoders.memory.Slab;
import dev.frazil.encoders.memory.SlackCopy;
import java.lang.foreign.MemorySegment;

/// DELTA_LENGTH_BYTE_ARRAY of BYTE_ARRAY: all lengths, then all bytes (Encodings.md).
final class DeltaLengthEncoder implements BodyEncoder {
  private final Slab scratch;
  private final DeltaBinaryPackedWriter writer = new DeltaBinaryPackedWriter();

  DeltaLengthEncoder(Slab scratch) {
    this.scratch = scratch;
  }

  @Override
  public long encode(Slab plain, long plainBytes, int count, Slab target) {
    long data = plainBytes - (long) Integer.BYTES * count;
    MemorySegment body =
        target.ensure(DeltaBinaryPackedWriter.maxSize(count, Integer.BYTES) + data, 0);
    MemorySegment values = plain.segment();
    MemorySegment lengths = scratch.ensure((long) Integer.BYTES * count, 0);
    lengths(values, count, lengths);
    long end = writer.ints(lengths, 0, count, body, 0);
    bytes(values, lengths, count, body, end);
    return end + data;
  }

  private static void lengths(MemorySegment values, int count, MemorySegment lengths) {
    long at = 0;
    for (int i = 0; i < count; i++) {
      int length = values.get(INT, at);
      lengths.set(INT, (long) i << 2, length);
      at += Integer.BYTES + length;
    }
  }

  private static void bytes(
      MemorySegment values, MemorySegment lengths, int count, MemorySegment target, long position) {
    long from = 0;
    long to = position;
    for (int i = 0; i < count; i++) {
      int length = lengths.get(INT, (long) i << 2);
      from += Integer.BYTES;
      SlackCopy.copy(values, from, target, to, length);
      from += length;
      to += length;
    }
  }
}

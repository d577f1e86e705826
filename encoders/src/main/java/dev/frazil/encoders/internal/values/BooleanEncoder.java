package dev.frazil.encoders.internal.values;

import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.internal.stats.NativeBounds;
import dev.frazil.encoders.memory.Bitmaps;
import java.lang.foreign.MemorySegment;

/// BOOLEAN: Arrow's bits are PLAIN's bits, copied, or squeezed together 64 slots at a time where
/// some are null. Never a dictionary.
final class BooleanEncoder extends ValueEncoder {
  /// Where the open page ends.
  private long endBit;

  private boolean seenFalse;
  private boolean seenTrue;

  @Override
  public int slotsWithin(LeafValues values, long from, int slots, long budget) {
    return (int) Math.min(slots, ((pageEnd() + budget) << 3) - endBit);
  }

  @Override
  public void plain(LeafValues values, Slots slots) {
    LeafValues.Bits bits = LeafKinds.bits(values);
    int count = slots.valid();
    MemorySegment target = page.ensure(Bitmaps.bytes(endBit + count), Bitmaps.bytes(endBit));
    long bit = bits.offset() + slots.from();
    if (slots.dense()) {
      Bitmaps.copy(bits.bits(), bit, target, endBit, count);
    } else {
      squeeze(bits.bits(), bit, slots, target, endBit);
    }
    int ones = Bitmaps.ones(target, endBit, count);
    seenTrue |= ones > 0;
    seenFalse |= ones < count;
    endBit += count;
    clearTail(target);
  }

  private static void squeeze(
      MemorySegment bits, long bit, Slots slots, MemorySegment target, long to) {
    long end = to;
    for (int i = 0; i < slots.rows(); i += 64) {
      int width = Math.min(64, slots.rows() - i);
      long valid = Bitmaps.word(slots.validity(), slots.bit() + i, width);
      Bitmaps.put(target, end, Long.compress(Bitmaps.word(bits, bit + i, width), valid));
      end += Long.bitCount(valid);
    }
  }

  /// Zeroes the bits behind the last value, so that the same values always give the same bytes.
  private void clearTail(MemorySegment target) {
    int used = (int) endBit & 7;
    if (used != 0) {
      Bitmaps.put(target, endBit, 0);
    }
  }

  @Override
  long pageEnd() {
    return Bitmaps.bytes(endBit);
  }

  @Override
  public void startPage() {
    endBit = pageStart << 3;
    seenFalse = false;
    seenTrue = false;
  }

  @Override
  public void bounds(NativeBounds target) {
    if (seenTrue || seenFalse) {
      target.numbers(seenFalse ? 0 : 1, seenTrue ? 1 : 0, 1);
    } else {
      target.clear();
    }
  }
}

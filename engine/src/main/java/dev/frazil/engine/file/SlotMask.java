package dev.frazil.engine.file;

import dev.frazil.encoders.Nesting.Step;
import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Which slots of a column belong to a row: those that rows lead to through steps that are not
/// null. What stands in any other slot is neither a value nor a null. A bit a slot in memory that
/// is reused; nothing at all while every slot belongs to a row.
final class SlotMask implements AutoCloseable {
  private Slab bits = new Slab();
  private Slab spare = new Slab();
  private boolean all = true;
  private long first;
  private int count;

  /// Follows the steps from `rowCount` rows to the slots behind the last one.
  void through(List<Step> steps, int rowCount) {
    all = true;
    first = 0;
    count = rowCount;
    for (Step step : steps) {
      switch (step) {
        case Step.Optional optional -> and(optional);
        case Step.Repeated _, Step.FixedSize _ -> spread(step);
      }
    }
  }

  /// Leaves out what is null.
  private void and(Step.Optional optional) {
    if (optional.allValid()) {
      return;
    }
    MemorySegment target = bits.ensure(Bitmaps.bytes(count) + Long.BYTES, all ? 0 : bytes());
    for (int i = 0; i < count; i += 64) {
      int width = Math.min(64, count - i);
      long word = all ? -1 : Bitmaps.word(target, i, width);
      Bitmaps.put(target, i, optional.allNull() ? 0 : word & valid(optional, i, width));
    }
    all = false;
  }

  private long bytes() {
    return Bitmaps.bytes(count);
  }

  private long valid(Step.Optional optional, int i, int width) {
    return Bitmaps.word(optional.validity(), optional.offset() + first + i, width);
  }

  /// Goes on to the elements of the lists that belong to a row.
  private void spread(Step lists) {
    long start = lists.start(first);
    long end = lists.start(first + count);
    if (!all) {
      spreadRuns(lists, start, Math.toIntExact(end - start));
    }
    first = start;
    count = Math.toIntExact(end - start);
  }

  private void spreadRuns(Step lists, long start, int elements) {
    MemorySegment source = bits.segment();
    MemorySegment target = spare.ensure(Bitmaps.bytes(elements) + Long.BYTES, 0);
    int done = 0;
    for (int i = 0; i < count; ) {
      int from = next(source, i, 0);
      int to = next(source, from, -1);
      int element = (int) (lists.start(first + from) - start);
      int behind = (int) (lists.start(first + to) - start);
      Bitmaps.clear(target, done, element - done);
      Bitmaps.fill(target, element, behind - element);
      done = behind;
      i = to;
    }
    Bitmaps.clear(target, done, elements - done);
    Slab used = bits;
    bits = spare;
    spare = used;
  }

  /// The first slot from `from` whose bit is set, or for a `flip` of -1 clear; or `count`.
  private int next(MemorySegment source, int from, long flip) {
    for (int i = from; i < count; i += 64) {
      int width = Math.min(64, count - i);
      long word = (Bitmaps.word(source, i, width) ^ flip) & (-1L >>> (64 - width));
      if (word != 0) {
        return i + Long.numberOfTrailingZeros(word);
      }
    }
    return count;
  }

  /// The first slot that belongs to a row and has no bit in a validity bitmap, or -1.
  ///
  /// @param optional the bitmap
  long firstNull(Step.Optional optional) {
    for (int i = 0; i < count; i += 64) {
      int width = Math.min(64, count - i);
      long reached = all ? -1 : Bitmaps.word(bits.segment(), i, width);
      long valid = optional.allNull() ? 0 : valid(optional, i, width);
      long missing = reached & ~valid & (-1L >>> (64 - width));
      if (missing != 0) {
        return first + i + Long.numberOfTrailingZeros(missing);
      }
    }
    return -1;
  }

  @Override
  public void close() {
    bits.close();
    spare.close();
  }
}

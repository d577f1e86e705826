package dev.frazil.encoders.internal.levels;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.Nesting.Step;
import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Turns the steps from rows to a leaf into definition and repetition levels, a byte each, and into
/// spans of leaf slots with a bit for each that holds a value.
///
/// Slots are taken in runs: of nulls, of empty lists, of lists with elements. A run of lists is
/// their elements written as one range, of which the first of each list is then given the list's
/// own repetition level. The innermost lists, which are many and short, are one run with the empty
/// ones among them. The optional steps behind the last list are taken together, 64 slots at a time,
/// without a branch a slot.
final class LevelBuilder implements AutoCloseable {
  /// Slots between two spans up to which they are one, with zero bits between.
  private static final long MAX_GAP = 4_096;

  private final Slab definitions = new Slab();
  private final Slab repetitions = new Slab();
  private final Slab presence = new Slab();

  /// Definition levels of the elements of a run of innermost lists.
  private final Slab elements = new Slab();

  /// Lists among the steps.
  private final int lists;

  private Step[] steps = new Step[0];

  /// For each of the last steps, which of 64 slots are valid by it and all before it.
  private long[] valid = new long[0];

  /// The first of the optional steps behind the last list.
  private int tail;

  private int slots;
  private int values;

  private int spans;
  private long[] spanSlot = new long[4];
  private long[] spanBit = new long[4];
  private int[] spanLength = new int[4];
  private long bits;

  LevelBuilder(int maxRepetitionLevel) {
    lists = maxRepetitionLevel;
  }

  /// Turns to another batch.
  void over(Step[] steps) {
    this.steps = steps;
    tail = steps.length;
    while (tail > 0 && steps[tail - 1] instanceof Step.Optional) {
      tail--;
    }
    if (valid.length < steps.length) {
      valid = new long[steps.length];
    }
  }

  /// Builds the levels of `count` rows from `row`.
  void build(long row, int count) {
    slots = 0;
    values = 0;
    spans = 0;
    bits = 0;
    write(0, row, count, 0);
  }

  /// Level entries that were built.
  int slots() {
    return slots;
  }

  /// Entries that hold a value.
  int values() {
    return values;
  }

  /// A byte an entry.
  MemorySegment definitions() {
    return definitions.segment();
  }

  /// A byte an entry; nothing without lists.
  MemorySegment repetitions() {
    return repetitions.segment();
  }

  int spans() {
    return spans;
  }

  void show(int span, Slots view) {
    view.of(presence.segment(), spanBit[span], spanSlot[span], spanLength[span]);
  }

  /// Writes the entries of `count` consecutive slots that step number `step` starts from, all of
  /// which are there. Their first entries get `repetition`, the number of lists above.
  private void write(int step, long slot, long count, int repetition) {
    if (count == 0) {
      return;
    }
    if (step == tail) {
      leaf(slot, entries(count), step);
      return;
    }
    switch (steps[step]) {
      case Step.Optional optional -> optional(optional, step, slot, count, repetition);
      case Step.Repeated lists -> lists(lists, step, slot, count, repetition);
      case Step.FixedSize lists -> lists(lists, step, slot, count, repetition);
    }
  }

  /// Entries are counted by 32 bits: a page cannot have more.
  private int entries(long count) {
    if (count > Integer.MAX_VALUE - Slab.SLACK - slots) {
      throw new IllegalArgumentException(
          "levels: expected fewer than 2^31 slots in the rows of a page, got more");
    }
    return (int) count;
  }

  private void optional(Step.Optional optional, int step, long slot, long count, int repetition) {
    if (optional.allValid()) {
      write(step + 1, slot, count, repetition);
      return;
    }
    if (optional.allNull()) {
      absent(count, step, repetition);
      return;
    }
    long at = 0;
    while (at < count) {
      long bit = optional.offset() + slot + at;
      long valid = run(optional.validity(), bit, count - at, -1);
      write(step + 1, slot + at, valid, repetition);
      at += valid;
      long missing = run(optional.validity(), bit + valid, count - at, 0);
      absent(missing, step, repetition);
      at += missing;
    }
  }

  /// How many leading bits of a range are all those of `word`, which is 0 or -1.
  private static long run(MemorySegment bits, long bit, long count, long word) {
    for (long i = 0; i < count; i += 64) {
      int width = (int) Math.min(64, count - i);
      long other = Bitmaps.word(bits, bit + i, width) ^ word;
      if (width < 64) {
        other &= (1L << width) - 1;
      }
      if (other != 0) {
        return i + Long.numberOfTrailingZeros(other);
      }
    }
    return count;
  }

  private void lists(Step.Repeated lists, int step, long slot, long count, int repetition) {
    if (step + 1 == tail) {
      innermost(lists, step, slot, count, repetition);
      return;
    }
    long i = 0;
    while (i < count) {
      long first = lists.start(slot + i);
      long behind = i;
      while (behind < count && lists.start(slot + behind + 1) == first) {
        behind++;
      }
      absent(behind - i, step, repetition);
      i = behind;
      long end = first;
      for (long next; behind < count; behind++, end = next) {
        next = lists.start(slot + behind + 1);
        if (next == end) {
          break;
        }
      }
      if (behind > i) {
        int entry = slots;
        write(step + 1, first, end - first, repetition + 1);
        stamp(lists, slot + i, behind - i, first, entry, (byte) repetition);
        i = behind;
      }
    }
  }

  /// Lists of leaf slots. The levels of the elements are made as those of one range, and then laid
  /// out list by list, by words, into the slack behind them.
  private void innermost(Step.Repeated lists, int step, long slot, long count, int repetition) {
    long first = lists.start(slot);
    long total = lists.start(slot + count) - first;
    int most = entries(total + count);
    MemorySegment defined = definitions.ensure((long) slots + most, slots);
    MemorySegment repeated = repetitions.ensure((long) slots + most, slots);
    if (total > 0) {
      leafLevels(first, (int) total, step + 1, elements, 0);
    }
    MemorySegment from = elements.ensure(total, total);
    slots =
        (int)
            ListLevels.write(lists, slot, count, from, defined, repeated, slots, step, repetition);
  }

  /// Gives the first entry of each list its repetition level. Elements have any number of entries:
  /// those with a repetition level of at most that of the elements begin one.
  private void stamp(
      Step.Repeated lists, long slot, long count, long first, int entry, byte repetition) {
    MemorySegment levels = repetitions.segment();
    long list = 0;
    long element = first;
    long next = first;
    for (long at = entry; at < slots; at++) {
      if (levels.get(BYTE, at) > repetition + 1) {
        continue;
      }
      if (element == next) {
        levels.set(BYTE, at, repetition);
        list++;
        next = list < count ? lists.start(slot + list) : Long.MAX_VALUE;
      }
      element++;
    }
  }

  private void lists(Step.FixedSize lists, int step, long slot, long count, int repetition) {
    int size = lists.size();
    if (size == 0) {
      absent(count, step, repetition);
      return;
    }
    int entry = slots;
    write(step + 1, lists.start(slot), count * size, repetition + 1);
    MemorySegment levels = repetitions.segment();
    if (step + 1 == tail) {
      for (long at = entry; at < slots; at += size) {
        levels.set(BYTE, at, (byte) repetition);
      }
      return;
    }
    int element = 0;
    for (long at = entry; at < slots; at++) {
      if (levels.get(BYTE, at) <= repetition + 1) {
        if (element == 0) {
          levels.set(BYTE, at, (byte) repetition);
        }
        element = element + 1 == size ? 0 : element + 1;
      }
    }
  }

  /// Entries without a value: what step number `step` would have led to is null or empty.
  private void absent(long count, int step, int repetition) {
    if (count == 0) {
      return;
    }
    int added = entries(count);
    fill(added, (byte) step, (byte) repetition);
    slots += added;
  }

  private void fill(int added, byte definition, byte repetition) {
    fill(definitions, slots, added, definition);
    if (lists > 0) {
      fill(repetitions, slots, added, repetition);
    }
  }

  /// By words, into the slack behind them if need be: most runs are short.
  private static void fill(Slab levels, long from, int added, byte level) {
    long end = from + added;
    MemorySegment target = levels.ensure(end, from);
    long lanes = level * LevelBytes.BYTES;
    for (long at = from; at < end; at += Long.BYTES) {
      target.set(LONG, at, lanes);
    }
  }

  /// Entries of leaf slots, of which the optional steps from `step` on say whether they hold a
  /// value.
  private void leaf(long slot, int count, int step) {
    if (lists > 0) {
      fill(repetitions, slots, count, (byte) lists);
    }
    leafLevels(slot, count, step, definitions, slots);
    slots += count;
  }

  /// The presence of leaf slots, and their definition levels from `at` on.
  private void leafLevels(long slot, int count, int step, Slab levels, long at) {
    long bit = span(slot, count);
    boolean dense = true;
    for (int i = step; i < steps.length; i++) {
      dense &= ((Step.Optional) steps[i]).allValid();
    }
    MemorySegment target = presence.ensure(Bitmaps.bytes(bit + count) + 8, Bitmaps.bytes(bit));
    if (dense) {
      fill(levels, at, count, (byte) steps.length);
      Bitmaps.fill(target, bit, count);
      values += count;
    } else {
      expand(slot, count, step, target, bit, levels.ensure(at + count, at), at);
    }
  }

  /// Sixty-four slots at a time: a level is `step` and one more for each step that is not null,
  /// until one is.
  private void expand(
      long slot,
      int count,
      int step,
      MemorySegment target,
      long bit,
      MemorySegment levels,
      long at) {
    int tails = steps.length - step;
    for (int i = 0; i < count; i += 64) {
      int width = Math.min(64, count - i);
      long present = -1L >>> (64 - width);
      for (int s = 0; s < tails; s++) {
        present &= word((Step.Optional) steps[step + s], slot + i, width);
        valid[s] = present;
      }
      for (int g = 0; g < width; g += 8) {
        long lanes = step * LevelBytes.BYTES;
        for (int s = 0; s < tails; s++) {
          lanes += Long.expand((valid[s] >>> g) & 0xff, LevelBytes.BYTES);
        }
        levels.set(LONG, at + i + g, lanes);
      }
      Bitmaps.put(target, bit + i, present);
      values += Long.bitCount(present);
    }
  }

  private static long word(Step.Optional step, long slot, int width) {
    if (step.allValid()) {
      return -1;
    }
    return step.allNull() ? 0 : Bitmaps.word(step.validity(), step.offset() + slot, width);
  }

  /// Adds `count` slots to the last span, or begins another one; returns the bit of the first.
  private long span(long slot, int count) {
    long gap = spans == 0 ? -1 : slot - spanSlot[spans - 1] - spanLength[spans - 1];
    if (gap < 0 || gap > MAX_GAP) {
      if (spans == spanSlot.length) {
        spanSlot = Arrays.copyOf(spanSlot, 2 * spans);
        spanBit = Arrays.copyOf(spanBit, 2 * spans);
        spanLength = Arrays.copyOf(spanLength, 2 * spans);
      }
      spanSlot[spans] = slot;
      spanBit[spans] = bits;
      spanLength[spans] = 0;
      spans++;
      gap = 0;
    }
    if (gap > 0) {
      MemorySegment target = presence.ensure(Bitmaps.bytes(bits + gap) + 8, Bitmaps.bytes(bits));
      Bitmaps.clear(target, bits, (int) gap);
    }
    spanLength[spans - 1] += (int) gap + count;
    long first = bits + gap;
    bits = first + count;
    return first;
  }

  @Override
  public void close() {
    definitions.close();
    repetitions.close();
    presence.close();
    elements.close();
  }
}

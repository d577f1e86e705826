package dev.frazil.encoders.internal.values;

import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.internal.dictionary.ByteSpans;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.internal.levels.ValidRuns;
import dev.frazil.encoders.internal.stats.BoundsAccumulator;
import dev.frazil.encoders.internal.stats.NativeBounds;
import java.lang.foreign.MemorySegment;

/// FIXED_LEN_BYTE_ARRAY: in PLAIN the bytes alone.
final class FixedBytesEncoder extends ByteStringEncoder {
  private final ValidRuns runs = new ValidRuns();
  private final int width;
  private final BoundsAccumulator bounds;

  private final ByteSpans spans = new ByteSpans();

  /// Values of the open page that are NaN, beyond those that the bounds counted.
  private int nans;

  FixedBytesEncoder(LeafColumn column, EncoderOptions options, CodedEntries coded) {
    super(0, options, coded);
    width = column.typeLength();
    bounds = BoundsAccumulator.of(column);
  }

  @Override
  public int slotsWithin(LeafValues values, long from, int slots, long budget) {
    return (int) Math.min(slots, budget / width);
  }

  @Override
  public void plain(LeafValues values, Slots slots) {
    long bytes = (long) slots.valid() * width;
    MemorySegment target = page.ensure(pageEnd + bytes, pageEnd);
    if (values instanceof LeafValues.Coded entries) {
      gather(entries, slots, target);
    } else {
      LeafValues.FixedWidth fixed = LeafKinds.fixedWidth(values, width);
      long at = (fixed.offset() + slots.from()) * width;
      Compaction.copy(fixed.values(), at, width, slots, target, pageEnd);
    }
    boundPage(pageEnd, slots.valid());
    pageEnd += bytes;
  }

  private void gather(LeafValues.Coded entries, Slots slots, MemorySegment target) {
    LeafValues.FixedWidth fixed = LeafKinds.fixedWidth(entries.dictionary(), width);
    MemorySegment numbers = coded.numbers(entries, slots);
    for (int i = 0; i < slots.valid(); i++) {
      long from = (fixed.offset() + coded.number(numbers, i)) * width;
      MemorySegment.copy(fixed.values(), from, target, pageEnd + (long) i * width, width);
    }
  }

  @Override
  boolean indexValues(LeafValues values, Slots slots, MemorySegment codes, long to) {
    LeafValues.FixedWidth fixed = LeafKinds.fixedWidth(values, width);
    long first = fixed.offset() + slots.from();
    if (slots.dense()) {
      return indexRun(fixed.values(), first, slots.rows(), codes, to);
    }
    long at = to;
    slots.runs(runs);
    while (runs.next()) {
      int run = runs.end() - runs.start();
      if (!indexRun(fixed.values(), first + runs.start(), run, codes, at)) {
        return false;
      }
      at += (long) run << 1;
    }
    return true;
  }

  private boolean indexRun(
      MemorySegment values, long first, int count, MemorySegment codes, long at) {
    for (int done = 0; done < count; ) {
      long to = at + ((long) done << 1);
      done += spans.of((first + done) * width, width, count - done);
      if (dictionary.index(values, spans, codes, to) < spans.count()) {
        return false;
      }
    }
    return true;
  }

  @Override
  int indexOne(LeafValues values, int slot) {
    LeafValues.FixedWidth fixed = LeafKinds.fixedWidth(values, width);
    return dictionary.index(fixed.values(), (fixed.offset() + slot) * width, width);
  }

  @Override
  public long plainBytes() {
    return indexCount * width;
  }

  @Override
  void boundPage(long from, int count) {
    bounds.add(page.segment(), from, count);
  }

  @Override
  void boundEntries(int[] codes, int count) {
    for (int i = 0; i < count; i++) {
      bounds.add(dictionary.entries().segment(), (long) codes[i] * width, 1);
    }
  }

  /// An entry that is NaN was counted once; it counts as often as it is used.
  @Override
  void countIndexed(long first, int count, long plainBytes) {
    if (bounds.nanCount() == 0) {
      return;
    }
    MemorySegment entries = dictionary.entries().segment();
    int found = 0;
    for (int i = 0; i < count; i++) {
      short bits = entries.get(SHORT, (long) code(first + i) << 1);
      found += Float.isNaN(Float.float16ToFloat(bits)) ? 1 : 0;
    }
    nans = found - (int) bounds.nanCount();
  }

  @Override
  public int nanCount() {
    return (int) bounds.nanCount() + nans;
  }

  @Override
  public void bounds(NativeBounds target) {
    bounds.bounds(target);
  }

  @Override
  public void signedUuidBounds(NativeBounds target) {
    bounds.signedUuidBounds(target);
  }

  @Override
  public void startPage() {
    pageEnd = pageStart;
    bounds.reset();
    nans = 0;
  }

  @Override
  public void close() {
    super.close();
    spans.close();
  }
}

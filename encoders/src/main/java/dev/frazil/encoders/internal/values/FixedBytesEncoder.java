package dev.frazil.encoders.internal.values;

import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.internal.dictionary.BinaryDictionary;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.internal.levels.ValidRuns;
import dev.frazil.encoders.internal.stats.BoundsAccumulator;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// FIXED_LEN_BYTE_ARRAY: in PLAIN the bytes alone.
final class FixedBytesEncoder extends ByteStringEncoder {
  private final int width;
  private final ValidRuns runs = new ValidRuns();
  private final BoundsAccumulator bounds;

  FixedBytesEncoder(LeafColumn column, EncoderOptions options) {
    super(0, options);
    width = column.typeLength();
    bounds = BoundsAccumulator.of(column);
  }

  @Override
  public int rowsWithin(LeafValues values, int from, int rows, long budget) {
    return (int) Math.min(rows, budget / width);
  }

  @Override
  public void plain(LeafValues values, Slots slots) {
    LeafValues.FixedWidth fixed = LeafKinds.fixedWidth(values, width);
    long bytes = (long) slots.valid() * width;
    MemorySegment target = page.ensure(pageBytes + bytes, pageBytes);
    long at = (fixed.offset() + slots.from()) * width;
    Compaction.copy(fixed.values(), at, width, slots, runs, target, pageBytes);
    bounds.add(target, pageBytes, slots.valid());
    pageBytes += bytes;
  }

  @Override
  public boolean index(LeafValues values, Slots slots) {
    LeafValues.FixedWidth fixed = LeafKinds.fixedWidth(values, width);
    long first = fixed.offset() + slots.from();
    int count = slots.valid();
    MemorySegment codes = indices.ensure((indexCount + count) << 1, indexCount << 1);
    long at = indexCount << 1;
    if (slots.dense()) {
      if (!indexRun(fixed.values(), first, count, codes, at)) {
        return false;
      }
    } else {
      slots.runs(runs);
      while (runs.next()) {
        int run = runs.end() - runs.start();
        if (!indexRun(fixed.values(), first + runs.start(), run, codes, at)) {
          return false;
        }
        at += (long) run << 1;
      }
    }
    indexCount += count;
    plainBytes += (long) count * width;
    return true;
  }

  private boolean indexRun(
      MemorySegment values, long first, int count, MemorySegment codes, long at) {
    for (int i = 0; i < count; i++) {
      int code = dictionary.index(values, (first + i) * width, width);
      if (code == BinaryDictionary.FULL) {
        return false;
      }
      codes.set(SHORT, at + ((long) i << 1), (short) code);
    }
    return true;
  }

  @Override
  public void boundDictionary() {
    bounds.add(dictionary.entries().segment(), 0, dictionary.size());
  }

  @Override
  public long nanCount() {
    return 0;
  }

  @Override
  public @Nullable Bounds bounds() {
    return bounds.bounds();
  }

  @Override
  public @Nullable Bounds signedUuidBounds() {
    return bounds.signedUuidBounds();
  }

  @Override
  public void reset() {
    super.reset();
    bounds.reset();
  }
}

package dev.frazil.encoders.internal.values;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.PhysicalType;
import dev.frazil.encoders.internal.dictionary.LongDictionary;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.internal.levels.ValidRuns;
import dev.frazil.encoders.internal.stats.BoundsAccumulator;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// INT32, INT64, FLOAT and DOUBLE: numbers of four or eight bytes, whose PLAIN layout is Arrow's.
final class FixedWidthEncoder extends DictionaryValueEncoder {
  private final int width;
  private final Slab compacted;
  private final ValidRuns runs = new ValidRuns();
  private final BoundsAccumulator bounds;
  private final LongDictionary dictionary;
  private long pageBytes;

  FixedWidthEncoder(LeafColumn column, EncoderOptions options, Slab compacted) {
    super(8_192, 16_384);
    boolean four = column.type() == PhysicalType.INT32 || column.type() == PhysicalType.FLOAT;
    width = four ? 4 : 8;
    this.compacted = compacted;
    bounds = BoundsAccumulator.of(column);
    dictionary = new LongDictionary(width, options.dictionaryMaxBytes());
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
  public long pageBytes() {
    return pageBytes;
  }

  @Override
  public void startPage() {
    pageBytes = 0;
  }

  @Override
  public boolean index(LeafValues values, Slots slots) {
    LeafValues.FixedWidth fixed = LeafKinds.fixedWidth(values, width);
    int count = slots.valid();
    if (count == 0) {
      return true;
    }
    MemorySegment dense = fixed.values();
    long at = (fixed.offset() + slots.from()) * width;
    if (!slots.dense()) {
      dense = compacted.ensure((long) count * width, 0);
      Compaction.copy(fixed.values(), at, width, slots, runs, dense, 0);
      at = 0;
    }
    MemorySegment codes = indices.ensure((indexCount + count) << 1, indexCount << 1);
    boolean fits = dictionary.index(dense, at, count, codes, indexCount << 1);
    if (fits) {
      indexCount += count;
    }
    return fits;
  }

  @Override
  public Slab entries() {
    return dictionary.entries();
  }

  @Override
  public int entryCount() {
    return dictionary.size();
  }

  @Override
  public long entryBytes() {
    return (long) dictionary.size() * width;
  }

  @Override
  public long plainBytes() {
    return indexCount * width;
  }

  @Override
  public int restorable(long first, int count, long budget) {
    return (int) Math.min(count, budget / width);
  }

  @Override
  public void restore(long first, int count) {
    long bytes = (long) count * width;
    MemorySegment target = page.ensure(pageBytes + bytes, pageBytes);
    MemorySegment entries = dictionary.entries().segment();
    if (width == 4) {
      gather4(entries, indices.segment(), first << 1, count, target, pageBytes);
    } else {
      gather8(entries, indices.segment(), first << 1, count, target, pageBytes);
    }
    pageBytes += bytes;
  }

  private static void gather4(
      MemorySegment entries,
      MemorySegment codes,
      long at,
      int count,
      MemorySegment target,
      long to) {
    for (int i = 0; i < count; i++) {
      long code = codes.get(SHORT, at + ((long) i << 1)) & 0xffffL;
      target.set(INT, to + ((long) i << 2), entries.get(INT, code << 2));
    }
  }

  private static void gather8(
      MemorySegment entries,
      MemorySegment codes,
      long at,
      int count,
      MemorySegment target,
      long to) {
    for (int i = 0; i < count; i++) {
      long code = codes.get(SHORT, at + ((long) i << 1)) & 0xffffL;
      target.set(LONG, to + ((long) i << 3), entries.get(LONG, code << 3));
    }
  }

  /// Bounds come from the entries; NaNs, which an entry counts once, from the rows that point at
  /// them.
  @Override
  public void boundDictionary() {
    bounds.add(dictionary.entries().segment(), 0, dictionary.size());
    if (bounds.nanCount() > 0) {
      bounds.reset();
      for (long i = 0; i < indexCount; ) {
        int count = (int) Math.min(indexCount - i, 4_096);
        restore(i, count);
        bounds.add(page.segment(), 0, count);
        startPage();
        i += count;
      }
    }
  }

  @Override
  public long nanCount() {
    return bounds.nanCount();
  }

  @Override
  public @Nullable Bounds bounds() {
    return bounds.bounds();
  }

  @Override
  public void forgetDictionary() {
    super.forgetDictionary();
    dictionary.reset();
  }

  @Override
  public void reset() {
    super.reset();
    bounds.reset();
  }

  @Override
  public void close() {
    super.close();
    dictionary.close();
  }
}

package dev.frazil.encoders.internal.levels;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;

/// An optional leaf right below the root: a bit a row.
final class OptionalLevels extends LevelBuffer {
  private final Slab bits = new Slab();
  private int definitionBytes;

  @Override
  public void append(LeafRows shown) {
    shown.span(0).copyTo(room(shown.rows()), slots);
    add(shown.rows(), shown.values());
  }

  @Override
  public void append(LevelBuffer source, long from, int count) {
    MemorySegment other = ((OptionalLevels) source).bits.segment();
    Bitmaps.copy(other, from, room(count), slots, count);
    add(count, Bitmaps.ones(other, from, count));
  }

  private MemorySegment room(int count) {
    return bits.ensure(Bitmaps.bytes(slots + count), Bitmaps.bytes(slots));
  }

  private void add(int count, int present) {
    slots += count;
    rows += count;
    values += present;
  }

  @Override
  public int wholeRows(long from, int count, int maxRows, int maxValues) {
    return Bitmaps.rowsHolding(bits.segment(), from, Math.min(count, maxRows), maxValues);
  }

  @Override
  public int values(long from, int count) {
    return Bitmaps.ones(bits.segment(), from, count);
  }

  @Override
  public void encode(Slab target, boolean lengths) {
    long start = lengths ? Integer.BYTES : 0;
    target.ensure(start, 0);
    long end =
        LevelEncoder.encode(bits.segment(), (int) slots, (int) (slots - values), target, start);
    if (lengths) {
      LevelEncoder.setLength(target, 0, end - start);
    }
    definitionBytes = (int) end;
  }

  @Override
  public int repetitionBytes() {
    return 0;
  }

  @Override
  public int definitionBytes() {
    return definitionBytes;
  }

  @Override
  public void countDefinitions(int[] counts, int at) {
    counts[at] += (int) (slots - values);
    counts[at + 1] += (int) values;
  }

  @Override
  public void countRepetitions(int[] counts, int at) {
    counts[at] += (int) slots;
  }

  @Override
  public long bytes() {
    return Bitmaps.bytes(slots);
  }

  @Override
  public void close() {
    bits.close();
  }
}

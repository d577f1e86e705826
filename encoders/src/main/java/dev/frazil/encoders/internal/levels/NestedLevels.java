package dev.frazil.encoders.internal.levels;

import static dev.frazil.encoders.memory.Layouts.BYTE;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;

/// A leaf below lists, maps or optional structs: a byte a slot for each kind of level.
final class NestedLevels extends LevelBuffer {
  private final int maxDefinition;
  private final int maxRepetition;
  private final Slab definitions = new Slab();
  private final Slab repetitions = new Slab();
  private int repetitionBytes;
  private int definitionBytes;

  NestedLevels(LeafColumn column) {
    maxDefinition = column.maxDefinitionLevel();
    maxRepetition = column.maxRepetitionLevel();
  }

  @Override
  public void append(LeafRows shown) {
    LevelBuilder built = ((NestedRows) shown).levels();
    copy(built.definitions(), built.repetitions(), 0, built.slots());
    slots += built.slots();
    rows += shown.rows();
    values += shown.values();
  }

  @Override
  public void append(LevelBuffer source, long from, int count) {
    NestedLevels other = (NestedLevels) source;
    copy(other.definitions.segment(), other.repetitions.segment(), from, count);
    slots += count;
    rows += other.rows(from, count);
    values += other.values(from, count);
  }

  private void copy(
      MemorySegment sourceDefinitions, MemorySegment sourceRepetitions, long from, int count) {
    MemorySegment target = definitions.ensure(slots + count, slots);
    MemorySegment.copy(sourceDefinitions, from, target, slots, count);
    if (maxRepetition > 0) {
      target = repetitions.ensure(slots + count, slots);
      MemorySegment.copy(sourceRepetitions, from, target, slots, count);
    }
  }

  private int rows(long from, int count) {
    return maxRepetition == 0 ? count : LevelBytes.count(repetitions.segment(), from, count, 0);
  }

  @Override
  public int wholeRows(long from, int count, int maxRows, int maxValues) {
    MemorySegment definition = definitions.segment();
    MemorySegment repetition = repetitions.segment();
    int whole = 0;
    int wholeRows = 0;
    int held = 0;
    for (int i = 0; i < count; i++) {
      boolean row = maxRepetition == 0 || repetition.get(BYTE, from + i) == 0;
      if (row && i > 0) {
        whole = i;
        if (++wholeRows == maxRows) {
          return whole;
        }
      }
      held += definition.get(BYTE, from + i) == maxDefinition ? 1 : 0;
      if (held > maxValues) {
        return whole;
      }
    }
    return count;
  }

  @Override
  public int values(long from, int count) {
    return LevelBytes.count(definitions.segment(), from, count, maxDefinition);
  }

  @Override
  public void encode(Slab target, boolean lengths) {
    long end = 0;
    if (maxRepetition > 0) {
      end = encode(repetitions, maxRepetition, target, 0, lengths);
    }
    repetitionBytes = (int) end;
    end = encode(definitions, maxDefinition, target, end, lengths);
    definitionBytes = (int) end - repetitionBytes;
  }

  private long encode(Slab levels, int max, Slab target, long at, boolean lengths) {
    long start = at + (lengths ? Integer.BYTES : 0);
    target.ensure(start, at);
    long end = LevelBytes.encode(levels.segment(), (int) slots, max, target, start);
    if (lengths) {
      LevelEncoder.setLength(target, at, end - start);
    }
    return end;
  }

  @Override
  public int repetitionBytes() {
    return repetitionBytes;
  }

  @Override
  public int definitionBytes() {
    return definitionBytes;
  }

  @Override
  public void countDefinitions(int[] counts, int at) {
    LevelBytes.histogram(definitions.segment(), (int) slots, maxDefinition, counts, at);
  }

  @Override
  public void countRepetitions(int[] counts, int at) {
    if (maxRepetition == 0) {
      counts[at] += (int) slots;
    } else {
      LevelBytes.histogram(repetitions.segment(), (int) slots, maxRepetition, counts, at);
    }
  }

  @Override
  public long bytes() {
    return maxRepetition > 0 ? 2 * slots : slots;
  }

  @Override
  public void close() {
    definitions.close();
    repetitions.close();
  }
}

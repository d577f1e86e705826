package dev.frazil.encoders.internal.values;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.internal.levels.ValidRuns;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Values that come as numbers of a batch's dictionary: which entry each slot has, and which code
/// of the chunk's own dictionary each entry has got. An entry is looked up once a batch. Scratch
/// that the encoders of a writer share, each for one batch at a time.
public final class CodedEntries implements AutoCloseable {
  private final Slab numbers = new Slab();
  private final ValidRuns runs = new ValidRuns();
  private LeafValues.@Nullable Coded batch;
  private final Slab codes = new Slab();
  private final Slab one = new Slab();

  /// Scratch that holds no memory yet.
  public CodedEntries() {}

  /// The entries of the slots that hold a value, back to back: a native segment valid until the
  /// next call.
  MemorySegment numbers(LeafValues.Coded values, Slots slots) {
    MemorySegment target = numbers.ensure((long) slots.valid() << 2, 0);
    if (slots.dense()) {
      copy(values, slots.from(), slots.rows(), target, 0);
    } else if (slots.valid() > 0) {
      int done = 0;
      slots.runs(runs);
      while (runs.next()) {
        int run = runs.end() - runs.start();
        copy(values, slots.from() + runs.start(), run, target, (long) done << 2);
        done += run;
      }
    }
    return target;
  }

  /// One of the [#numbers].
  int number(MemorySegment from, int index) {
    return from.get(INT, (long) index << 2);
  }

  private static void copy(
      LeafValues.Coded values, long from, int count, MemorySegment target, long to) {
    MemorySegment indices = values.indices();
    long first = values.offset() + from;
    switch (values.indexWidth()) {
      case 1 -> copy1(indices, first, count, target, to);
      case 2 -> copy2(indices, first << 1, count, target, to);
      case 4 -> MemorySegment.copy(indices, first << 2, target, to, (long) count << 2);
      case 8 -> copy8(indices, first << 3, count, target, to);
      default ->
          throw new IllegalArgumentException(
              "index width: expected 1, 2, 4 or 8 bytes, got " + values.indexWidth());
    }
  }

  private static void copy1(
      MemorySegment indices, long at, int count, MemorySegment target, long to) {
    for (int i = 0; i < count; i++) {
      target.set(INT, to + ((long) i << 2), indices.get(BYTE, at + i) & 0xff);
    }
  }

  private static void copy2(
      MemorySegment indices, long at, int count, MemorySegment target, long to) {
    for (int i = 0; i < count; i++) {
      target.set(INT, to + ((long) i << 2), indices.get(SHORT, at + ((long) i << 1)) & 0xffff);
    }
  }

  private static void copy8(
      MemorySegment indices, long at, int count, MemorySegment target, long to) {
    for (int i = 0; i < count; i++) {
      target.set(INT, to + ((long) i << 2), (int) indices.get(LONG, at + ((long) i << 3)));
    }
  }

  /// The chunk's code of each entry of the batch in four bytes, -1 for one that has none yet: valid
  /// until the batch ends.
  @SuppressWarnings("ReferenceEquality") // the batch itself is meant, not another one like it
  MemorySegment codes(LeafValues.Coded values) {
    if (batch != values) {
      long size = (long) values.entryCount() << 2;
      codes.ensure(size, 0).asSlice(0, size).fill((byte) -1);
      batch = values;
    }
    return codes.segment();
  }

  /// A place for one code, valid until the next call.
  MemorySegment one() {
    return one.ensure(Short.BYTES, 0);
  }

  /// Forgets the batch.
  void endBatch() {
    batch = null;
  }

  /// Exchanges the memory with that of another one; neither has a batch.
  public void exchange(CodedEntries other) {
    endBatch();
    other.endBatch();
    numbers.exchange(other.numbers);
    codes.exchange(other.codes);
    one.exchange(other.one);
  }

  @Override
  public void close() {
    numbers.close();
    codes.close();
    one.close();
  }
}

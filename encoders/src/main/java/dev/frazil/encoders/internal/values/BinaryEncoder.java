package dev.frazil.encoders.internal.values;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.internal.dictionary.BinaryDictionary;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.internal.levels.ValidRuns;
import dev.frazil.encoders.internal.stats.BinaryBounds;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// BYTE_ARRAY: in PLAIN each value has its length of four bytes in front.
final class BinaryEncoder extends ByteStringEncoder {
  private static final int LENGTH_BYTES = Integer.BYTES;

  private final ValidRuns runs = new ValidRuns();
  private final BinaryBounds bounds = new BinaryBounds();

  BinaryEncoder(EncoderOptions options) {
    super(LENGTH_BYTES, options);
  }

  private static long offset(MemorySegment offsets, boolean wide, long index) {
    return wide ? offsets.get(LONG, index << 3) : offsets.get(INT, index << 2);
  }

  /// Bytes in PLAIN of `count` consecutive slots.
  private static long plainBytes(LeafValues.Binary values, int first, int count) {
    return values.start((long) first + count) - values.start(first) + (long) LENGTH_BYTES * count;
  }

  @Override
  public int rowsWithin(LeafValues values, int from, int rows, long budget) {
    LeafValues.Binary binary = LeafKinds.binary(values);
    int low = 0;
    int high = rows;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (plainBytes(binary, from, middle) <= budget) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  @Override
  public void plain(LeafValues values, Slots slots) {
    LeafValues.Binary binary = LeafKinds.binary(values);
    int first = slots.from();
    if (slots.dense()) {
      plainRun(binary, first, slots.rows());
      return;
    }
    slots.runs(runs);
    while (runs.next()) {
      plainRun(binary, first + runs.start(), runs.end() - runs.start());
    }
  }

  private void plainRun(LeafValues.Binary values, int first, int count) {
    MemorySegment target = page.ensure(pageBytes + plainBytes(values, first, count), pageBytes);
    MemorySegment offsets = values.offsets();
    MemorySegment data = values.data();
    boolean wide = values.offsetWidth() == Long.BYTES;
    long lastWords = data.byteSize() - WORDS;
    long minKey = bounds.minKey();
    long maxKey = bounds.maxKey();
    long at = pageBytes;
    long behind = values.offset() + first + 1;
    long start = values.start(first);
    for (int i = 0; i < count; i++) {
      long end = offset(offsets, wide, behind + i);
      long length = end - start;
      target.set(INT, at, (int) length);
      at += LENGTH_BYTES;
      if (length <= WORDS && start <= lastWords) {
        copyWords(data, start, target, at);
      } else {
        MemorySegment.copy(data, start, target, at, length);
      }
      long key = BinaryBounds.key(target.get(LONG, at), length);
      if (key <= minKey || key >= maxKey) {
        bounds.add(target, at, length, key);
        minKey = bounds.minKey();
        maxKey = bounds.maxKey();
      }
      at += length;
      start = end;
    }
    pageBytes = at;
  }

  @Override
  public boolean index(LeafValues values, Slots slots) {
    LeafValues.Binary binary = LeafKinds.binary(values);
    int first = slots.from();
    int count = slots.valid();
    MemorySegment codes = indices.ensure((indexCount + count) << 1, indexCount << 1);
    long at = indexCount << 1;
    long bytes = 0;
    if (slots.dense()) {
      if (!indexRun(binary, first, count, codes, at)) {
        return false;
      }
      bytes = plainBytes(binary, first, count);
    } else {
      slots.runs(runs);
      while (runs.next()) {
        int run = runs.end() - runs.start();
        if (!indexRun(binary, first + runs.start(), run, codes, at)) {
          return false;
        }
        at += (long) run << 1;
        bytes += plainBytes(binary, first + runs.start(), run);
      }
    }
    indexCount += count;
    plainBytes += bytes;
    return true;
  }

  private boolean indexRun(
      LeafValues.Binary values, int first, int count, MemorySegment codes, long at) {
    MemorySegment offsets = values.offsets();
    MemorySegment data = values.data();
    boolean wide = values.offsetWidth() == Long.BYTES;
    long behind = values.offset() + first + 1;
    long start = values.start(first);
    for (int i = 0; i < count; i++) {
      long end = offset(offsets, wide, behind + i);
      int code = dictionary.index(data, start, (int) (end - start));
      if (code == BinaryDictionary.FULL) {
        return false;
      }
      codes.set(SHORT, at + ((long) i << 1), (short) code);
      start = end;
    }
    return true;
  }

  @Override
  public void boundDictionary() {
    MemorySegment entries = dictionary.entries().segment();
    for (int code = 0; code < dictionary.size(); code++) {
      long at = (long) dictionary.start(code) + LENGTH_BYTES;
      long length = dictionary.end(code) - at;
      bounds.add(entries, at, length, BinaryBounds.key(entries.get(LONG, at), length));
    }
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
  public void reset() {
    super.reset();
    bounds.reset();
  }

  @Override
  public void close() {
    super.close();
    bounds.close();
  }
}

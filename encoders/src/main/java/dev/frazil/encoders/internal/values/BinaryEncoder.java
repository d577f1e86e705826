package dev.frazil.encoders.internal.values;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.internal.dictionary.ByteSpans;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.internal.stats.BinaryBounds;
import dev.frazil.encoders.internal.stats.NativeBounds;
import dev.frazil.encoders.memory.Slab;
import dev.frazil.encoders.memory.SlackCopy;
import java.lang.foreign.MemorySegment;

/// BYTE_ARRAY: in PLAIN each value has its length of four bytes in front.
final class BinaryEncoder extends ByteStringEncoder {
  private static final int LENGTH_BYTES = Integer.BYTES;

  private final BinaryBounds bounds;
  private final ByteSpans spans = new ByteSpans();
  private final EntryKeys entryKeys = new EntryKeys();

  /// The smallest and the largest key of the tile that was copied last.
  private long lowKey;

  private long highKey;

  /// Bytes in PLAIN of all values that were indexed.
  private long indexedBytes;

  /// Bytes of the open page's values without their lengths.
  private long unencodedBytes;

  BinaryEncoder(LeafColumn column, EncoderOptions options, CodedEntries coded) {
    super(LENGTH_BYTES, options, coded);
    bounds = new BinaryBounds(column.order().bounded());
  }

  /// Bytes in PLAIN of `count` consecutive slots.
  private static long plainBytes(LeafValues.Binary values, long first, int count) {
    return values.start(first + count) - values.start(first) + (long) LENGTH_BYTES * count;
  }

  @Override
  public int slotsWithin(LeafValues values, long from, int slots, long budget) {
    if (values instanceof LeafValues.Coded entries) {
      return codedWithin(entries, from, slots, budget);
    }
    LeafValues.Binary binary = LeafKinds.binary(values);
    int low = 0;
    int high = slots;
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

  /// Adds the entries up: only they tell. What stands in a null slot may be no entry.
  private static int codedWithin(LeafValues.Coded entries, long from, int slots, long budget) {
    LeafValues.Binary binary = LeafKinds.binary(entries.dictionary());
    long left = budget;
    for (int i = 0; i < slots; i++) {
      long entry = entries.entry(from + i);
      boolean known = entry >= 0 && entry < entries.entryCount();
      left -= LENGTH_BYTES + (known ? binary.start(entry + 1) - binary.start(entry) : 0);
      if (left < 0) {
        return i;
      }
    }
    return slots;
  }

  @Override
  public void plain(LeafValues values, Slots slots) {
    long before = pageEnd;
    if (values instanceof LeafValues.Coded entries) {
      plainCoded(entries, slots);
    } else {
      plainValues(LeafKinds.binary(values), slots);
    }
    unencodedBytes += pageEnd - before - (long) LENGTH_BYTES * slots.valid();
  }

  private void plainCoded(LeafValues.Coded entries, Slots slots) {
    LeafValues.Binary binary = LeafKinds.binary(entries.dictionary());
    MemorySegment numbers = coded.numbers(entries, slots);
    for (int i = 0; i < slots.valid(); ) {
      i += spans.of(binary, numbers, i, slots.valid() - i);
      plainTile(binary.data());
    }
  }

  private void plainValues(LeafValues.Binary binary, Slots slots) {
    for (int row = 0; row < slots.rows(); ) {
      row += spans.of(binary, slots, row, slots.rows() - row);
      plainTile(binary.data());
    }
  }

  private void plainTile(MemorySegment data) {
    long end = pageEnd + spans.bytes() + (long) LENGTH_BYTES * spans.count();
    MemorySegment target = page.ensure(end, pageEnd);
    copyTile(data, target);
    if (lowKey <= bounds.minKey() || highKey >= bounds.maxKey()) { // else no value can be a bound
      bounds.addPlain(target, pageEnd, spans.count());
    }
    pageEnd = end;
  }

  /// Copies the tile's values behind those of the page, and finds the ends of their keys.
  private void copyTile(MemorySegment data, MemorySegment target) {
    int count = spans.count();
    MemorySegment offsets = spans.offsets();
    long starts = spans.starts();
    long ends = spans.ends();
    long origin = spans.origin();
    long slackEnd = data.byteSize() - Slab.SLACK;
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    long at = pageEnd;
    for (int i = 0; i < count; i++) {
      int begin = offsets.get(INT, starts + ((long) i << 2));
      int length = offsets.get(INT, ends + ((long) i << 2)) - begin;
      long start = origin + begin;
      target.set(INT, at, length);
      at += LENGTH_BYTES;
      if (start + length <= slackEnd) {
        SlackCopy.copy(data, start, target, at, length);
      } else {
        MemorySegment.copy(data, start, target, at, length);
      }
      long key = BinaryBounds.key(target.get(LONG, at), length);
      low = Math.min(low, key);
      high = Math.max(high, key);
      at += length;
    }
    lowKey = low;
    highKey = high;
  }

  @Override
  boolean indexValues(LeafValues values, Slots slots, MemorySegment codes, long to) {
    LeafValues.Binary binary = LeafKinds.binary(values);
    MemorySegment data = binary.data();
    long at = to;
    for (int row = 0; row < slots.rows(); ) {
      row += spans.of(binary, slots, row, slots.rows() - row);
      int count = spans.count();
      if (dictionary.index(data, spans, codes, at) < count) {
        return false;
      }
      indexedBytes += spans.bytes() + (long) LENGTH_BYTES * count;
      at += (long) count << 1;
    }
    return true;
  }

  @Override
  int indexOne(LeafValues values, int slot) {
    LeafValues.Binary binary = LeafKinds.binary(values);
    long start = binary.start(slot);
    return dictionary.index(binary.data(), start, (int) (binary.start(slot + 1L) - start));
  }

  @Override
  void codedIndexed(long first, int count) {
    for (int i = 0; i < count; i++) {
      int code = code(first + i);
      indexedBytes += dictionary.end(code) - dictionary.start(code);
    }
  }

  @Override
  public long plainBytes() {
    return indexedBytes;
  }

  @Override
  void boundPage(long from, int count) {
    unencodedBytes += bounds.addPlain(page.segment(), from, count);
  }

  /// Values are looked at by the keys of their entries.
  @Override
  public void bound(long first, int count, long plainBytes) {
    if (!fewValues(count)) {
      super.bound(first, count, plainBytes);
      return;
    }
    MemorySegment entries = dictionary.entries().segment();
    long[] known = entryKeys.of(dictionary, LENGTH_BYTES);
    MemorySegment codes = indices.segment();
    long minKey = bounds.minKey();
    long maxKey = bounds.maxKey();
    for (int i = 0; i < count; i++) {
      int code = codes.get(SHORT, (first + i) << 1) & 0xffff;
      long key = known[code];
      if (key <= minKey || key >= maxKey) {
        boundEntry(entries, code, key);
        minKey = bounds.minKey();
        maxKey = bounds.maxKey();
      }
    }
    countIndexed(first, count, plainBytes);
  }

  @Override
  void boundEntries(int[] codes, int count) {
    MemorySegment entries = dictionary.entries().segment();
    long[] known = entryKeys.of(dictionary, LENGTH_BYTES);
    for (int i = 0; i < count; i++) {
      boundEntry(entries, codes[i], known[codes[i]]);
    }
  }

  private void boundEntry(MemorySegment entries, int code, long key) {
    long at = (long) dictionary.start(code) + LENGTH_BYTES;
    bounds.add(entries, at, dictionary.end(code) - at, key);
  }

  @Override
  void countIndexed(long first, int count, long plainBytes) {
    unencodedBytes = plainBytes - (long) LENGTH_BYTES * count;
  }

  @Override
  public long unencodedByteArrayBytes() {
    return unencodedBytes;
  }

  @Override
  public void bounds(NativeBounds target) {
    bounds.bounds(target);
  }

  @Override
  public void startPage() {
    pageEnd = pageStart;
    unencodedBytes = 0;
    bounds.reset();
  }

  @Override
  public void forgetDictionary() {
    super.forgetDictionary();
    entryKeys.reset();
    indexedBytes = 0;
  }

  @Override
  public void close() {
    super.close();
    spans.close();
    bounds.close();
  }
}

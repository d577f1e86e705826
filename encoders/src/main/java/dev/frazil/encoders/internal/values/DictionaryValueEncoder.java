package dev.frazil.encoders.internal.values;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.internal.dictionary.DictionaryVerdict;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Values of a type that can have a dictionary: beside the open page, a dictionary with the indices
/// of the whole chunk.
///
/// A chunk that starts with a dictionary keeps all its indices until it is finished. Should the
/// dictionary be given up, [#restore] turns them back into PLAIN values from the dictionary's own
/// entries: the batches they came from are long gone.
public abstract sealed class DictionaryValueEncoder extends ValueEncoder
    permits FixedWidthEncoder, ByteStringEncoder {
  /// Entries that a page is likely to have all of, and soon.
  private static final int FEW = 64;

  /// Values that are looked at until it is asked whether all entries were seen.
  private static final int TILE = 1_024;

  private static final byte[] NONE_SEEN = {};
  private static final int[] NONE_USED = {};

  /// Dictionary codes of the chunk, 16 bits each.
  final Slab indices = new Slab();

  final CodedEntries coded;

  long indexCount;

  /// Where the open page ends.
  long pageEnd;

  private final DictionaryVerdict verdict;

  /// By code, 1 for an entry that the page has whose bounds are taken; all 0 in between.
  private byte[] seen = NONE_SEEN;

  /// The codes of those entries.
  private int[] used = NONE_USED;

  /// A dictionary that is judged by a verdict of its own, with scratch that others use as well.
  DictionaryValueEncoder(DictionaryVerdict verdict, CodedEntries coded) {
    this.verdict = verdict;
    this.coded = coded;
  }

  /// Appends the dictionary codes of the slots' values to the chunk's indices.
  ///
  /// @return false when the dictionary is full: then no index was appended, and the dictionary must
  ///   be given up
  public final boolean index(LeafValues values, Slots slots) {
    int count = slots.valid();
    MemorySegment codes = indices.ensure((indexCount + count) << 1, indexCount << 1);
    boolean fits =
        values instanceof LeafValues.Coded entries
            ? indexCoded(entries, slots, codes)
            : indexValues(values, slots, codes, indexCount << 1);
    if (fits) {
      indexCount += count;
    }
    return fits;
  }

  private boolean indexCoded(LeafValues.Coded entries, Slots slots, MemorySegment codes) {
    MemorySegment numbers = coded.numbers(entries, slots);
    MemorySegment known = coded.codes(entries);
    long at = indexCount << 1;
    for (int i = 0; i < slots.valid(); i++) {
      int entry = coded.number(numbers, i);
      int code = known.get(INT, (long) entry << 2);
      if (code < 0) {
        code = indexOne(entries.dictionary(), entry);
        if (code < 0) {
          return false;
        }
        known.set(INT, (long) entry << 2, code);
      }
      codes.set(SHORT, at + ((long) i << 1), (short) code);
    }
    codedIndexed(indexCount, slots.valid());
    return true;
  }

  /// Counts what only the values tell of `count` codes from `first` that came as numbers.
  void codedIndexed(long first, int count) {}

  /// Stores the codes of the values of slots, some of which hold one, from a position; false when
  /// the dictionary is full.
  abstract boolean indexValues(LeafValues values, Slots slots, MemorySegment codes, long at);

  /// The code of one slot's value, or -1 when the dictionary is full.
  abstract int indexOne(LeafValues values, int slot);

  /// Forgets the entries' codes of a batch that is done with.
  public final void endBatch() {
    coded.endBatch();
  }

  /// Takes back all indices but the first `count`. Entries stay: the dictionary is of no use now.
  public final void truncate(long count) {
    indexCount = count;
  }

  /// Dictionary codes of the chunk so far, 16 bits each.
  public final Slab indices() {
    return indices;
  }

  /// Number of codes in [#indices()].
  public final long indexCount() {
    return indexCount;
  }

  final int code(long index) {
    return indices.segment().get(SHORT, index << 1) & 0xffff;
  }

  /// The body of the dictionary page.
  public abstract Slab entries();

  /// Number of entries in the dictionary.
  public abstract int entryCount();

  /// Bytes of the body of the dictionary page.
  public abstract long entryBytes();

  /// Bytes that the values indexed so far have in PLAIN.
  public abstract long plainBytes();

  /// Bytes of dictionary and packed indices, uncompressed: about what their pages will have.
  public final long codedBytes() {
    return entryBytes() + DictionaryVerdict.indexBytes(indexCount, entryCount());
  }

  /// Values that may be indexed before [#lost()] must be asked again.
  public final int valuesToNextProbe() {
    return verdict.valuesToNextProbe(indexCount);
  }

  /// Whether the dictionary has lost early, and must be given up.
  public final boolean lost() {
    return verdict.lost(indexCount, entryCount(), entryBytes(), plainBytes(), hashed());
  }

  /// Whether distinct values are dear, so that few repeats are a reason to give up at once.
  boolean hashed() {
    return false;
  }

  /// Whether dictionary and packed indices are worth their bytes.
  public final boolean pays() {
    return verdict.pays(indexCount, entryCount(), entryBytes(), plainBytes());
  }

  /// How many of `count` indexed values from `first` take at most `budget` bytes in PLAIN.
  public abstract int restorable(long first, int count, long budget);

  /// Appends `count` indexed values from `first` to the open page in PLAIN, and takes them into its
  /// bounds.
  public abstract void restore(long first, int count);

  /// Whether most entries would have to be looked at for the bounds of a page of `count` values, so
  /// that the values themselves are less work.
  final boolean fewValues(int count) {
    return count < indexCount && entryCount() > count >> 2;
  }

  /// Makes the open page's bounds and counts those of `count` indexed values from `first`; the page
  /// has no values of its own.
  ///
  /// @param plainBytes what those values take in PLAIN
  public void bound(long first, int count, long plainBytes) {
    int entries = entryCount();
    if (seen.length < entries) {
      seen = new byte[entries];
      used = new int[entries];
    }
    if (count == indexCount) {
      boundAll(); // an entry is there because a value has it
    } else if (mark(first, count, entries)) {
      Arrays.fill(seen, 0, entries, (byte) 0);
      boundAll();
    } else {
      boundEntries(used, collect(seen, entries, used));
    }
    countIndexed(first, count, plainBytes);
  }

  /// Marks the entries that the values have; true as soon as that is all of few, and the rest of
  /// the values need not be looked at.
  private boolean mark(long first, int count, int entries) {
    if (entries > FEW) {
      mark(indices.segment(), first << 1, count, seen);
      return false;
    }
    for (int done = 0; done < count; done += TILE) {
      mark(indices.segment(), (first + done) << 1, Math.min(TILE, count - done), seen);
      if (all(seen, entries)) {
        return true;
      }
    }
    return false;
  }

  private static void mark(MemorySegment codes, long at, int count, byte[] seen) {
    for (int i = 0; i < count; i++) {
      seen[codes.get(SHORT, at + ((long) i << 1)) & 0xffff] = 1;
    }
  }

  private static boolean all(byte[] seen, int entries) {
    int found = 0;
    for (int code = 0; code < entries; code++) {
      found += seen[code];
    }
    return found == entries;
  }

  /// Takes all entries into the open page's bounds.
  void boundAll() {
    int entries = entryCount();
    for (int code = 0; code < entries; code++) {
      used[code] = code;
    }
    boundEntries(used, entries);
  }

  /// Lists the codes that were seen and clears their marks; returns how many there are.
  private static int collect(byte[] seen, int entries, int[] used) {
    int count = 0;
    for (int code = 0; code < entries; code++) {
      used[count] = code;
      count += seen[code];
      seen[code] = 0;
    }
    return count;
  }

  /// Takes `count` entries into the open page's bounds.
  abstract void boundEntries(int[] codes, int count);

  /// Counts what only the values and not the entries tell, after their bounds.
  abstract void countIndexed(long first, int count, long plainBytes);

  @Override
  final long pageEnd() {
    return pageEnd;
  }

  /// Forgets the dictionary and all indices; memory is kept.
  public void forgetDictionary() {
    indexCount = 0;
    verdict.reset();
    coded.endBatch();
  }

  @Override
  public void reset(long at) {
    super.reset(at);
    forgetDictionary();
  }

  @Override
  public void close() {
    super.close();
    indices.close();
  }
}

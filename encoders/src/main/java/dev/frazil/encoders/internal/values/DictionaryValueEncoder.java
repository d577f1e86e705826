package dev.frazil.encoders.internal.values;

import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.internal.dictionary.DictionaryVerdict;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.memory.Slab;

/// Values of a type that can have a dictionary: beside the open page, a dictionary with the indices
/// of the whole chunk.
///
/// A chunk that starts with a dictionary keeps all its indices until it is finished. Should the
/// dictionary be given up, [#restore] turns them back into PLAIN values from the dictionary's own
/// entries: the batches they came from are long gone.
public abstract sealed class DictionaryValueEncoder extends ValueEncoder
    permits FixedWidthEncoder, ByteStringEncoder {
  /// Dictionary codes of the chunk, 16 bits each.
  final Slab indices = new Slab();

  long indexCount;

  private final DictionaryVerdict verdict;

  /// A dictionary that is judged after so many values, and judged again after so many.
  DictionaryValueEncoder(int firstProbe, int secondProbe) {
    verdict = new DictionaryVerdict(firstProbe, secondProbe);
  }

  /// Appends the dictionary codes of the slots' values to the chunk's indices.
  ///
  /// @return false when the dictionary is full: then no index was appended, and the dictionary must
  ///   be given up
  public abstract boolean index(LeafValues values, Slots slots);

  /// Dictionary codes of the chunk so far, 16 bits each.
  public Slab indices() {
    return indices;
  }

  /// Number of codes in [#indices()].
  public long indexCount() {
    return indexCount;
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
    return verdict.lost(indexCount, entryCount(), entryBytes(), plainBytes());
  }

  /// Whether dictionary and packed indices are smaller than PLAIN.
  public final boolean pays() {
    return DictionaryVerdict.smaller(indexCount, entryCount(), entryBytes(), plainBytes());
  }

  /// How many of `count` indexed values from `first` take at most `budget` bytes in PLAIN.
  public abstract int restorable(long first, int count, long budget);

  /// Appends `count` indexed values from `first` to the open page in PLAIN; not to the bounds.
  public abstract void restore(long first, int count);

  /// Takes all values indexed so far into the bounds.
  public abstract void boundDictionary();

  /// Forgets the dictionary and all indices; memory is kept.
  public void forgetDictionary() {
    indexCount = 0;
    verdict.reset();
  }

  @Override
  public void reset() {
    super.reset();
    forgetDictionary();
  }

  @Override
  public void close() {
    super.close();
    indices.close();
  }
}

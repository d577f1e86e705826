package dev.frazil.encoders.internal.values;

import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.internal.dictionary.BinaryDictionary;
import dev.frazil.encoders.internal.stats.BinaryBounds;
import java.lang.foreign.MemorySegment;

/// By code, the key by which [BinaryBounds] order the entries of a dictionary of strings: kept
/// between pages, each made once.
final class EntryKeys {
  private long[] keys = new long[0];
  private int count;

  /// The keys of all entries of a dictionary that only grows until [#reset()].
  ///
  /// @param prefix bytes in front of each entry
  long[] of(BinaryDictionary dictionary, int prefix) {
    int size = dictionary.size();
    if (keys.length < size) {
      keys = new long[size];
      count = 0;
    }
    MemorySegment entries = dictionary.entries().segment();
    for (; count < size; count++) {
      long at = (long) dictionary.start(count) + prefix;
      keys[count] = BinaryBounds.key(entries.get(LONG, at), dictionary.end(count) - at);
    }
    return keys;
  }

  /// Forgets all keys; memory is kept.
  void reset() {
    count = 0;
  }
}

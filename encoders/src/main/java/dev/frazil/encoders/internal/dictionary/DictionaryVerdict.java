package dev.frazil.encoders.internal.dictionary;

/// Whether the dictionary of a chunk is worth keeping: it is, where entries and packed indices
/// together are smaller than PLAIN.
///
/// The question is put at two prefixes of the chunk, given in values, and at its end. Two losses in
/// a row settle it early, so that a column of distinct values does not pay for a dictionary it
/// cannot use.
public final class DictionaryVerdict {
  private final int firstProbe;
  private final int secondProbe;
  private boolean lostFirst;

  /// Puts the question at two prefixes.
  public DictionaryVerdict(int firstProbe, int secondProbe) {
    this.firstProbe = firstProbe;
    this.secondProbe = secondProbe;
  }

  /// Values that may be added before the question must be put again.
  public int valuesToNextProbe(long values) {
    if (values < firstProbe) {
      return (int) (firstProbe - values);
    }
    return values < secondProbe ? (int) (secondProbe - values) : Integer.MAX_VALUE;
  }

  /// Puts the question if `values` is one of the prefixes; true when the dictionary must be given
  /// up.
  public boolean lost(long values, int entries, long entryBytes, long plainBytes) {
    if (values == firstProbe) {
      lostFirst = !smaller(values, entries, entryBytes, plainBytes);
      return false;
    }
    return values == secondProbe && lostFirst && !smaller(values, entries, entryBytes, plainBytes);
  }

  /// Whether entries and indices take fewer bytes than PLAIN.
  public static boolean smaller(long values, int entries, long entryBytes, long plainBytes) {
    return entryBytes + indexBytes(values, entries) < plainBytes;
  }

  /// Bytes of packed indices into so many entries.
  public static long indexBytes(long values, int entries) {
    return (values * bitWidth(entries - 1) + 7) >>> 3;
  }

  /// Bits of an index as wide as `largest`, at least one.
  public static int bitWidth(int largest) {
    return Math.max(1, 32 - Integer.numberOfLeadingZeros(largest));
  }

  /// Forgets the outcome of the first probe.
  public void reset() {
    lostFirst = false;
  }
}

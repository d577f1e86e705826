package dev.frazil.encoders.internal.dictionary;

/// Whether the dictionary of a chunk is worth keeping: it is, where entries and packed indices
/// together are smaller than PLAIN.
///
/// The question is put at two prefixes of the chunk, given in values (or soon behind them, where
/// rows have many), and at its end. Two losses in a row settle it early, so that a column of
/// distinct values does not pay for a dictionary it cannot use.
public final class DictionaryVerdict {
  private final int firstProbe;
  private final int secondProbe;
  private int probes;
  private boolean lostFirst;

  /// Puts the question at two prefixes.
  public DictionaryVerdict(int firstProbe, int secondProbe) {
    this.firstProbe = firstProbe;
    this.secondProbe = secondProbe;
  }

  /// Values that should be added before the question is put again.
  public int valuesToNextProbe(long values) {
    return switch (probes) {
      case 0 -> (int) Math.max(1, firstProbe - values);
      case 1 -> (int) Math.max(1, secondProbe - values);
      default -> Integer.MAX_VALUE;
    };
  }

  /// Puts the question where `values` has reached a prefix; true when the dictionary must be given
  /// up.
  public boolean lost(long values, int entries, long entryBytes, long plainBytes) {
    if (probes == 2 || values < (probes == 0 ? firstProbe : secondProbe)) {
      return false;
    }
    boolean loses = !smaller(values, entries, entryBytes, plainBytes);
    boolean twice = lostFirst && loses;
    lostFirst = loses;
    probes++;
    return twice;
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
    probes = 0;
    lostFirst = false;
  }
}

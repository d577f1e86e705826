package dev.frazil.encoders.internal.dictionary;

/// Whether the dictionary of a chunk is worth keeping: it is, where entries and packed indices
/// together are smaller than PLAIN. Under a codec they must be smaller by an eighth, because PLAIN
/// values compress where packed indices do not; but for a prefix whose entries become rarer.
///
/// The question is put at two prefixes of the chunk, given in values (or soon behind them, where
/// rows have many), and at its end. Two losses in a row settle it early, so that a column of
/// distinct values does not pay for a dictionary it cannot use. One is enough for values that
/// repeat so rarely that no dictionary would hold them; those are told at a shorter prefix as well.
public final class DictionaryVerdict {
  private final int[] prefixes;
  private final boolean compressed;
  private int probes;
  private boolean lostBefore;
  private long valuesBefore;
  private int entriesBefore;

  /// Puts the question at two prefixes, behind an optional third one for rare repeats alone.
  ///
  /// @param compressed whether pages are compressed
  /// @param prefixes rising numbers of values, which others may have as well and nobody changes
  public DictionaryVerdict(boolean compressed, int... prefixes) {
    this.compressed = compressed;
    this.prefixes = prefixes;
  }

  /// Values that should be added before the question is put again.
  public int valuesToNextProbe(long values) {
    return probes == prefixes.length
        ? Integer.MAX_VALUE
        : (int) Math.max(1, prefixes[probes] - values);
  }

  /// Puts the question where `values` has reached a prefix; true when the dictionary must be given
  /// up.
  ///
  /// @param rare whether one loss by [#rarelyRepeated] settles it
  public boolean lost(long values, int entries, long entryBytes, long plainBytes, boolean rare) {
    if (probes == prefixes.length || values < prefixes[probes]) {
      return false;
    }
    boolean loses = !pays(values, entries, entryBytes, plainBytes);
    boolean twice =
        lostBefore
            && loses
            && (steady(values, entries) || entryBytes + indexBytes(values, entries) >= plainBytes);
    lostBefore = loses && probes >= prefixes.length - 2;
    valuesBefore = values;
    entriesBefore = entries;
    probes++;
    return twice || (rare && rarelyRepeated(values, entries));
  }

  /// Whether values since the probe before were new nearly as often as those up to it.
  private boolean steady(long values, int entries) {
    long added = (long) (entries - entriesBefore) * valuesBefore;
    return 8 * added >= 7L * entriesBefore * (values - valuesBefore);
  }

  /// Whether so few values came twice as of a choice among twice the entries that a dictionary may
  /// have: of `n` values out of `d` about `n * n / 2d` do.
  private static boolean rarelyRepeated(long values, int entries) {
    return values - entries <= (values * values) / (4L * LongDictionary.MAX_ENTRIES);
  }

  /// Whether entries and indices are worth their bytes.
  public boolean pays(long values, int entries, long entryBytes, long plainBytes) {
    long margin = compressed ? plainBytes >>> 3 : 0;
    return entryBytes + indexBytes(values, entries) < plainBytes - margin;
  }

  /// Bytes of packed indices into so many entries.
  public static long indexBytes(long values, int entries) {
    return (values * bitWidth(entries - 1) + 7) >>> 3;
  }

  /// Bits of an index as wide as `largest`, at least one.
  public static int bitWidth(int largest) {
    return Math.max(1, 32 - Integer.numberOfLeadingZeros(largest));
  }

  /// Forgets the outcome of all probes.
  public void reset() {
    probes = 0;
    lostBefore = false;
  }
}

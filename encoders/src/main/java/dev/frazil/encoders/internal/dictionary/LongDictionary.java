package dev.frazil.encoders.internal.dictionary;

import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;

/// A dictionary of numbers of four or eight bytes, told apart by their bits.
///
/// While all values lie in a narrow range of steps a value is found by its distance from the
/// smallest (a table of codes, no hashing); otherwise by a hash table. Owns the entries, which lie
/// in native memory in PLAIN layout.
public final class LongDictionary implements AutoCloseable {
  /// Most entries of any dictionary: codes have 16 bits.
  public static final int MAX_ENTRIES = 1 << 16;

  /// Entries that the hash table has room for at once where there are as many values: only those of
  /// chunks of few values are smaller, of which thousands may be open.
  private static final int HASHED_AT_ONCE = 256;

  /// Entries up to which shared tables are filled anew for a batch: they are in the caches then,
  /// which a table of every dictionary would not be.
  private static final int FEW = 1 << 12;

  /// Entries that are taken in again for each value of the chunk before a dictionary has tables of
  /// its own.
  private static final int AGAIN = 4;

  /// Distances that are emptied in the time of an entry.
  private static final int SLOTS_AN_ENTRY = 32;

  private final int width;
  private final int limit;
  private final Slab entries = new Slab();
  private final DirectCodes direct;
  private final HashedCodes hashed;

  /// Those that other dictionaries use as well, or own ones once it is worth them.
  private CodeTables tables;

  private boolean shared = true;
  private int size;

  /// Calls of [#index] so far, over all chunks.
  private long turn;

  /// Values of the chunk so far.
  private long seen;

  /// Entries of the chunk that were taken into shared tables again.
  private long again;

  /// Whether all values so far are in the table of codes.
  private boolean narrow;

  /// Entries of the chunk before, for which the hash table starts large enough; 0 where it gave its
  /// dictionary up.
  private int expected;

  /// A dictionary of values of `width` bytes (4 or 8), floating-point numbers or integers, with a
  /// page body of at most `maxBytes`.
  ///
  /// @param tables what other dictionaries, used one at a time, may have as well
  public LongDictionary(int width, boolean floating, int maxBytes, CodeTables tables) {
    this.width = width;
    limit = Math.min(MAX_ENTRIES, maxBytes / width);
    this.tables = tables;
    direct = DirectCodes.of(width, floating, tables);
    hashed = new HashedCodes(width, limit, tables);
  }

  /// Number of entries.
  public int size() {
    return size;
  }

  /// Whether values are looked up by hash, which costs more than by distance.
  public boolean hashed() {
    return size > 0 && !narrow;
  }

  /// The entries in PLAIN layout, `size * width` bytes.
  public Slab entries() {
    return entries;
  }

  /// Finds or adds `count` values that lie back to back, at least one, and stores their codes.
  ///
  /// @return false when the dictionary is full; it is of no use then
  public boolean index(MemorySegment values, long at, int count, MemorySegment indices, long to) {
    entries.ensure((long) Math.min(limit, size + count) * width, (long) size * width);
    seen += count;
    long before = turn++;
    if (size == 0) {
      open(values, at, count);
    } else if (!tables.ownedBy(this, before)) {
      reopen(count);
    }
    tables.own(this, turn);
    int done = take(values, at, count, indices, to);
    while (done < count) {
      if (size == limit) {
        return false;
      }
      long from = at + (long) done * width;
      if (narrow) {
        open(values, from, count - done);
      } else {
        hashed.grow(entries.segment());
      }
      done += take(values, from, count - done, indices, to + 2L * done);
    }
    return true;
  }

  /// Chooses how the entries and these values are found; the hash table is chosen for good.
  private void open(MemorySegment values, long at, int count) {
    narrow = direct.open(values, at, count, seen, entries.segment(), size);
    if (!narrow) {
      long room = Math.min(Math.max(expected, HASHED_AT_ONCE), seen);
      hashed.open(entries.segment(), size, (int) room);
    }
  }

  /// Fills the tables anew, which another dictionary has used since: for `count` values that come
  /// next the shared ones, or own ones for good.
  private void reopen(int count) {
    int filled = narrow ? Math.max(size, direct.slots / SLOTS_AN_ENTRY) : size;
    again += filled;
    if (shared && (filled > FEW || again > AGAIN * seen)) {
      shared = false;
      tables = new CodeTables();
      direct.use(tables);
      hashed.use(tables);
    }
    if (narrow) {
      direct.refill(entries.segment(), size);
    } else {
      int room = Math.min(size + count, Math.max(2 * size, HASHED_AT_ONCE));
      hashed.open(entries.segment(), size, room);
    }
  }

  /// Returns how many of the values were indexed before the table had to change.
  private int take(MemorySegment values, long at, int count, MemorySegment indices, long to) {
    MemorySegment dictionary = entries.segment();
    if (!narrow) {
      int taken = hashed.index(values, at, count, indices, to, dictionary);
      size = hashed.size();
      return taken;
    }
    int most = Math.min(limit, DirectCodes.MAX_ENTRIES);
    int taken = direct.index(values, at, count, indices, to, dictionary, size, most);
    size = direct.size;
    return taken;
  }

  /// Forgets all entries. Memory is kept but for an own hash table that is far too large.
  public void reset() {
    if (seen > 0) {
      hashed.reset(!shared);
    }
    expected = size;
    size = 0;
    seen = 0;
    again = 0;
  }

  @Override
  public void close() {
    entries.close();
  }
}

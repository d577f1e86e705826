package dev.frazil.encoders.internal.dictionary;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Tables of codes on the Java heap: by distance, and by hash. They tell nothing that the entries
/// of a dictionary do not, and can be filled from those anew.
///
/// The dictionaries of a writer's columns share one, so that columns which have one batch a chunk
/// take the same memory one after the other, while it is in the caches. Not thread-safe, but any
/// thread may use it, one at a time.
public final class CodeTables {
  /// Distances of the smallest table.
  private static final int MIN_DISTANCES = 1 << 6;

  /// A table of hashes that has so many times the slots needed is given back.
  private static final int FAR_LARGER = 4;

  private short[] distances = new short[0];
  private long[] keys = new long[0];
  private int[] codes = new int[0];

  /// The dictionary whose codes these are.
  private @Nullable LongDictionary owner;

  /// The owner's turn that left them: there are other tables that it may have gone on with.
  private long turn;

  /// Creates tables without memory.
  public CodeTables() {}

  /// Exchanges memory and contents with other tables.
  public void exchange(CodeTables other) {
    short[] ownDistances = distances;
    distances = other.distances;
    other.distances = ownDistances;
    long[] ownKeys = keys;
    keys = other.keys;
    other.keys = ownKeys;
    int[] ownCodes = codes;
    codes = other.codes;
    other.codes = ownCodes;
    LongDictionary ownOwner = owner;
    owner = other.owner;
    other.owner = ownOwner;
    long ownTurn = turn;
    turn = other.turn;
    other.turn = ownTurn;
  }

  /// Whether these are the codes of a dictionary, as it left them in a turn.
  @SuppressWarnings("ReferenceEquality") // the dictionary itself is meant
  boolean ownedBy(LongDictionary dictionary, long inTurn) {
    return owner == dictionary && turn == inTurn;
  }

  /// Makes these the codes of a dictionary, which fills them in a turn.
  void own(LongDictionary dictionary, long inTurn) {
    owner = dictionary;
    turn = inTurn;
  }

  /// A table of codes by distance, of zeros from 0 to `span`.
  short[] distances(int span) {
    if (distances.length < span) {
      distances = new short[Math.max(MIN_DISTANCES, Integer.highestOneBit(span - 1) << 1)];
    } else {
      Arrays.fill(distances, 0, span, (short) 0);
    }
    return distances;
  }

  /// Empties the first `slots` of [#codes] by hash; there are at least as many then.
  void clear(int slots) {
    if (codes.length < slots) {
      keys = new long[slots];
      codes = new int[slots];
    } else {
      Arrays.fill(codes, 0, slots, 0);
    }
  }

  /// Keys by hash, of any value where there is no code.
  long[] keys() {
    return keys;
  }

  /// Codes plus one by hash.
  int[] codes() {
    return codes;
  }

  /// Gives a table of hashes back that is far larger than so many slots.
  void trim(int slots) {
    if (codes.length >= FAR_LARGER * slots) {
      keys = new long[0];
      codes = new int[0];
      owner = null;
    }
  }
}

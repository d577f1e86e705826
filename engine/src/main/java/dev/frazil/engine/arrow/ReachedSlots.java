package dev.frazil.engine.arrow;

import dev.frazil.encoders.memory.Bitmaps;
import java.util.BitSet;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Which slots of a column belong to a row: those that rows lead to through parents that hold
/// something. What stands in any other slot is no value and no null, and nobody's error.
///
/// A chain of these, one a level, costs nothing until somebody asks about a slot: then one bit a
/// slot is computed for each level, and kept. Ask only where a look at all slots has found
/// something that does not fit. Not thread-safe.
public final class ReachedSlots {
  private static final ReachedSlots ALL = new ReachedSlots(0, null, IntUnaryOperator.identity());

  private final int first;
  private final @Nullable Supplier<BitSet> compute;
  private final IntUnaryOperator row;
  private @Nullable BitSet slots;

  private ReachedSlots(int first, @Nullable Supplier<BitSet> compute, IntUnaryOperator row) {
    this.first = first;
    this.compute = compute;
    this.row = row;
  }

  /// All slots: those of a column of a batch.
  ///
  /// @return the slots of rows
  public static ReachedSlots all() {
    return ALL;
  }

  /// The slots that the children of a column have from it, counted from slot 0 of the child.
  ///
  /// @param parent a nested column of which these are the reached slots; its children are not
  ///   looked at, except for the run ends of runs
  /// @return the reached slots of each of its children; of the values for runs
  public ReachedSlots below(ArrowColumn parent) {
    return new ReachedSlots(
        firstBelow(parent), () -> spread(parent), slot -> row(ParentSlot.of(parent, this, slot)));
  }

  /// The entries of its dictionary that a column names.
  ///
  /// @param column a dictionary-encoded column of which these are the reached slots
  /// @return the slots of the dictionary in use
  ReachedSlots entries(ArrowColumn column) {
    ArrowType.Int type = column.field().indexType();
    if (type == null) {
      return this;
    }
    return new ReachedSlots(
        0,
        () -> {
          BitSet used = new BitSet();
          for (int i = first; i < column.length(); i++) {
            if (holds(column, i)) {
              used.set((int) DictionaryIndices.at(column.values(), type, column.offset() + i));
            }
          }
          return used;
        },
        entry -> row(firstNaming(column, type, entry)));
  }

  private int firstNaming(ArrowColumn column, ArrowType.Int type, int entry) {
    int slot = first;
    while (!holds(column, slot)
        || DictionaryIndices.at(column.values(), type, column.offset() + slot) != entry) {
      slot++;
    }
    return slot;
  }

  /// The same slots counted from another one on.
  ReachedSlots from(int slot) {
    return slot == 0 || compute == null
        ? this
        : new ReachedSlots(
            Math.max(0, first - slot), () -> shifted(slot), behind -> row(slot + behind));
  }

  private BitSet shifted(int slot) {
    BitSet known = slots();
    return known.get(slot, Math.max(slot, known.length()));
  }

  /// A slot before which none belongs to a row.
  ///
  /// @return a slot, 0 or more
  public int first() {
    return first;
  }

  /// Whether a slot belongs to a row.
  ///
  /// @param slot a slot of the column, from 0 on
  /// @return true when rows lead to it
  public boolean contains(int slot) {
    if (compute == null) {
      return true;
    }
    return slots().get(slot);
  }

  /// The row that leads to a slot.
  ///
  /// @param slot a slot that belongs to a row
  /// @return the number of the row in the batch; of the first one where several lead to the slot
  public int row(int slot) {
    return row.applyAsInt(slot);
  }

  private BitSet slots() {
    BitSet known = slots;
    if (known == null) {
      known = compute == null ? new BitSet() : compute.get();
      slots = known;
    }
    return known;
  }

  private int firstBelow(ArrowColumn parent) {
    if (first >= parent.length()) {
      return 0;
    }
    long slot = parent.offset() + first;
    return (int)
        switch (parent.field().type()) {
          case ArrowType.Struct _ -> slot;
          case ArrowType.FixedSizeList(int size) -> slot * size;
          case ArrowType.List(boolean large) -> RisingOffsets.at(parent.values(), large, slot);
          case ArrowType.Map _ -> RisingOffsets.at(parent.values(), false, slot);
          case ArrowType.RunEndEncoded _ -> RunEnds.find(parent.children().getFirst(), slot);
          default -> 0;
        };
  }

  private BitSet spread(ArrowColumn parent) {
    return switch (parent.field().type()) {
      case ArrowType.Struct _ -> members(parent);
      case ArrowType.FixedSizeList(int size) -> spans(parent, size);
      case ArrowType.List(boolean large) -> lists(parent, large);
      case ArrowType.Map _ -> lists(parent, false);
      case ArrowType.ListView(boolean large) -> views(parent, large);
      case ArrowType.RunEndEncoded _ -> runs(parent);
      case ArrowType.Null _,
          ArrowType.Bool _,
          ArrowType.Int _,
          ArrowType.FloatingPoint _,
          ArrowType.Utf8 _,
          ArrowType.Utf8View _,
          ArrowType.Binary _,
          ArrowType.BinaryView _,
          ArrowType.FixedSizeBinary _,
          ArrowType.Date _,
          ArrowType.Time _,
          ArrowType.Timestamp _,
          ArrowType.Duration _,
          ArrowType.Interval _,
          ArrowType.Decimal _ ->
          throw new IllegalArgumentException(
              "reached slots: %s: expected a nested column, got %s"
                  .formatted(parent.field().name(), parent.field().type()));
    };
  }

  boolean holds(ArrowColumn parent, int slot) {
    return !parent.isNull(slot) && contains(slot);
  }

  /// The slots of a struct that hold one are those of its members, further on by its offset: words
  /// of 64 slots at once, since a required member below an optional struct is asked about often.
  private BitSet members(ArrowColumn parent) {
    long @Nullable [] own = compute == null ? null : slots().toLongArray();
    long[] words = new long[(int) (Math.max(0, parent.offset() + parent.length()) >>> 6) + 2];
    for (int i = first; i < parent.length(); i += Long.SIZE) {
      int width = Math.min(Long.SIZE, parent.length() - i);
      long holding = -1L >>> (Long.SIZE - width);
      if (parent.nullCount() > 0) {
        holding &= Bitmaps.word(parent.validity(), parent.offset() + i, width);
      }
      if (own != null) {
        holding &= word(own, i);
      }
      long slot = parent.offset() + i;
      int at = (int) (slot >>> 6);
      words[at] |= holding << slot;
      // Two shifts, because one by 64 would be one by 0.
      words[at + 1] |= holding >>> 1 >>> (~slot & 63);
    }
    return BitSet.valueOf(words);
  }

  /// 64 bits from bit `from` on, zeros behind the last word.
  private static long word(long[] words, int from) {
    int at = from >>> 6;
    long low = at < words.length ? words[at] >>> from : 0;
    long high = at + 1 < words.length ? words[at + 1] : 0;
    return low | high << 1 << (~from & 63);
  }

  private BitSet spans(ArrowColumn parent, int size) {
    BitSet reached = new BitSet();
    for (int i = first; i < parent.length(); i++) {
      if (holds(parent, i)) {
        int start = Math.toIntExact((parent.offset() + i) * size);
        reached.set(start, start + size);
      }
    }
    return reached;
  }

  private BitSet lists(ArrowColumn parent, boolean large) {
    BitSet reached = new BitSet();
    for (int i = first; i < parent.length(); i++) {
      if (holds(parent, i)) {
        long slot = parent.offset() + i;
        reached.set(
            (int) RisingOffsets.at(parent.values(), large, slot),
            (int) RisingOffsets.at(parent.values(), large, slot + 1));
      }
    }
    return reached;
  }

  private BitSet views(ArrowColumn parent, boolean large) {
    BitSet reached = new BitSet();
    for (int i = first; i < parent.length(); i++) {
      if (holds(parent, i)) {
        long slot = parent.offset() + i;
        int start = (int) RisingOffsets.at(parent.values(), large, slot);
        reached.set(start, start + (int) RisingOffsets.at(parent.data(), large, slot));
      }
    }
    return reached;
  }

  private BitSet runs(ArrowColumn parent) {
    BitSet reached = new BitSet();
    ArrowColumn ends = parent.children().getFirst();
    int run = 0;
    for (int i = first; i < parent.length(); i++) {
      while (RunEnds.at(ends, run) <= parent.offset() + i) {
        run++;
      }
      if (holds(parent, i)) {
        reached.set(run);
      }
    }
    return reached;
  }
}

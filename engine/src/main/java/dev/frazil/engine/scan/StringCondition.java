package dev.frazil.engine.scan;

import static dev.frazil.encoders.memory.Layouts.BYTE;

import dev.frazil.encoders.memory.Slab;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowType;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Rows whose string, or byte string, is in a set.
final class StringCondition implements RowCondition {
  private final FilterColumn column;
  private final boolean low;

  /// Whether the set is one string, or all but one.
  private final boolean single;

  /// The bytes of the cuts, one behind the other.
  private final Slab bytes = new Slab();

  /// Where each cut starts, and behind the last one where it ends.
  private final long[] starts;

  private final ValidRows valid = new ValidRows();

  StringCondition(FilterColumn column, KeySet<ByteString> set) {
    this.column = column;
    this.low = set.low();
    List<ByteString> cuts = set.cuts();
    this.single = cuts.size() == 2 && cuts.getFirst().isFollowedBy(cuts.getLast());
    this.starts = new long[cuts.size() + 1];
    for (int i = 0; i < cuts.size(); i++) {
      starts[i + 1] = starts[i] + cuts.get(i).length();
    }
    MemorySegment to = bytes.ensure(starts[cuts.size()], 0);
    for (int i = 0; i < cuts.size(); i++) {
      byte[] cut = cuts.get(i).toArray();
      MemorySegment.copy(cut, 0, to, BYTE, starts[i], cut.length);
    }
  }

  @Override
  public void evaluate(List<ArrowColumn> columns, int rows, long[] mask) {
    ArrowColumn slots = valid.locate(column, columns, rows);
    Masks.clear(mask, rows);
    if (slots.field().type() instanceof ArrowType.FixedSizeBinary(int width)) {
      for (int i = valid.from(); i < valid.to(); i++) {
        long start = (slots.offset() + i) * width;
        mask[i >>> 6] |= bit(slots.values(), start, start + width) << i;
      }
    } else {
      for (int i = valid.from(); i < valid.to(); i++) {
        // Offsets of a slot without a value have not been checked.
        if (valid.has(i)) {
          mask[i >>> 6] |= bit(slots.data(), slots.stringStart(i), slots.stringStart(i + 1)) << i;
        }
      }
    }
    Masks.and(mask, valid.words(), rows);
  }

  private long bit(MemorySegment data, long start, long end) {
    long in = single ? (isFirstCut(data, start, end) ? 1 : 0) : cutsUpTo(data, start, end) & 1;
    return in ^ (low ? 1 : 0);
  }

  private boolean isFirstCut(MemorySegment data, long start, long end) {
    return end - start == starts[1]
        && MemorySegment.mismatch(data, start, end, bytes.segment(), 0, starts[1]) < 0;
  }

  /// How many cuts are not above a string.
  private int cutsUpTo(MemorySegment data, long start, long end) {
    int from = 0;
    int to = starts.length - 1;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (compare(data, start, end, starts[middle], starts[middle + 1]) >= 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  private int compare(MemorySegment data, long start, long end, long cut, long cutEnd) {
    MemorySegment cuts = bytes.segment();
    long at = MemorySegment.mismatch(data, start, end, cuts, cut, cutEnd);
    if (at < 0) {
      return 0;
    }
    return at == end - start || at == cutEnd - cut
        ? Long.compare(end - start, cutEnd - cut)
        : Byte.compareUnsigned(data.get(BYTE, start + at), cuts.get(BYTE, cut + at));
  }

  @Override
  public void close() {
    bytes.close();
  }
}

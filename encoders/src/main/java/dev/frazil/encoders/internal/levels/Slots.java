package dev.frazil.encoders.internal.levels;

import dev.frazil.encoders.Nesting;
import dev.frazil.encoders.memory.Bitmaps;
import java.lang.foreign.MemorySegment;

/// A reused view of consecutive slots of one leaf and which of them hold a value.
public final class Slots {
  private MemorySegment validity = MemorySegment.NULL;
  private long bit;
  private long from;
  private int rows;
  private int valid;

  /// Shows rows `from .. from + rows` of a flat leaf.
  void of(Nesting nesting, int from, int rows) {
    switch (nesting) {
      case Nesting.Required _ -> all(from, rows);
      case Nesting.Optional optional -> {
        if (optional.nullCount() == 0) {
          all(from, rows);
        } else if (optional.nullCount() == optional.rowCount()) {
          none(from, rows);
        } else {
          of(optional.validity(), optional.offset() + from, from, rows);
        }
      }
      case Nesting.Nested _ -> throw new IllegalArgumentException("nesting: expected a flat leaf");
    }
  }

  /// Shows `rows` slots from `from` that all hold a value.
  public void all(long from, int rows) {
    this.from = from;
    this.rows = rows;
    valid = rows;
  }

  /// Shows `rows` slots from `from` of which none holds a value; there is no bitmap.
  void none(long from, int rows) {
    this.from = from;
    this.rows = rows;
    valid = 0;
  }

  /// Shows `rows` slots from `from`, of which the bits from `bit` say whether they hold a value.
  void of(MemorySegment validity, long bit, long from, int rows) {
    this.validity = validity;
    this.bit = bit;
    this.from = from;
    this.rows = rows;
    valid = Bitmaps.ones(validity, bit, rows);
  }

  /// The first slot, counted from the start of the leaf's values.
  public long from() {
    return from;
  }

  /// Number of slots.
  public int rows() {
    return rows;
  }

  /// Number of slots that hold a value.
  public int valid() {
    return valid;
  }

  /// Whether every slot holds a value; then there is no bitmap.
  public boolean dense() {
    return valid == rows;
  }

  /// The bitmap, unless all or no slots hold a value; the bit of the first slot is [#bit()].
  public MemorySegment validity() {
    return validity;
  }

  /// The bit of the first slot in [#validity()].
  public long bit() {
    return bit;
  }

  /// Starts a cursor over the runs of slots that hold a value. Some slots must.
  public void runs(ValidRuns cursor) {
    cursor.over(validity, bit, rows);
  }

  /// Appends a bit a slot to a bitmap that has `at` bits.
  void copyTo(MemorySegment target, long at) {
    if (dense()) {
      Bitmaps.fill(target, at, rows);
    } else if (valid == 0) {
      Bitmaps.clear(target, at, rows);
    } else {
      Bitmaps.copy(validity, bit, target, at, rows);
    }
  }
}

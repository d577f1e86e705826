package dev.frazil.engine.scan;

import static dev.frazil.encoders.memory.Layouts.INT;

import dev.frazil.encoders.memory.Slab;
import dev.frazil.engine.align.AlignmentOptions;
import dev.frazil.engine.align.BatchAligner;
import dev.frazil.engine.align.TargetDefaults;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.NestedGather;
import dev.frazil.engine.arrow.RecordBatch;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What turns a batch of a file into one that comes out, and the memory in which the result lies: a
/// workspace is busy until its result is closed. Not thread-safe.
final class Workspace implements AutoCloseable {
  /// Files may have been written by others, at types that lose nothing.
  private static final AlignmentOptions ALIGNMENT =
      AlignmentOptions.builder().widenFloat16(true).build();

  private final ScanPlan plan;
  private final BatchAligner aligner;
  private final @Nullable RowCondition condition;
  private final Slab slots = new Slab();
  private final List<NestedGather> gathers = new ArrayList<>();
  private long[] mask = new long[0];

  Workspace(ScanPlan plan) {
    this.plan = plan;
    this.aligner = new BatchAligner(plan.read(), TargetDefaults.NONE, ALIGNMENT);
    BoundFilter filter = plan.filter();
    this.condition = filter == null ? null : RowCondition.of(filter);
    for (int i = 0; i < plan.positions().size(); i++) {
      gathers.add(new NestedGather());
    }
  }

  /// The rows of a batch that are kept.
  ///
  /// @param batch columns of a file at its own types; taken over
  /// @param every whether every row is known to be kept
  /// @param done is run once the result is closed, but not where there is none
  /// @return columns that come out, or null when no row is kept
  @Nullable RecordBatch rows(RecordBatch batch, boolean every, Runnable done) {
    RecordBatch aligned = aligner.align(batch);
    boolean handedOut = false;
    try {
      int rows = aligned.rowCount();
      int kept = every || condition == null ? rows : kept(condition, aligned.columns(), rows);
      if (kept == 0) {
        return null;
      }
      List<ArrowColumn> columns = new ArrayList<>();
      for (int i = 0; i < plan.positions().size(); i++) {
        ArrowColumn column = aligned.columns().get(plan.positions().get(i));
        columns.add(kept == rows ? column : gathers.get(i).gather(column, slots.segment(), kept));
      }
      handedOut = kept == rows;
      Runnable release = kept == rows ? () -> closeBoth(aligned, done) : done;
      return new RecordBatch(plan.output(), kept, columns, release);
    } finally {
      if (!handedOut) {
        aligned.close();
      }
    }
  }

  private static void closeBoth(RecordBatch batch, Runnable done) {
    try {
      batch.close();
    } finally {
      done.run();
    }
  }

  /// Writes the numbers of the rows that are kept, unless all are.
  ///
  /// @return how many
  private int kept(RowCondition rowCondition, List<ArrowColumn> columns, int rows) {
    mask = Masks.atLeast(mask, rows);
    rowCondition.evaluate(columns, rows, mask);
    int kept = Masks.count(mask, rows);
    if (kept > 0 && kept < rows) {
      MemorySegment to = slots.ensure((long) kept * Integer.BYTES, 0);
      int at = 0;
      for (int i = 0; i < Masks.words(rows); i++) {
        for (long word = mask[i]; word != 0; word &= word - 1) {
          to.setAtIndex(INT, at++, (i << 6) + Long.numberOfTrailingZeros(word));
        }
      }
    }
    return kept;
  }

  @Override
  public void close() {
    aligner.close();
    if (condition != null) {
      condition.close();
    }
    slots.close();
    gathers.forEach(NestedGather::close);
  }
}

package dev.frazil.engine.align;

import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ReachedSlots;
import dev.frazil.engine.arrow.RecordBatch;
import java.util.List;

/// How batches of one schema become batches of another. Owns the memory of the results; what it
/// made is valid until the next batch.
///
/// @param source the schema of the batches
/// @param columns the way of their columns
record AlignmentPlan(ArrowSchema source, StructAlignment columns) implements AutoCloseable {
  /// Plans the way from one schema to the other.
  static AlignmentPlan of(ArrowSchema source, ArrowSchema target, FieldPlanner planner) {
    ArrowField batch = new ArrowField("", new ArrowType.Struct(), false, target.fields());
    return new AlignmentPlan(source, planner.members(source.fields(), batch, FieldPath.ROOT));
  }

  List<ArrowColumn> columns(RecordBatch batch) {
    return columns.members(batch.columns(), ReachedSlots.all(), 0, batch.rowCount());
  }

  @Override
  public void close() {
    columns.close();
  }
}

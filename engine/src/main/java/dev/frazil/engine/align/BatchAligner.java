package dev.frazil.engine.align;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import java.util.ArrayList;
import java.util.List;

/// Brings batches to a target schema: its columns in its order, at its types, and so at every
/// depth.
///
/// A column, or a member of a struct, is found by its field id (`PARQUET:field_id` in the
/// metadata), else by its exact name among those without an id. The element of a list is its one
/// child, the key and the value of a map the first and the second; a list of structs of two members
/// is taken for a map. Every layout of lists is taken for a list, and dictionaries and runs for
/// their values.
///
/// Values are converted only where that is exact ([dev.frazil.engine.arrow.ColumnCast]) or asked
/// for ([AlignmentOptions]), and not copied where the types agree. Values that no row reaches, such
/// as those below a null struct, are not looked at. What the batch does not have is filled with its
/// default, or is null if it may be: a column as well as a member of a struct that is there. What
/// the target does not have is an error unless it may be ignored: nothing is dropped silently.
///
/// Plans are kept for the last [#PLANS] schemas of batches. Not thread-safe, but any thread may use
/// it, one at a time.
public final class BatchAligner implements AutoCloseable {
  /// How many schemas may alternate without being planned anew.
  public static final int PLANS = 4;

  private final ArrowSchema target;
  private final FieldPlanner planner;

  /// The last one used comes last.
  private final List<AlignmentPlan> plans = new ArrayList<>();

  /// An aligner without default values, exact.
  ///
  /// @param target the schema that batches are brought to
  public BatchAligner(ArrowSchema target) {
    this(target, TargetDefaults.NONE, AlignmentOptions.DEFAULT);
  }

  /// An aligner.
  ///
  /// @param target the schema that batches are brought to, with field ids at any depth or without
  /// @param defaults what stands in what batches do not have
  /// @param options what is allowed beyond what loses nothing
  public BatchAligner(ArrowSchema target, TargetDefaults defaults, AlignmentOptions options) {
    this.target = target;
    this.planner = new FieldPlanner(defaults, options);
  }

  /// The schema that batches are brought to.
  ///
  /// @return the schema
  public ArrowSchema target() {
    return target;
  }

  /// The batch at the target schema. It takes the batch over: closing the result closes it, and a
  /// failure here has closed it. The columns of the result are valid until it is closed, or until
  /// the next batch is aligned or the aligner closed. Their fields say how they are laid out, which
  /// may differ from the target in the width of offsets.
  ///
  /// @param batch the batch
  /// @return its rows at the target schema
  /// @throws dev.frazil.engine.SchemaException if a column has no place in the target, has no cast
  ///   to it, or is missing and required; if two columns share a field id; the message names the
  ///   column and both types
  /// @throws dev.frazil.engine.WriteException if a value does not fit, or is null in a required
  ///   column; the message names the column and the row
  public RecordBatch align(RecordBatch batch) {
    boolean done = false;
    try {
      RecordBatch aligned =
          new RecordBatch(
              target, batch.rowCount(), planFor(batch.schema()).columns(batch), batch::close);
      done = true;
      return aligned;
    } finally {
      if (!done) {
        batch.close();
      }
    }
  }

  private AlignmentPlan planFor(ArrowSchema schema) {
    for (int i = plans.size() - 1; i >= 0; i--) {
      if (plans.get(i).source().equals(schema)) {
        AlignmentPlan known = plans.remove(i);
        plans.add(known);
        return known;
      }
    }
    AlignmentPlan made = AlignmentPlan.of(schema, target, planner);
    plans.add(made);
    if (plans.size() > PLANS) {
      plans.removeFirst().close();
    }
    return made;
  }

  /// Frees the memory of converted columns. The aligner may be used again.
  @Override
  public void close() {
    plans.forEach(AlignmentPlan::close);
    plans.clear();
  }
}

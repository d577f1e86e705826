package dev.frazil.engine.align;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Brings batches to a target schema: its columns in its order, at its types.
///
/// A column is found by its field id (`PARQUET:field_id` in the metadata), else by its exact name
/// among the columns without an id. Values are converted only where that is exact
/// ([dev.frazil.engine.arrow.ColumnCast]), and not copied where the types agree. A column that the
/// batch does not have is filled with the default value given for it, or is null if it may be. A
/// column that the target does not have is an error: nothing is dropped silently.
///
/// The plan for a schema is kept until a batch of another schema comes. Not thread-safe, but any
/// thread may use it, one at a time.
public final class BatchAligner implements AutoCloseable {
  private final ArrowSchema target;
  private final Map<String, byte[]> defaults;
  private @Nullable AlignmentPlan plan;

  /// An aligner without default values.
  ///
  /// @param target the schema that batches are brought to
  public BatchAligner(ArrowSchema target) {
    this(target, Map.of());
  }

  /// An aligner that fills missing columns.
  ///
  /// @param target the schema that batches are brought to
  /// @param defaults by name of a target column, the value for every row of a batch that does not
  ///   have it: as the Arrow layout of its type has it, a boolean as one byte 0 or 1
  public BatchAligner(ArrowSchema target, Map<String, byte[]> defaults) {
    this.target = target;
    this.defaults = new HashMap<>(defaults);
  }

  /// The schema that batches are brought to.
  ///
  /// @return the schema
  public ArrowSchema target() {
    return target;
  }

  /// The batch at the target schema. It takes the batch over: closing the result closes it, and a
  /// failure here has closed it. The columns of the result are valid until it is closed, or until
  /// the next batch is aligned or the aligner closed.
  ///
  /// @param batch the batch
  /// @return its rows at the target schema
  /// @throws dev.frazil.engine.SchemaException if a column has no place in the target, has no cast
  ///   to it, or is missing and required; if two columns share a field id; the message names the
  ///   column
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
    if (plan != null && plan.isFor(schema)) {
      return plan;
    }
    close();
    AlignmentPlan made = AlignmentPlan.of(schema, target, defaults);
    plan = made;
    return made;
  }

  /// Frees the memory of converted columns. The aligner may be used again.
  @Override
  public void close() {
    if (plan != null) {
      plan.close();
      plan = null;
    }
  }
}

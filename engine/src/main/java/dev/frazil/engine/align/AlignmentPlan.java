package dev.frazil.engine.align;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ColumnCast;
import dev.frazil.engine.arrow.RecordBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How batches of one schema become batches of another: a source for each target column. Owns the
/// memory of the casts; what it made is valid until the next batch.
final class AlignmentPlan implements AutoCloseable {
  /// Where the values of a target column come from.
  private sealed interface Source extends AutoCloseable {
    @Override
    void close();
  }

  private record Present(int index, ColumnCast cast) implements Source {
    @Override
    public void close() {
      cast.close();
    }
  }

  private record Absent(AbsentColumn column) implements Source {
    @Override
    public void close() {
      column.close();
    }
  }

  private final ArrowSchema source;
  private final ArrowSchema target;
  private final List<Source> sources = new ArrayList<>();

  private AlignmentPlan(ArrowSchema source, ArrowSchema target) {
    this.source = source;
    this.target = target;
  }

  /// Plans the way from one schema to the other.
  ///
  /// @param defaults by name of a target column, what stands in every row when the batches do not
  ///   have it
  static AlignmentPlan of(ArrowSchema source, ArrowSchema target, Map<String, byte[]> defaults) {
    AlignmentPlan plan = new AlignmentPlan(source, target);
    boolean done = false;
    try {
      int[] match = ColumnMatch.of(source, target);
      for (int i = 0; i < match.length; i++) {
        ArrowField field = target.fields().get(i);
        plan.sources.add(
            match[i] == ColumnMatch.MISSING
                ? absent(field, defaults.get(field.name()))
                : new Present(match[i], cast(source.fields().get(match[i]), field)));
      }
      done = true;
      return plan;
    } finally {
      if (!done) {
        plan.close();
      }
    }
  }

  /// The bytes of a decimal are how a file stores it, not a value that a column of bytes could
  /// mean.
  private static ColumnCast cast(ArrowField from, ArrowField to) {
    if (from.type() instanceof ArrowType.Decimal
        && to.type() instanceof ArrowType.FixedSizeBinary) {
      throw new SchemaException(
          "align: %s: expected %s, got %s".formatted(to.name(), to.type(), from.type()));
    }
    return ColumnCast.of(from, to);
  }

  private static Source absent(ArrowField target, byte @Nullable [] value) {
    if (value == null && !target.nullable()) {
      throw new SchemaException(
          "align: %s: expected a column in the batch, since the target is required and has no default, got none"
              .formatted(target.name()));
    }
    return new Absent(new AbsentColumn(target, value));
  }

  boolean isFor(ArrowSchema schema) {
    return source.equals(schema);
  }

  List<ArrowColumn> columns(RecordBatch batch) {
    List<ArrowColumn> columns = new ArrayList<>(sources.size());
    for (Source from : sources) {
      columns.add(
          switch (from) {
            case Present(int index, ColumnCast cast) -> cast.apply(batch.columns().get(index));
            case Absent(AbsentColumn column) -> column.rows(batch.rowCount());
          });
    }
    for (int i = 0; i < columns.size(); i++) {
      requireValues(target.fields().get(i), columns.get(i));
    }
    return columns;
  }

  private static void requireValues(ArrowField field, ArrowColumn column) {
    if (field.nullable() || column.nullCount() == 0) {
      return;
    }
    for (int row = 0; row < column.length(); row++) {
      if (column.isNull(row)) {
        throw new WriteException(
            "align: %s: expected a value in every row of a required column, got null in row %d"
                .formatted(field.name(), row));
      }
    }
  }

  @Override
  public void close() {
    sources.forEach(Source::close);
    sources.clear();
  }
}

package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Opens the files of one open scan, and owns what they share. Thread-safe.
final class OpenFiles implements FileOpening, AutoCloseable {
  /// Rows of a batch at most.
  private static final int BATCH_ROWS = 16_384;

  private final ArrowSchema source;
  private final ScanPlan plan;
  private final Workspaces workspaces;
  private final ParquetFiles parquet;
  private final FilePruning pruning;
  private final List<String> columns;

  /// Prepares to open files; none is opened.
  ///
  /// @param source all columns of the files
  /// @param plan what is read and what comes out
  /// @param threads how many decode pages
  OpenFiles(ArrowSchema source, ScanPlan plan, int threads) {
    this.source = source;
    this.plan = plan;
    this.workspaces = new Workspaces(plan);
    this.parquet = new ParquetFiles(threads, source);
    this.pruning = new FilePruning(filtered(plan));
    this.columns = plan.read().fields().stream().map(ArrowField::name).toList();
  }

  @Override
  public @Nullable RecordBatchSource open(ScanFile file) throws IOException {
    Verdict verdict = verdict(file);
    if (verdict == Verdict.NONE) {
      return null;
    }
    file.requireLength();
    boolean every = verdict == Verdict.ALL;
    BoundFilter filter = plan.filter();
    Pushdown pushdown = every || filter == null ? Pushdown.NONE : new RowGroupFilter(filter);
    FileBatches batches =
        switch (file.format()) {
          case PARQUET -> parquet;
          case CSV -> new CsvFiles(source);
        };
    return new FileRows(
        file, batches.open(file, columns, pushdown, BATCH_ROWS), plan, every, workspaces);
  }

  /// The columns that the filter looks at.
  private static List<ArrowField> filtered(ScanPlan plan) {
    Set<Integer> columns = new TreeSet<>();
    BoundFilter filter = plan.filter();
    if (filter != null) {
      filter.addColumns(columns);
    }
    return columns.stream().map(plan.read().fields()::get).toList();
  }

  /// Of how many rows of a file the filter is true, as far as its statistics show. Without a filter
  /// they are not asked for.
  private Verdict verdict(ScanFile file) {
    BoundFilter filter = plan.filter();
    if (filter == null) {
      return Verdict.ALL;
    }
    if (filter instanceof BoundFilter.Constant(boolean value)) {
      return value ? Verdict.ALL : Verdict.NONE;
    }
    FileStatistics statistics = file.statistics();
    return statistics == null ? Verdict.SOME : pruning.verdict(filter, statistics);
  }

  @Override
  public void close() {
    workspaces.close();
    parquet.close();
  }
}

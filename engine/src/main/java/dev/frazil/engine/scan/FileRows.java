package dev.frazil.engine.scan;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The rows of one file that come out of a scan. Not thread-safe; its batches stay valid when it is
/// closed, and any thread may close them.
final class FileRows implements RecordBatchSource {
  private final ScanFile file;
  private final RecordBatchSource source;
  private final ScanPlan plan;
  private final boolean every;
  private final Workspaces workspaces;

  /// Takes a source over.
  ///
  /// @param source batches of the file at its own types
  /// @param every whether every row is known to be kept
  FileRows(
      ScanFile file,
      RecordBatchSource source,
      ScanPlan plan,
      boolean every,
      Workspaces workspaces) {
    this.file = file;
    this.source = source;
    this.plan = plan;
    this.every = every;
    this.workspaces = workspaces;
  }

  @Override
  public ArrowSchema schema() {
    return plan.output();
  }

  @Override
  public @Nullable RecordBatch next() throws IOException {
    for (RecordBatch batch = source.next(); batch != null; batch = source.next()) {
      RecordBatch rows = rows(batch);
      if (rows != null) {
        return rows;
      }
    }
    return null;
  }

  private @Nullable RecordBatch rows(RecordBatch batch) {
    Workspace workspace = workspaces.take();
    RecordBatch rows = null;
    try {
      rows = workspace.rows(batch, every, () -> workspaces.give(workspace));
      return rows;
    } catch (SchemaException e) {
      throw new SchemaException("scan: " + file.path() + ": " + e.getMessage(), e);
    } catch (WriteException e) {
      throw new WriteException("scan: " + file.path() + ": " + e.getMessage(), e);
    } finally {
      if (rows == null) {
        workspaces.give(workspace);
      }
    }
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}

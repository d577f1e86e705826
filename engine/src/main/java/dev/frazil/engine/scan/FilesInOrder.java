package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of files one after the other, each opened when the one before is at its end.
final class FilesInOrder implements RecordBatchSource {
  private final ArrowSchema schema;
  private final List<ScanFile> files;
  private final FileOpening opening;
  private int next;
  private @Nullable RecordBatchSource current;

  FilesInOrder(ArrowSchema schema, List<ScanFile> files, FileOpening opening) {
    this.schema = schema;
    this.files = files;
    this.opening = opening;
  }

  @Override
  public ArrowSchema schema() {
    return schema;
  }

  @Override
  public @Nullable RecordBatch next() throws IOException {
    while (current != null || next < files.size()) {
      RecordBatchSource open = current;
      if (open == null) {
        current = opening.open(files.get(next++));
        continue;
      }
      RecordBatch batch = open.next();
      if (batch != null) {
        return batch;
      }
      current = null;
      open.close();
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    next = files.size();
    RecordBatchSource open = current;
    current = null;
    if (open != null) {
      open.close();
    }
  }
}

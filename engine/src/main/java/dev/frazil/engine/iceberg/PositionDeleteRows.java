package dev.frazil.engine.iceberg;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.MetricsUtil;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.DeleteSchemaUtil;
import org.jspecify.annotations.Nullable;

/// Rows that are deleted by the path of their data file and their position in it, sorted by both
/// (table specification, position delete files). Paths are ordered by the bytes of their UTF-8,
/// which is the order of their code points.
final class PositionDeleteRows implements DeleteRows {
  private static final Set<Integer> BOTH_COLUMNS =
      Set.of(MetadataColumns.DELETE_FILE_PATH.fieldId(), MetadataColumns.DELETE_FILE_POS.fieldId());

  private final boolean filePerDataFile;
  private byte @Nullable [] lastPath;
  private long lastPosition;
  private byte @Nullable [] filePath;
  private boolean severalPaths;

  /// @param filePerDataFile whether a delete file speaks of one data file only
  PositionDeleteRows(boolean filePerDataFile) {
    this.filePerDataFile = filePerDataFile;
  }

  @Override
  public Schema schema() {
    return DeleteSchemaUtil.pathPosSchema();
  }

  @Override
  public Map<String, String> metadata() {
    return Map.of("delete-type", "position");
  }

  @Override
  public MetricsConfig metricsConfig() {
    return MetricsConfig.forPositionDelete();
  }

  /// Both columns are required ones without defaults, which alignment sees to.
  @Override
  public void requireColumns(ArrowSchema source) {}

  /// Checks the order, also against the batches before. One run, or one a data file.
  @Override
  public List<Run> runs(RecordBatch aligned) {
    int rows = aligned.rowCount();
    List<Run> runs = new ArrayList<>();
    int from = 0;
    boolean newFile = false;
    for (int row = 0; row < rows; row++) {
      boolean newPath = advance(aligned, row);
      if (newPath && filePerDataFile) {
        if (row > from) {
          runs.add(new Run(from, row - from, newFile));
        }
        from = row;
        newFile = true;
      }
    }
    if (rows > from) {
      runs.add(new Run(from, rows - from, newFile));
      lastPath = path(aligned, rows - 1).toArray(BYTE);
    }
    return runs;
  }

  /// Moves on to a row.
  ///
  /// @return whether its path is another than that of the row before
  private boolean advance(RecordBatch aligned, int row) {
    MemorySegment path = path(aligned, row);
    byte[] pathBefore = lastPath;
    int order = 1;
    if (row > 0) {
      order = compare(path, path(aligned, row - 1));
    } else if (pathBefore != null) {
      order = compare(path, MemorySegment.ofArray(pathBefore));
    }
    if (order < 0) {
      throw new WriteException(
          "position deletes: file_path: expected rows sorted by path, got '%s' in row %d after a greater one"
              .formatted(text(path), row));
    }
    ArrowColumn positions = aligned.columns().getLast();
    long position = positions.values().get(LONG, (positions.offset() + row) * Long.BYTES);
    long least = order == 0 ? lastPosition : 0;
    if (position < least) {
      throw new WriteException(
          "position deletes: pos: expected a position of at least %d, got %d in row %d of '%s'"
              .formatted(least, position, row, text(path)));
    }
    lastPosition = position;
    return order > 0;
  }

  private static MemorySegment path(RecordBatch aligned, int row) {
    ArrowColumn paths = aligned.columns().getFirst();
    long start = paths.stringStart(row);
    return paths.data().asSlice(start, paths.stringStart(row + 1) - start);
  }

  private static int compare(MemorySegment one, MemorySegment other) {
    long at = one.mismatch(other);
    if (at < 0) {
      return 0;
    }
    if (at == one.byteSize() || at == other.byteSize()) {
      return Long.compare(one.byteSize(), other.byteSize());
    }
    return Byte.compareUnsigned(one.get(BYTE, at), other.get(BYTE, at));
  }

  private static String text(MemorySegment path) {
    return new String(path.toArray(BYTE), StandardCharsets.UTF_8);
  }

  @Override
  public void written(RecordBatch aligned, Run run) {
    if (filePath == null) {
      filePath = path(aligned, run.from()).toArray(BYTE);
    }
    MemorySegment last = path(aligned, run.from() + run.count() - 1);
    severalPaths |= compare(last, MemorySegment.ofArray(filePath)) != 0;
  }

  /// As Iceberg's own writer: the counts say nothing that the number of rows does not, and bounds
  /// of several paths tell readers little. The one data file is named as well.
  @Override
  public DeleteFile deleteFile(FileMetadata.Builder file, Metrics metrics) {
    byte[] path = filePath;
    file.ofPositionDeletes();
    if (severalPaths || path == null) {
      file.withMetrics(MetricsUtil.copyWithoutFieldCountsAndBounds(metrics, BOTH_COLUMNS));
    } else {
      file.withMetrics(MetricsUtil.copyWithoutFieldCounts(metrics, BOTH_COLUMNS))
          .withReferencedDataFile(new String(path, StandardCharsets.UTF_8));
    }
    filePath = null;
    severalPaths = false;
    return file.build();
  }
}

package dev.frazil.engine.iceberg;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.Schema;

/// The rows of delete files by their kind, in the files of one writer one after the other.
sealed interface DeleteRows permits EqualityDeleteRows, PositionDeleteRows {

  /// Rows of a batch that go to one file.
  ///
  /// @param from the first row
  /// @param count how many, 1 or more
  /// @param newFile whether they must not follow the rows before them in the same file
  record Run(int from, int count, boolean newFile) {}

  /// The columns of the files.
  Schema schema();

  /// Entries of the files' key-value metadata.
  Map<String, String> metadata();

  /// What is kept of the columns' counts and bounds.
  MetricsConfig metricsConfig();

  /// Refuses batches of a schema that cannot say what is to be deleted.
  void requireColumns(ArrowSchema source);

  /// Checks the rows of a batch, which has some, and cuts them into runs.
  List<Run> runs(RecordBatch aligned);

  /// Notes that a run of a batch was written to the open file.
  void written(RecordBatch aligned, Run run);

  /// Says of a finished file what is particular to the kind, and prepares for the next one.
  ///
  /// @param file knows the place, the size and the partition
  /// @param metrics of all columns
  DeleteFile deleteFile(FileMetadata.Builder file, Metrics metrics);
}

package dev.frazil.engine.iceberg;

import dev.frazil.engine.align.AlignmentOptions;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SortOrder;
import org.jspecify.annotations.Nullable;

/// How a [DataFileWriter] writes to a table. Immutable; made by [#builder()] or [#toBuilder()].
///
/// Files are called `<partition id>-<task id>-<operation id>-<number>.parquet`, as Iceberg's own
/// writers call them, so the three ids together must be another for every writer of a table.
///
/// @param mode how rows become files
/// @param alignment what batches may have that is not the table's, beyond what loses nothing
/// @param sortOrder an order of the table that the rows come in; it is verified for every file, and
///   the files say that they have it. Null if nothing is known: the files say that they are
///   unsorted
/// @param spec a partition spec of the table, or null for the current one
/// @param rowLineage whether files have the columns `_row_id` and `_last_updated_sequence_number`,
///   which rewritten rows must keep; where batches do not have them they are null. New rows need
///   none: the commit gives them theirs
/// @param properties names and values that override the table's properties for this writer
/// @param partitionId first id of the files' names, 0 or more
/// @param taskId second id of the files' names, 0 or more
/// @param operationId third id of the files' names, or null for a random one
public record DataFileOptions(
    WriteMode mode,
    AlignmentOptions alignment,
    @Nullable SortOrder sortOrder,
    @Nullable PartitionSpec spec,
    boolean rowLineage,
    Map<String, String> properties,
    int partitionId,
    long taskId,
    @Nullable String operationId) {

  /// One file a partition and batch, by the table's current spec and properties.
  public static final DataFileOptions DEFAULT =
      new DataFileOptions(
          new WriteMode.Batch(), AlignmentOptions.DEFAULT, null, null, false, Map.of(), 0, 0, null);

  /// Checks the ids and copies the properties.
  ///
  /// @throws IllegalArgumentException if an id is negative, or the operation id is empty or has a
  ///   slash
  public DataFileOptions {
    requireId("partition id", partitionId);
    requireId("task id", taskId);
    if (operationId != null && (operationId.isEmpty() || operationId.indexOf('/') >= 0)) {
      throw new IllegalArgumentException(
          "operation id: expected part of a file's name, got '" + operationId + "'");
    }
    properties = Map.copyOf(properties);
  }

  private static void requireId(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + ": expected 0 or more, got " + value);
    }
  }

  /// A builder that starts at [#DEFAULT].
  ///
  /// @return a new builder
  public static Builder builder() {
    return DEFAULT.toBuilder();
  }

  /// A builder that starts at these options.
  ///
  /// @return a new builder
  public Builder toBuilder() {
    return new Builder(this);
  }

  /// Collects options one by one. Not thread-safe.
  public static final class Builder {
    private WriteMode mode;
    private AlignmentOptions alignment;
    private @Nullable SortOrder sortOrder;
    private @Nullable PartitionSpec spec;
    private boolean rowLineage;
    private Map<String, String> properties;
    private int partitionId;
    private long taskId;
    private @Nullable String operationId;

    private Builder(DataFileOptions start) {
      mode = start.mode;
      alignment = start.alignment;
      sortOrder = start.sortOrder;
      spec = start.spec;
      rowLineage = start.rowLineage;
      properties = start.properties;
      partitionId = start.partitionId;
      taskId = start.taskId;
      operationId = start.operationId;
    }

    /// Sets [DataFileOptions#mode()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder mode(WriteMode value) {
      mode = value;
      return this;
    }

    /// Sets [DataFileOptions#alignment()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder alignment(AlignmentOptions value) {
      alignment = value;
      return this;
    }

    /// Sets [DataFileOptions#sortOrder()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder sortOrder(@Nullable SortOrder value) {
      sortOrder = value;
      return this;
    }

    /// Sets [DataFileOptions#spec()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder spec(@Nullable PartitionSpec value) {
      spec = value;
      return this;
    }

    /// Sets [DataFileOptions#rowLineage()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder rowLineage(boolean value) {
      rowLineage = value;
      return this;
    }

    /// Sets [DataFileOptions#properties()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder properties(Map<String, String> value) {
      properties = value;
      return this;
    }

    /// Sets [DataFileOptions#partitionId()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder partitionId(int value) {
      partitionId = value;
      return this;
    }

    /// Sets [DataFileOptions#taskId()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder taskId(long value) {
      taskId = value;
      return this;
    }

    /// Sets [DataFileOptions#operationId()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder operationId(@Nullable String value) {
      operationId = value;
      return this;
    }

    /// The options.
    ///
    /// @return checked options
    /// @throws IllegalArgumentException if an id cannot be used
    public DataFileOptions build() {
      return new DataFileOptions(
          mode,
          alignment,
          sortOrder,
          spec,
          rowLineage,
          properties,
          partitionId,
          taskId,
          operationId);
    }
  }
}

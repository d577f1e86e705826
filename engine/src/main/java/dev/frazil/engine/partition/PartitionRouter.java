package dev.frazil.engine.partition;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.RecordBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.jspecify.annotations.Nullable;

/// Sends the rows of batches to the partitions of a spec, whose transforms are Iceberg's own.
///
/// Sources may stand inside structs; where a struct is null its members are. A field whose
/// transform is `void` is null, whether or not its source is still in the table.
///
/// A table without a spec, or with one of `void` transforms only, has one partition: all rows as
/// they are. Tuples are equal as the boxed types are: all NaN share a partition, 0.0 and -0.0 have
/// one each. Keeps the memory of the longest batch. Not thread-safe, but any thread may use it, one
/// at a time.
public final class PartitionRouter {
  private final @Nullable BatchRow row;
  private final @Nullable PartitionKey key;
  private int[] groupOfRow = new int[0];
  private int[] rows = new int[0];

  /// Binds a spec to the batches of a table.
  ///
  /// @param schema the columns of the batches, in order, at the types that
  ///   [dev.frazil.engine.arrow.ArrowType] has for them
  /// @param spec a partition spec whose sources are in that schema
  /// @throws SchemaException if a transform is unknown, or its source is not in the schema
  public PartitionRouter(Schema schema, PartitionSpec spec) {
    BatchRow sources = new BatchRow(schema, spec);
    this.row = spec.isPartitioned() ? sources : null;
    this.key = spec.isPartitioned() ? sources.key() : null;
  }

  /// The partitions of a batch, in the order in which their first rows stand in it.
  ///
  /// @param batch a batch of the schema that the router was made for; not closed
  /// @return a selection a partition, none for a batch without rows; together they have every row
  ///   once, and are valid until the next batch is routed
  /// @throws dev.frazil.engine.WriteException if a value has no partition; the message names the
  ///   column and the row
  public List<RowSelection> route(RecordBatch batch) {
    int count = batch.rowCount();
    if (count == 0) {
      return List.of();
    }
    if (groupOfRow.length < count) {
      groupOfRow = new int[count];
      rows = new int[count];
    }
    List<@Nullable PartitionKey> partitions = new ArrayList<>();
    if (row == null || key == null) {
      Arrays.fill(groupOfRow, 0, count, 0);
      partitions.add(null);
    } else {
      row.wrap(batch);
      partitions.addAll(group(row, key, count));
    }
    return selections(partitions, count);
  }

  /// Numbers the partitions by first appearance, and says for every row which one is its own.
  private List<PartitionKey> group(BatchRow view, PartitionKey reused, int count) {
    Map<PartitionKey, Integer> groups = new HashMap<>();
    List<PartitionKey> partitions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (i > 0 && view.repeats(i)) {
        groupOfRow[i] = groupOfRow[i - 1];
        continue;
      }
      view.moveTo(i);
      reused.partition(view);
      Integer group = groups.get(reused);
      if (group == null) {
        group = partitions.size();
        PartitionKey partition = reused.copy();
        groups.put(partition, group);
        partitions.add(partition);
      }
      groupOfRow[i] = group;
    }
    return partitions;
  }

  private List<RowSelection> selections(List<@Nullable PartitionKey> partitions, int count) {
    int[] sizes = new int[partitions.size()];
    for (int i = 0; i < count; i++) {
      sizes[groupOfRow[i]]++;
    }
    int[] next = new int[sizes.length];
    List<RowSelection> selections = new ArrayList<>(sizes.length);
    int from = 0;
    for (int group = 0; group < sizes.length; group++) {
      selections.add(new RowSelection(partitions.get(group), rows, from, sizes[group]));
      next[group] = from;
      from += sizes[group];
    }
    for (int i = 0; i < count; i++) {
      rows[next[groupOfRow[i]]++] = i;
    }
    return selections;
  }
}

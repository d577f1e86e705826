package dev.frazil.engine.cli;

import dev.frazil.engine.align.AlignmentOptions;
import dev.frazil.engine.file.ColumnThreads;
import dev.frazil.engine.iceberg.WriteMode;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/// What `write` is asked for beside its inputs.
///
/// @param table namespace and name
/// @param partitions the partition spec of a table that is absent; one that exists must have the
///   same, unless there are none
/// @param order the order that the rows have, or null when nothing is known of it
/// @param properties stored with a table that is absent; else they override the table's own for
///   this append
/// @param mode how rows become files
/// @param alignment what inputs may have that the table does not
/// @param evolve whether the table's schema is changed to hold what the inputs have
/// @param threads encode columns
record AppendRequest(
    TableIdentifier table,
    List<PartitionClause> partitions,
    @Nullable SortClause order,
    Map<String, String> properties,
    WriteMode mode,
    AlignmentOptions alignment,
    boolean evolve,
    ColumnThreads threads) {}

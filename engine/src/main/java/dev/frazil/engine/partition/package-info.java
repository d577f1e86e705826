/// Rows to partitions: which rows of a batch belong to which partition of a table, and their
/// columns gathered.
@NullMarked
package dev.frazil.engine.partition;

import org.jspecify.annotations.NullMarked;

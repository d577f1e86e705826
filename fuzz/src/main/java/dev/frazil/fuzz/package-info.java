/// Random batches, and parquet-java as the oracle that reads what the engine wrote.
@NullMarked
package dev.frazil.fuzz;

import org.jspecify.annotations.NullMarked;

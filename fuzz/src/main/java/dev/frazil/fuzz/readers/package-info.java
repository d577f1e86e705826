/// Readers of Parquet files that share no code with the engine, each behind the same interface and
/// in the values of [dev.frazil.fuzz.values]. They know files and schemas, and nothing of how a
/// file was written.
@NullMarked
package dev.frazil.fuzz.readers;

import org.jspecify.annotations.NullMarked;

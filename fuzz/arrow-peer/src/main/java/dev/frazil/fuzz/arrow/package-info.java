/// Arrow C++ as a reader of Parquet files, in a process of its own: its arrow-java is older than
/// the engine's. Knows nothing of Frazil.
@NullMarked
package dev.frazil.fuzz.arrow;

import org.jspecify.annotations.NullMarked;

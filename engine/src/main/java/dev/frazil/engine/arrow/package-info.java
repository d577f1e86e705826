/// Arrow data in: the C Data Interface and C Stream Interface by address, arrow-java's vectors
/// through them, and exact casts from one Arrow type to another.
///
/// What comes out are [dev.frazil.engine.arrow.RecordBatch]es whose buffers are bounded native
/// segments. This package knows nothing of Parquet, tables or files.
@NullMarked
package dev.frazil.engine.arrow;

import org.jspecify.annotations.NullMarked;

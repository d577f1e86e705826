/// Arrow data in: the C Data Interface and C Stream Interface by address, arrow-java's vectors by
/// the addresses of their buffers, exact casts from one Arrow type to another, and plain layouts
/// for columns that are nested or encoded in other ways.
///
/// What comes out are [dev.frazil.engine.arrow.RecordBatch]es whose buffers are bounded native
/// segments. The values of slots as Java objects, and which texts spell numbers, dates and times,
/// are here for those who read and print them. This package knows nothing of Parquet, tables or
/// files.
@NullMarked
package dev.frazil.engine.arrow;

import org.jspecify.annotations.NullMarked;

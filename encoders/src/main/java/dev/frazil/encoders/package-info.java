/// Native memory in, Parquet pages and statistics out: the columnar encoders of Frazil.
///
/// A [dev.frazil.encoders.ColumnChunkEncoder] takes the values of one leaf column, batch by batch,
/// and yields a finished column chunk together with the statistics its encoders saw. This package
/// knows no Arrow library, no Iceberg and no file.
@NullMarked
package dev.frazil.encoders;

import org.jspecify.annotations.NullMarked;

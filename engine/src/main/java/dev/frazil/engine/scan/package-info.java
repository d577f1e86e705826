/// Lazy scans over Parquet and CSV files: columns, a filter and a limit go in, record batches come
/// out, as the engine's own or as arrow-java's. Files, row groups and pages that cannot match are
/// not decoded. Knows which files there are only because it is told: no directory, no version.
@NullMarked
package dev.frazil.engine.scan;

import org.jspecify.annotations.NullMarked;

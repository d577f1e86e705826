/// Apache Iceberg tables: batches in, data files with exact metrics out, and the embedded catalog
/// on a local disk.
@NullMarked
package dev.frazil.engine.iceberg;

import org.jspecify.annotations.NullMarked;

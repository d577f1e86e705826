/// Parquet files: column chunks into row groups, row groups into a file with its footer, and a
/// receipt of what was written. The only package that knows the Thrift structures of the format;
/// none of them leaves it.
@NullMarked
package dev.frazil.engine.file;

import org.jspecify.annotations.NullMarked;
